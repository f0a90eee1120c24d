// Engine 2's games: printed values, the Force of armies, which fights take a Province, and who won.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <range/v3/algorithm/any_of.hpp>

#include "engine/query/stats/stats.h"
#include "tests/l5r/edition.h"
#include "tests/l5r/games.h"
#include "tests/l5r/logged_table.h"
#include "tests/l5r/seen.h"
#include "tests/witness/comparison.h"
#include "tests/witness/hypothetical_event.h"

namespace docket::l5r::battle_test {
namespace {

using witness::Comparison;
using witness::number;
using witness::Object;
using witness::text;

constexpr const char* kBowedItems =
    "an Item's Force is its Personality's (Calculating stats, B), and a bowed one gives none; the engine counts it by "
    "itself";

class ComparedBattles : public LoggedTable {
 public:
  ComparedBattles(const Object& line, Rules rules, Comparison& comparison)
      : LoggedTable(line, rules), comparison_(comparison) {}

  void read(const Object& line) {
    const std::string kind = text(line, "k");
    if (kind == "init") begins(line);
    if (kind == "ev") event(line);
    if (kind == "truth") truth(line);
    if (kind == "end") end(line);
  }

 private:
  void event(const Object& line) {
    const std::string type = text(line, "t");
    if (LoggedTable::happens(line, type)) return;
    if (type == "army_force") armyForce(line);
    if (type == "attack_on") attackOn(line);
    if (type == "provinces") {
      lost_ = true;
      value(line, "provinces");
    }
  }

  /// The attacking army is listed first. Its units go to the battlefield, with their attachments.
  void armyForce(const Object& line) {
    if (attacker_ == 0) began("battle", "", turnPlayer());
    const bool attacks = attacker_ == 0;
    if (attacks) attacker_ = turnPlayer();
    const Seat seat = attacks ? attacker_ : static_cast<Seat>(3 - attacker_);
    for (const std::string& unit : textsOf(line, "units")) {
      for (const auto& [name, card] : cards()) {
        const CardIndex index = state().cardOf(card);
        const CardIndex personality = indexOf(unit);
        if (index == personality || state().cards[index].host == personality) toBattlefield(card, seat);
      }
    }
    where_ = fmt::format("{} step {}", id(), number(line, "s"));
    const StatReading force =
        readStat(state(), rules(), entityOf(EntityKind::player, seat), rules().ruleset.stat("Army Force"));
    const bool empty = textsOf(line, "units").empty();
    comparison_.equal("Army Force", where_, force.amount, number(line, "force"));
    // A player without units has no Army Force, which differs from an Army Force of 0.
    comparison_.equal("Army Force is absent", where_, force.kind == StatReading::Kind::absent, empty);
  }
  [[nodiscard]] Seat turnPlayer() const {
    return static_cast<Seat>(asked("if turnPlayer() = P1 then 1 else 2", 0).value());
  }
  void toBattlefield(std::uint32_t card, Seat seat) { moveTo(card, seat, "battlefield"); }
  void moveTo(std::uint32_t card, Seat seat, const char* zone) {
    add([&](schema::Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setPlayer(seat);
      moved.setZone(record_.name(zone));
    });
  }

  void attackOn(const Object& line) {
    const Seat defender = seatOf(text(line, "province"));
    where_ = fmt::format("{} step {}", id(), number(line, "s"));
    comparison_.equal("Province Strength", where_,
                      asked("sum(stat(it, 'Province Strength'), in play of P{}, type 'Stronghold')", defender).value(),
                      number(line, "strength"));
    comparison_.equal("defender", where_, int{defender}, 3 - attacker_);
    witness::HypotheticalEvent event(state());
    auto changed = event.event().initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, defender));
    changed.setValue(event.name("provinces"));
    changed.setHow(schema::How::LOST);
    changed.setAmount(1);
    falls_ = event.judged(rules()).empty();
    lost_ = false;
    fought_ = true;
  }

  void truth(const Object& line) {
    if (fought_) {
      comparison_.equal("the Province is lost", where_, falls_, lost_);
    }
    fought_ = false;
    if (attacker_ != 0) goHome();
    attacker_ = 0;
    seen_.take(line);
    for (const auto& [name, player] : seen_.players()) compare(seatOf(name), player);
    for (const auto& [name, card] : seen_.cards()) compare(name, card);
  }
  void goHome() {
    for (const auto& [name, card] : cards()) {
      const Card& it = state().cards[state().cardOf(card)];
      if (it.exists() && rules().ruleset.zones[it.zone].name == "battlefield") moveTo(card, it.zone_player, "home");
    }
    add([&](schema::Event::Builder event) { event.initEnded().setPeriod(record_.name("battle")); });
  }

  void compare(Seat seat, const SeenPlayer& player) {
    where_ = fmt::format("{} player {}", id(), seat);
    comparison_.equal("Family Honor", where_, asked("value(P{}, 'Family Honor')", seat).value(), player.honor);
    comparison_.equal("number of Provinces", where_, asked("value(P{}, 'provinces')", seat).value(), player.provinces);
    comparison_.equal("cards in a hand", where_, asked("count(in hand of P{})", seat).value(), player.hand);
    comparison_.equal("cards in a deck", where_, asked("count(in 'dynasty deck' of P{})", seat).value(),
                      player.dynasty_deck);
    comparison_.equal("cards in a deck", where_, asked("count(in 'fate deck' of P{})", seat).value(), player.fate_deck);
    comparison_.equal(
        "gold within reach", where_,
        asked("sum(stat(it, 'Gold Production'), in play, controller P{}, orientation 'straight')", seat).value(),
        player.reach);
  }

  void compare(const std::string& name, const SeenCard& seen) {
    const CardIndex index = indexOf(name);
    where_ = fmt::format("{} {} {}", id(), name, definitionOf(name));
    const Card& card = state().cards[index];
    const std::string zone = card.exists() ? std::string(rules().ruleset.zones[card.zone].name) : std::string("none");
    comparison_.equal("zone", where_, zone, zoneOf(seen.zone));
    if (zone != "home" || seen.zone != "play") return;
    comparison_.equal("bowed", where_, rules().ruleset.orientations[card.orientation] == "bowed", seen.bowed);
    comparison_.equal("attached to", where_, state().isCard(card.host) ? state().cards[card.host].number : 0,
                      seen.host.empty() ? 0 : cards().at(seen.host));
    // A Follower has no Chi and an Item no Personal Honor: missing stats are read as 0.
    for (const auto& [stat, amount] : seen.stats)
      comparison_.equal("base " + stat, where_, readStat(state(), rules(), index, rules().ruleset.stat(stat)).base,
                        amount);
    if (seen.army) compareArmy(card, *seen.army);
  }
  void compareArmy(const Card& card, std::int64_t should) {
    const Entity unit = entityOf(EntityKind::unit, card.number);
    const std::int64_t force = readStat(state(), rules(), unit, rules().ruleset.stat("Unit Force")).amount;
    comparison_.equal("Unit Force", where_, force, should, [&] {
      std::int64_t items = 0;
      for (CardIndex i = card.first_attached; i != kNone; i = state().cards[i].next_attached) {
        if (state().definitionOf(state().cards[i])->types.front() == "Item")
          items += readStat(state(), rules(), i, rules().ruleset.stat("Force")).amount;
      }
      return card.orientation != 0 && force + items == should ? kBowedItems : "";
    });
  }

  void end(const Object& line) {
    const Seat winner = text(line, "how") == "military" ? seatOf(text(line, "winner")) : Seat{0};
    comparison_.equal(
        "winner", id(),
        int{static_cast<Seat>(asked("if over() then (if winner() = P1 then 1 else 2) else 0", 0).value())},
        int{winner});
  }

  Comparison& comparison_;
  SeenTable seen_;
  Seat attacker_ = 0;  ///< of the current fight
  bool falls_ = false, lost_ = false, fought_ = false;
  std::string where_;
};

TEST(BattlesOfL5r, MatchTheSecondEngine) {
  SKIP_WITHOUT_L5R();
  const Rules rules = Battles::get().rules();
  Comparison comparison;
  playGames<ComparedBattles>("battle.jsonl.xz", 2, rules, comparison);
  comparison.print();
  for (const auto& [field, tally] : comparison.fields()) EXPECT_EQ(tally.without_cause, 0U) << field;
}

}  // namespace
}  // namespace docket::l5r::battle_test
