// The table that the record gives is the one that the simulator had, at each question that it put to a player.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/count_if.hpp>

#include "engine/query/cards/places.h"
#include "events/validate.h"
#include "tests/marvel/games.h"
#include "tests/marvel/simulated_table.h"
#include "tests/witness/comparison.h"

namespace docket::marvel::state_test {
namespace {

using Amounts = std::map<std::string, std::int64_t>;

/// A card in the simulator; missing values are 0.
struct TrueCard {
  std::string code, zone;
  std::int64_t seat = -1, owner = -1, exhausted = 0, up = 0, left = 0, most = 0;
  std::optional<std::int64_t> host, controller;
  Amounts counters;
};

class ComparedGame : public SimulatedTable {
 public:
  ComparedGame(const GameRules& rules, const Object& game, std::set<std::int64_t> skipped,
               witness::Comparison& comparison)
      : SimulatedTable(rules, game, std::move(skipped)),
        comparison_(comparison),
        won_(witness::flag(game, "won")),
        record_so_far_(recording().header()) {}

  void line(const Object& line) {
    if (witness::text(line, "e") == "T") return truth(line);
    take(line);
  }
  void finish() {
    for (const auto& [number, card] : cards_) compare(number, card);
    SimulatedTable::finish();
    if (!state().outcome.over) return comparison_.leave("outcome", "the game broke off");
    comparison_.equal("outcome", where(), state().outcome.everybody == schema::Everybody::WINS, won_);
  }

 protected:
  void judged(EventNumber number, const HeldEvent& event, const std::vector<Finding>&) override {
    const auto fault = validate(event, number, record_so_far_);
    ASSERT_FALSE(fault) << where() << " event " << number << ": " << fault->path << ": " << fault->message;
    record_so_far_.add(event);
  }
  void folded(EventNumber, const HeldEvent&, const Step& step) override {
    for (const CardIndex card : step.cards) touched_.insert(state().cards[card].number - 1);
  }

 private:
  void truth(const Object& line) {
    const simdjson::dom::object changes = line["d"].get_object();
    for (const auto& [key, record] : changes) {
      const std::int64_t number = std::stoll(std::string(key));
      touched_.insert(number);
      if (record.is_null()) {
        cards_.erase(number);
      } else {
        change(cards_[number], record.get_object());
      }
    }
    for (const std::int64_t number : touched_) {
      if (const auto card = cards_.find(number); card != cards_.end()) compare(number, card->second);
    }
    touched_.clear();
    simdjson::dom::object whole;
    if (line["w"].get(whole) == simdjson::SUCCESS) comparePlayers(whole);
  }

  static void change(TrueCard& card, const Object& record) {
    const auto set = [&](const char* key, std::int64_t& field, std::int64_t absent) {
      if (record[key].error() == simdjson::SUCCESS) field = witness::numberIfThere(record, key).value_or(absent);
    };
    const auto maybe = [&](const char* key, std::optional<std::int64_t>& field) {
      if (record[key].error() == simdjson::SUCCESS) field = witness::numberIfThere(record, key);
    };
    if (record["k"].error() == simdjson::SUCCESS) card.code = witness::text(record, "k");
    if (record["z"].error() == simdjson::SUCCESS) card.zone = witness::text(record, "z");
    set("p", card.seat, -1);
    set("o", card.owner, -1);
    set("x", card.exhausted, 0);
    set("u", card.up, 0);
    set("hp", card.left, 0);
    set("mx", card.most, 0);
    maybe("h", card.host);
    maybe("c", card.controller);
    for (const char* key : {"ct", "tk"}) {
      if (record[key].error() != simdjson::SUCCESS) continue;
      std::erase_if(card.counters, [&](const auto& one) { return one.first.starts_with(key); });
      simdjson::dom::object amounts;
      if (record[key].get(amounts) != simdjson::SUCCESS) continue;
      for (const auto& [name, amount] : amounts) {
        card.counters[fmt::format("{} {}", key, std::string_view(name))] = amount.get_int64().value();
      }
    }
  }

  void compare(std::int64_t number, const TrueCard& should) {
    const Card* is = card(number);
    if (is == nullptr && should.zone.empty()) return comparison_.leave("zone", "the card lies nowhere yet");
    if (is == nullptr || !is->exists()) return comparison_.equal("there", where(), false, true);
    const std::string at = fmt::format("{}, card {} {}", where(), number, should.code);
    comparison_.equal("face", at, state().definitions->named[is->definition]->key, should.code);
    comparison_.equal("zone", at, rules().ruleset.zones[is->zone].name, zoneOf(should.zone, should.seat));
    comparison_.equal("seat of the zone", at, static_cast<std::int64_t>(is->zone_player) - 1, should.seat);
    const std::int64_t host = is->host == kNone ? -1 : static_cast<std::int64_t>(state().cards[is->host].number) - 1;
    comparison_.equal("host", at, host, should.host.value_or(-1));
    comparison_.equal("owner", at, static_cast<std::int64_t>(is->owner) - 1, should.owner, [&]() -> std::string {
      return newOwner(number) == should.owner ? "the owner changed, of which there is no event" : "";
    });
    if (should.controller) {
      comparison_.equal("controller", at, static_cast<std::int64_t>(is->controller) - 1, *should.controller);
    }
    comparison_.equal("exhausted", at, static_cast<std::int64_t>(is->orientation), should.exhausted);
    comparison_.equal("face up", at, is->face == Facing::up, should.up != 0);
    compareNumbers(at, number, should);
  }

  void compareNumbers(const std::string& at, std::int64_t number, const TrueCard& should) {
    comparison_.equal("hit points left", at, valueOf(number, "hit points left"), should.left);
    comparison_.equal("hit points most", at, valueOf(number, "hit points most"), should.most);
    const auto kept = [&]() -> std::string {
      const bool gone = !isInPlay(*card(number)) && kindsOn(number) == 0;
      return gone ? "the simulator leaves them on a card that is not in play" : "";
    };
    for (const auto& [name, amount] : should.counters) {
      const NameNumber kind = state().vocabulary->names.find(name.substr(3));
      comparison_.equal(name == "tk threat"      ? "threat"
                        : name.starts_with("ct") ? "counters"
                                                 : "other tokens",
                        at, state().countersOn(state().cardOf(numberOfCard(number)), kind), amount, kept);
    }
    comparison_.equal("kinds of counters", at, kindsOn(number), static_cast<std::int64_t>(should.counters.size()),
                      kept);
  }

  [[nodiscard]] std::int64_t kindsOn(std::int64_t number) const {
    const CardIndex card = state().cardOf(numberOfCard(number));
    return ranges::count_if(state().counters,
                            [&](const Counter& one) { return one.subject == card && one.amount != 0; });
  }
  [[nodiscard]] std::int64_t valueOf(std::int64_t number, const char* value) const {
    const std::uint32_t key = state().valueKey(state().vocabulary->names.find(value));
    const EntityValue* found = state().valueOf(state().cardOf(numberOfCard(number)), key);
    return found == nullptr ? 0 : found->amount;
  }

  void comparePlayers(const Object& whole) {
    const auto periods = [&](const char* field, const char* period) {
      if (const auto should = witness::numberIfThere(whole, field)) {
        const PeriodNow& now = state().periods[rules().ruleset.period(period)];
        comparison_.equal(period, where(), static_cast<std::int64_t>(now.count), *should);
      }
    };
    periods("round", "round");
    periods("phase", "phase");
    simdjson::dom::array players;
    if (whole["pl"].get(players) != simdjson::SUCCESS) return;
    for (const Object player : players) {
      const Seat seat = seatOf(witness::number(player, "p"));
      const auto in_hand = cardsIn(state(), rules().ruleset, rules().ruleset.zone("hand"), seat).size();
      comparison_.equal("cards in hand", where(), static_cast<std::int64_t>(in_hand), witness::number(player, "hand"));
    }
  }

  witness::Comparison& comparison_;
  bool won_;
  RecordSoFar record_so_far_;
  std::map<std::int64_t, TrueCard> cards_;
  std::set<std::int64_t> touched_;
};

TEST(SimulatedTables, MatchTheRecord) {
  SKIP_WITHOUT_GAMES();
  witness::Comparison comparison;
  const std::size_t games = playEachGame<ComparedGame>(GameRules::get(), comparison);
  fmt::print("{} games\n", games);
  comparison.print();
  EXPECT_GT(comparison.fields().at("zone").equal, games * 100);
}

}  // namespace
}  // namespace docket::marvel::state_test
