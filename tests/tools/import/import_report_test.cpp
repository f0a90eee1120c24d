// The output of docket import: all mistakes of a file at once, findings, how much is unknown; and that a dry run
// stores nothing.
#include "tests/tools/disputed_game.h"
#include "tests/tools/terrains.h"

namespace docket::import_report_test {
namespace {

using test::has;
using test::Ran;

constexpr const char* kDuel = R"(game "shop/1"
date "2026-10-10"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers hand
  = 2 "Lantern Fox"
P2 registers deck 3 cards
== turn P1
-- "main 1"
plays "Lantern Fox" to "monster zone" slot 2 up turned attack
uses "Lantern Fox" ability 2 as ignition
uses "Lantern Fox" ability 2 as ignition
)";

class ImportReport : public testing::Test {
 protected:
  [[nodiscard]] Ran importGame(const std::string& text, std::vector<std::string> more = {}) const {
    std::vector<std::string> typed{"import",    place.file("shop.txt", text),
                                   "--cards",   test::sample("catalogues/yugioh.json"),
                                   "--archive", place.archive()};
    typed.insert(typed.end(), more.begin(), more.end());
    return test::run(typed);
  }
  /// Imports a record in the notation of lines.
  [[nodiscard]] Ran taken(const std::string& lines) const {
    return test::run({"import", place.file("court.jsonl", lines), "--cards", place.file("cards.json", test::kCards),
                      "--archive", place.archive()});
  }
  test::TempDirectory place;
};

std::string replaced(std::string text, const std::string& was, const std::string& is) {
  return text.replace(text.find(was), was.size(), is);
}

TEST_F(ImportReport, ListsFindingsAndTheNextCommand) {
  const Ran ran = importGame(kDuel);
  EXPECT_EQ(ran.status, 0);
  EXPECT_HAS(ran.out, "stored     shop/1  7 events");
  EXPECT_HAS(ran.err, "findings   shop/1: 1, the first at event 7: P1 Gus uses Lantern Fox");
  EXPECT_HAS(ran.err, "[ygo.hard.use]");
  EXPECT_HAS(ran.err, "docket verify shop/1 shows the details");
}

TEST_F(ImportReport, ListsFindingsOfAGroupAfterAllItsEvents) {
  const std::string with_group = test::kTerrainsChangePlaces;
  const std::string one_after_the_other = with_group.substr(0, with_group.find(" with 4"));
  const std::string said_first = replaced(with_group, "battlefield up\nP1 moves", "battlefield up with next\nP1 moves");
  struct {
    std::string id, text;
    bool found;
  } const rows[] = {
      {"court/a", with_group, false}, {"court/b", said_first, false}, {"court/c", one_after_the_other, true}};
  for (const auto& row : rows) {
    const Ran ran = test::run({"import", place.file("terrains.txt", replaced(row.text, "court/terrains", row.id)),
                               "--cards", place.file("terrains.json", test::kTerrains), "--archive", place.archive()});
    EXPECT_EQ(has(ran.out + ran.err, "l5r.keyword.terrain"), row.found) << row.id << ran.out;
    EXPECT_EQ(test::run({"verify", "--archive", place.archive(), row.id}).status, row.found ? 1 : 0) << row.id;
  }
}

TEST_F(ImportReport, CountsWrongAndReplacedRulings) {
  const std::string_view claim = R"("claim":"stat(#2, \"Personal Honor\") = 0","clauses":["l5r.calc.clamp"]}})";
  const auto also = [&](const std::string& id) {  // Corin's ruling again, which is wrong
    return replaced(test::kGame, "court/7", id) + R"({"rulingGiven":{"judge":"Corin","at":13,)" + std::string(claim) +
           '\n';
  };
  EXPECT_HAS(taken(test::kGame).err, "rulings    court/7: 1 of 3 wrong, which a later one replaced\n");
  EXPECT_HAS(taken(also("court/8")).err, "rulings    court/8: 2 of 4 wrong, 1 of them replaced by a later one\n");
  const std::string stand = replaced(also("court/9"), R"(,"supersedes":15)", "");
  EXPECT_HAS(taken(stand).err, "rulings    court/9: 2 of 4 wrong\n");
}

TEST_F(ImportReport, NamesWordsMissingFromACompleteList) {
  const Ran ran = taken(std::string(test::kGame) + R"({"ended":{"period":"trun"}}
{"actor":1,"cardMoved":{"card":3,"player":1,"from":"hoem","zone":"home","face":"up","orientation":"straightend"}}
{"cardTurned":{"card":2,"orientation":"bwoed"}}
{"actor":2,"cardsDrawn":{"player":2,"from":"fate dek","to":"hand","cards":[4]}}
{"cardTurned":{"card":2}}
{"counterPlaced":{"subject":"#2","amount":1}}
{"counterRemoved":{"subject":"#2","amount":1}}
{"valueChanged":{"subject":"P1","how":"gained","amount":1}}
{"ended":{}}
{"controlChanged":{"card":2,"player":2,"until":"trun"}}
{"begins":[{"subject":"#2","kind":"bonus","name":"Force","amount":1,"last":"untilEnd","until":"trun"}],"changeBegan":{}}
)");
  EXPECT_EQ(ran.status, 2);
  for (const std::string_view wrong :
       {R"(event 19: the ruleset has no period "trun" (did you mean "turn"?))",
        R"(event 20: the ruleset has no zone "hoem" (did you mean "home"?))",
        R"(event 20: the ruleset has no orientation "straightend" (did you mean "straight"?))",
        R"(event 21: the ruleset has no orientation "bwoed" (did you mean "bowed"?))",
        R"(event 22: the ruleset has no zone "fate dek" (did you mean "fate deck"?))",
        "event 23: it does not say which orientation", "event 24: it does not say which counter",
        "event 25: it does not say which counter", "event 26: it does not say which value",
        "event 27: it does not say which period",
        R"(event 28: the ruleset has no period "trun" (did you mean "turn"?))",
        R"(event 29: the ruleset has no period "trun" (did you mean "turn"?))"})
    EXPECT_HAS(ran.err, std::string(wrong)) << wrong;
  EXPECT_FALSE(std::filesystem::exists(place.archive())) << "nothing is stored";
}

TEST_F(ImportReport, NamesWordsThatNoDocumentLists) {
  std::string slips = replaced(test::kGame, R"("method":"recruit")", R"("method":"recriut")");
  slips = replaced(slips, R"("kind":"weapon")", R"("kind":"wepon")");
  for (int i = 0; i < 2; ++i) slips = replaced(slips, R"("designator":"Battle")", R"("designator":"Batle")");
  slips += R"({"gameEnded":{"winner":1,"reason":"a cup of tea"}})";
  const Ran ran = taken(slips);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err, R"(attention  court/7: event 7: "recriut", how a card is played, is listed neither by the )"
                      R"(ruleset nor by the cards (did you mean "recruit"?))");
  EXPECT_HAS(ran.err, R"(event 10 (and 1 more): "Batle", as what an ability is used, is listed neither)");
  EXPECT_HAS(ran.err, R"((did you mean "Battle"?))");
  EXPECT_HAS(ran.err, R"(event 19: "a cup of tea", how the game ended, is listed neither)");
  EXPECT_FALSE(has(taken(replaced(test::kGame, "court/7", "court/8")).err, "attention"));
}

TEST_F(ImportReport, ListsAllMistakesOfAFileAtOnce) {
  std::string text = replaced(kDuel, "registers hand", "registers hnad");
  text = replaced(text, "as ignition\n", "as ignition link x\n");
  text = replaced(text, "-- \"main 1\"", "-- \"mian 1\"");
  const Ran ran = importGame(text);
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, ":6:14: \"hnad\" is not a zone of the ruleset (did you mean \"hand\"?)");
  EXPECT_HAS(ran.err, ":10:4: ");
  EXPECT_HAS(ran.err, ":12:42: ");
  EXPECT_FALSE(std::filesystem::exists(place.archive())) << "nothing is stored";
  const Ran json = importGame(text, {"--json"});
  EXPECT_HAS(json.out, R"(shop.txt","line":6,"column":14,"next":null,"length":4,"choices":[{"text":"hand",)");
  EXPECT_HAS(json.out, R"("errors":[{"status":2,"message":"\"hnad\" is not a zone of the ruleset )");
}

TEST_F(ImportReport, ListsAllMistakesOfJsonLinesAtOnce) {
  const std::string header = R"({"game":{"id":"shop/2","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})";
  const std::string begun = header + R"(
{"deckRegistered":{"player":1,"zone":"deck","first":1,"count":3}}
)";
  const Ran ran = importGame(begun + R"({"began":{"perod":"turn","player":1}}
{"cardMoved":{"card":9,"player":1,"zone":"hand"}}
{"valueChanged":{"subject":"P1","value":"life","how":"lost","amount":-1}}
{"n":9,"note":"events 5 to 8 are missing"}
{"n":10,"cardMoved":{"card":77,"player":1,"zone":"hand"}}
{"note":5}
{"cardMoved":{"card":1,"player":7,"zone":"hand"}}
)");
  EXPECT_EQ(ran.status, 2);
  for (const char* told : {":3:11: ", ":4:22: cardMoved.card: there is no card 9 (the last is 3)",
                           ":5:70: valueChanged.amount: -1 is negative", ":6:6: expected event 5 next, found event 9",
                           ":8:9: ", ":9:33: cardMoved.player: there is no seat 7"})
    EXPECT_HAS(ran.err, told);
  EXPECT_FALSE(has(ran.err, "card 77")) << "a missing event may have brought it into the game\n" << ran.err;
  EXPECT_FALSE(std::filesystem::exists(place.archive())) << "nothing is stored";
  const Ran names = importGame(begun + R"({"cardMoved":{"card":1,"player":1,"zone":"hnad"}}
{"cardMoved":{"card":2,"player":1,"zone":"dekc"}}
)");
  EXPECT_TRUE(has(names.err, "hnad") && has(names.err, "dekc")) << names.err;
  std::string many = begun;
  for (int i = 0; i < 60; ++i) many += "{\"nothing\":{}}\n";
  EXPECT_HAS(importGame(many).err, "and 10 more mistakes");
  const Ran json = importGame(header + "\n{\"note\":5}\n{\"nte\":\"x\"}\n", {"--json"});
  EXPECT_TRUE(has(json.out, R"("line":2,)") && has(json.out, R"("line":3,)")) << json.out;
}

TEST_F(ImportReport, ListsMistakesAfterAWrongHeader) {
  const Ran ran = importGame(R"({"game":{"id":"shop/2","rulest":"yugioh","players":[{"name":"A"},{"name":"B"}]}}
{"deckRegistered":{"player":1,"zone":"deck","first":1,"count":3}}
{"began":{"perod":"turn","player":2}}
)");
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(has(ran.err, ":1:") && has(ran.err, "rulest")) << ran.err;
  EXPECT_HAS(ran.err, ":3:11: ");
  EXPECT_FALSE(has(ran.err, ":2:")) << "the header has those seats\n" << ran.err;
}

TEST_F(ImportReport, ExplainsWhatToDoIfTheRulesetIsAFile) {
  const Ran ran = importGame(replaced(kDuel, "ruleset \"yugioh\"", "ruleset \"shop rules\""));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "shop.txt: there is no ruleset \"shop rules\"; known: ");
  EXPECT_HAS(ran.err, "; give the file of your own ruleset with --ruleset FILE");
}

TEST_F(ImportReport, LocatesAMisspeltHeader) {
  const Ran ran = importGame(replaced(replaced(kDuel, "date \"", "daet \""), "ruleset \"", "rulest \""));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, ":2:1: \"daet\" is not a line of a header (did you mean \"date\"?)");
  EXPECT_HAS(ran.err, ":5:1: \"rulest\" is not a line of a header (did you mean \"ruleset\"?)");
}

TEST_F(ImportReport, RefusesAnUndeclaredStartingValue) {
  const Ran ran = importGame(replaced(kDuel, "P1 registers", "P1 starts 5 honor\nP1 registers"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, ":6:13: \"honor\" is not a value of the ruleset (did you mean \"life\"?)");
  const Ran spelled = importGame(replaced(kDuel, "P1 registers", "P1 starts 7000 Life\nP1 registers"));
  EXPECT_EQ(spelled.status, 0) << spelled.err;
  EXPECT_HAS(test::run({"log", "shop/1", "--archive", place.archive()}).out +
                 test::run({"ask", "shop/1", "value(P1, \"life\")", "--archive", place.archive()}).out,
             "7000");
}

TEST_F(ImportReport, RefusesAWrongDesignatorOfAnAbility) {
  const Ran ran = importGame(replaced(kDuel, "as ignition\n", "as banana\n"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err,
             ":12:33: by its text \"Lantern Fox\" has no ability that is used as \"banana\" (did you mean "
             "\"ignition\" (ability 2)?)");
}

TEST_F(ImportReport, ListsTheUsableAbilitiesIfNoneIsNamed) {
  const Ran ran = importGame(replaced(kDuel, " ability 2 as ignition\n", "\n"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "by its text \"Lantern Fox\" has 2 abilities: which one is used?");
  EXPECT_HAS(ran.err, "\"ability 2\" (\"call a second light\", ignition)");
}

TEST_F(ImportReport, RefusesAnAbilityThatTheCardLacks) {
  const Ran ran = importGame(replaced(kDuel, "ability 2 as ignition\n", "ability 9\n"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, ":12:28: by its text \"Lantern Fox\" has ");
  EXPECT_HAS(ran.err, "\"2\" (\"call a second light\", ignition)");
}

TEST_F(ImportReport, ATurnOfAnUnknownPlayerIsRefusedWithTheNearestName) {
  const std::string misspelt = std::string(kDuel) + "== turn Guss\n";
  const Ran ran = importGame(misspelt);
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, ":14:9: there is no player \"Guss\" (did you mean \"P1\" (gus)?)");
  EXPECT_EQ(importGame(std::string(kDuel) + "== turn Gus\n", {"--dry-run"}).status, 0);
}

TEST_F(ImportReport, RefusesAnUnknownMethod) {
  const std::string played = replaced(kDuel, "turned attack\n", "turned attack as banana\n");
  const Ran ran = importGame(played);
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err,
             ":11:66: neither the rules nor the cards have a method \"banana\" (if it is meant, {method=banana} at "
             "the end of the line says so in its place): \"flip summon\", ");
  const Ran near = importGame(replaced(kDuel, "turned attack\n", "turned attack as \"normal sumon\"\n"));
  EXPECT_HAS(near.err, "(did you mean \"normal summon\"?)");
  const Ran bare = importGame(replaced(kDuel, "turned attack\n", "turned attack as normal sumon because 5\n"));
  EXPECT_HAS(bare.err, "\"normal sumon\" is not a method of the ruleset (did you mean \"normal summon\"?)");
  for (const char* line :
       {"moves \"Lantern Fox\" to graveyard as banana", "P1 wins as banana", "attaches \"Lantern Fox\" to P2 as banana",
        "P2 uses ? #3 ability 1 as banana", "moves \"Lantern Fox\" to graveyard as hand",
        "corrects 5: P1 plays \"Lantern Fox\" as banana"}) {
    const Ran other = importGame(std::string(kDuel) + line + "\n", {"--dry-run"});
    EXPECT_EQ(other.status, 2) << line;
    EXPECT_TRUE(has(other.err, ":14:") && has(other.err, "neither the rules nor the cards have a "))
        << line << other.err;
  }
  EXPECT_EQ(importGame(replaced(kDuel, "turned attack\n", "turned attack as Normal Summon\n"), {"--dry-run"}).status,
            0);
  EXPECT_EQ(importGame(replaced(kDuel, "turned attack\n", "turned attack {method=banana}\n")).status, 0);
  // The recorded word is printed, and the printed one is read back.
  const std::string printed = test::run({"log", "shop/1", "--archive", place.archive()}).out;
  EXPECT_HAS(printed, "as banana");
  const Ran again = test::run({"import", place.file("again.txt", printed), "--cards",
                               test::sample("catalogues/yugioh.json"), "--archive", place / "again"});
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(ImportReport, ADryRunReportsEverythingAndStoresNothing) {
  const Ran good = importGame(kDuel, {"--dry-run"});
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_HAS(good.out, "good       shop/1  7 events");
  EXPECT_HAS(good.err, "findings   shop/1: 1");
  EXPECT_FALSE(std::filesystem::exists(place.archive()));
  ASSERT_EQ(importGame(kDuel).status, 0);
  const Ran again = importGame(kDuel, {"--dry-run"});
  EXPECT_EQ(again.status, 2);
  EXPECT_HAS(again.err, "the archive already has a game shop/1");
}

TEST_F(ImportReport, NamesTheAssumedDurationOfAChange) {
  const std::string changes =
      "  + bonus ATK 500 on \"Lantern Fox\" until turn\n  + set ATK 0 on \"Lantern Fox\"\n  + maximum ATK 9 on P1\n";
  const Ran ran = importGame(replaced(kDuel, "turned attack\n", "turned attack\n" + changes));
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err,
             "attention  shop/1: event 5: \"set ATK 0\" has no duration and is taken to last as long as the card "
             "stays where it is; add \"until turn\" to end it with the turn (and 1 more)");
  EXPECT_FALSE(has(importGame(kDuel, {"--id", "shop/2"}).err, "has no duration"));
}

TEST_F(ImportReport, SuggestsReplacingAnExistingGame) {
  ASSERT_EQ(importGame(kDuel).status, 0);
  const Ran ran = importGame(replaced(kDuel, "slot 2", "slot 1"), {"--dry-run"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "the archive already has a game shop/1");
  EXPECT_HAS(ran.err, "--replaces shop/1 if it is the same game, corrected");
}

TEST_F(ImportReport, ListsRulingsMissingFromTheNewRecord) {
  ASSERT_EQ(importGame(kDuel).status, 0);
  ASSERT_EQ(test::run({"rule", "shop/1", "--at", "7", "--claim", "not legal(7)", "--judge", "Ida", "--archive",
                       place.archive()})
                .status,
            0);
  const Ran ran = importGame(replaced(kDuel, "slot 2", "slot 1"), {"--replaces", "shop/1"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.err,
             "that of event 8 of shop/1@1 is not in this record: docket rule shop/1 --at 7 --claim 'not legal(7)' "
             "--judge \"Ida\" gives it again");
}

}  // namespace
}  // namespace docket::import_report_test
