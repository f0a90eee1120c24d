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
    R"help(Shows the board after an event: whose turn it is, each player's values and zones,
each card with its stats ("Force 5 (printed 4)"), counters, attachments and who
controls it, then every limit that has been used and is not yet back, the chain,
and how far all of it can be relied on:

  EXACT       it follows from the record and the rules
  UNVERIFIED  something is unknown, or only as the recorder observed it
  DIVERGED    the recorder observed something else than the rules give

Points: 57 (after event 57), start, end, T3 (turn 3 began), T3.battle (its first
battle), "T3.main 1" (a phase), T3.end (its last event). Without --at: the end.

  docket replay duel --at T3
  docket replay duel --at 57 --json
  docket replay duel --at T3.battle --seat P1    as far as P1 knew then
  docket replay duel --under l5r-celestial@2009-06-01    by an earlier version

--json is one object: game, ruleset {name, version}, event, of, viewer, moment,
turn, fingerprint (not with --seat: it is of what is hidden, too), periods [{period,
began, count, name, player, place}], sides
[{player (0: shared), name, values [READING], counters [{name, amount}], zones
[{zone, count, hidden, cards [CARD]}]}], others [{subject, values, stats,
counters}], chain [{link, activation, card (null: the player's own), ability, named
(one that was given), player, activationNegated, effectNegated, resolved}], limits
(as docket limits --json), uncertainUses, outcome {winner, event, reason; everybody,
where all win or lose; clause, where it follows from the rules and no event says so},
grade, why.
CARD: card, title (null: unknown), definition, slot, face, orientation, owner,
controller, host, attachment, stats [READING], counters, told [{event, seats (a
bit each), says (null: not known)}], where anything was, changes, attached [CARD];
in piles the topmost card first; of a card that is told in full under its host,
only its place, and underHost. READING: name, presence (known, absent, unknown),
amount, printed, from (computed, printed, observed), grade, observed {event,
amount, staleSince}.)help";

int runReplay(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  // What that player may have is all that the board is made from: what hidden cards do to others would tell of them.
  const Seat viewer = seatOf(arguments.value("seat"), game.header());
  if (viewer != 0) game = std::move(game).seenBy(viewer);
  const State state = game.stateAt(at);
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
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
  return board.grade.agreement == Agreement::diverged ? 1 : 0;
}

}  // namespace

Command replayCommand() {
  return {
      .name = "replay",
      .words = "GAME",
      .summary = "show the board as it stood after an event",
      .help = kReplayHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "at", .value = "POINT", .help = "after which event (default: the end)"},
                  {.name = "seat", .value = "P1", .help = "only what that player knew"},
                  {.name = "under", .value = "RULESET", .help = "under other rules: a name, NAME@VERSION or a file"}},
      .run = runReplay,
      .is_read_at_length = true};
}

}  // namespace docket
