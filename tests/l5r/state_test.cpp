// At each record of engine 1: every card in play, in Provinces and in hands, and the players, compared with what
// Docket computes from printed numbers, changes, counters and attachments. Each difference has a cause, or the test
// fails.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/traits.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "engine/rules/expression/expression.h"
#include "tests/l5r/causes.h"
#include "tests/l5r/edition.h"
#include "tests/l5r/games.h"
#include "tests/l5r/logged_game.h"
#include "tests/l5r/seen.h"
#include "tests/witness/comparison.h"

namespace docket::l5r::state_test {
namespace {

using witness::Comparison;
using witness::Object;

constexpr const char* kMustDie = "count(in play, type 'Personality', must(it, 'be destroyed'))";
/// The additional Gold of card {0} when it pays for card {1}.
constexpr const char* kMoreFor =
    " + (if trait(#{0}, 'more for Jade') and keyword(#{1}, 'Jade') then 2 else 0)"
    " + (if trait(#{0}, 'more for Items') and type(#{1}, 'Item')"
    "    then (if printed(#{1}, 'Gold Cost') >= 6 then 2 else 1) else 0)"
    " + (if trait(#{0}, 'more for Sincerity') and counters(#{1}, 'sincerity') > 0 then 1 else 0)";

class ComparedGame {
 public:
  ComparedGame(const Object& line, const Rules& rules, Comparison& comparison)
      : game_(line, rules), rules_(rules), comparison_(comparison) {}

  void read(const Object& line) {
    if (witness::text(line, "cause") == "CHI_DEATH") stateRule(line);
    if (witness::text(line, "type") == "ChoosePayment") payment(line);
    game_.read(line);
    if (witness::text(line, "k") != "truth") return;
    step_ = witness::number(line, "s");
    seen_.take(line);
    for (const auto& [name, card] : seen_.cards()) compare(name, card);
    for (const auto& [name, player] : seen_.players()) compare(seatOf(name), player);
    where_ = fmt::format("{} step {}", game_.id(), step_);
    comparison_.equal("Personalities in play who must be destroyed", where_, asked(kMustDie, 0), 0);
  }

 private:
  /// The engine's own rule destroys a Personality that has no Chi left.
  void stateRule(const Object& line) {
    if (witness::text(line, "e") != "Destroy") return;
    const std::string name = witness::text(line, "card_id");
    where_ = fmt::format("{} step {} {} {}", game_.id(), step_, name, game_.definitionOf(name));
    const CardIndex index = game_.indexOf(name);
    comparison_.equal("Chi of who dies of it", where_,
                      readStat(game_.state(), rules_, index, rules_.ruleset.stat("Chi")).amount, 0);
    comparison_.equal("who dies of it must", where_, asked(kMustDie, 0) > 0, true);
  }

  /// Compares what each card that could pay would produce for this card.
  void payment(const Object& line) {
    const std::string paid_for = witness::text(line, "for");
    where_ = fmt::format("{} step {}", game_.id(), witness::number(line, "s"));
    for (const auto [name, gold] : line["yields"].get_object()) {
      const std::uint32_t card = game_.cards().at(std::string(name));
      const std::string plain = fmt::format("stat(#{}, 'Gold Production')", card);
      const std::string more =
          paid_for.empty() ? std::string() : fmt::format(fmt::runtime(kMoreFor), card, game_.cards().at(paid_for));
      comparison_.equal("gold for what is paid", where_, asked(plain + more, 0), gold.get_int64().value());
    }
  }

  void compare(const std::string& name, const SeenCard& seen) {
    const CardIndex index = game_.indexOf(name);
    where_ = fmt::format("{} step {} {} {}", game_.id(), step_, name, game_.definitionOf(name));
    comparison_.equal("card is there", where_, index != kNone && game_.state().cards[index].exists(), true);
    if (index == kNone) return;
    const Card& card = game_.state().cards[index];
    if (!card.exists()) return;
    comparePlace(seen, card);
    const bool in_play = seen.zone == "play";
    if (in_play) {
      comparison_.equal("bowed", where_, rules_.ruleset.orientations[card.orientation] == "bowed", seen.bowed);
      comparison_.equal("attached to", where_, hostOf(card), seen.host);
    }
    compareCounters(seen, index);
    if (!seen.up) return;
    compareKeywords(seen, index);
    for (const auto& [stat, amount] : seen.stats) {
      if (in_play && isGiven(game_, index, rules_.ruleset.stat(stat)) && card.host != kNone) {
        compareGiven(index, stat, amount);
      } else {
        compareStat(index, stat, amount);
      }
    }
    for (const auto& [stat, amount] : seen.printed) comparePrinted(index, stat, amount);
    if (in_play) compareChanges(seen, index);
    if (seen.unit) compareUnit(seen, card);
  }

  void comparePlace(const SeenCard& seen, const Card& card) {
    const std::string_view zone = rules_.ruleset.zones[card.zone].name;
    const std::string should = seen.zone == "play"                            ? "home"
                               : seen.zone.find(".hand") != std::string::npos ? "hand"
                                                                              : "province";
    comparison_.equal("zone", where_, zone, should);
    if (should == "province")
      comparison_.equal("which Province", where_, fmt::format("P{}.prov{}", card.zone_player, card.slot), seen.zone);
    if (should != "hand") comparison_.equal("face up", where_, card.face == Facing::up, seen.up);
  }

  [[nodiscard]] std::string hostOf(const Card& card) const {
    return game_.state().isCard(card.host) ? nameOf(card.host) : std::string();
  }

  void compareCounters(const SeenCard& seen, CardIndex index) {
    std::map<std::string, std::int64_t> counters;
    for (const Counter& counter : game_.state().counters) {
      if (counter.subject == index && counter.amount != 0)
        counters.emplace(game_.state().vocabulary->names.text(counter.name), counter.amount);
    }
    if (counters.empty() && seen.counters.empty()) return;
    comparison_.equal("counters", where_, fmt::format("{}", fmt::join(counters, " ")),
                      fmt::format("{}", fmt::join(seen.counters, " ")));
  }

  [[nodiscard]] std::set<std::string> keywordsOf(CardIndex index) const {
    const auto reading = readCharacteristics(game_.state(), rules_, index, Characteristic::keyword);
    const auto names = namesThatHold(reading);
    return {names.begin(), names.end()};
  }

  void compareKeywords(const SeenCard& seen, CardIndex index) {
    const std::set<std::string> keywords = keywordsOf(index);
    comparison_.equal("keywords", where_, fmt::format("{}", fmt::join(keywords, ", ")),
                      fmt::format("{}", fmt::join(seen.keywords, ", ")), [&] {
                        return causeOfKeywords({game_, index}, keywords, seen.keywords);
                      });
  }

  void compareStat(Entity subject, const std::string& name, std::int64_t should) {
    const StatIndex stat = rules_.ruleset.stat(name);
    const AmountReading answer = readAmount(game_.state(), rules_, {.subject = subject, .stat = stat});
    auto amount = answer.value.isKnown() ? std::optional(answer.amount()) : std::nullopt;
    if (amount && answer.value.grade != expression::Grade::exact) comparison_.leave("answers not EXACT", name);
    comparison_.number(name, where_, amount, should, [&] { return causeOfStat(game_, subject, stat, should); });
  }

  /// The engine keeps an attachment's bonuses separate from its own Force and Chi, which are 0; in the rules
  /// the bonuses are its Force and Chi.
  void compareGiven(CardIndex index, const std::string& name, std::int64_t own) {
    const Card& card = game_.state().cards[index];
    const StatIndex stat = rules_.ruleset.stat(name);
    const PrintedStat printed = printedStat(game_.state(), rules_, card, *game_.state().definitionOf(card), stat);
    const StatReading reading = readStat(game_.state(), rules_, index, stat);
    const std::int64_t should = own + printed.amount;
    comparison_.equal(name + " that an attachment gives", where_, reading.amount, should,
                      [&] { return causeOfStat(game_, index, stat, own); });
  }

  void comparePrinted(CardIndex index, const std::string& name, std::int64_t should) {
    if (name == "Weapon Limit") return;  // the rules define it
    const StatIndex stat = rules_.ruleset.stat(name);
    const Card& card = game_.state().cards[index];
    const PrintedStat printed = printedStat(game_.state(), rules_, card, *game_.state().definitionOf(card), stat);
    // The printed amount of an attachment itself is 0; its modifier is listed separately.
    if (printed.kind == schema::PrintedStat::Kind::MODIFIER && game_.state().isCard(card.host)) return;
    comparison_.equal("printed", where_ + " " + name, printed.amount, should);
  }

  /// Not only the sum of changes, but each of them: by which card, and for how long.
  void compareChanges(const SeenCard& seen, CardIndex index) {
    SeenChanges changes;
    for (const auto& [stat, amount] : seen.stats) {
      const auto derived = deriveStat(game_.state(), rules_, index, rules_.ruleset.stat(stat));
      if (derived.sum < 0 && derived.floored == 0)
        comparison_.equal(
            "sums below 0, floored", where_, derived.reading.amount, amount,
            [&, name = stat, should = amount] { return causeOfStat(game_, index, rules_.ruleset.stat(name), should); });
      for (const auto& line : derived.lines) {
        const Entry& entry = game_.state().entry(line.entry);
        if (line.counted) changes[fmt::format("{} {} {}", stat, nameOf(entry.source), lasting(entry))] += entry.amount;
      }
      // In the engine, a Kensai's second Weapon is a bonus of the Kensai.
      const std::string own = fmt::format("Weapon Limit {} while_source_in_play", nameOf(index));
      if (stat == "Weapon Limit") changes[own] += derived.reading.base - 1;
    }
    std::erase_if(changes, [](const auto& change) { return change.second == 0; });
    const SeenChanges should = withGold(seen, nameOf(index));
    comparison_.equal("changes, each", where_, fmt::format("{}", fmt::join(changes, " ")),
                      fmt::format("{}", fmt::join(should, " ")), [&] {
                        return causeOfChanges({game_, index}, changes, should);
                      });
  }
  /// The engine does not list what a card's own text makes it produce more: it is what is missing to what it produces.
  static SeenChanges withGold(const SeenCard& seen, const std::string& name) {
    SeenChanges changes = seen.changes;
    const auto now = seen.stats.find("Gold Production");
    const auto printed = seen.printed.find("Gold Production");
    if (now == seen.stats.end() || printed == seen.printed.end() || now->second == 0) return changes;
    std::int64_t rest = now->second - printed->second;
    for (const auto& [change, amount] : changes) rest -= change.starts_with("Gold Production") ? amount : 0;
    const std::string own = fmt::format("Gold Production {} while_source_in_play", name);
    if (rest != 0 && (changes[own] += rest) == 0) changes.erase(own);
    return changes;
  }
  [[nodiscard]] std::string nameOf(CardIndex card) const {
    if (card == kNone) return "?";
    for (const auto& [name, number] : game_.cards()) {
      if (number == game_.state().cards[card].number) return name;
    }
    return "?";
  }
  static std::string_view lasting(const Entry& entry) {
    using Last = schema::Change::Last;
    return entry.last == Last::UNTIL_END                      ? "until_end_of_turn"
           : entry.last == Last::PERMANENT && !entry.computed ? "permanent"
                                                              : "while_source_in_play";
  }

  void compareUnit(const SeenCard& seen, const Card& card) {
    const Entity unit = entityOf(EntityKind::unit, card.number);
    compareStat(unit, "Unit Force in all", seen.unit_force);
    compareStat(unit, "Unit Force", seen.unit_force_in_battle);
    std::set<std::string> shared = keywordsOf(game_.state().cardOf(card.number));
    for (CardIndex i = card.first_attached; i != kNone; i = game_.state().cards[i].next_attached) {
      if (!ranges::contains(game_.state().definitionOf(game_.state().cards[i])->types, "Follower")) continue;
      const auto other = keywordsOf(i);
      std::erase_if(shared, [&](const std::string& keyword) { return !other.contains(keyword); });
    }
    comparison_.equal("keywords of a unit", where_, fmt::format("{}", fmt::join(shared, ", ")),
                      fmt::format("{}", fmt::join(seen.unit_keywords, ", ")));
  }

  void compare(Seat seat, const SeenPlayer& player) {
    where_ = fmt::format("{} step {} player {}", game_.id(), step_, seat);
    comparison_.equal("Family Honor", where_, asked("value(P{}, 'Family Honor')", seat), player.honor);
    comparison_.equal("gold in the pool", where_, asked("value(P{}, 'gold')", seat), player.gold);
    comparison_.equal("number of Provinces", where_, asked("value(P{}, 'provinces')", seat), player.provinces);
    comparison_.equal("cards in a hand", where_, asked("count(in hand of P{})", seat), player.hand);
    comparison_.equal("cards in a deck", where_, asked("count(in 'dynasty deck' of P{})", seat), player.dynasty_deck);
    comparison_.equal("cards in a deck", where_, asked("count(in 'fate deck' of P{})", seat), player.fate_deck);
    const std::int64_t reach = asked(
        "value(P{0}, 'gold') + sum(stat(it, 'Gold at Most'), in play, controller P{0}, orientation 'straight')", seat);
    comparison_.equal("gold within reach", where_, reach, player.reach, [&] {
      return reach - player.reach == asked(kUnoffered, seat)
                 ? "a card that produces 0 gold can still produce more by its text; "
                   "the engine does not offer it where a cost is paid"
                 : "";
    });
    comparison_.equal("ignores Honor Requirements", where_,
                      asked("if trait(P{}, 'ignores Honor Requirements') then 1 else 0", seat),
                      std::int64_t{player.ignores_requirements});
  }

  [[nodiscard]] std::int64_t asked(std::string_view form, Seat seat) const {
    return game_.asked(form, seat).value_or(kNotKnown);
  }

  static constexpr std::int64_t kNotKnown = -1'000'000;
  LoggedGame game_;
  Rules rules_;
  Comparison& comparison_;
  SeenTable seen_;
  std::int64_t step_ = 0;
  std::string where_;
};

TEST(TableOfL5r, EqualsTheEnginesAtEachStep) {
  SKIP_WITHOUT_L5R();
  const Rules rules = Edition::get().rules();
  Comparison comparison;
  playGames<ComparedGame>("l5r_games.jsonl.xz", 8, rules, comparison);
  comparison.print();
  for (const auto& [field, tally] : comparison.fields()) EXPECT_EQ(tally.without_cause, 0U) << field;
}

}  // namespace
}  // namespace docket::l5r::state_test
