// The commands, by what people do with them.
#include <range/v3/action/push_back.hpp>

#include "tools/commands/command.h"

namespace docket {

const std::vector<CommandGroup>& commandGroups() {
  static const std::vector<CommandGroup> kGroups{
      {.title = "Play and record",
       .commands = {importCommand(), typeCommand(), recordCommand(), exportCommand(), generateCommand()}},
      {.title = "Look at games",
       .commands = {gamesCommand(), findCommand(), showCommand(), logCommand(), replayCommand(), stepCommand(),
                    reportCommand(), siteCommand(), serveCommand()}},
      {.title = "Ask what was and why",
       .commands = {explainCommand(), askCommand(), movesCommand(), limitsCommand(), traceCommand(), diffCommand(),
                    accountsCommand()}},
      {.title = "Judge",
       .commands = {deskCommand(), verifyCommand(), ruleCommand(), rulingsCommand(), playerCommand(), slipCommand(),
                    precedentsCommand(), branchCommand(), deckCommand()}},
      {.title = "Work on rules and cards",
       .commands = {rulesCommand(), cardsCommand(), regressCommand(), coverageCommand(), minimiseCommand(),
                    casesCommand(), workCommand(), workerCommand()}},
      {.title = "Keep the archive",
       .commands = {labelCommand(), indexCommand(), checkCommand(), backupCommand(), restoreCommand(), salvageCommand(),
                    upgradeCommand(), mergeCommand(), relayCommand(), erasePlayerCommand()}},
      {.title = "Prove that nothing was altered",
       .commands = {certifyCommand(), checkpointCommand(), proveCommand(), checkProofCommand(), cosignCommand(),
                    tilesCommand(), followCommand(), keysCommand()}},
      {.title = "For other programs", .commands = {sessionCommand(), schemaCommand(), completeCommand()}},
  };
  return kGroups;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> kAll = [] {
    std::vector<Command> all;
    for (const CommandGroup& group : commandGroups()) ranges::push_back(all, group.commands);
    return all;
  }();
  return kAll;
}

}  // namespace docket
