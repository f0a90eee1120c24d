// docket step: through a game event by event, at a terminal or by a script on standard input.
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
    R"(Goes through a game event by event, forward and back, and shows at each the table,
the transcript, an explanation or the limits. At a terminal by keys (? lists them):

  → n space   next event            t 3     where turn 3 begins
  ← b         the one before        g       a point: 57, T3.battle, end
  f F         next, last finding    c C     next, last event that touches a card
  1 2 3 4     table, transcript, explanation, limits        q       quit

Where standard input or output is no terminal, each line of standard input is an
instruction: a key's word, or its letter. Each is answered before the next is read.

  docket step duel
  docket step duel --at T3.battle
  printf 'turn 3\nfinding\nexplain 12 force\n' | docket step duel
  printf 'card 12\nlimits 12\n' | docket step duel --json

Instructions: next [N], back [N], to POINT, turn [N], start, end, finding [back],
card [CARD] [back], event, board, log [N], explain WORDS, limits [CARD|P1], help, quit.
A finding is a rule that an event breaks; a ruling that is not right
counts as one. What is explained is asked as docket explain takes it: 12 force;
12 controller; limit 12; legal; 'stat(#12, "Force") > 3'.

With --json each answer is an item: {instruction, event, of, turn, moment} with moved
and note (why not) of a move; log [as docket log --json], board (as docket replay
--json), about, grade and explanation (as docket explain --json), limits and
uncertainUses (as docket limits --json), instructions [{word, after, letter, keys,
tells}].
Exit status: 2 for a script with a line that cannot be followed, which is named.)";

int runStep(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("start"));
  step::Stepper stepper(game, at);
  if (!streams.terminal || arguments.json()) {
    step::followScript(stepper, streams, arguments.json());
    return 0;
  }
  step::Session session(stepper, streams.colour);
  Terminal terminal(STDIN_FILENO, STDOUT_FILENO);
  const int signal = runAtTerminal(session, terminal);
  return signal == 0 ? 0 : 128 + signal;  // as a shell tells it
}

}  // namespace

Command stepCommand() {
  return {
      .name = "step",
      .words = "GAME",
      .summary = "go through a game event by event, at a terminal or by a script",
      .help = kStepHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "at", .value = "POINT", .help = "where to begin (default: before the first event)"},
                  {.name = "under", .value = "RULESET", .help = "under other rules: a name, NAME@VERSION or a file"}},
      .run = runStep};
}

}  // namespace docket
