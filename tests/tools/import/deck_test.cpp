// docket deck: lists in both notations, findings, and refusals with their place.
#include <filesystem>
#include <sstream>
#include <tuple>

#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/deck_target.h"
#include "tests/places.h"
#include "tests/tools/run.h"

namespace docket::test::deck_test {
namespace {

constexpr std::string_view kCards = R"({"name": "pond", "version": "1", "ruleset": "huntik", "cards": [
  {"key": "Frog", "title": "Frog", "types": ["Action"]},
  {"key": "Heron Grey", "title": "Heron", "version": "Grey", "types": ["Hero"], "keywords": ["Good"]},
  {"key": "Heron White", "title": "Heron", "version": "White", "types": ["Hero"], "keywords": ["Evil"]},
  {"key": "King", "title": "King", "types": ["Hero"], "keywords": ["Legendary"]}]})";

class Deck : public ::testing::Test {
 protected:
  Ran check(const std::string& list, const std::vector<std::string>& more = {}) {
    std::vector<std::string> typed{"deck", place.file("list", list), "--cards", cards};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  }
  TempDirectory place;
  const std::string cards = place.file("cards.json", std::string(kCards));
};

TEST_F(Deck, ThatIsLegalExitsWith0) {
  const Ran ran =
      check("# a sealed deck\n10 Frog\n\n[legendary heroes]\n2x King\n", {"--format", "limited", "--value", "packs=2"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("limited, 12 cards"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("legendary heroes: 2 cards"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("legal\n"), std::string::npos) << ran.out;
}

TEST_F(Deck, ThatIsIllegalReportsEachClauseAndExitsWith1) {
  const Ran ran = check("4 Heron (Grey)\nHeron (White)\n34 Frog\n", {"--format", "constructed"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  for (const char* clause : {"ms.deck.size", "ms.deck.alignment", "ms.deck.copies"}) {
    EXPECT_NE(ran.out.find(clause), std::string::npos) << ran.out;
  }
  EXPECT_NE(ran.out.find("4 copies of Heron (Grey); 3 at most"), std::string::npos) << ran.out;
}

TEST_F(Deck, AsJsonIsReportedAsJson) {
  const Ran ran = check(R"({"format": "limited", "values": [{"name": "packs", "value": 1}],
    "zones": [{"name": "deck", "cards": [{"count": 5, "card": "Frog"}]},
              {"name": "legendary heroes", "cards": [{"count": 4, "card": "King"}]}]})",
                        {"--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"({"docket":2,"command":"deck","answer":{"legal":false,"judged":true,"format":"limited","cards":9,"findings":[{"clause":"ms.deck.legendary","certain":true,)"
      R"("limit":"three legendary copies","card":"King","copies":4,"max":3}],"apart":[],"unknown":[],"registers":null}})"
      "\n");
}

TEST_F(Deck, IsUndecidedWithoutItsNumberOfPacks) {
  const Ran ran = check("5 Frog\n", {"--format", "limited"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_FALSE(has(ran.out, "legal\n")) << ran.out;
  EXPECT_HAS(ran.out, "ms.deck.size");
  EXPECT_HAS(ran.out, "\"packs\" is not known; give it with --value \"packs=NUMBER\"");
  const Ran json = check("5 Frog\n", {"--format", "limited", "--json"});
  EXPECT_HAS(json.out, R"("legal":null)");
  EXPECT_EQ(check("5 Frog\n", {"--format", "limited", "--value", "packs=1"}).status, 0);
  EXPECT_EQ(check("5 Frog\n", {"--format", "limited", "--value", "packs=2"}).status, 1);
}

/// A game in which player 1 registered `count` unidentified cards.
std::string unlisted(const std::string& ruleset, int count) {
  return R"({"game":{"id":"unlisted","players":[{"name":"Ada"},{"name":"Bo"}],"ruleset":")" + ruleset +
         R"("}}
{"deckRegistered":{"player":1,"zone":"deck","first":1,"count":)" +
         std::to_string(count) + "}}\n";
}

TEST_F(Deck, IsNotJudgedWithoutDeckRules) {
  const std::string foxes =
      place.file("foxes.json", R"({"name": "foxes", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "Fox", "title": "Fox", "types": ["monster"]}]})");
  const std::string list = place.file("list", "4 Fox\n");
  const Ran ran = run({"deck", list, "--cards", foxes});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "not judged: yugioh 2022-06-22 has no rules of decks");
  EXPECT_FALSE(has(ran.out, "legal")) << ran.out;
  const Ran json = run({"deck", list, "--cards", foxes, "--json"});
  EXPECT_TRUE(has(json.out, R"("legal":null)") && has(json.out, R"("judged":false)")) << json.out;
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("yugioh", 4)), "--archive", place.archive()}).status, 0);
  const Ran asked = run({"ask", "unlisted", "deckLegal(P1, \"constructed\")", "--archive", place.archive()});
  EXPECT_HAS(asked.out, "): unknown");
  EXPECT_HAS(asked.out, "this is decided by rules that are not in this ruleset");
}

TEST_F(Deck, OfAFormatUnknownToTheRulesIsNeverLegal) {
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("huntik", 40)), "--archive", place.archive()}).status, 0);
  const Ran asked = run({"ask", "unlisted", "deckLegal(P2, \"vintage\")", "--archive", place.archive()});
  EXPECT_HAS(asked.out, "deckLegal(P2, \"vintage\"): unknown");
}

TEST_F(Deck, ThatIsUnlistedIsUndecided) {
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("huntik", 40)), "--archive", place.archive()}).status, 0);
  const Ran why = run({"explain", "unlisted", "deckLegal(P1, \"constructed\")", "--archive", place.archive()});
  EXPECT_HAS(why.out, "the deck may break a rule");
  EXPECT_HAS(why.out, "because it depends on something unknown");
  EXPECT_FALSE(has(why.out, "this event breaks a rule") || has(why.out, "event 0")) << why.out;
}

struct Refused {
  std::string list, says;
};

TEST_F(Deck, WithAMistakeIsRefusedWithPlaceAndNearestName) {
  const std::vector<Refused> table = {
      {"3 Frog\n2 Froog\n", "2:3: the catalogue has no card \"Froog\" (did you mean \"Frog\"?)"},
      {"3 Frog\n[decks]\n", "2:1: the ruleset has no zone \"decks\" (did you mean \"deck\"?)"},
      {"[deck\n3 Frog\n", "1:1: expected \"]\" after the name of the zone"},
      {"3 Heron\n", "1:3: several cards are called \"Heron\": Heron (Grey), Heron (White)"},
      {"0 Frog\n", "1:3: expected a count from 1 to 10000"},
      {"99999999999 Frog\n", "1:13: expected a count from 1 to 10000"},
      {"9000 Frog\n9000 King\n", "2:6: the list has more than 10000 cards"},
      {"3\n", "1:1: expected a card's title after the count"},
      {"# nothing\n", "the list has no cards"},
      {"Dear diary,\ntoday I went out.\n", "the catalogue has none of these cards"},
      {"Frog\n\x7F"
       "ELF\xFF\n",
       "2:1: expected a card's title, found bytes that are no text"},
      {"{\"zones\": [\n {\"cards\": [{\"card\": \"Knig\"}]}]}",
       "2:22: the catalogue has no card \"Knig\" (did you mean \"King\"?)"},
      {"{\"zone\": []}", "1:2: "},
  };
  for (const Refused& one : table) {
    const Ran ran = check(one.list, {"--format", "limited"});
    EXPECT_EQ(ran.status, 2) << one.list;
    EXPECT_NE(ran.err.find(one.says), std::string::npos) << one.list << "\n" << ran.err;
  }
}

TEST_F(Deck, MayHaveCardsMissingFromTheCatalogue) {
  const Ran ran = check("3 Frog\n2 Grebe\n37 Frog\n", {"--format", "constructed"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_HAS(ran.err, "the catalogue has no card Grebe (2 copies)");
}

TEST_F(Deck, OfAMissingOrUnknownFormatIsRefused) {
  EXPECT_NE(check("3 Frog\n").err.find("--format is missing"), std::string::npos);
  const Ran ran = check("3 Frog\n", {"--format", "constricted"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("did you mean \"constructed\"?"), std::string::npos) << ran.err;
  EXPECT_NE(check("3 Frog\n", {"--format", "limited", "--value", "packs"}).err.find("expected NAME=NUMBER"),
            std::string::npos);
  EXPECT_NE(check("3 Frog\n", {"--format", "limited", "--value", "pack=1"}).err.find("did you mean \"packs\"?"),
            std::string::npos);
}

// ---- lists of passcodes

constexpr std::string_view kDuelists = R"({"name": "duelists", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "101", "title": "Mill Hand", "types": ["monster"]},
  {"key": "102", "title": "Mill Hand", "alias": "101", "types": ["monster"]},
  {"key": "201", "title": "Night Ferry", "types": ["monster"]}]})";

class Passcodes : public ::testing::Test {
 protected:
  Ran check(const std::string& list, const std::vector<std::string>& more = {}) {
    std::vector<std::string> typed{"deck", place.file("deck.ydk", list), "--cards", cards};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  }
  TempDirectory place;
  const std::string cards = place.file("duelists.json", std::string(kDuelists));
};

TEST_F(Passcodes, AreReadWithCommentsBlankLinesAndLineEndsOfEverySystem) {
  const Ran ran = check(
      "\xEF\xBB\xBF#created by somebody\r\n\r\n#main\r\n101\r\n  0101 # another\n\n#a "
      "remark\n102\r\n#extra\n201\n!side\n201\n102");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "  deck: 3 cards\n  extra deck: 1 card\n");
  EXPECT_HAS(ran.out, "  side deck: 2 cards, not judged: the ruleset has no such zone\n");
  EXPECT_EQ(ran.err, "");
  const Ran json = check("#main\n101\n!side\n201\n", {"--json"});
  EXPECT_HAS(json.out,
             R"("cards":1,"findings":[],"apart":[{"part":"side deck","cards":1}],"unknown":[],"registers":null})");
}

TEST_F(Passcodes, MissingFromTheCatalogueAreUnknownCardsWithTheirLines) {
  const Ran ran = check("#main\n101\n999\n00999\n#extra\n888\n!side\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "  deck: 3 cards\n  extra deck: 1 card\n");
  EXPECT_HAS(ran.err, "deck.ydk:3: the catalogue has no card 999 (2 copies)");
  EXPECT_HAS(ran.err, "deck.ydk:6: the catalogue has no card 888 (1 copy)");
  const Ran json = check("#main\n101\n999\n999\n", {"--json"});
  EXPECT_HAS(json.out, R"("unknown":[{"card":"999","line":3,"copies":2}])");
}

TEST_F(Passcodes, ThatAreInvalidAreRefusedWithTheirPlace) {
  const Ran ran = check("#main\n101\n  12345x\n");
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "deck.ydk:3:3: expected a passcode");
  EXPECT_HAS(check("#main\n12345678901\n").err, "deck.ydk:2:1: expected a passcode");
  EXPECT_HAS(check("#main\n#extra\n!side\n").err, "the list has no cards");
}

TEST_F(Passcodes, AreJudgedAsFarAsTheCardsAreKnown) {
  const std::string pond = place.file("pond.json", std::string(kCards));
  const auto judged = [&](const std::string& list) {
    return run({"deck", place.file("deck.ydk", list), "--cards", pond, "--format", "constructed", "--json"}).out;
  };
  std::string forty = "#main\n";
  for (int i = 0; i < 36; ++i) forty += "7\n";
  const std::string unknown = judged(forty);
  EXPECT_HAS(unknown, R"("legal":false)") << "36 cards are too few in any case: ";
  for (int i = 0; i < 4; ++i) forty += "7\n";
  const std::string enough = judged(forty);
  EXPECT_HAS(enough, R"("legal":null)");
  EXPECT_HAS(enough, R"("certain":false)");
}

TEST_F(Passcodes, BecomeLinesOfATranscript) {
  const std::string list = "#main\n201\n201\n999\n101\n#extra\n999\n!side\n201\n";
  const Ran lines = check(list, {"--registers", "P2"});
  EXPECT_EQ(lines.status, 0) << lines.err;
  EXPECT_EQ(
      lines.out,
      "P2 registers deck\n  = 2 \"Night Ferry\"\n  = \"999\"\n  = \"Mill Hand\"\nP2 registers \"extra deck\"\n  = "
      "\"999\"\n");
  const std::string game = "game \"g\"\nP1 \"A\"\nP2 \"B\"\nruleset \"yugioh\"\n\n" + lines.out;
  const Ran taken = run({"import", place.file("game.txt", game), "--cards", cards, "--archive", place.archive()});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_HAS(run({"log", "g", "--archive", place.archive()}).out, "\"Night Ferry\" #2");
  EXPECT_EQ(check(list, {"--registers", "P9"}).status, 2);
  EXPECT_HAS(check(list, {"--registers", "P1", "--json"}).out, R"("registers":"P1 registers deck\n)");
}

TEST_F(Passcodes, OfADeckNamedInTheHeaderBecomeTheFirstEvents) {
  const auto imported = [&](const std::string& deck, const std::vector<std::string>& more = {}) {
    const std::string header = "game \"g\"\nP1 \"A\"\nP2 \"B\"\nruleset \"yugioh\"\nP2 deck \"" + deck + "\"\n";
    std::vector<std::string> typed{"import", place.file("game.txt", header + "\nP2 draws 1\n"), "--archive",
                                   place.archive()};
    typed.insert(typed.end(), more.begin(), more.end());
    return run(typed);
  };
  std::ignore = place.file("mill.ydk", "#main\n101\n201\n999\n#extra\n201\n!side\n102\n");
  const Ran alone = imported("mill.ydk", {"--id", "alone"});
  EXPECT_EQ(alone.status, 0) << alone.err;
  const Ran taken = imported("mill.ydk", {"--cards", cards});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_HAS(taken.err, "1 card names a key that its catalogue does not have: \"999\"");
  const std::string log = run({"log", "g", "--archive", place.archive()}).out;
  for (const char* line : {"1  P2 registers deck #1..#3", "= \"Mill Hand\" #1 to P2", "= \"Night Ferry\" #2 to P2",
                           "2  P2 registers \"extra deck\" #4", "3  P2 draws \"999\" #3"})
    EXPECT_HAS(log, line);
  EXPECT_HAS(imported("mall.ydk").err, "game.txt:5:9: the deck list: ");
  std::ignore = place.file("bad.ydk", "#main\n12345x\n");
  EXPECT_HAS(imported("bad.ydk").err, "bad.ydk:2:1: expected a passcode");
}

TEST_F(Passcodes, AreFoundInAnyOfSeveralCardFiles) {
  const std::string more = place.file("more.json", R"({"name": "more", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "999", "title": "Tide Clerk", "types": ["monster"]}]})");
  EXPECT_EQ(check("#main\n101\n999\n", {"--cards", more}).err, "");
}

/// The number of lines of a text that begin with a digit.
std::size_t linesOfDigits(const std::string& text) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += !line.empty() && line[0] >= '0' && line[0] <= '9' ? 1 : 0;
  return count;
}

TEST_F(Passcodes, OfListsThatPeopleSavedAreAllRead) {
  const std::filesystem::path decks = sharedDir() + "/data/real/decks";
  const std::string facts = sharedDir() + "/data/games/edopro/cards.jsonl";
  if (!std::filesystem::exists(decks) || !std::filesystem::exists(facts))
    GTEST_SKIP() << "NOT TESTED: there are no deck lists in " << decks;
  std::size_t lists = 0;
  for (const auto& file : std::filesystem::directory_iterator(decks)) {
    const Ran ran = run({"deck", file.path().string(), "--cards", facts});
    ASSERT_EQ(ran.status, 0) << file.path() << ran.err;
    std::istringstream lines(ran.out);
    std::size_t counted = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  ")) counted += std::stoul(line.substr(line.find(": ") + 2));
    }
    EXPECT_EQ(counted, linesOfDigits(textOf(file.path()))) << file.path() << ran.out;
    ++lists;
  }
  EXPECT_EQ(lists, 12U);
}

TEST(DeckMutations, AreRegisteredOrRefusedWithTheirPlace) {
  tryMutants({"#created by x\n#main\n101\n0201 # two\n\n999\n#extra\n201\n!side\n102",
              "# a comment\n[deck]\n3 Mill Hand\n1x Night Ferry\n[graveyard]\nTide Clerk\n",
              R"({"zones": [{"name": "deck", "cards": [{"count": 3, "card": "Mill Hand"}]}]})"},
             takeDeck);
}

TEST_F(Passcodes, AreCommentsInPlainLists) {
  EXPECT_HAS(check("#main\n3 Mill Hand\n").out, "  deck: 3 cards\n") << "lines with # are comments there";
}

}  // namespace
}  // namespace docket::test::deck_test
