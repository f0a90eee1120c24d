// docket replay: the table as it stood after any event.
#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "events/errors.h"
#include "tools/commands/command.h"
#include "tools/explain/board.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/render/board_json.h"
#include "tools/render/board_text.h"

namespace docket {
namespace {

constexpr std::string_view kReplayHelp =
    R"(Shows the turn and phase, each player's values, zones and cards with their current
stats, the limits in use, the chain, and a grade: EXACT (it follows from record and
rules), UNVERIFIED (something that matters is unknown) or DIVERGED (the record
observed something else).

POINT is an event (57), a turn (T3), its first battle (T3.battle), a phase
("T3.main 1"), the last event of a turn (T3.end), start or end.

Exit status: 1 if the grade is DIVERGED.)";

constexpr std::string_view kReplayExamples =
    R"(  docket replay court --at T3
  docket replay court --at T3.battle --seat P1
  docket replay court --under l5r-celestial@2009-06-01)";

int runReplay(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  // The board is made only from what that player may see: the effects of hidden cards on others would reveal them.
  const Seat viewer = seatOf(arguments.value("seat"), game.header());
  if (viewer != 0) game = std::move(game).seenBy(viewer);
  const State state = game.stateAt(at);
  const TurnLabels turn_labels = turnLabelsOf(game);
  const Rules rules = game.rules();
  const Words words(state, rules, game.header(), turn_labels, viewer);
  const Board board = makeBoard(words, game.last());
  if (arguments.json()) {
    JsonWriter json;
    writeBoard(json, board, words);
    writeAnswer(streams.out, "replay", json.text());
  } else {
    printBoard(streams.out, board, words, streams.colour);
  }
  return board.grade.overall == Grade::diverged ? kDiffers : kAgrees;
}

}  // namespace

Command replayCommand() {
  return {.name = "replay",
          .words = "GAME",
          .summary = "show the table after an event",
          .help = kReplayHelp,
          .examples = kReplayExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "seat", .value = "P1", .help = "only what this player knew"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runReplay,
          .uses_pager = true};
}

}  // namespace docket
