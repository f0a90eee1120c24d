// Stats as the documents calculate them: the examples of "Calculating stats" with their numbers, and
// similar ones.
#include "engine/query/stats/stats.h"

#include "tests/engine/test_table.h"

namespace docket::stats_test {
namespace {

using ChangeKind = schema::Change::Kind;

/// A Paragon of base Personal Honor 4 under one of the two versions of the Celestial rules.
struct Paragon {
  explicit Paragon(const std::string& version) : documents("l5r-celestial", version), table(documents.rules()) {
    table.play([&](schema::Event::Builder event) {
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(1);
      identity.setDefinition("Unbowed Champion");
      auto registered = event.initDeckRegistered();
      registered.setPlayer(1);
      registered.setZone(table.game.name("dynasty deck"));
      registered.setFirst(1);
      registered.setCount(1);
    });
    table.move(1, "home", 1);
    table.turn(1);
  }
  RulesOfGame documents;
  TestTable table;
};

TEST(Stats, ContradictoryBoundsGiveTheBaseByCaseIii) {
  Paragon paragon("2011-06-06");
  paragon.table.change(1, ChangeKind::MINIMUM, "Personal Honor", 4);
  paragon.table.change(1, ChangeKind::BONUS, "Personal Honor", -1, "turn");
  const EventNumber dishonored = paragon.table.change(1, ChangeKind::MAXIMUM, "Personal Honor", 0);
  // The document's example 1: "the total is equal to the minimum (case iii)": 4 - 1 = 3 lies between 0 and 4.
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 4);
  const auto derived = deriveStat(paragon.table.state, paragon.documents.rules(), 0,
                                  paragon.documents.rules().ruleset.stat("Personal Honor"));
  EXPECT_EQ(derived.contradiction, ContradictionKind::between);
  EXPECT_EQ(derived.sum, 3);
  paragon.table.play([&](schema::Event::Builder event) { event.initChangeEnded().setBegun(dishonored); });
  // The document says 3 after the return to honor: the minimum that was ignored in the contradiction stays ignored.
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 3);
  paragon.table.change(1, ChangeKind::MAXIMUM, "Personal Honor", 0);
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 4);
}

TEST(Stats, ATotalAboveBothBoundsBecomesTheMinimumByCaseIi) {
  Paragon paragon("2011-06-06");
  paragon.table.change(1, ChangeKind::MINIMUM, "Personal Honor", 4);
  paragon.table.change(1, ChangeKind::MAXIMUM, "Personal Honor", 0);
  paragon.table.change(1, ChangeKind::BONUS, "Personal Honor", 1, "turn");
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 4);
  const auto derived = deriveStat(paragon.table.state, paragon.documents.rules(), 0,
                                  paragon.documents.rules().ruleset.stat("Personal Honor"));
  EXPECT_EQ(derived.contradiction, ContradictionKind::above);
  EXPECT_EQ(derived.floored, 5);
}

TEST(Stats, ATotalBelowBothBoundsBecomesTheMaximumByCaseI) {
  Paragon paragon("2011-06-06");
  paragon.table.change(1, ChangeKind::MINIMUM, "Chi", 9);
  paragon.table.change(1, ChangeKind::MAXIMUM, "Chi", 6);
  EXPECT_EQ(paragon.table.stat(1, "Chi"), 6);
}

TEST(Stats, Before2011ALaterBoundThatContradictsHasNoEffect) {
  Paragon paragon("2009-06-01");
  paragon.table.change(1, ChangeKind::MINIMUM, "Personal Honor", 4);
  paragon.table.change(1, ChangeKind::MAXIMUM, "Personal Honor", 0);
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 4);  // the document's own example
  paragon.table.change(1, ChangeKind::BONUS, "Personal Honor", 1, "turn");
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 5);
  paragon.table.turn(2);
  EXPECT_EQ(paragon.table.stat(1, "Personal Honor"), 4);
}

TEST(Stats, SettingCountsFromTheSumBeforeTheFloor) {
  Paragon paragon("2011-06-06");  // Force 3
  paragon.table.change(1, ChangeKind::BONUS, "Force", -1);
  paragon.table.change(1, ChangeKind::BONUS, "Force", -3, "turn");
  EXPECT_EQ(paragon.table.stat(1, "Force"), 0);
  paragon.table.change(1, ChangeKind::SET, "Force",
                       5);  // a bonus of 6, as in the document's example of a 2F Personality
  EXPECT_EQ(paragon.table.stat(1, "Force"), 5);
  paragon.table.turn(2);
  EXPECT_EQ(paragon.table.stat(1, "Force"), 8);
}

TEST(Stats, AStatThatTheTypeLacksIsAbsentAndReceivesNoBonus) {
  TestTable table;
  const auto fork = table.deck(1, {"Fork"});
  table.move(fork, "bench", 1);
  table.change(fork, ChangeKind::BONUS, "Chi", 3);
  const Rules rules = TestRules::get().rules();
  const auto reading = readStat(table.state, rules, table.state.cardOf(fork), rules.ruleset.stat("Chi"));
  EXPECT_EQ(reading.kind, StatReading::Kind::absent);
  EXPECT_EQ(reading.amount, 0);
}

TEST(Stats, AStatOfAnUnknownCardIsUnknown) {
  TestTable table;
  table.deck(1, {""});
  const Rules rules = TestRules::get().rules();
  EXPECT_EQ(readStat(table.state, rules, 0, rules.ruleset.stat("Chi")).kind, StatReading::Kind::unknown);
}

TEST(Stats, ChangesEndWithTheirPeriodTheirSourceAndTheirSubjectsStay) {
  TestTable table;
  const auto ant = table.deck(1, {"Ant", "Fork"});
  table.turn(1);
  table.phase("first");
  table.move(ant, "field", 1, 0);
  table.move(ant + 1, "field", 1, 1);
  table.change(ant, ChangeKind::BONUS, "Force", 1, "phase");
  table.change(ant, ChangeKind::BONUS, "Force", 10, "turn");
  table.change(ant, ChangeKind::BONUS, "Force", 100);
  table.attach(ant + 1, ant, 1000);
  EXPECT_EQ(table.stat(ant, "Force"), 1113);
  table.phase("second");
  EXPECT_EQ(table.stat(ant, "Force"), 1112);
  table.turn(2);
  EXPECT_EQ(table.stat(ant, "Force"), 1102);
  table.play([&](schema::Event::Builder event) { event.initCardDetached().setCard(ant + 1); });
  EXPECT_EQ(table.stat(ant, "Force"), 102);
  table.move(ant, "hand", 1);
  table.move(ant, "field", 1, 0);
  EXPECT_EQ(table.stat(ant, "Force"), 2);
}

}  // namespace
}  // namespace docket::stats_test
