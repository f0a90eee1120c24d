// The table of commands, in the order in which one comes to need them.
#include "tools/commands/command.h"
#include "tools/commands/session.h"
#include "tools/commands/site_commands.h"
#include "tools/commands/slip.h"
#include "tools/commands/type.h"

namespace docket {

const std::vector<Command>& commands() {
  static const std::vector<Command> kTable{
      importCommand(),     typeCommand(),     recordCommand(),      gamesCommand(),    showCommand(),
      logCommand(),        replayCommand(),   stepCommand(),        explainCommand(),  askCommand(),
      limitsCommand(),     verifyCommand(),   rulingsCommand(),     ruleCommand(),     slipCommand(),
      branchCommand(),     accountsCommand(), diffCommand(),        reportCommand(),   siteCommand(),
      serveCommand(),      exportCommand(),   rulesCommand(),       regressCommand(),  minimiseCommand(),
      coverageCommand(),   cardsCommand(),    deckCommand(),        generateCommand(), checkCommand(),
      backupCommand(),     restoreCommand(),  salvageCommand(),     upgradeCommand(),  checkpointCommand(),
      proveCommand(),      certifyCommand(),  tilesCommand(),       keysCommand(),     cosignCommand(),
      checkProofCommand(), labelCommand(),    erasePlayerCommand(), mergeCommand(),    schemaCommand(),
      completeCommand(),   sessionCommand(),
  };
  return kTable;
}

}  // namespace docket
