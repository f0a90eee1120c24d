// The rules of play: who may swim (a Ninja may, a Monk must), which saying counts, what ends at the
// same time, numbers, choices, decks and the end of a game.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "engine/judge/doubt.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/limits/decks.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "engine/state/fingerprint_of.h"
#include "tests/engine/test_table.h"

namespace docket::play_test {
namespace {

using ChangeKind = schema::Change::Kind;

/// Cards on the field of player 1: 1 an Ant and 2 a Bee (fighters), 3 a Fork (a tool).
class Pond : public ::testing::Test {
 protected:
  Pond() {
    table.deck(1, {"Ant", "Bee", "Fork"});
    for (std::uint32_t card = 1; card <= 3; ++card) table.move(card, "field", 1, static_cast<std::int16_t>(card));
  }

  EventNumber say(ChangeKind kind, std::uint32_t subject, std::uint32_t source, const std::string& act = "swim",
                  EventNumber group = 0) {
    return table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      auto change = event.initBegins(1)[0];
      change.setSubject(subject);
      change.setKind(kind);
      change.setName(table.game.name(act));
      change.setSource(source);
      event.setChangeBegan();
    });
  }
  void end(EventNumber begun, EventNumber group) {
    table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      event.initChangeEnded().setBegun(begun);
      event.getChangeEnded().setAll(true);
    });
  }
  EventNumber swim(std::uint32_t card, EventNumber group = 0, EventNumber cause = 0) {
    return table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      if (cause != 0) event.initContext().initCauses(1).set(0, cause);
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setPlayer(1);
      moved.setZone(table.game.name("bench"));
      moved.setReason(table.game.name("swim"));
    });
  }
  [[nodiscard]] PermissionReading asked(std::uint32_t card) const {
    const Rules rules = TestRules::get().rules();
    return readPermission(table.state, rules, *findPermission(rules.ruleset, "swim"),
                          {.who_does = table.state.cardOf(card)});
  }
  /// "may by lab.word", "cannot by ", "must by lab.oath".
  [[nodiscard]] std::string inWords(std::uint32_t card) const {
    const PermissionReading reading = asked(card);
    return std::string(reading.must ? "must" : reading.may ? "may" : "cannot") + " by " + std::string(reading.clause);
  }

  TestTable table;
};

TEST_F(Pond, ABanOfTheRulesAppliesByDefault) {
  EXPECT_EQ(inWords(1), "cannot by lab.swim");
  EXPECT_EQ(asked(1).sayings.size(), 1U);
}

TEST_F(Pond, AGrantOfTheRulesPrecedesTheirDefault) {
  table.change(1, ChangeKind::GRANT_KEYWORD, "Ninja", 0);
  EXPECT_EQ(inWords(1), "may by ");
  table.change(2, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  EXPECT_EQ(inWords(2), "must by ");
}

TEST_F(Pond, AnUnreadCardMakesAMissedObligationUndecided) {
  table.change(1, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  const auto missed = [&] {
    const State before = table.state;
    const EventNumber deadline = table.began("phase", "last", 0);
    const HeldEvent event = table.game.event(deadline);
    const auto doubt = doubtOf(pendingEvent(before, TestRules::get().rules(), deadline, event));
    if (doubt && doubt->kind == expression::Reason::Kind::text_unknown) return "in doubt";
    for (const Finding& finding : table.findings) {
      const auto* act = finding.as<Finding::NotPermitted>();
      if (act != nullptr && act->breach == Finding::NotPermitted::Breach::must) return "missed";
    }
    return "nothing";
  };
  EXPECT_STREQ(missed(), "missed");
  const std::uint32_t unread = table.deck(1, {"A Card That No Catalogue Has"});
  table.move(unread, "field", 1, 4);
  EXPECT_STREQ(missed(), "in doubt");
}

TEST_F(Pond, AnswersAndFollowUpsComeBeforeTheDeadline) {
  table.change(1, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  table.play([&](schema::Event::Builder event) {
    event.initContext().initCauses(1).set(0, table.state.event);
    event.initBegan().setPeriod(table.game.name("phase"));
    event.getBegan().setName(table.game.name("last"));
  });
  EXPECT_TRUE(table.findings.empty());
}

TEST_F(Pond, ACardOverridesTheRulesByAPrecedenceLine) {
  say(ChangeKind::PERMIT, 1, 3);
  EXPECT_EQ(inWords(1), "may by lab.word");
  const PermissionReading reading = asked(1);
  ASSERT_EQ(reading.sayings.size(), 2U);
  EXPECT_EQ(reading.sayings[0].speaker, "rule");
  EXPECT_EQ(reading.sayings[1].speaker, "card");
  EXPECT_EQ(reading.prevailing, 1U);
}

TEST_F(Pond, TheRulesOverrideOnlyACardsSayingAboutItself) {
  table.change(1, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  table.change(2, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  say(ChangeKind::FORBID, 1, 1);
  say(ChangeKind::FORBID, 2, 1);
  EXPECT_EQ(inWords(1), "cannot by lab.word") << "no line of the oath is about the sayings of a fighter";
  say(ChangeKind::FORBID, 3, 3);
  table.change(3, ChangeKind::GRANT_KEYWORD, "Monk", 0);
  EXPECT_EQ(inWords(3), "must by lab.oath");
  EXPECT_EQ(inWords(2), "cannot by lab.word");
}

TEST_F(Pond, WithoutAPrecedenceLineTheFirstSayingHolds) {
  say(ChangeKind::PERMIT, 1, 3);
  say(ChangeKind::FORBID, 1, 3);
  EXPECT_EQ(inWords(1), "may by lab.word");
  say(ChangeKind::FORBID, 2, 3);
  say(ChangeKind::PERMIT, 2, 3);
  EXPECT_EQ(inWords(2), "cannot by lab.swim") << "the first saying agrees with the default";
}

TEST_F(Pond, ASayingEndedByTheGroupCountsByAPrecedenceLine) {
  say(ChangeKind::PERMIT, 1, 3);
  const EventNumber forbidden = say(ChangeKind::FORBID, 1, 2);
  const EventNumber group = forbidden + 1;
  end(forbidden, group);
  swim(1, group);
  EXPECT_EQ(table.against(), "lab.oath <- 5 6");
  swim(1);
  EXPECT_EQ(table.against(), "") << "one event later it no longer counts";
}

TEST_F(Pond, ASayingOfTheOtherSpeakerEndsImmediately) {
  say(ChangeKind::PERMIT, 1, 3);
  const EventNumber forbidden = say(ChangeKind::FORBID, 1, 3);
  end(forbidden, forbidden + 1);
  swim(1, forbidden + 1);
  EXPECT_EQ(table.against(), "");
}

TEST_F(Pond, AnUnknownCardIsUndecided) {
  table.play([&](schema::Event::Builder event) {
    auto deck = event.initDeckRegistered();
    deck.setPlayer(1);
    deck.setZone(table.game.name("field"));
    deck.setFirst(4);
    deck.setCount(1);
  });
  EXPECT_FALSE(asked(4).known);
  swim(4);
  EXPECT_EQ(table.against(), "lab.swim? <-");
}

TEST_F(Pond, AnEffectThatPerformsTheActPermitsIt) {
  const EventNumber activated = table.activate(1, 3, 1);
  swim(1, 0, activated);
  EXPECT_EQ(table.against(), "") << "a tool's effect overrides the rules, as a card's text does";
}

TEST_F(Pond, ANumberOutOfBoundsIsFoundUnlessPermitted) {
  const auto choose = [&](std::int64_t number) {
    table.play([&](schema::Event::Builder event) {
      auto chosen = event.initNumberChosen();
      chosen.setPlayer(1);
      chosen.setWhat(table.game.name("swimmers"));
      chosen.setNumber(number);
    });
  };
  choose(9);
  EXPECT_EQ(table.against(), "");
  choose(10);
  EXPECT_EQ(table.against(), "lab.number <-");
  choose(-1);
  EXPECT_EQ(table.against(), "lab.number <-");
  const Choice* latest = table.state.play.choice(0, table.game.name("swimmers"), Choice::Kind::chosen);
  ASSERT_NE(latest, nullptr);
  EXPECT_EQ(latest->number, -1);
  say(ChangeKind::PERMIT, entityOf(EntityKind::player, 1), 3, "count below zero");
  choose(-2);
  EXPECT_EQ(table.against(), "");
}

TEST_F(Pond, AWinByTermsIsCheckedAgainstTheRecord) {
  const auto end_with = [&](Seat winner) {
    table.play([&](schema::Event::Builder event) {
      event.initGameEnded().setWinner(winner);
      event.getGameEnded().setReason(table.game.name("points"));
    });
  };
  end_with(1);
  EXPECT_EQ(table.against(), "lab.win <-") << "no player has ten points";
  TestTable other;
  other.play([&](schema::Event::Builder event) {
    auto changed = event.initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, 1));
    changed.setValue(other.game.name("points"));
    changed.setAmount(10);
  });
  const GameEnd end = gameEndOf(other.state, TestRules::get().rules());
  EXPECT_TRUE(end.over);
  EXPECT_EQ(end.winners, seatSet(1));
  ASSERT_NE(end.rule, nullptr);
  EXPECT_EQ(end.rule->clause, "lab.win");
  other.play([&](schema::Event::Builder event) { event.initGameEnded().setWinner(2); });
  EXPECT_EQ(other.against(), "lab.win <- 1");
}

TEST(Terms, WithoutAWinnerEndTheGameInADraw) {
  const auto ruleset = compile(
      readDocument<schema::Ruleset>(R"x({"name": "t", "version": "1", "zones": [{"name": "deck", "kind": "pile"},
 {"name": "field", "inPlay": true}], "wins": [{"name": "terms", "terms": "field"}]})x",
                                    "rules")
          .root(),
      "rules");
  const auto cards = compile(
      readDocument<schema::Catalogue>(R"x({"name": "c", "ruleset": "t", "cards": [{"key": "Dusk", "title": "Dusk",
 "wins": [{"if": "count(in field) >= 2"}]}]})x",
                                      "cards")
          .root(),
      ruleset, "cards");
  TestTable table({.ruleset = ruleset, .catalogue = cards});
  table.deck(1, {"Dusk", "Dusk"});
  table.move(1, "field", 1);
  EXPECT_FALSE(gameEndOf(table.state, {.ruleset = ruleset, .catalogue = cards}).over);
  table.move(2, "field", 1);
  const GameEnd end = gameEndOf(table.state, {.ruleset = ruleset, .catalogue = cards});
  EXPECT_TRUE(end.over);
  EXPECT_EQ(end.winners, 0) << "nobody";
}

TEST(Keyframe, StoresChoicesEndedSayingsAndWinners) {
  TestTable table;
  table.deck(1, {"Ant", "Bee"});
  table.move(1, "field", 1, 0);
  table.play([&](schema::Event::Builder event) {
    auto chosen = event.initNumberChosen();
    chosen.setPlayer(2);
    chosen.setWhat(table.game.name("swimmers"));
    chosen.setNumber(4);
  });
  const auto begun = table.change(1, ChangeKind::FORBID, "swim", 0);
  table.play([&](schema::Event::Builder event) {
    event.setGroup(begun + 1);
    event.initChangeEnded().setBegun(begun);
    event.getChangeEnded().setAll(true);
  });
  table.play([&](schema::Event::Builder event) {
    event.setGroup(begun + 1);
    auto changed = event.initValueChanged();
    changed.setSubject(entityOf(EntityKind::player, 1));
    changed.setValue(table.game.name("points"));
    changed.setAmount(12);
  });
  ASSERT_EQ(table.state.play.ended.size(), 1U);
  const Rules rules = TestRules::get().rules();
  const auto frame = saveKeyframe(table.state, rules);
  const State loaded = loadKeyframe({frame.begin(), frame.size()}, rules);
  EXPECT_EQ(toHex(loaded.fingerprint), toHex(fingerprintOf(table.state)));
  EXPECT_EQ(loaded.play.choices.size(), 1U);
  EXPECT_EQ(loaded.play.ended.size(), 1U);
  EXPECT_EQ(loaded.play.group, begun + 1);
  EXPECT_EQ(loaded.play.win.winners, seatSet(1));
}

/// The winner after simultaneous events that give player 1 `amounts` points, one after the other.
GameEnd afterTogether(const std::vector<int>& amounts) {
  TestTable table;
  table.deck(1, {"Ant"});
  const EventNumber group = table.state.event + 1;
  for (const int amount : amounts) {
    table.play([&](schema::Event::Builder event) {
      event.setGroup(group);
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table.game.name("points"));
      changed.setHow(schema::How::SET);
      changed.setAmount(amount);
    });
  }
  EXPECT_EQ(toHex(table.state.fingerprint), toHex(fingerprintOf(table.state)));
  return gameEndOf(table.state, TestRules::get().rules());
}

TEST(AWin, IsDecidedByTheStateAfterTheWholeGroup) {
  EXPECT_EQ(afterTogether({12}).winners, seatSet(1));
  EXPECT_FALSE(afterTogether({12, 9}).over);
  EXPECT_EQ(afterTogether({9, 12}).winners, seatSet(1));
  EXPECT_EQ(afterTogether({12, 9, 11}).winners, seatSet(1));
}

TEST(Decks, AreCheckedAgainstTheirFormat) {
  TestTable table;
  table.deck(1, {"Ant", "Bee", "Cat"});
  const Rules rules = TestRules::get().rules();
  ASSERT_EQ(formatsOf(rules.ruleset), std::vector<std::string>{"sealed"});
  const auto findings = checkDeck(table.state, rules, 1, "sealed");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].clause, "lab.deck");
  EXPECT_EQ(findings[0].gist, "too few cards");
  EXPECT_TRUE(checkDeck(table.state, rules, 1, "open").empty());
  table.deck(1, {"Ant"});
  EXPECT_TRUE(checkDeck(table.state, rules, 1, "sealed").empty());
}

/// The number of items in a ruleset with so many lines of a section.
template <class List>
std::size_t countOf(std::size_t lines, const std::string& section, const std::string& name, List Ruleset::*list) {
  std::string text = fmt::format(R"({{"name": "t", "version": "1", "clauses": [{{"id": "c"}}], "{}": [)", section);
  for (std::size_t i = 0; i < lines; ++i) {
    text += fmt::format(R"({}{{"{}": "a{}", "clause": "c"}})", i == 0 ? "" : ",", name, i);
  }
  return (compile(readDocument<schema::Ruleset>(text + "]}", "t.json").root(), "t.json").*list).size();
}

TEST(Permissions, AreLimitedByTheirIndexType) {
  constexpr std::size_t kMax = 65'535;
  EXPECT_EQ(countOf(kMax, "permissions", "act", &Ruleset::permissions), kMax);
  EXPECT_THROW((void)countOf(kMax + 1, "permissions", "act", &Ruleset::permissions), BadInput);
}

TEST(Wins, AreLimitedByTheBitsOfTheirMask) {
  EXPECT_EQ(countOf(WinTimes::kMax, "wins", "name", &Ruleset::wins), WinTimes::kMax);
  EXPECT_THROW((void)countOf(WinTimes::kMax + 1, "wins", "name", &Ruleset::wins), BadInput);
}

}  // namespace
}  // namespace docket::play_test
