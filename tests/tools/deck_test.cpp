// docket deck: lists in both notations, what is found, and what is refused with its place.
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
  Place place;
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

TEST_F(Deck, ThatIsNotTellsEachClauseAndExitsWith1) {
  const Ran ran = check("4 Heron (Grey)\nHeron (White)\n34 Frog\n", {"--format", "constructed"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  for (const char* clause : {"ms.deck.size", "ms.deck.alignment", "ms.deck.copies"}) {
    EXPECT_NE(ran.out.find(clause), std::string::npos) << ran.out;
  }
  EXPECT_NE(ran.out.find("4 copies of Heron (Grey); 3 at most"), std::string::npos) << ran.out;
}

TEST_F(Deck, AsJsonIsToldAsJson) {
  const Ran ran = check(R"({"format": "limited", "values": [{"name": "packs", "value": 1}],
    "zones": [{"name": "deck", "cards": [{"count": 5, "card": "Frog"}]},
              {"name": "legendary heroes", "cards": [{"count": 4, "card": "King"}]}]})",
                        {"--json"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"({"docket":2,"command":"deck","answer":{"legal":false,"judged":true,"format":"limited","cards":9,"findings":[{"clause":"ms.deck.legendary","certain":true,)"
      R"("limit":"three legendary copies","card":"King","copies":4,"max":3}]}})"
      "\n");
}

TEST_F(Deck, IsNotKnownToBeLegalWhereNobodySaidHowManyPacksItWasMadeFrom) {
  const Ran ran = check("5 Frog\n", {"--format", "limited"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_FALSE(has(ran.out, "legal\n")) << ran.out;
  EXPECT_TRUE(has(ran.out, "ms.deck.size")) << ran.out;
  EXPECT_TRUE(has(ran.out, "nobody said what \"packs\" is; say it with --value \"packs=NUMBER\"")) << ran.out;
  const Ran json = check("5 Frog\n", {"--format", "limited", "--json"});
  EXPECT_TRUE(has(json.out, R"("legal":null)")) << json.out;
  EXPECT_EQ(check("5 Frog\n", {"--format", "limited", "--value", "packs=1"}).status, 0);
  EXPECT_EQ(check("5 Frog\n", {"--format", "limited", "--value", "packs=2"}).status, 1);
}

/// A game in which player 1 registered so many cards of which nobody knows what they are.
std::string unlisted(const std::string& ruleset, int count) {
  return R"({"game":{"id":"unlisted","players":[{"name":"Ada"},{"name":"Bo"}],"ruleset":")" + ruleset +
         R"("}}
{"deckRegistered":{"player":1,"zone":"deck","first":1,"count":)" +
         std::to_string(count) + "}}\n";
}

TEST_F(Deck, OfARulesetWithoutRulesOfDecksIsNotJudgedByAnybody) {
  const std::string foxes =
      place.file("foxes.json", R"({"name": "foxes", "version": "1", "ruleset": "yugioh", "cards": [
  {"key": "Fox", "title": "Fox", "types": ["monster"]}]})");
  const std::string list = place.file("list", "4 Fox\n");
  const Ran ran = run({"deck", list, "--cards", foxes});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "not judged: yugioh 2022-06-22 has no rules of decks")) << ran.out;
  EXPECT_FALSE(has(ran.out, "legal")) << ran.out;
  const Ran json = run({"deck", list, "--cards", foxes, "--json"});
  EXPECT_TRUE(has(json.out, R"("legal":null)") && has(json.out, R"("judged":false)")) << json.out;
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("yugioh", 4)), "--archive", place.archive()}).status, 0);
  const Ran asked = run({"ask", "unlisted", "deckLegal(P1, \"constructed\")", "--archive", place.archive()});
  EXPECT_TRUE(has(asked.out, "): unknown")) << asked.out;
  EXPECT_TRUE(has(asked.out, "these rules do not say it, and the rules that do are not here")) << asked.out;
}

TEST_F(Deck, OfAFormatOfWhichTheRulesDoNotSpeakIsLegalForNobody) {
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("huntik", 40)), "--archive", place.archive()}).status, 0);
  const Ran asked = run({"ask", "unlisted", "deckLegal(P2, \"vintage\")", "--archive", place.archive()});
  EXPECT_TRUE(has(asked.out, "deckLegal(P2, \"vintage\"): unknown")) << asked.out;
}

TEST_F(Deck, ThatNobodyListedIsUndecidedAndSaysThatOfTheDeck) {
  ASSERT_EQ(run({"import", place.file("game.jsonl", unlisted("huntik", 40)), "--archive", place.archive()}).status, 0);
  const Ran why = run({"explain", "unlisted", "deckLegal(P1, \"constructed\")", "--archive", place.archive()});
  EXPECT_TRUE(has(why.out, "the deck may break a rule")) << why.out;
  EXPECT_TRUE(has(why.out, "because it depends on something unknown")) << why.out;
  EXPECT_FALSE(has(why.out, "this event breaks a rule") || has(why.out, "event 0")) << why.out;
}

struct Refused {
  std::string list, says;
};

TEST_F(Deck, ThatCannotBeReadIsRefusedWithItsPlaceAndTheNearestName) {
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

TEST_F(Deck, OfNoFormatOrOneThatTheRulesetHasNotIsRefused) {
  EXPECT_NE(check("3 Frog\n").err.find("--format is missing"), std::string::npos);
  const Ran ran = check("3 Frog\n", {"--format", "constricted"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("did you mean \"constructed\"?"), std::string::npos) << ran.err;
  EXPECT_NE(check("3 Frog\n", {"--format", "limited", "--value", "packs"}).err.find("expected NAME=NUMBER"),
            std::string::npos);
  EXPECT_NE(check("3 Frog\n", {"--format", "limited", "--value", "pack=1"}).err.find("did you mean \"packs\"?"),
            std::string::npos);
}

}  // namespace
}  // namespace docket::test::deck_test
