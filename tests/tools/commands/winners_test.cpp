// Two of four players win together: typed, stored, listed, found and shown.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>

#include "tests/places.h"
#include "tests/tools/json.h"
#include "tests/tools/round_trip.h"
#include "tests/tools/run.h"

namespace docket::winners_test {
namespace {

using test::Ran;
using test::TempDirectory;

constexpr const char* kTyped = R"(game "lighthouse/crew"
date "2026-03-01"
P1 "Ada"
P2 "Ben"
P3 "Cleo"
P4 "Dora"
ruleset "lighthouse"

nobody registers store 6 cards
P1 draws "Red Lamp", "Blue Lamp"
)";

class Winners : public testing::Test {
 protected:
  [[nodiscard]] static std::string document(const std::string& name) {
    return std::string(docket::test::sourceDir() + "/tests/conformance/lighthouse/") + name + ".json";
  }

  /// Imports the game with such an end.
  [[nodiscard]] Ran importGame(const std::string& end) const {
    return docket({"import", place_.file("crew.txt", kTyped + end + "\n"), "--ruleset", document("ruleset"), "--cards",
                   document("cards")});
  }

  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }

  /// The rows of a table; its file is named after the export.
  [[nodiscard]] std::string csv(const std::string& name) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place_ / "tables")) {
      if (entry.path().filename() == name + ".csv") return test::textOf(entry.path());
    }
    return {};
  }

  TempDirectory place_;
};

TEST_F(Winners, AreTypedAndPrintedAsOneLine) {
  ASSERT_EQ(importGame("P1 and P3 win as \"all is lit\"").status, 0);
  EXPECT_HAS(docket({"log", "lighthouse/crew"}).out, "P1 and P3 win as \"all is lit\"\n");
  const std::string record = docket({"export", "lighthouse/crew"}).out;
  EXPECT_HAS(record, R"("gameEnded":{"winner":1,"reason":"all is lit","alongside":["P3"]})");
  const TempDirectory other;
  EXPECT_EQ(test::run({"import", other.file("crew.jsonl", record), "--ruleset", document("ruleset"), "--cards",
                       document("cards"), "--archive", other.archive()})
                .status,
            0);
  const auto typed_again = test::run({"log", "lighthouse/crew", "--archive", other.archive()});
  EXPECT_HAS(typed_again.out, "P1 and P3 win as \"all is lit\"\n");
}

TEST_F(Winners, AreListedAndFoundByEachOfTheirNames) {
  ASSERT_EQ(importGame("P4 and P2 win").status, 0);
  EXPECT_HAS(docket({"games"}).out, "Ben and Dora won");
  EXPECT_HAS(docket({"games", "--json"}).out, R"("winner":[2,4])");
  const std::map<std::string, int> hits{{"Ada", 0}, {"Ben", 1}, {"Cleo", 0}, {"Dora", 1}};
  for (const auto& [name, found] : hits) {
    const Ran ran = docket({"find", "--winner", name, "--json"});
    EXPECT_HAS(ran.out, fmt::format(R"("end":{{"items":{})", found)) << name;
  }
  const std::string board = docket({"replay", "lighthouse/crew"}).out;
  EXPECT_HAS(board, "P2 Ben and P4 Dora won");
  EXPECT_HAS(docket({"replay", "lighthouse/crew", "--json"}).out, R"("outcome":{"winner":[2,4])");
  const std::string asked =
      docket({"ask", "lighthouse/crew", "won(P2) and won(P4) and lost(P1) and lost(P3) and absent(winner())"}).out;
  EXPECT_HAS(asked, "true");
}

TEST_F(Winners, AreMarkedInTablesForAnalysts) {
  ASSERT_EQ(importGame("P1 and P3 win").status, 0);
  ASSERT_EQ(docket({"export", "--columns", place_ / "tables", "--csv"}).status, 0);
  const std::string games = csv("games");
  EXPECT_HAS(games, ",several won,");
  const std::string players = csv("players");
  EXPECT_HAS(players, ",1,Ada,true\n");
  EXPECT_HAS(players, ",2,Ben,false\n");
  EXPECT_HAS(players, ",3,Cleo,true\n");
}

TEST_F(Winners, AreRefusedIfNotPlayersOrAllPlayers) {
  struct {
    const char* end;
    const char* why;
  } const rows[] = {
      {"P1 and P1 win", "a player is named twice"},
      {"P1 and P2 and P3 and P4 win", "write \"everybody\": \"wins\" instead"},
      {"P1 and P2 draws 1", "only winners can be several"},
      {"nobody wins {alongside=[P3]}", "name one"},
      {"P1 wins {alongside=[#2]}", "expected players"},
  };
  for (const auto& row : rows) {
    const Ran ran = importGame(row.end);
    EXPECT_EQ(ran.status, 2) << row.end;
    EXPECT_HAS(ran.err, row.why);
  }
}

}  // namespace
}  // namespace docket::winners_test
