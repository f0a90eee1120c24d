// Games named after a tournament while they are imported: by options, and by a table of pairings.
#include <fmt/format.h>

#include <map>

#include "events/errors.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/pairings_target.h"
#include "tests/tools/game_won_by.h"
#include "tests/tools/run.h"
#include "tools/import/pairings.h"
#include "tools/io/csv.h"

namespace docket::pairings_test {
namespace {

using test::gameWonBy;
using test::has;
using test::memberOf;
using test::Ran;
using test::run;
using test::TempDirectory;

Ran importInto(const TempDirectory& place, std::vector<std::string> typed) {
  typed.insert(typed.begin(), "import");
  typed.insert(typed.end(), {"--cut", "--archive", place.archive()});
  return run(typed);
}

std::string gamesOf(const TempDirectory& place, std::vector<std::string> typed = {"--json"}) {
  typed.insert(typed.begin(), {"games", "--archive", place.archive()});
  return run(typed).out;
}

// ---- the table

TEST(Csv, ReadsWhatSpreadsheetsWrite) {
  const auto rows = readCsv("a, \"b\"\"1\", c\r\n\r\n1,\"2,\n3\",\n,,\n", "t.csv");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][1].text, "b\"1");
  EXPECT_EQ(rows[1][1].text, "2,\n3");
  EXPECT_EQ(rows[1][1].line, 3U);
  EXPECT_EQ(rows[1][1].column, 3U);
  EXPECT_EQ(rows[1][2].text, "");
  EXPECT_EQ(readCsv("a;b\n1,5;2\n", "t.csv")[1][0].text, "1,5");
  EXPECT_EQ(readCsv("a\tb\n1\t2", "t.csv")[1][1].text, "2");
  EXPECT_TRUE(readCsv("", "t.csv").empty());
}

TEST(Csv, RefusesAMalformedTableWithItsPlace) {
  const auto why_not = [](const std::string& text) -> std::string {
    try {
      (void)readCsv(text, "t.csv");
    } catch (const BadInput& error) {
      return error.what();
    }
    return "it was read";
  };
  EXPECT_EQ(why_not("a,b\n1,\"2\n3"), "t.csv:2:3: this quotation mark is not closed");
  EXPECT_HAS(why_not("a,b\n\"1\"2,3\n"), "t.csv:2:4: after the closing quotation mark");
  EXPECT_EQ(why_not("a,b\n1,2,3\n"), "t.csv:2:1: this row has 3 cells, but the first row has 2");
  EXPECT_HAS(why_not("a,b\n1,\xff\n"), "t.csv:2:3: the cell is not valid UTF-8");
  EXPECT_HAS(why_not("a\n" + std::string(5000, 'x')), "more than 4096 bytes");
  EXPECT_HAS(why_not(std::string(200, ',')), "more than 100 cells");
}

TEST(PairingMutations, AreAcceptedOrRefusedWithTheirPlace) {
  tryMutants(
      {"file,event,match,round,table,game of match,player 1,player 2,result\na.yrpX,Open,\"A, B\",1,2,1,Ana,Ben,2-1\n"
       "1\\b.yrpX,Open,\"say \"\"hi\"\"\",2,3,,Cy,Di,Cy\n",
       "id;p1;p2;result;remark\nsession-2;Ana;Ben;draw;late\n"},
      takePairings);
}

TEST(Pairings, ReportTheirMistakes) {
  const TempDirectory place;
  const auto why_not = [&](const std::string& table) {
    const std::string game = place.file("a.jsonl", gameWonBy("a", 1));
    const Ran ran = importInto(place, {game, "--pairings", place.file("p.csv", table)});
    EXPECT_EQ(ran.status, 2) << table;
    return ran.err;
  };
  EXPECT_HAS(why_not(""), "p.csv:1:1: the table is empty");
  EXPECT_HAS(why_not("round,table\n1,2\n"), "p.csv:1:1: the first row names the columns") << why_not("round\n1\n");
  EXPECT_HAS(why_not("file,round,Round\na,1,1\n"), "p.csv:1:12: a second column \"Round\"");
  EXPECT_HAS(why_not("file,round\na,Top 8\n"), "p.csv:2:3: expected a number from 1 to 1000000");
  EXPECT_HAS(why_not("file,round\n,1\n"), "p.csv:2:1: this row has no file and no id");
  EXPECT_FALSE(std::filesystem::exists(place.archive()));
}

// ---- importing

TEST(Pairings, NameTheGamesOfFilesWithColumnsInAnyOrder) {
  const TempDirectory place;
  const std::string a = place.file("a.jsonl", gameWonBy("a", 1)), b = place.file("b.jsonl", gameWonBy("b", 2));
  const std::string table = place.file("p.csv",
                                       "\xEF\xBB\xBFResult,Player 2,player_1,Table,Judge,ROUND,File\r\n"
                                       "1-0,\"Ng, Alex\",Bo,7,Femi,3,b.jsonl\r\n"
                                       "1,Cy,Di,8,Femi,3,a.jsonl\r\n");
  const Ran ran = importInto(place, {a, b, "--pairings", table, "--event", "Open 2026"});
  EXPECT_EQ(ran.status, 1) << "the other player won b";
  EXPECT_HAS(ran.err, "b: result: the record says P2 won, ");
  EXPECT_HAS(ran.err, "p.csv:2 says \"1-0\"; the record is kept");
  EXPECT_HAS(ran.err, "the column \"Judge\" was skipped");
  const std::string games = gamesOf(place);
  EXPECT_HAS(games, R"("game":"a","event":"Open 2026","match":"","round":3,"table":8,"gameOfMatch":null,"date":"")"
                    R"(,"players":["Di","Cy"],"winner":1,)");
  EXPECT_HAS(games, R"("game":"b","event":"Open 2026","match":"","round":3,"table":7,"gameOfMatch":null,"date":"")"
                    R"(,"players":["",""],"winner":2,)")
      << "the players may have the other seats: ";
  const std::string text = gamesOf(place, {});
  EXPECT_HAS(text, "Open 2026, round 3, table 8  Di won");
}

TEST(Pairings, FindTheSeatsOfNamedPlayers) {
  const TempDirectory place;
  const std::string a = place.file("a.jsonl", gameWonBy("a", 2, R"({"name":"Cy"},{"name":"Di"})"));
  const std::string table = place.file("p.csv", "id,player 1,player 2,result\na,Di,Cy,1\n");
  const Ran ran = importInto(place, {a, "--pairings", table});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(gamesOf(place), R"("players":["Cy","Di"],"winner":2)");
}

TEST(Pairings, KeepTheRecordAndReportTheDifference) {
  const TempDirectory place;
  const std::string a =
      place.file("a.jsonl", gameWonBy("a", 2, R"({"name":"Cy"},{})", R"("event":"Friday","round":2)"));
  const std::string table =
      place.file("p.csv", "id,event,round,table,player 1,player 2\na,Saturday,4,9,Di,Bo\nz,Saturday,1,1,x,y\n");
  const Ran ran = importInto(place, {a, place.file("b.jsonl", gameWonBy("b", 0)), "--pairings", table, "--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.out, R"({"field":"event","recorded":"\"Friday\"","said":"\"Saturday\"","by":")");
  EXPECT_HAS(ran.out, R"({"field":"round","recorded":"2","said":"4","by":")");
  EXPECT_HAS(ran.out, R"({"field":"players[0]","recorded":"\"Cy\"","said":"\"Di\"","by":")");
  EXPECT_HAS(ran.out, R"("conflicts":3,"withoutRow":1,"rowsWithoutGame":[{"line":3,"about":["z"]}])");
  EXPECT_HAS(gamesOf(place), R"("event":"Friday","match":"","round":2,"table":9,)");
  EXPECT_HAS(gamesOf(place), R"("players":["Cy","Bo"],"winner":2,)");
  EXPECT_HAS(gamesOf(place), R"("winner":0,)");
}

TEST(Pairings, ReportUnmatchedRowsAndFiles) {
  const TempDirectory place;
  const Ran ran =
      importInto(place, {place.file("a.jsonl", gameWonBy("a", 1)), place.file("b.jsonl", gameWonBy("b", 1)),
                         place.file("bad.jsonl", "{\"game\":"), "--pairings",
                         place.file("p.csv", "file,round,result\nc.jsonl,1,\nbad.jsonl,2,\na.jsonl,1,bye\n")});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_HAS(ran.err, "p.csv has no row for b\n");
  EXPECT_HAS(ran.err, "p.csv:2: no game matches \"c.jsonl\"");
  EXPECT_FALSE(has(ran.err, "p.csv:3: no game")) << "its file was refused: " << ran.err;
  EXPECT_HAS(ran.err, "1 result was not compared with the record, first \"bye\" on line 4");
}

TEST(Pairings, RefuseARowThatMatchesTwoFiles) {
  const TempDirectory place;
  std::filesystem::create_directories(place / "1");
  std::filesystem::create_directories(place / "2");
  const std::string a = place.file("1/a.jsonl", gameWonBy("a", 1)), b = place.file("2/a.jsonl", gameWonBy("a", 1));
  const Ran ran = importInto(place, {a, b, "--pairings", place.file("p.csv", "file,table\na.jsonl,1\n")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "p.csv:2: \"a.jsonl\" matches two files");
  const Ran told = importInto(place, {a, "--pairings", place.file("q.csv", "file,table\n1\\a.jsonl,5\n")});
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_HAS(gamesOf(place), R"("table":5)");
}

TEST(Pairings, NameTheGamesOfOneFileByTheOrderOfItsRows) {
  const TempDirectory place;
  const std::string session = place.file("session.jsonl", gameWonBy("s-1", 1) + gameWonBy("s-2", 2));
  const std::string table =
      place.file("p.csv", "file,game,player 1,player 2\nsession.jsonl,1,Bo,Di\nsession.jsonl,2,Di,Bo\n");
  const Ran ran = importInto(place, {session, "--pairings", table});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(gamesOf(place), R"("gameOfMatch":1,"date":"","players":["Bo","Di"],"winner":1)");
  EXPECT_HAS(gamesOf(place), R"("gameOfMatch":2,"date":"","players":["Di","Bo"],"winner":2)");
  EXPECT_EQ(importInto(place, {session, "--game-of-match", "1"}).status, 2);
}

TEST(Import, FillsTheHeaderFromOptionsAndImportsAGameOnce) {
  const TempDirectory place;
  const std::string a = place.file("a.jsonl", gameWonBy("a", 1));
  const std::vector<std::string> typed{a,   "--event", "Open", "--match",         "Final", "--round",
                                       "9", "--table", "1",    "--game-of-match", "2"};
  ASSERT_EQ(importInto(place, typed).status, 0);
  EXPECT_HAS(gamesOf(place), R"("event":"Open","match":"Final","round":9,"table":1,"gameOfMatch":2,)");
  const Ran again = importInto(place, typed);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_HAS(again.out, "unchanged");
  EXPECT_HAS(gamesOf(place, {"--round", "9"}), "1 game,");
  EXPECT_HAS(gamesOf(place, {"--round", "8"}), "0 games,");
  EXPECT_EQ(importInto(place, {a, "--round", "0"}).status, 2);
}

// ---- who won

TEST(Games, ShowTheWinnersByTheEventsInEffect) {
  const TempDirectory place;
  const auto winner = [&](const std::string& id, const std::string& events) {
    const std::string file = place.file(id + ".jsonl", R"({"game":{"id":")" + id +
                                                           R"(","ruleset":"yugioh","players":[{},{}]}})"
                                                           "\n" +
                                                           events);
    EXPECT_EQ(importInto(place, {file}).status, 0) << events;
    return memberOf(gamesOf(place, {"--json", "--prefix", id}), "winner");
  };
  const std::string note = R"({"note":"x"})"
                           "\n";
  const std::string p2 = R"({"gameEnded":{"winner":2}})"
                         "\n";
  EXPECT_EQ(winner("none", note), "null");
  EXPECT_EQ(winner("plain", note + p2 + note), "2");
  EXPECT_EQ(winner("taken-back", note + p2 +
                                     R"({"rewound":{"to":1,"judge":"J"}})"
                                     "\n" +
                                     note),
            "null");
  EXPECT_EQ(winner("corrected", p2 + R"({"corrected":{"event":1,"replacement":{"gameEnded":{"winner":1}}}})"
                                     "\n"),
            "1");
  EXPECT_EQ(winner("did-not-happen", p2 + R"({"corrected":{"event":1}})"
                                          "\n"),
            "null");
  std::string later = p2;
  for (int i = 0; i < 600; ++i) later += note;
  EXPECT_EQ(winner("long-ago", later), "2");
  EXPECT_EQ(winner("all", R"({"gameEnded":{"everybody":"wins"}})"
                          "\n"),
            "\"everybody\"");
}

}  // namespace
}  // namespace docket::pairings_test
