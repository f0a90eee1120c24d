// docket minimise: the reduced game still shows the goal, none of its events can be left out, and the conformance
// runner reads the written case.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "tests/lab/generated_archive.h"
#include "tests/places.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/lab/reduced_game.h"

namespace docket::lab::test::minimise_test {
namespace {

using docket::test::run;

class Minimise : public testing::Test {
 protected:
  void SetUp() override { docket::test::importSamples(place_); }

  [[nodiscard]] docket::test::Ran minimise(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), {"minimise", "--archive", place_.archive()});
    return run(typed);
  }
  [[nodiscard]] Recording readBack(const std::string& name) const {
    std::istringstream lines(docket::test::textOf(place_ / name));
    return readJsonLines(lines, name);
  }

  static constexpr const char* kDuel = "samples/yugioh-use-or-activate";
  /// Words after the duel's name, and the error message.
  struct Refused {
    std::vector<std::string> typed;
    const char* said;
  };
  void expectRefused(const std::vector<Refused>& all) const {
    for (const Refused& one : all) {
      std::vector<std::string> typed{kDuel};
      typed.insert(typed.end(), one.typed.begin(), one.typed.end());
      const auto ran = minimise(typed);
      EXPECT_EQ(ran.status, 2) << one.said;
      EXPECT_HAS(ran.err, one.said);
    }
  }

  TempDirectory place_;
};

TEST_F(Minimise, KeepsTheEventThatTheExpressionIsAbout) {
  const auto ran = minimise({kDuel, "--keep", "legal(29)", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "29]");
}

TEST_F(Minimise, RefusesContradictoryOptionsBeforeItBegins) {
  expectRefused({
      {{"--to", "yugioh", "--under", "yugioh"}, "--under is for --keep and --finding"},
      {{"--finding", "ygo.hard.use", "--clause", "ygo.hard.use"}, "a finding has its clause"},
      {{"--keep", "legal(29)", "--case", place_ / "x.cases"}, "name it with --clause"},
      {{"--keep", "legal(29)", "--to", "yugioh"}, "expected one of"},
  });
}

TEST_F(Minimise, KeepsTheFewEventsOfAFinding) {
  const auto ran = minimise({kDuel, "--finding", "ygo.hard.use", "-o", place_ / "least.jsonl", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Recording least = readBack("least.jsonl");
  EXPECT_LE(least.size(), 8U) << ran.out;
  EXPECT_HAS(ran.out, "\"of\":72");

  // Read again and folded, it breaks the clause; without any one of its events it does not.
  const HeldDocument cards =
      readCatalogue(docket::test::textOf(docket::test::sample("catalogues/yugioh.json")), "yugioh.json");
  const auto with_cards = compileRules(shipped("yugioh"), &cards);
  const auto breaks = [&](const Recording& game) {
    const LabGame lab_game(game);
    RunningState running(game.header(), with_cards->rules());
    bool broken = false;
    lab_game.forEach(1, game.size(), [&](EventNumber number, schema::Event::Reader event) {
      for (const Finding& finding : judge(pendingEvent(running.state(), with_cards->rules(), number, event)))
        broken = broken || finding.clause == "ygo.hard.use";
      running.add(number, event, lab_game);
    });
    return broken;
  };
  EXPECT_TRUE(breaks(least));
  const LabGame whole(least);
  for (EventNumber gone = 1; gone <= least.size(); ++gone) {
    std::vector<EventNumber> rest;
    for (EventNumber number = 1; number <= least.size(); ++number) {
      if (number != gone) rest.push_back(number);
    }
    const auto fewer = reducedGame(whole, with_cards->ruleset, rest, "fewer");
    bool shows = false;
    try {
      shows = breaks(fewer.game);
    } catch (const DamagedArchive&) {
      // Without that event the record makes no sense.
    }
    EXPECT_FALSE(shows) << "event " << gone << " can be left out";
  }
}

TEST_F(Minimise, KeepsTheEventsThatTwoRulesetsJudgeDifferently) {
  const auto ran = minimise({"samples/l5r-paragon", "--from", "l5r-celestial@2009-06-01", "--to",
                             "l5r-celestial@2011-06-06", "-o", place_ / "least.jsonl"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "Personal Honor: 5 -> 4 [l5r.calc.contradiction.above]");
  EXPECT_LE(readBack("least.jsonl").size(), 8U) << ran.out;
}

TEST_F(Minimise, KeepsTheEventsThatMakeAnExpressionTrue) {
  // Of 72 events two remain: the registration of the card's deck, and its play.
  const auto zone = minimise({kDuel, "--keep", "zone(#18) = \"monster zone\"", "-o", place_ / "least.jsonl", "--json"});
  ASSERT_EQ(zone.status, 0) << zone.err;
  EXPECT_HAS(zone.out, "\"kept\":[1,34]");
  const Recording least = readBack("least.jsonl");
  ASSERT_EQ(least.size(), 2U);
  const HeldEvent last = least.event(2);
  ASSERT_TRUE(last->isCardPlayed());
  EXPECT_EQ(last->getCardPlayed().getCard(), 1U) << "it has a new number: no shuffle is left";
}

TEST_F(Minimise, RefusesAGoalThatTheGameDoesNotShow) {
  expectRefused({
      {{"--keep", "value(P1, \"life\") < 0"}, "the game does not show this"},
      {{"--keep", "zone(#18) ="}, "--keep:1:12: expected a value"},
      {{}, "expected one of --keep, --finding and --to"},
      {{"--finding", "ygo.hard.us"}, "did you mean \"ygo.hard.use\"?"},
  });
}

TEST_F(Minimise, WritesACaseWithTheCardsThatItNeeds) {
  const auto ran = minimise({kDuel, "--finding", "ygo.hard.use", "--case", place_ / "least.cases"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::string text = docket::test::textOf(place_ / "least.cases");
  EXPECT_TRUE(text.starts_with("rules yugioh 2022-06-22\ncards least.cases.cards.json\n\nrecord least\n")) << text;
  EXPECT_HAS(text, "\nend\n\ncase ygo.hard.use | least@");
  EXPECT_HAS(docket::test::textOf(place_ / "least.cases.cards.json"), "\"Lantern Fox\"") << text;
  const std::string command =
      docket::test::conformanceProgram() + " '" + (place_ / "least.cases") + "' > '" + (place_ / "said") + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << text << docket::test::textOf(place_ / "said");
}

TEST(TheRulesLab, HasAWorkingJobForARulesRepository) {
  const TempDirectory place;
  docket::test::importSamples(place);
  std::filesystem::rename(place.archive(), place / "games");
  static_cast<void>(place.file("my-rules.json", generate::rulesetText("yugioh")));
  static_cast<void>(place.file("accepted.txt", "# nothing yet\n"));
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(std::filesystem::path(place.archive()).parent_path());
  std::istringstream page(docket::test::textOf(docket::test::sourceDir() + "/docs/rules_lab.md"));
  std::size_t steps = 0;
  for (std::string line; std::getline(page, line);) {
    constexpr std::string_view kStep = "      - run: docket ";
    if (!line.starts_with(kStep)) continue;
    std::istringstream words(line.substr(kStep.size()));
    std::vector<std::string> typed;
    for (std::string word; words >> word;) typed.push_back(word);
    const auto ran = run(typed);
    EXPECT_EQ(ran.status, 0) << line << '\n' << ran.out << ran.err;
    ++steps;
  }
  EXPECT_EQ(steps, 2U);
  EXPECT_TRUE(std::filesystem::exists("regress.xml"));
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace docket::lab::test::minimise_test
