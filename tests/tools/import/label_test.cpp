// Labels that name games after a tournament, stored next to their records: changed, kept, found, merged, erased and
// removed.
#include <fmt/format.h>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "tests/expect_error.h"
#include "tests/store/below.h"
#include "tests/tools/game_won_by.h"
#include "tests/tools/run.h"

namespace docket::label_test {
namespace {

using test::gameWonBy;
using test::has;
using test::memberOf;
using test::Ran;
using test::run;
using test::TempDirectory;

class Label : public testing::Test {
 protected:
  void import(const std::string& game) const {
    const Ran ran = run({"import", place.file("game.jsonl", game), "--cut", "--archive", place.archive()});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  Ran label(std::vector<std::string> typed) const {
    typed.insert(typed.begin(), "label");
    typed.insert(typed.end(), {"--archive", place.archive()});
    return run(typed);
  }
  [[nodiscard]] std::string games(std::vector<std::string> typed = {"--json"}, const std::string& archive = {}) const {
    typed.insert(typed.begin(), {"games", "--archive", archive.empty() ? place.archive() : archive});
    return run(typed).out;
  }
  TempDirectory place;
};

TEST_F(Label, LeavesTheHeadAndLeafOfTheRecordUnchanged) {
  import(gameWonBy("g", 1, R"({"name":"Aiko"},{})"));
  const std::string head = memberOf(games(), "head");
  const auto leaves = Archive::open(place.archive(), Access::read).log().size();
  const Ran ran = label({"g", "--event", "Open 2026", "--round", "3", "--table", "7", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("game":"g","status":"labelled","label":{"event":"Open 2026","match":"","round":3,)");
  EXPECT_HAS(games(), R"("event":"Open 2026","match":"","round":3,"table":7,"gameOfMatch":null,)");
  EXPECT_EQ(memberOf(games(), "head"), head);
  EXPECT_EQ(Archive::open(place.archive(), Access::read).log().size(), leaves);
  EXPECT_HAS(games({"--event", "Open 2026"}), "1 game,");
  EXPECT_HAS(games({"--round", "3"}), "1 game,");
  EXPECT_HAS(games({"--event", "Open"}), "0 games,");
  const Ran shown = run({"show", "g", "--archive", place.archive()});
  EXPECT_HAS(shown.out, "Open 2026  (label)");
  EXPECT_TRUE(check(place.archive(), {}).whole());
}

TEST_F(Label, IsChangedFieldByFieldAndRemoved) {
  import(gameWonBy("g", 1));
  ASSERT_EQ(label({"g", "--event", "Open", "--round", "3"}).status, 0);
  ASSERT_EQ(label({"g", "--event", "Open 2026", "--table", "2"}).status, 0);
  EXPECT_HAS(games(), R"("event":"Open 2026","match":"","round":3,"table":2,)");
  EXPECT_HAS(games({"--event", "Open"}), "0 games,") << "a game is found only under its current label";
  ASSERT_EQ(label({"g", "--round", "0", "--event", ""}).status, 0);
  EXPECT_HAS(games(), R"("event":"","match":"","round":null,"table":2,)");
  EXPECT_HAS(label({"g", "--table", "2"}).out, "the same") << "nothing is written";
  ASSERT_EQ(label({"g", "--remove"}).status, 0);
  EXPECT_HAS(games(), R"("round":null,"table":null,)");
  EXPECT_TRUE(check(place.archive(), {}).whole());
  EXPECT_EQ(label({"g"}).status, 2);
  EXPECT_EQ(label({"--event", "x"}).status, 2);
  EXPECT_EQ(label({"g", "--remove", "--table", "1"}).status, 2);
  EXPECT_EQ(label({"h", "--table", "1"}).status, 2);
}

TEST_F(Label, KeepsTheRecordAndReportsDifferences) {
  import(gameWonBy("g", 2, R"({"name":"Aiko"},{})", R"("event":"Friday")"));
  const std::string table = place.file("p.csv", "id,event,table,player 1,player 2,result\ng,Saturday,4,Aiko,Bo,1-0\n");
  const Ran dry = label({"--pairings", table, "--dry-run"});
  EXPECT_HAS(games(), R"("table":null)");
  EXPECT_HAS(dry.out, "1 label would be changed");
  const Ran ran = label({"g", "--pairings", table});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.err, "g: event: the record says \"Friday\", ");
  EXPECT_HAS(ran.err, "g: result: the record says P2 won, ");
  EXPECT_HAS(games(), R"("event":"Friday","match":"","round":null,"table":4,)");
  EXPECT_HAS(games(), R"("players":["Aiko","Bo"])");
}

TEST_F(Label, IsExportedWithoutChangingTheHead) {
  import(gameWonBy("g", 1));
  ASSERT_EQ(label({"g", "--event", "Open", "--pairings", place.file("p.csv", "id,player 2\ng,Bo\n")}).status, 0);
  const std::string exported = run({"export", "g", "--archive", place.archive()}).out;
  EXPECT_HAS(exported, "\n{\"label\":{\"event\":\"Open\",\"players\":[\"\",\"Bo\"]}}\n");
  const std::string file = place.file("g.jsonl", exported), other = place / "other";
  const Ran taken = run({"import", file, "--archive", other});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_TRUE(has(games({"--json"}, other), R"("event":"Open")") && has(games({"--json"}, other), R"("Bo")"));
  EXPECT_EQ(memberOf(games({"--json"}, other), "head"), memberOf(games(), "head"));
  // Options about an exported record are stored in a label, because its head covers the record.
  const Ran named = run({"import", file, "--round", "5", "--archive", place / "named"});
  EXPECT_EQ(named.status, 0) << named.err;
  EXPECT_HAS(games({"--json"}, place / "named"), R"("event":"Open","match":"","round":5,)");
  EXPECT_EQ(memberOf(games({"--json"}, place / "named"), "head"), memberOf(games(), "head"));
  // An archived game gets the parts of the label that it lacks.
  ASSERT_EQ(run({"label", "g", "--event", "Other", "--archive", other}).status, 0);
  ASSERT_EQ(label({"g", "--round", "9"}).status, 0);
  const std::string further = place.file("h.jsonl", run({"export", "g", "--archive", place.archive()}).out);
  const Ran again = run({"import", further, "--archive", other});
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_HAS(again.err, "\"Other\"");
  EXPECT_HAS(games({"--json"}, other), R"("event":"Other","match":"","round":9,)");
}

TEST_F(Label, IsRefusedInAFileWithItsPlace) {
  const auto refused = [&](const std::string& line) {
    const std::string game = R"({"game":{"id":"g","ruleset":"yugioh","players":[{},{}]}})"
                             "\n" +
                             line + "\n";
    return run({"import", place.file("g.jsonl", game), "--cut", "--archive", place / "none"}).err;
  };
  EXPECT_HAS(refused(R"({"label":{"evont":"x"}})"), "g.jsonl:2:");
  EXPECT_HAS(refused(R"({"label":{"players":["","","","","","","","",""]}})"), "the maximum is 8");
  EXPECT_HAS(refused(R"({"label":{"match":")" + std::string(300, 'x') + "\"}}"), "the maximum is 200");
  EXPECT_HAS(refused("{\"note\":\"x\"}\n{\"label\":{}}"), "g.jsonl:3:") << "it must come before the events";
}

TEST_F(Label, SurvivesBackupAndMerge) {
  import(gameWonBy("g", 1));
  import(gameWonBy("h", 1));
  const std::string file = place.file("g.jsonl", run({"export", "g", "--archive", place.archive()}).out);
  ASSERT_EQ(label({"g", "h", "--event", "Open", "--table", "1"}).status, 0);
  ASSERT_EQ(run({"backup", place / "backups", "--archive", place.archive()}).status, 0);
  ASSERT_EQ(run({"restore", place / "backups", place / "restored"}).status, 0);
  EXPECT_EQ(games({"--json"}, place / "restored"), games());
  const std::string into = place / "into";
  ASSERT_EQ(run({"import", file, "--archive", into}).status, 0);
  ASSERT_EQ(run({"label", "g", "--event", "Regional", "--round", "2", "--archive", into}).status, 0);
  const Ran dry = run({"merge", place.archive(), "--dry-run", "--archive", into});
  EXPECT_EQ(dry.status, 1) << dry.err;
  const Ran merged = run({"merge", place.archive(), "--json", "--archive", into});
  EXPECT_EQ(merged.status, 1) << merged.out;
  EXPECT_HAS(merged.out, R"("conflicts":[{"field":"event","here":"\"Regional\"","there":"\"Open\""}])");
  const std::string listed = games({"--json"}, into);
  EXPECT_HAS(listed, R"("game":"g","event":"Regional","match":"","round":2,"table":1,)");
  EXPECT_HAS(listed, R"("game":"h","event":"Open","match":"","round":null,"table":1,)");
  EXPECT_TRUE(check(into, {}).whole());
}

TEST_F(Label, LosesAnErasedNameForGood) {
  import(gameWonBy("g", 1));
  const std::string table = place.file("p.csv", "id,player 1,player 2\ng,Aiko Tanaka,Boris Petrov\n");
  ASSERT_EQ(label({"--pairings", table}).status, 0);
  EXPECT_HAS(games({"--player", "Boris Petrov"}), "1 game,");
  const Ran erased = run({"erase-player", "Boris Petrov", "--yes", "--json", "--archive", place.archive()});
  EXPECT_EQ(erased.status, 0) << erased.out;
  EXPECT_TRUE(has(erased.out, R"("player":2,)") && has(erased.out, R"("status":"erased")")) << erased.out;
  EXPECT_TRUE(has(erased.out, R"("inLabel":true)") && has(erased.out, R"("files":[],"rows":[])")) << erased.out;
  EXPECT_HAS(games({"--player", "Boris Petrov"}), "0 games,");
  EXPECT_HAS(games(), R"("players":["Aiko Tanaka",""])");
  const Ran again = label({"--pairings", table});
  EXPECT_EQ(again.status, 1);
  EXPECT_HAS(again.err, "P2: the record says (erased)");
  EXPECT_HAS(games(), R"("players":["Aiko Tanaka",""])");
  ASSERT_EQ(label({"g", "--remove"}).status, 0);
  EXPECT_EQ(label({"--pairings", table}).status, 1) << "an erased name stays erased after the label is removed";
  EXPECT_TRUE(check(place.archive(), {}).whole());
}

TEST_F(Label, IsKeptByTheCorrectedRecord) {
  import(gameWonBy("g", 1));
  ASSERT_EQ(label({"g", "--table", "4"}).status, 0);
  const Ran ran = run(
      {"import", place.file("g.jsonl", gameWonBy("g", 2)), "--cut", "--replaces", "g", "--archive", place.archive()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(games(), R"("game":"g@2","event":"","match":"","round":null,"table":4,)");
}

TEST_F(Label, CanBeReadFromOneTableForHundredsOfGames) {
  const Ran made = run({"generate", "yugioh", "--games", "250", "-o", place / "games.jsonl"});
  ASSERT_EQ(made.status, 0) << made.err;
  ASSERT_EQ(run({"import", place / "games.jsonl", "--archive", place.archive()}).status, 0);
  std::vector<std::string> ids;
  {
    const auto archive = Archive::open(place.archive(), Access::read);
    for (const auto& entry : archive.list()) ids.push_back(entry.id);
  }
  ASSERT_EQ(ids.size(), 250U);
  std::string table = "id,event,round,table,player 1,player 2\n";
  for (std::size_t i = 0; i < ids.size(); ++i)
    table += fmt::format("{},Open,{},{},,\n", ids[i], i / 50 + 1, i % 50 + 1);
  const Ran ran = label({"--pairings", place.file("p.csv", table)});
  EXPECT_EQ(ran.status, 0) << ran.err.substr(0, 500);
  EXPECT_HAS(ran.out, "250 labels changed") << ran.out.substr(ran.out.size() - 100);
  EXPECT_HAS(games({"--event", "Open", "--round", "5"}), "50 games,");
  EXPECT_TRUE(check(place.archive(), {}).whole());
}

// ---- the row

TEST_F(Label, IsReportedByCheckIfDamaged) {
  import(gameWonBy("g", 1));
  ASSERT_EQ(label({"g", "--event", "Open"}).status, 0);
  const auto key = detail::gameKey(1, detail::GameRow::label);
  {
    const test::Below below(place.archive());
    auto row = below.get(detail::Family::games, key);
    row.front() = 9;  // an unknown format
    below.put(detail::Family::games, key, row);
  }
  const auto report = check(place.archive(), {});
  ASSERT_FALSE(report.whole());
  EXPECT_EQ(report.damages.front().game, "g");
  EXPECT_HAS(report.damages.front().what, "the row of its label is malformed");
}

TEST_F(Label, IsRefusedIfTheHeaderHasTheField) {
  import(gameWonBy("g", 1, "{},{}", R"("event":"Friday")"));
  auto archive = Archive::open(place.archive(), Access::record);
  const NewLabel other{.game = "g", .label = {.event = "Saturday"}};
  EXPECT_THROW(archive.label({&other, 1}), BadInput);
  const NewLabel seat{.game = "g", .label = {.players = {"", "", "Cy"}}};
  EXPECT_THROW(archive.label({&seat, 1}), BadInput);
  EXPECT_TRUE(archive.game("g").label().empty());
}

}  // namespace
}  // namespace docket::label_test
