// The rules change of 6 June 2011 about contradictory bounds, over generated games: exactly those Personalities are
// reported whose Force an independent calculation finds changed, each at the event and with the clause of the
// change. A contradiction alone need not change anything.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "tests/lab/generated_archive.h"
#include "tests/lab/reckoned_force.h"

namespace docket::lab::test::contradictions_test {
namespace {

constexpr std::uint32_t kSeed = 60'611;

std::string clauseOf(ForceCase by) {
  switch (by) {
    case ForceCase::below:
      return "l5r.calc.contradiction.below";
    case ForceCase::above:
      return "l5r.calc.contradiction.above";
    case ForceCase::between:
      return "l5r.calc.contradiction.between";
    case ForceCase::ended:
      return "l5r.calc.contradiction.ends";
    case ForceCase::plain:
      return "none";
  }
  return {};
}

/// The differences between two wordings in a game, a line for each Personality at the first event with one.
std::set<std::string> reckon(const MadeGame& made, const Wording& before, const Wording& after,
                             const PrintedForces& printed) {
  ReckonedForce was(before, printed);
  ReckonedForce is(after, printed);
  std::map<std::uint32_t, std::string> found;
  for (std::uint32_t number = 1; number <= made.recording.size(); ++number) {
    const auto event = made.recording.event(number);
    was.add(made.recording, number, event);
    is.add(made.recording, number, event);
    const auto now = is.forces();
    for (const auto& [card, force] : was.forces()) {
      const Force& other = now.at(card);
      if (force.amount == other.amount) continue;
      found.emplace(card, fmt::format("{} event {} #{}: {} -> {} [{}]", made.id, number, card, force.amount,
                                      other.amount, clauseOf(other.by)));
    }
  }
  std::set<std::string> lines;
  for (auto& [card, line] : found) lines.insert(std::move(line));
  return lines;
}

PrintedForces printedForces(const generate::Documents& documents) {
  PrintedForces printed;
  for (const auto card : documents.catalogue_document.root().getCards()) {
    bool personality = false;
    bool item = false;
    for (const auto type : card.getTypes()) {
      personality = personality || type == "Personality";
      item = item || type == "Item";
    }
    for (const auto stat : card.getStats()) {
      if (stat.getStat() != "Force") continue;
      if (personality) printed.of_personalities[card.getKey().cStr()] = stat.getAmount();
      if (item) printed.of_items[card.getKey().cStr()] = stat.getAmount();
    }
  }
  return printed;
}

/// The differences of Force in the words of reckon(), and the games of all differences.
struct ReportedForces {
  std::set<std::string> forces, games;
};

ReportedForces reportedForces(const RegressionResult& result) {
  ReportedForces differing;
  for (const DifferenceLine& line : result.differences) {
    differing.games.insert(line.game);
    if (line.what != "Force") continue;
    const auto number = line.subject.substr(line.subject.rfind('#'));
    differing.forces.insert(
        fmt::format("{} event {} {}: {} -> {} [{}]", line.game, line.event, number, line.from, line.to, line.cause));
  }
  return differing;
}

std::set<std::string> gamesOf(const std::set<std::string>& lines) {
  std::set<std::string> games;
  for (const std::string& line : lines) games.insert(line.substr(0, line.find(' ')));
  return games;
}

/// The elements that the other set lacks, so that a failure shows only them.
std::set<std::string> without(const std::set<std::string>& these, const std::set<std::string>& those) {
  std::set<std::string> left;
  for (const std::string& one : these) {
    if (!those.contains(one)) left.insert(one);
  }
  return left;
}

TEST(ContradictingBounds, ChangeExactlyTheGamesWhoseValuesDiffer) {
  const auto printed = printedForces(generate::Documents("l5r-celestial"));
  const std::uint32_t games = gamesOr(200);
  std::set<std::string> expected;
  const GeneratedArchive made("l5r-celestial", games, {.seed = kSeed}, [&](const MadeGame& game) {
    const auto lines =
        reckon(game, {.bounds = Wording::Bounds::firstHolds}, {.bounds = Wording::Bounds::byTotal}, printed);
    expected.insert(lines.begin(), lines.end());
  });
  const auto result = made.regress(chooseRuleset("l5r-celestial@2009-06-01", {}, nullptr),
                                   chooseRuleset("l5r-celestial@2011-06-06", {}, nullptr));
  const auto verified = docket::test::run({"verify", "--all", "--archive", made.place().archive()});
  EXPECT_EQ(verified.status, 0) << verified.out;
  const ReportedForces differing = reportedForces(result);
  EXPECT_EQ(result.games, games);
  EXPECT_EQ(without(differing.forces, expected), std::set<std::string>{});
  EXPECT_EQ(without(expected, differing.forces), std::set<std::string>{});
  EXPECT_EQ(differing.games, gamesOf(expected));
  // The test would show nothing if no game differed, or all did, or a case never came up.
  EXPECT_GT(differing.games.size(), games / 20);
  EXPECT_LT(differing.games.size(), games);
  std::map<std::string, std::size_t> by_clause;
  for (const std::string& line : expected) ++by_clause[line.substr(line.rfind('['))];
  EXPECT_EQ(by_clause.size(), 4U);
  for (const auto& [clause, count] : by_clause) std::cout << fmt::format("{:<40}{:>8}\n", clause, count);
  std::cout << fmt::format("{} of {} games differ, in {} values of Force\n", differing.games.size(), games,
                           expected.size());
}

TEST(ContradictingBounds, NameAnOmittedFloorByItsClause) {
  const auto printed = printedForces(generate::Documents("l5r-celestial"));
  std::set<std::string> expected;
  const GeneratedArchive made("l5r-celestial", gamesOr(80), {.seed = kSeed + 1, .planted_percent = 8},
                              [&](const MadeGame& game) {
                                for (const std::string& line : reckon(game, {}, {.floor = false}, printed))
                                  expected.insert(line.substr(0, line.rfind('[')) + "[l5r.calc.floor]");
                              });
  const auto result = made.regress(shipped("l5r-celestial"),
                                   amended("l5r-celestial", R"("calculation": {)",
                                           R"("stats": [{"name": "Force", "floor": "none"}], "calculation": {)"));
  const ReportedForces differing = reportedForces(result);
  EXPECT_EQ(without(differing.forces, expected), std::set<std::string>{});
  EXPECT_EQ(without(expected, differing.forces), std::set<std::string>{});
  EXPECT_EQ(differing.games, gamesOf(expected));
  EXPECT_GT(expected.size(), 5U);
  for (const DifferenceLine& line : result.differences) EXPECT_EQ(line.cause, "l5r.calc.floor") << differenceText(line);
}

}  // namespace
}  // namespace docket::lab::test::contradictions_test
