// docket limits: the ledger of uses at a point of a game.
#include <fmt/format.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/explain/counters.h"
#include "tools/explain/ledger_of_uses.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/io/json_answer.h"

namespace docket {
namespace {

constexpr std::string_view kLimitsHelp =
    R"(Shows every limit that counts something after an event (--at, the end else): whose
counter it is, how often it was used and how often it may be, the events that used
it, what gave a use back, and when it is back at zero. Limits on copies (so many
in play) are among them.

  docket limits duel --at T3
  docket limits duel --at 57 --player P1
  docket limits duel --at 57 --card '#12'    also what it has not used yet
  docket limits duel --card 'Ash Blossom [a]'

--json is an object {game, event, limits [{limit, wording, clause, allows, card
(null: the player's own), ability, named (one that was given), player, of, used,
max, perhaps, usedBy, perhapsBy, givenBack [{use, by, clause}], resets,
wouldGiveBack [{when, clause}]}], uncertainUses}; perhaps counts uses of which it
is not known whether they count.)";

int runLimits(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const State state = game.stateAt(at);
  const Rules rules = game.rules();
  CounterFilter filter{.player = seatOf(arguments.value("player"), game.header())};
  if (const auto card = arguments.value("card")) filter.card = NamedCards(game, state).card(*card);
  const TurnLabels turn_labels(game.gameRules().ruleset, game.names(), game.events(), game.last());
  const Words words(state, rules, game.header(), turn_labels);
  const CountersInUse counters = ledgerOfUses(state, rules, filter);
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", at);
    writeCounters(json, counters, words);
    writeAnswer(streams.out, "limits", json.end().text());
    return 0;
  }
  const std::string when = turn_labels.words(at);
  streams.out << fmt::format("After event {}{}{}\n", at, when.empty() ? "" : ", ", when);
  if (counters.counters.empty() && counters.uncertain_uses.empty()) streams.out << "  nothing counts against a limit\n";
  printCounters(streams.out, counters, words, streams.colour);
  return 0;
}

}  // namespace

Command limitsCommand() {
  return {
      .name = "limits",
      .words = "GAME",
      .summary = "show what counts against limits, used by which events, until when",
      .help = kLimitsHelp,
      .least_words = 1,
      .most_words = 1,
      .options = {{.name = "at", .value = "POINT", .help = "after which event (default: the end)"},
                  {.name = "player", .value = "P1", .help = "only what that player used, or controls"},
                  {.name = "card", .value = "'#12'", .help = "only of that card, with what it has not used yet"},
                  {.name = "under", .value = "RULESET", .help = "under other rules: a name, NAME@VERSION or a file"}},
      .run = runLimits,
      .is_read_at_length = true};
}

}  // namespace docket
