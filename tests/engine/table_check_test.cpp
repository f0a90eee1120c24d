// The table check: each assumption of events about the table, if it is false; that such an event is folded anyway, as
// far as possible; and that a state restored from a keyframe continues like the original.
#include "engine/judge/judge.h"
#include "engine/rules/compile_ruleset.h"

#include <gtest/gtest.h>

#include <capnp/dynamic.h>
#include <capnp/schema.h>

#include <algorithm>

#include "engine/judge/scope_of_rules.h"
#include "engine/rules/table_clauses.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "events/assumptions.h"
#include "events/shape.h"
#include "tests/engine/test_table.h"

namespace docket::table_check_test {
namespace {

using schema::Assumption;

class TableCheck : public testing::Test {
 protected:
  TableCheck() {
    table.deck(1, {"Ant", "Ant", "Ant", "Ant"});  // #1 to #4
    table.deck(2, {"Ant", "Ant"});                // #5 and #6
    table.turn(1);
  }

  /// The assumptions of the latest event that are impossible or unexplained.
  [[nodiscard]] std::vector<Assumption> broken() const {
    std::vector<Assumption> all;
    for (const Finding& one : table.findings) {
      const auto* impossible = one.as<Finding::Impossible>();
      if (impossible == nullptr && !one.is<Finding::Unexplained>()) continue;
      all.push_back(impossible == nullptr ? Assumption::HAS_CAUSE : impossible->assumption);
      EXPECT_EQ(one.clause, tableClause(all.back()).id);
      EXPECT_EQ(one.certainty == Finding::Certainty::certain, impossible != nullptr);
    }
    return all;
  }
  /// The impossible assumption of the latest event, if broken() finds just that.
  [[nodiscard]] const Finding::Impossible& impossible() const {
    return std::get<Finding::Impossible>(table.findings.front().what);
  }
  [[nodiscard]] static std::vector<Assumption> just(Assumption one) { return {one}; }

  EventNumber draw(Seat player, std::uint32_t card) {
    return table.play([&](schema::Event::Builder event) {
      auto drawn = event.initCardsDrawn();
      drawn.setPlayer(player);
      drawn.setFrom(table.game.name("deck"));
      drawn.setTo(table.game.name("hand"));
      drawn.initCards(1).set(0, card);
    });
  }
  EventNumber moveFrom(std::uint32_t card, const std::string& from, const std::string& zone) {
    return table.play([&](schema::Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setFrom(table.game.name(from));
      moved.setFromPlayer(1);
      moved.setZone(table.game.name(zone));
      moved.setPlayer(1);
      moved.setSlot(-1);
    });
  }
  EventNumber moveWith(EventNumber group, std::uint32_t card, std::int16_t slot) {
    return table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setZone(table.game.name("field"));
      moved.setPlayer(1);
      moved.setSlot(slot);
      moved.setFace(schema::Face::UP);
    });
  }
  EventNumber end() {
    return table.play([&](schema::Event::Builder event) { event.initGameEnded().setWinner(1); });
  }
  EventNumber cease(std::uint32_t card) {
    return table.play([&](schema::Event::Builder event) { event.initCardCeased().setCard(card); });
  }
  EventNumber attack(std::uint32_t card) {
    return table.play([&](schema::Event::Builder event) { event.initAttackDeclared().setCard(card); });
  }
  EventNumber counters(std::uint32_t card, std::uint32_t amount, bool placed) {
    return table.play([&](schema::Event::Builder event) {
      if (placed) {
        event.initCounterPlaced().setSubject(card);
        event.getCounterPlaced().setCounter(table.game.name("Wealth"));
        event.getCounterPlaced().setAmount(amount);
      } else {
        event.initCounterRemoved().setSubject(card);
        event.getCounterRemoved().setCounter(table.game.name("Wealth"));
        event.getCounterRemoved().setAmount(amount);
      }
    });
  }
  EventNumber shuffleDeck(std::uint32_t count) {
    return table.play([&](schema::Event::Builder event) {
      auto shuffled = event.initShuffled();
      shuffled.setPlayer(1);
      shuffled.setZone(table.game.name("deck"));
      shuffled.setFirst(static_cast<std::uint32_t>(table.state.numbers.size()));
      shuffled.setCount(count);
    });
  }
  [[nodiscard]] bool isIn(std::uint32_t card, const std::string& zone) const {
    return table.card(card).zone == TestRules::get().rules().ruleset.zone(zone);
  }

  /// A state that was saved and loaded again.
  [[nodiscard]] static State savedAndLoaded(const State& state) {
    const auto words = saveKeyframe(state, TestRules::get().rules());
    return loadKeyframe({words.begin(), words.size()}, TestRules::get().rules());
  }

  TestTable table;
};

TEST_F(TableCheck, AnEventWhoseAssumptionsHoldHasNoFinding) {
  draw(1, 4);
  EXPECT_TRUE(broken().empty());
  moveFrom(4, "hand", "bench");
  EXPECT_TRUE(broken().empty());
  table.move(3, "field", 1, 0);
  attack(3);
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, AfterTheEndOnlyRemarksArePossible) {
  end();
  EXPECT_TRUE(broken().empty());
  draw(1, 4);
  EXPECT_EQ(broken(), just(Assumption::GAME_IS_NOT_OVER));
  EXPECT_TRUE(isIn(4, "hand")) << "an impossible event is folded too";
  table.play([](schema::Event::Builder event) { event.setNote("a spectator took a photograph"); });
  EXPECT_TRUE(broken().empty());
  table.play([](schema::Event::Builder event) { event.initRulingGiven().setClaim("true"); });
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, AnEventInTheGroupOfTheEndIsNotAfterIt) {
  const EventNumber first = moveWith(0, 1, 0);
  table.play([&](schema::Event::Builder event) {
    event.setGroup(first);
    event.initGameEnded().setWinner(1);
  });
  moveWith(first, 2, 1);
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, EveryEventThatNamesCardsIsCheckedForTheirPresence) {
  shuffleDeck(4);
  const std::uint32_t gone = 4;
  for (const FieldShape& payload : shapeOf(capnp::Schema::from<schema::Event>()).fields) {
    if (!payload.chosen) continue;
    const auto which = static_cast<schema::Event::Which>(payload.field.getProto().getDiscriminantValue());
    if (!assumptionsOf(which).has(Assumption::CARDS_EXIST)) continue;
    const EventNumber number = table.game.add([&](schema::Event::Builder event) {
      auto said = capnp::toDynamic(event).init(payload.field).as<capnp::DynamicStruct>();
      for (const FieldShape& field : payload.value.shape->fields) {
        if (field.value.mark != Mark::card && field.value.mark != Mark::entity) continue;
        if (field.list) {
          said.init(field.field, 1).as<capnp::DynamicList>().set(0, gone);
        } else {
          said.set(field.field, gone);
        }
      }
    });
    table.findings =
        judge(pendingEvent(table.state, TestRules::get().rules(), table.state.event + 1, *table.game.event(number)));
    const auto found = broken();
    EXPECT_NE(std::find(found.begin(), found.end(), Assumption::CARDS_EXIST), found.end()) << payload.name;
  }
}

TEST_F(TableCheck, ADrawnCardIsInThePileItIsDrawnFrom) {
  table.move(1, "discard", 1);
  draw(1, 1);
  EXPECT_EQ(broken(), just(Assumption::CARDS_ARE_IN_ZONE));
  EXPECT_TRUE(isIn(1, "hand"));
  draw(1, 5);
  EXPECT_EQ(broken(), just(Assumption::CARDS_ARE_IN_ZONE)) << "it lies in the other player's deck";
}

TEST_F(TableCheck, NoMoreCardsAreDrawnThanThereAre) {
  table.play([&](schema::Event::Builder event) {
    auto drawn = event.initCardsDrawn();
    drawn.setPlayer(1);
    drawn.setFrom(table.game.name("deck"));
    drawn.setTo(table.game.name("hand"));
    drawn.setBeyond(2);
  });
  EXPECT_EQ(broken(), just(Assumption::ENOUGH_EXIST));
  ASSERT_TRUE(impossible().amounts.has_value());
  EXPECT_EQ(impossible().amounts->recorded, 2);
  EXPECT_EQ(impossible().amounts->there, 0);
}

TEST_F(TableCheck, AMovedCardComesFromItsPlace) {
  moveFrom(1, "hand", "bench");
  EXPECT_EQ(broken(), just(Assumption::CARDS_ARE_IN_ZONE));
  EXPECT_EQ(impossible().claimed, "hand");
  EXPECT_TRUE(isIn(1, "bench"));
}

TEST_F(TableCheck, AMissingCardIsNotMoved) {
  const std::uint32_t old = 4;
  shuffleDeck(4);  // #7 to #10 now
  EXPECT_TRUE(broken().empty());
  const Fingerprint before = table.state.fingerprint;
  table.move(old, "bench", 1);
  EXPECT_EQ(broken(), just(Assumption::CARDS_EXIST));
  EXPECT_EQ(impossible().missing, old);
  EXPECT_EQ(table.state.fingerprint, before);
}

TEST_F(TableCheck, ACardThatCeasedToExistReturnsIfItIsMoved) {
  table.move(1, "bench", 1);
  cease(1);
  EXPECT_TRUE(broken().empty());
  attack(1);
  EXPECT_EQ(broken(), just(Assumption::CARDS_EXIST));
  table.move(1, "bench", 1);
  EXPECT_EQ(broken(), just(Assumption::CARDS_EXIST));
  attack(1);
  EXPECT_TRUE(broken().empty());
  EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
}

TEST_F(TableCheck, AnEventAboutAMissingCardIsAFindingAndChangesNothing) {
  table.move(1, "bench", 1);
  cease(1);
  const auto on = [&](auto&& fill) {
    table.play(fill);
    EXPECT_EQ(broken().at(0), Assumption::CARDS_EXIST);
    EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
    EXPECT_FALSE(table.card(1).exists());
  };
  on([](schema::Event::Builder event) { event.initCardTurned().setCard(1); });
  on([](schema::Event::Builder event) { event.initCardFlipped().setCard(1); });
  on([](schema::Event::Builder event) { event.initCardDetached().setCard(1); });
  on([](schema::Event::Builder event) { event.initCardCeased().setCard(1); });
  on([](schema::Event::Builder event) { event.initControlChanged().setCard(1); });
  on([](schema::Event::Builder event) { event.initCardsRevealed().initCards(1).set(0, 1); });
  on([](schema::Event::Builder event) {
    event.initCardAttached().setCard(1);
    event.getCardAttached().setHost(2);
  });
  on([](schema::Event::Builder event) {
    event.initCardAttached().setCard(2);
    event.getCardAttached().setHost(1);
  });
  on([&](schema::Event::Builder event) {
    event.initValueChanged().setSubject(1);
    event.getValueChanged().setValue(table.game.name("points"));
  });
  on([&](schema::Event::Builder event) {
    event.initCounterPlaced().setSubject(1);
    event.getCounterPlaced().setCounter(table.game.name("Wealth"));
    event.getCounterPlaced().setAmount(1);
  });
}

TEST_F(TableCheck, ASlotHoldsOneCard) {
  table.move(1, "field", 1, 0);
  table.move(1, "field", 1, 0);
  EXPECT_TRUE(broken().empty()) << "the card itself is there";
  table.move(2, "field", 2, 0);
  EXPECT_TRUE(broken().empty()) << "each player has their own slots";
  table.move(3, "field", 1, 0);
  EXPECT_EQ(broken(), just(Assumption::SLOT_IS_FREE));
  EXPECT_EQ(impossible().subject, table.state.cardOf(1));
}

TEST_F(TableCheck, CardsMaySwapSlotsInAGroup) {
  table.move(1, "field", 1, 0);
  table.move(2, "field", 1, 1);
  const auto group = table.game.size() + 1;
  moveWith(group, 1, 1);
  EXPECT_TRUE(broken().empty());
  moveWith(group, 2, 0);
  EXPECT_TRUE(broken().empty());
  table.turn(2);
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, CardsThatShareASlotAfterTheGroupAreFound) {
  table.move(1, "field", 1, 0);
  table.move(2, "field", 1, 1);
  const auto group = table.game.size() + 1;
  moveWith(group, 1, 1);
  moveWith(group, 3, 0);
  EXPECT_TRUE(broken().empty());
  // A state that is saved and loaded in between continues like the original.
  const State again = savedAndLoaded(table.state);
  EXPECT_EQ(judgeGroup(again, TestRules::get().rules()).size(), 1U);
  EXPECT_EQ(judgeGroup(table.state, TestRules::get().rules()).size(), 1U);
  table.turn(2);
  EXPECT_EQ(broken(), just(Assumption::SLOT_IS_FREE));
  EXPECT_EQ(table.findings.front().event, group) << "the finding is of the event that filled the slot";
  EXPECT_EQ(fingerprintOf(table.state), table.state.fingerprint);
  table.turn(1);
  EXPECT_TRUE(broken().empty()) << "it is reported once";
}

TEST_F(TableCheck, ACardThatAttacksOrChangesControlIsInPlay) {
  attack(1);
  EXPECT_EQ(broken(), just(Assumption::CARD_IS_IN_PLAY));
  table.control(1, 2);
  EXPECT_EQ(broken(), just(Assumption::CARD_IS_IN_PLAY));
}

TEST_F(TableCheck, ControlThatChangesWithoutACauseIsNotExplained) {
  table.move(1, "field", 1, 0);
  table.play([&](schema::Event::Builder event) {
    event.initControlChanged().setCard(1);
    event.getControlChanged().setPlayer(2);
  });
  EXPECT_EQ(broken(), just(Assumption::HAS_CAUSE));
  table.control(1, 1);
  EXPECT_TRUE(broken().empty()) << "the record names a cause";
}

TEST_F(TableCheck, AnActWithAnothersCardIsUnexplainedWithoutACause) {
  const auto plays = [&](Seat player, std::uint32_t card, EventNumber cause) {
    table.play([&](schema::Event::Builder event) {
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      event.initCardPlayed().setPlayer(player);
      event.getCardPlayed().setCard(card);
    });
  };
  const auto cause = just(Assumption::HAS_CAUSE);
  plays(1, 5, 0);
  EXPECT_EQ(broken(), cause);
  EXPECT_EQ(table.findings.front().player, 1);
  EXPECT_TRUE(table.findings.front().as<Finding::Unexplained>()->of_anothers_card);
  plays(2, 5, 0);
  EXPECT_TRUE(broken().empty()) << "P2 owns the card";
  plays(1, 5, table.state.event);
  EXPECT_TRUE(broken().empty()) << "the record names a cause";
  table.activate(1, 5, 1);
  EXPECT_EQ(broken(), cause);
  table.play([&](schema::Event::Builder event) {
    event.initTraitTriggered().setPlayer(1);
    event.getTraitTriggered().setCard(5);
  });
  EXPECT_EQ(broken(), cause);
  table.play([&](schema::Event::Builder event) {
    event.initAbilityActivated().setPlayer(1);
    event.getAbilityActivated().setCard(5);
    event.getAbilityActivated().setFromPlayer(1);
  });
  EXPECT_TRUE(broken().empty()) << "the card was in that player's zone then";
  table.move(5, "field", 2, 0);
  table.control(5, 1);
  table.activate(1, 5, 1);
  EXPECT_TRUE(broken().empty()) << "the player controls it";
  table.activate(2, 5, 1);
  EXPECT_TRUE(broken().empty()) << "the player owns it";
  table.activate(1, 0, 1);
  EXPECT_TRUE(broken().empty()) << "it is an ability of the player";
}

TEST_F(TableCheck, ACardAttacksForItsController) {
  const auto attacks = [&](Seat player, std::uint32_t card, EventNumber cause) {
    table.play([&](schema::Event::Builder event) {
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      event.setActor(player);
      event.initAttackDeclared().setCard(card);
    });
  };
  const auto cause = just(Assumption::HAS_CAUSE);
  table.move(5, "field", 2, 0);
  attacks(1, 5, 0);
  EXPECT_EQ(broken(), cause);
  EXPECT_EQ(table.findings.front().player, 1);
  attacks(1, 5, table.state.event);
  EXPECT_TRUE(broken().empty()) << "the record names a cause";
  attacks(0, 5, 0);
  EXPECT_TRUE(broken().empty()) << "the record names no attacking player";
  attacks(2, 5, 0);
  EXPECT_TRUE(broken().empty()) << "the player controls it";
  table.control(5, 1);
  attacks(1, 5, 0);
  EXPECT_TRUE(broken().empty()) << "the player controls it now";
  attacks(2, 5, 0);
  EXPECT_EQ(broken(), cause) << "the player owns it, but another controls it";
}

TEST_F(TableCheck, ADetachedCardWasAttached) {
  table.move(1, "field", 1, 0);
  table.move(2, "field", 1, 1);
  table.play([](schema::Event::Builder event) { event.initCardDetached().setCard(2); });
  EXPECT_EQ(broken(), just(Assumption::CARD_IS_ATTACHED));
  table.attach(2, 1, 1);
  table.play([](schema::Event::Builder event) { event.initCardDetached().setCard(2); });
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, ACardIsNotAttachedToItself) {
  table.move(1, "field", 1, 0);
  table.move(2, "field", 1, 1);
  table.attach(2, 1, 1);
  table.attach(1, 2, 1);
  EXPECT_EQ(broken(), just(Assumption::HOST_IS_DISTINCT));
  EXPECT_EQ(table.card(1).host, kNone);
  table.attach(1, 1, 1);
  EXPECT_EQ(broken(), just(Assumption::HOST_IS_DISTINCT));
}

TEST_F(TableCheck, OnlyAPeriodUnderWayCanEnd) {
  table.ended("phase");
  EXPECT_EQ(broken(), just(Assumption::PERIOD_IS_UNDER_WAY));
  table.phase("first");
  table.ended("phase");
  EXPECT_TRUE(broken().empty());
}

TEST_F(TableCheck, AnUndeclaredPeriodIsNotUnderWay) {
  table.phase("first");
  table.ended("fase");
  EXPECT_EQ(broken(), just(Assumption::PERIOD_IS_UNDER_WAY));
  EXPECT_EQ(impossible().claimed, "fase");
  table.ended("");
  EXPECT_EQ(broken(), just(Assumption::PERIOD_IS_UNDER_WAY));
  EXPECT_EQ(impossible().claimed, "period");
}

TEST_F(TableCheck, AnOrientationThatTheRulesetLacksCountsAsNone) {
  const auto orientation = [&] { return table.card(1).orientation; };
  const auto named = [&](std::uint16_t name) {
    table.play([&](schema::Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(1);
      moved.setZone(table.game.name("field"));
      moved.setPlayer(1);
      moved.setOrientation(name);
    });
    return orientation();
  };
  EXPECT_EQ(named(0), 0) << "the orientation in which cards enter play";
  EXPECT_EQ(named(table.game.name("spent")), 1);
  EXPECT_EQ(named(table.game.name("spnet")), kUnbound)
      << "neither the earlier one nor the one in which cards enter play";
  EXPECT_EQ(named(table.game.name("ready")), 0);
  table.play([&](schema::Event::Builder event) {
    auto flipped = event.initCardFlipped();
    flipped.setCard(1);
    flipped.setOrientation(table.game.name("spnet"));
  });
  EXPECT_EQ(orientation(), kUnbound);
}

TEST_F(TableCheck, AResolvedActivationIsNotNegated) {
  table.move(1, "field", 1, 0);
  const EventNumber used = table.activate(1, 1, 1);
  table.play([&](schema::Event::Builder event) { event.initActivationResolved().setActivation(used); });
  EXPECT_TRUE(broken().empty());
  table.negate(used);
  EXPECT_EQ(broken(), just(Assumption::ACTIVATION_IS_OPEN));
}

TEST_F(TableCheck, NoMoreCountersAreRemovedThanThereAre) {
  counters(1, 2, true);
  counters(1, 3, false);
  EXPECT_EQ(broken(), just(Assumption::ENOUGH_EXIST));
  EXPECT_EQ(impossible().amounts.value().recorded, 3);
  EXPECT_EQ(impossible().amounts.value().there, 2);
}

TEST_F(TableCheck, NoMoreCardsAreShuffledThanThereAre) {
  shuffleDeck(3);
  EXPECT_EQ(broken(), just(Assumption::ENOUGH_EXIST));
  EXPECT_EQ(table.state.cardOf(7), kNone) << "it is unknown which card got which number";
  EXPECT_EQ(table.state.cardOf(1), 0U) << "the cards keep their numbers";
}

TEST_F(TableCheck, TheLinksOfAChainFollowEachOther) {
  table.move(1, "field", 1, 0);
  table.phase("first");
  table.began("chain", "", 0);
  const auto link = [&](std::uint8_t number) {
    table.play([&](schema::Event::Builder event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(1);
      activated.setCard(1);
      activated.setLink(number);
    });
  };
  link(1);
  EXPECT_TRUE(broken().empty());
  link(3);
  EXPECT_EQ(broken(), just(Assumption::LINK_IS_NEXT));
}

TEST(TableClauses, ExistForEveryAssumptionOfTheSchema) {
  const auto assumptions = capnp::Schema::from<Assumption>().getEnumerants();
  ASSERT_LT(assumptions.size(), tableClauses().size()) << "those of OwnClause follow";
  for (const auto one : assumptions) {
    const Clause& clause = tableClause(static_cast<Assumption>(one.getOrdinal()));
    EXPECT_TRUE(clause.id.starts_with(kTableClauses));
    EXPECT_FALSE(clause.gist.empty());
    EXPECT_EQ(tableClause(clause.id), &clause);
    EXPECT_EQ(TestRules::get().rules().ruleset.clause(clause.id), &clause) << "every ruleset knows it";
  }
}

TEST(TableClauses, CannotBeDeclaredOrCitedByARuleset) {
  const std::string declares = R"({"name":"x","clauses":[{"id":"table.so-many"}]})";
  EXPECT_THROW(compile(readDocument<schema::Ruleset>(declares, "x.json").root(), "x.json"), std::exception);
  const std::string cites = R"({"name":"x","control":{"clause":"table.so-many"}})";
  EXPECT_THROW(compile(readDocument<schema::Ruleset>(cites, "x.json").root(), "x.json"), std::exception);
}

TEST(Assumptions, AreDeclaredForEveryPayloadAboutTheTable) {
  // Remarks on a game and changes of its record assume nothing about the table.
  const std::set<std::string> said = {"nothing",   "observed",         "rulingGiven",  "rewound",
                                      "corrected", "obligationWaived", "penaltyGiven", "timeExtended",
                                      "note",      "changeEnded",      "skipped"};
  for (const auto field : capnp::Schema::from<schema::Event>().getUnionFields()) {
    const std::string name = field.getProto().getName().cStr();
    const auto which = static_cast<schema::Event::Which>(field.getProto().getDiscriminantValue());
    EXPECT_EQ(assumptionsOf(which).none(), said.contains(name)) << name;
  }
}

TEST(ScopeOfRules, AnActWithoutARuleIsStillAPlayersAct) {
  TestTable table;
  table.deck(1, {"Ant"});
  table.turn(1);
  table.move(1, "field", 1, 0);
  table.play([](schema::Event::Builder event) { event.initAttackDeclared().setCard(1); });
  const HeldEvent attack = table.game.event(table.game.size());
  EXPECT_TRUE(isPlayersAct(attack->which()));
  EXPECT_EQ(scopeOf(pendingEvent(table.state, TestRules::get().rules(), table.state.event + 1, attack)).isCovered(),
            scopeOfKind(TestRules::get().rules(), attack->which()).isCovered());
  table.activate(1, 1, 1);
  const HeldEvent used = table.game.event(table.game.size());
  EXPECT_TRUE(
      scopeOf(pendingEvent(table.state, TestRules::get().rules(), table.state.event + 1, used)).has(Aspect::uses));
  EXPECT_FALSE(scopeOf(pendingEvent(table.state, TestRules::get().rules(), table.state.event + 1, used)).whole);
}

}  // namespace
}  // namespace docket::table_check_test
