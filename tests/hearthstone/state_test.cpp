// Each recorded game, imported and folded, compared with an independent replayer of the same file: before each turn
// and at the end, field by field. Each difference has a known cause, or the test fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/fold/reduce.h"
#include "engine/query/stats/amounts.h"
#include "engine/query/stats/stats.h"
#include "tests/hearthstone/differences.h"
#include "tests/hearthstone/game_rules.h"
#include "tests/witness/comparison.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/places.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone {

using witness::Comparison;

namespace {

/// Replays one game and compares it with the recorded states.
class GameReplay {
 public:
  GameReplay(const RecordedGame& game, const Rules& rules, Comparison& comparison)
      : game_(game),
        rules_(rules),
        comparison_(comparison),
        imported_(importGame({.text = gameFile(game.file), .name = game.file, .read = readXml}, &cards_)),
        state_(initialState(imported_.recording.header(), rules)) {}

  void run() {
    for (const SeenState& seen : seenStates().at(game_.file)) {
      foldTo(seen.element);
      turn_ = seen.turn;
      compare(seen);
    }
    foldTo(UINT64_MAX);
    compareWinner();
  }

 private:
  void foldTo(std::uint64_t element) {
    Step changed;
    while (event_ < imported_.recording.size() &&
           (*imported_.recording.event(event_ + 1)).getContext().getSource() <= element) {
      ++event_;
      reduce(state_, rules_, event_, *imported_.recording.event(event_), changed);
    }
  }

  [[nodiscard]] std::string at(const SeenCard& card) const {
    return fmt::format("{} turn {} entity {} {}", game_.file, turn_, card.id, card.card);
  }

  void compare(const SeenState& seen) {
    std::map<std::string, std::int64_t> counts;
    for (const Card& card : state_.cards) {
      if (!card.exists()) continue;
      const int zone = numberOfZone(rules_.ruleset.zones[card.zone].name);
      if (zone != 0) ++counts[fmt::format("{}.{}", card.zone_player, zone)];
    }
    for (const auto& [where, count] : seen.zone_counts) {
      const auto found = counts.find(where);
      comparison_.equal("cards in a zone", fmt::format("{} turn {} zone {}", game_.file, turn_, where),
                        found == counts.end() ? 0 : found->second, count);
    }
    for (const SeenCard& card : seen.cards) compareCard(card);
    for (const SeenPlayer& player : seen.players) comparePlayer(player);
  }

  static int numberOfZone(std::string_view zone) {
    if (inPlay(zone) || zone == "being cast") return 1;
    static const std::map<std::string_view, int> kNumbers{{"deck", 2},    {"hand", 3},      {"graveyard", 4},
                                                          {"removed", 5}, {"set aside", 6}, {"secrets", 7}};
    return kNumbers.at(zone);
  }

  void comparePlayer(const SeenPlayer& player) {
    const std::string where = fmt::format("{} turn {} player {}", game_.file, turn_, player.seat);
    const auto value = [&](std::string_view name) {
      const std::uint32_t key = state_.valueKey(state_.vocabulary->names.find(name));
      const EntityValue* found = state_.valueOf(entityOf(EntityKind::player, static_cast<Seat>(player.seat)), key);
      return found == nullptr ? 0 : found->amount;
    };
    comparison_.equal("mana crystals", where, value("mana crystals"), player.mana);
    comparison_.equal("mana used", where, value("mana used"), player.used);
    comparison_.equal("temporary mana", where, value("temporary mana"), player.temporary);
    comparison_.equal("fatigue", where, value("fatigue"), player.fatigue);
  }

  void compareCard(const SeenCard& seen) {
    const auto number = cards_.find(seen.id);
    const CardIndex index = number == cards_.end() ? kNone : state_.cardOf(number->second);
    comparison_.equal("card is there", at(seen), index != kNone, true);
    if (index == kNone) return;
    const Card& card = state_.cards[index];
    const std::string_view zone = rules_.ruleset.zones[card.zone].name;
    const std::string_view should = zoneName(static_cast<TableZone>(seen.zone), static_cast<CardKind>(seen.type));
    comparison_.equal("zone", at(seen), zone, should);
    comparison_.equal("controller", at(seen), std::int64_t{card.controller}, seen.controller);
    const Definition* definition = state_.definitionOf(card);
    comparison_.equal("which card", at(seen), definition == nullptr ? std::string() : definition->key, seen.card);
    comparePlace(seen, card, index);
    if (zone != should) return;
    if (inPlay(zone)) compareInPlay(seen, card, index);
    if (definition != nullptr && (inPlay(zone) || zone == "hand")) compareStats(seen, index);
  }

  void comparePlace(const SeenCard& seen, const Card& card, CardIndex index) {
    const Zone& zone = rules_.ruleset.zones[card.zone];
    if (seen.place == 0 || zone.kind != schema::Zone::Kind::PILE) return;
    const auto& pile = state_.piles[state_.pile(card.zone, card.zone_player)];
    const auto place = std::find(pile.begin(), pile.end(), index) - pile.begin() + 1;
    comparison_.equal("place in " + std::string(zone.name), at(seen), place, seen.place);
  }

  [[nodiscard]] std::int64_t counters(CardIndex index, std::string_view name) const {
    return state_.countersOn(index, state_.vocabulary->names.find(name));
  }

  void compareInPlay(const SeenCard& seen, const Card& card, CardIndex index) {
    comparison_.equal("damage", at(seen), counters(index, "damage"), seen.damage);
    comparison_.equal("exhausted", at(seen), rules_.ruleset.orientations[card.orientation] == "exhausted",
                      seen.exhausted != 0);
    for (const auto& [mark, name] : std::map<std::string, std::string>{{"TAUNT", "taunt"},
                                                                       {"STEALTH", "stealth"},
                                                                       {"DIVINE_SHIELD", "divine shield"},
                                                                       {"CHARGE", "charge"},
                                                                       {"WINDFURY", "windfury"},
                                                                       {"FROZEN", "frozen"}}) {
      const bool marked = counters(index, name) > 0;
      if (marked || seen.on.contains(mark))
        comparison_.equal("marks", at(seen) + " " + name, marked, seen.on.contains(mark));
    }
    if (static_cast<CardKind>(seen.type) != CardKind::hero) return;
    const std::uint32_t key = state_.valueKey(state_.vocabulary->names.find("armor"));
    const EntityValue* armor = state_.valueOf(index, key);
    comparison_.equal("armor", at(seen), armor == nullptr ? 0 : armor->amount, seen.armor);
  }

  void compareStats(const SeenCard& seen, CardIndex index) {
    const auto kind = static_cast<CardKind>(seen.type);
    const bool fights = kind == CardKind::minion || kind == CardKind::hero || kind == CardKind::weapon;
    if (fights) compareStat(seen, index, "Attack", "attack", seen.attack);
    if (kind == CardKind::minion || kind == CardKind::hero) compareStat(seen, index, "Health", "health", seen.health);
    if (kind == CardKind::weapon) compareStat(seen, index, "Durability", "durability", seen.durability);
    if (fights || kind == CardKind::spell || kind == CardKind::hero_power)
      compareStat(seen, index, "Cost", "cost", seen.cost);
  }

  void compareStat(const SeenCard& seen, CardIndex index, const std::string& stat, const char* fact,
                   std::int64_t should) {
    const StatIndex which = rules_.ruleset.stat(stat);
    const AmountReading answer = readAmount(state_, rules_, {.subject = index, .stat = which});
    const StatReading computed = readStat(state_, rules_, index, which);
    const bool known = computed.kind == StatReading::Kind::known;
    const auto cause_of_reading = [&](std::int64_t is) {
      return causeOf({.state = state_, .rules = rules_, .card = index, .fact = fact, .stat = which, .by = is - should});
    };
    const auto answered = answer.value.isKnown() ? std::optional(answer.amount()) : std::nullopt;
    if (!answered && answer.seen && answer.seen->amount == should) {  // it can only quote the last observation
      comparison_.leave(stat + ", answered", "as last seen");
    } else {
      comparison_.number(stat + ", answered", at(seen), answered, should,
                         [&] { return cause_of_reading(answer.amount()); });
    }
    comparison_.number(stat + ", computed", at(seen), known ? std::optional(computed.amount) : std::nullopt, should,
                       [&] { return cause_of_reading(computed.amount); });
    // If nothing is open the answer is certain, and then it is right.
    if (answer.value.isKnown() && answer.value.grade == expression::Grade::exact)
      comparison_.equal(stat + ", answered EXACT", at(seen), answer.amount(), should);
  }

  /// The seats are those of the last state: the index takes each player's seat from where the file first tells it, and
  /// five files correct that.
  void compareWinner() {
    Seat won = 0;
    for (const SeenPlayer& player : seenStates().at(game_.file).back().players) {
      if (player.playstate == static_cast<int>(PlayState::won)) won = static_cast<Seat>(player.seat);
    }
    comparison_.equal("winner", game_.file, std::int64_t{onlySeat(state_.outcome.winners)}, std::int64_t{won});
  }

  const RecordedGame& game_;
  Rules rules_;
  Comparison& comparison_;
  CardNumbers cards_;
  ReadGame imported_;
  State state_;
  EventNumber event_ = 0;
  std::int64_t turn_ = 0;
};

TEST(GameState, MatchesAnIndependentReplayer) {
  SKIP_WITHOUT_GAMES();
  const Rules rules = GameRules::get().rules();
  Comparison comparison;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel()) continue;
    GameReplay(game, rules, comparison).run();
  }
  comparison.print();
  for (const auto& [field, tally] : comparison.fields()) {
    EXPECT_EQ(tally.without_cause, 0U) << field;
    EXPECT_GT(tally.readings, 0U) << field;
  }
}

}  // namespace
}  // namespace docket::hearthstone
