// docket step: steps through a game event by event, at a terminal or by a script on standard input.
#include <unistd.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/game/game_loader.h"
#include "tools/step/script.h"
#include "tools/step/session.h"
#include "tools/terminal/terminal.h"

namespace docket {
namespace {

constexpr std::string_view kStepHelp =
    R"(At a terminal, keys move through the game: arrows step back and forth, f and F go to
the next and the previous finding, t 3 goes to turn 3, 1 to 5 show the table, the
transcript, an explanation, the limits and the possible acts; ? lists all keys. A
pipe takes one instruction per line: next [N], back [N], to POINT, turn [N], start,
end, finding [back], card [CARD] [back], event, board, log [N], explain WORDS, limits
[CARD|P1], moves [CARD|P1], help, quit.

Exit status: 2 if an instruction cannot be followed.)";

constexpr std::string_view kStepExamples =
    R"(  docket step court --at T3.battle < /dev/null
  printf 'turn 3\nexplain 2 force\n' | docket step court
  printf 'to 27\nlimits 22\n' | docket step duel --json)";

int runStep(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("start"));
  step::Stepper stepper(game, at);
  if (!streams.terminal || arguments.json()) {
    step::followScript(stepper, streams, arguments.json());
    return kAgrees;
  }
  step::Session session(stepper, streams.colour);
  Terminal terminal(STDIN_FILENO, STDOUT_FILENO);
  const int signal = runAtTerminal(session, terminal);
  return signal == 0 ? 0 : 128 + signal;  // as shells report it
}

}  // namespace

Command stepCommand() {
  return {.name = "step",
          .words = "GAME",
          .summary = "go through a game event by event",
          .help = kStepHelp,
          .examples = kStepExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "at", .value = "POINT", .help = "where to begin (default: start)"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runStep};
}

}  // namespace docket
