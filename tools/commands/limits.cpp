// docket limits: the ledger of uses at a point of a game.
#include <fmt/format.h>

#include <ostream>

#include "tools/commands/command.h"
#include "tools/explain/counts_of_limits.h"
#include "tools/explain/ledger_of_uses.h"
#include "tools/game/game_loader.h"
#include "tools/game/named_cards.h"
#include "tools/io/json_answer.h"

namespace docket {
namespace {

constexpr std::string_view kLimitsHelp =
    R"(Shows each limit that counts something at a point: how often it was used and may be
used, by which events, what gave a use back, and when it resets. Limits on copies
are included.)";

constexpr std::string_view kLimitsExamples =
    R"(  docket limits duel
  docket limits duel --at 27 --player P1
  docket limits duel --at 27 --card '#22')";

int runLimits(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber at = game.point(arguments.value("at").value_or("end"));
  const State state = game.stateAt(at);
  const Rules rules = game.rules();
  CountFilter filter{.player = seatOf(arguments.value("player"), game.header())};
  if (const auto card = arguments.value("card")) filter.card = NamedCards(game, state).card(*card);
  const TurnLabels turn_labels = turnLabelsOf(game);
  const Words words(state, rules, game.header(), turn_labels);
  const CountsOfLimits limits = ledgerOfUses(state, rules, filter);
  if (arguments.json()) {
    JsonWriter json;
    json.object().member("game", game.id()).member("event", at);
    writeCountsOfLimits(json, limits, words);
    writeAnswer(streams.out, "limits", json.end().text());
    return kAgrees;
  }
  streams.out << fmt::format("After {}\n", words.eventWhen(at));
  if (limits.counts.empty() && limits.uncertain_uses.empty()) streams.out << "  no limit is in use\n";
  printCountsOfLimits(streams.out, limits, words, streams.colour);
  return kAgrees;
}

}  // namespace

Command limitsCommand() {
  return {.name = "limits",
          .words = "GAME",
          .summary = "show the limits in use and what used them",
          .help = kLimitsHelp,
          .examples = kLimitsExamples,
          .least_words = 1,
          .most_words = 1,
          .options = {{.name = "at", .value = "POINT", .help = "after this event or point (default: the end)"},
                      {.name = "player", .value = "P1", .help = "only limits of this player"},
                      {.name = "card", .value = "'#12'", .help = "only this card, with its unused limits"},
                      {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
          .run = runLimits,
          .uses_pager = true};
}

}  // namespace docket
