// Impossible events, planted in recorded duels: the table check finds every one, and reports nothing in the original
// duels. The planted events contradict the table; no rulebook is needed to see it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/view/take.hpp>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/judge/table_check.h"
#include "engine/query/cards/places.h"
#include "engine/rules/table_clauses.h"
#include "engine/state/fingerprint_of.h"
#include "tests/edopro/duels.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::impossible_test {
namespace {

using schema::Assumption;
using Event = schema::Event;

constexpr std::size_t kDuelsPlanted = 50;

/// Duels in which something is planted, each at several tables of it.
class Planter {
 public:
  Planter(const State& table, const Rules& rules, std::string where)
      : table_(table), rules_(rules), where_(std::move(where)) {}

  /// Counts of planted events, by kind.
  static std::map<std::string, std::size_t>& planted() {
    static std::map<std::string, std::size_t> counts;
    return counts;
  }

  void plantAll() {
    draws();
    moves();
    sides();
    rest();
  }
  void plantAfterTheEnd() {
    if (!table_.outcome.over) return;
    const CardIndex card = inZone("deck");
    if (card == kNone) return;
    plant("an act after the game's end", Assumption::GAME_IS_NOT_OVER, [&](Event::Builder event) {
      auto drawn = event.initCardsDrawn();
      drawn.setPlayer(of(card).zone_player);
      drawn.setFrom(name("deck"));
      drawn.setTo(name("hand"));
      drawn.initCards(1).set(0, of(card).number);
    });
  }

 private:
  [[nodiscard]] const Card& of(CardIndex card) const { return table_.cards[card]; }
  [[nodiscard]] NameNumber name(std::string_view text) const { return table_.vocabulary->names.find(text); }
  [[nodiscard]] CardIndex inZone(std::string_view zone) const {
    const ZoneIndex wanted = rules_.ruleset.zone(zone);
    for (CardIndex card = 0; card < table_.cards.size(); ++card) {
      if (of(card).zone == wanted) return card;
    }
    return kNone;
  }

  void plant(const std::string& kind, Assumption broken, const std::function<void(Event::Builder)>& fill) {
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<Event>();
    fill(event);
    ++planted()[kind];
    const EventNumber number = table_.event + 1;
    const auto findings = judge(pendingEvent(table_, rules_, number, event.asReader()));
    EXPECT_TRUE(ranges::any_of(findings, [&](const Finding& one) { return one.clause == tableClause(broken).id; }))
        << where_ << ": " << kind << " was not found";
    State after = table_;
    Step step;
    ASSERT_NO_THROW(reduce(after, rules_, number, event.asReader(), step)) << where_ << ": " << kind;
    ASSERT_EQ(fingerprintOf(after), after.fingerprint) << where_ << ": " << kind;
  }

  void plantDraw(const std::string& kind, CardIndex card) {
    if (card == kNone || name("deck") == 0 || name("hand") == 0) return;
    plant(kind, Assumption::CARDS_ARE_IN_ZONE, [&](Event::Builder event) {
      auto drawn = event.initCardsDrawn();
      drawn.setPlayer(of(card).zone_player);
      drawn.setFrom(name("deck"));
      drawn.setTo(name("hand"));
      drawn.initCards(1).set(0, of(card).number);
    });
  }
  void draws() {
    plantDraw("a drawn card that lies in the graveyard", inZone("graveyard"));
    plantDraw("a drawn card that is in the hand", inZone("hand"));
    // An empty deck has no cards: a card that is recorded as drawn from it lies elsewhere.
    const CardIndex top = inZone("deck");
    if (top == kNone || name("banished") == 0) return;
    capnp::MallocMessageBuilder message;
    auto emptied = message.initRoot<Event>();
    auto moved = emptied.initPileMoved();
    moved.setPlayer(of(top).zone_player);
    moved.setFrom(name("deck"));
    moved.setToPlayer(of(top).zone_player);
    moved.setTo(name("banished"));
    State empty = table_;
    Step step;
    reduce(empty, rules_, table_.event + 1, emptied.asReader(), step);
    Planter(empty, rules_, where_).plantDraw("a draw from an empty deck", top);
  }

  void moves() {
    const CardIndex one = inZone("monster zone");
    const CardIndex other = inZone("hand");
    if (one != kNone && other != kNone) {
      plant("a move into a slot that is taken", Assumption::SLOT_IS_FREE, [&](Event::Builder event) {
        auto moved = event.initCardMoved();
        moved.setCard(of(other).number);
        moved.setZone(name("monster zone"));
        moved.setPlayer(of(one).zone_player);
        moved.setSlot(of(one).slot);
      });
    }
    if (other == kNone || name("deck") == 0) return;
    plant("a card that is moved from where it is not", Assumption::CARDS_ARE_IN_ZONE, [&](Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(of(other).number);
      moved.setFrom(name("deck"));
      moved.setZone(name("hand"));
      moved.setPlayer(of(other).zone_player);
    });
    plant("a card that has no number now", Assumption::CARDS_EXIST, [&](Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(static_cast<std::uint32_t>(table_.numbers.size()) + 7);
      moved.setZone(name("hand"));
      moved.setPlayer(1);
    });
  }

  void sides() {
    if (const CardIndex card = inZone("monster zone"); card != kNone) {
      plant("control that changes without a cause", Assumption::HAS_CAUSE, [&](Event::Builder event) {
        auto changed = event.initControlChanged();
        changed.setCard(of(card).number);
        changed.setPlayer(static_cast<Seat>(3 - of(card).controller));
      });
      plant("a card that hangs on itself", Assumption::HOST_IS_DISTINCT, [&](Event::Builder event) {
        auto attached = event.initCardAttached();
        attached.setCard(of(card).number);
        attached.setHost(of(card).number);
      });
    }
    if (const CardIndex card = inZone("hand"); card != kNone) {
      plant("an attack from a hand", Assumption::CARD_IS_IN_PLAY,
            [&](Event::Builder event) { event.initAttackDeclared().setCard(of(card).number); });
    }
  }

  void rest() {
    if (const CardIndex card = inZone("hand"); card != kNone) {
      plant("counters that are not there are removed", Assumption::ENOUGH_EXIST, [&](Event::Builder event) {
        auto removed = event.initCounterRemoved();
        removed.setSubject(of(card).number);
        removed.setCounter(name("turn"));
        removed.setAmount(1);
      });
    }
    const PeriodIndex chain = rules_.ruleset.period("chain");
    if (name("chain") != 0 && !table_.periods[chain].open) {
      plant("an end of what is not under way", Assumption::PERIOD_IS_UNDER_WAY,
            [&](Event::Builder event) { event.initEnded().setPeriod(name("chain")); });
    }
    const CardIndex deck = inZone("deck");
    if (deck == kNone) return;
    plant("a shuffle of more cards than there are", Assumption::ENOUGH_EXIST, [&](Event::Builder event) {
      auto shuffled = event.initShuffled();
      shuffled.setPlayer(of(deck).zone_player);
      shuffled.setZone(name("deck"));
      shuffled.setFirst(static_cast<std::uint32_t>(table_.numbers.size()));
      shuffled.setCount(
          static_cast<std::uint32_t>(cardsIn(table_, rules_.ruleset, of(deck).zone, of(deck).zone_player).size()) + 1);
    });
  }

  const State& table_;
  Rules rules_;
  std::string where_;
};

/// The findings of the table check on a duel as it was played, without control that changes without a cause.
std::vector<std::string> alarms(const Recording& duel, const Rules& rules, const std::string& name,
                                const std::function<void(const State&)>& visit) {
  std::vector<std::string> all;
  State state = initialState(duel.header(), rules);
  Step step;
  const auto note = [&](const std::vector<Finding>& findings) {
    for (const Finding& one : findings) {
      if (one.is<Finding::Impossible>()) {
        all.push_back(fmt::format("duel {} event {}: {}", name, one.event, one.clause));
      }
    }
  };
  for (EventNumber number = 1; number <= duel.size(); ++number) {
    const HeldEvent event = duel.event(number);
    const bool group_ended = !state.arrivals.empty() && state.arrivals.front().group != event->getGroup();
    if (group_ended) note(judgeGroup(state, rules));
    note(checkTable(pendingEvent(state, rules, number, event)));
    reduce(state, rules, number, event, step);
    visit(state);
  }
  note(judgeGroup(state, rules));
  return all;
}

TEST(ImpossibleEvents, AreNotReportedInRecordedDuels) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  for (const std::string& name : duelNames()) {
    const auto imported = importReplay(replayFile(name), name, rules);
    for (const std::string& alarm : alarms(imported.recording, rules, name, [](const State&) {})) {
      ADD_FAILURE() << alarm;
    }
  }
}

TEST(ImpossibleEvents, AreAllFoundWhenPlantedInDuels) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  Planter::planted().clear();
  const std::vector<std::string> names = duelNames();
  for (const std::string& name : names | ranges::views::take(kDuelsPlanted)) {
    const auto imported = importReplay(replayFile(name), name, rules);
    const EventNumber size = imported.recording.size();
    static_cast<void>(alarms(imported.recording, rules, name, [&](const State& table) {
      const auto planter = [&] { return Planter(table, rules, fmt::format("duel {} event {}", name, table.event)); };
      if (table.event == size / 3 || table.event == size * 2 / 3) planter().plantAll();
      if (table.event == size) planter().plantAfterTheEnd();
    }));
  }
  if (!witness::isSharedData()) return;
  // Each kind in every duel at least once, but where a duel has no card to plant it with.
  for (const auto& [kind, count] : Planter::planted()) {
    RecordProperty(kind, static_cast<int>(count));
    EXPECT_GE(count, kDuelsPlanted / 2) << kind;
  }
  EXPECT_EQ(Planter::planted().size(), 13U);
}

}  // namespace
}  // namespace docket::edopro::impossible_test
