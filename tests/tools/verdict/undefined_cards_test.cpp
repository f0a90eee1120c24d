// Cards whose keys no catalogue has: import reports them, and no answer that their texts could change is exact.
#include <fmt/format.h>

#include <sstream>
#include <string>

#include "tests/tools/railyard.h"

namespace docket::undefined_cards_test {
namespace {

using test::has;
using test::Ran;

// Ada's locomotive whistles, and judges rule on it. KEY is what her second card is called.
constexpr const char* kWhistles =
    R"json({"deckRegistered":{"player":1,"zone":"yard","first":1,"count":2},"context":{"identities":[{"card":1,"definition":"Pufferbelly"},{"card":2,"definition":"KEY"}]}}
{"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"run","player":1}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":1,"designator":"Whistle"}}
{"actor":1,"context":{"causes":[4]},"valueChanged":{"subject":"P1","value":"fame","how":"gained","amount":1}}
{"rulingGiven":{"judge":"C","at":5,"claim":"stat(#1, \"Steam\") = 3"}}
{"rulingGiven":{"judge":"C","at":5,"claim":"not legal(4)"}}
{"rulingGiven":{"judge":"C","at":5,"claim":"keyword(#1, \"Braked\")"}}
{"rulingGiven":{"judge":"C","at":5,"claim":"value(P1, \"fame\") = 1"}}
)json";

/// Text as it is before it is broken into lines.
std::string onOneLine(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

class UndefinedCards : public test::Railyard {
 protected:
  static std::string whistles(const std::string& key) {
    std::string text = kWhistles;
    return text.replace(text.find("KEY"), 3, key);
  }
};

/// The verdict of `docket verify` on the sample of maximums, with the cards of a catalogue, and the unknown items.
std::string verdictOnMaximums(const std::string& catalogue) {
  const test::TempDirectory place;
  const std::string sample = test::sourceDir() + "/tests/games/marvel-champions-maximums.jsonl";
  const Ran imported = test::run({"import", sample, "--cut", "--id", "m", "--cards",
                                  place.file("cards.json", catalogue), "--archive", place.archive()});
  EXPECT_EQ(imported.status, 0) << imported.err;
  return test::run({"verify", "m", "--archive", place.archive()}).out;
}

std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(CardsOfNoCatalogue, ThatMayBeCopiesAreADoubtNotAFinding) {
  std::string catalogue = test::textOf(test::sourceDir() + "/tests/games/catalogues/marvel-champions.json");
  const std::string whole = verdictOnMaximums(catalogue);
  const auto findings = countOf(whole, " is a copy too many");
  ASSERT_GT(findings, 3U) << whole;
  const std::string courier = R"("key": "Night Courier", "title": "Night Courier")";
  catalogue.replace(catalogue.find(courier), courier.size(), R"("key": "Day Courier", "title": "Day Courier")");
  const std::string partial = verdictOnMaximums(catalogue);
  EXPECT_EQ(countOf(partial, " is a copy too many"), findings) << partial;
  EXPECT_EQ(countOf(partial, "perhaps"), 0U) << partial;
  EXPECT_HAS(onOneLine(partial), "Not known whether legal") << partial;
}

TEST_F(UndefinedCards, AreReportedInOneLineForManyGames) {
  std::string games;
  for (int i = 0; i < 30; ++i) {
    games += fmt::format(
        R"({{"game":{{"id":"duel-{}","ruleset":"yugioh","players":[{{}},{{}}]}}}}
{{"deckRegistered":{{"player":1,"zone":"deck","first":1,"count":2}},"context":{{"identities":[{{"card":1,"definition":"{}"}},{{"card":2,"definition":"7"}}]}}}}
)",
        i, 100 + i);
  }
  const Ran ran = run({"import", place.file("duels.jsonl", games)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err,
            "attention  30 games have cards that no catalogue defines (give one with --cards), of 31 "
            "keys in all; what depends on their texts is UNVERIFIED: docket verify GAME shows it for one game, docket "
            "import --json lists the keys\n");
  EXPECT_HAS(run({"verify", "duel-3"}).out, "no catalogue has");
}

TEST_F(UndefinedCards, MakeNoAnswerExactThatTheirTextsCouldChange) {
  const Ran imported = importGame("misspelt", whistles("Water Towr"));
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_HAS(imported.err,
             "attention  misspelt: 1 card names a key that its catalogue does not have: \"Water Towr\" "
             "(did you mean \"Water Tower\"?); what depends on its text is UNVERIFIED");
  const Ran verified = run({"verify", "misspelt"});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_HAS(verified.out, "legality      UNVERIFIED");
  EXPECT_HAS(onOneLine(verified.out), "; no catalogue has 1 card of the game") << verified.out;
  // The tower adds to Steam, and could forbid whistling; what fame there is, only events say.
  EXPECT_HAS(verified.out, "4 rulings: 1 right, 0 wrong, 3 undecided");
  EXPECT_HAS(verified.out, "no catalogue has \"Water Towr\" #2");
  const Ran steam = run({"explain", "misspelt", "#1", "Steam"});
  EXPECT_HAS(steam.out, "no catalogue has \"Water Towr\" #2, and its text can change this");
  EXPECT_HAS(steam.out, "Grade: UNVERIFIED");
  EXPECT_HAS(run({"explain", "misspelt", "#2", "Steam"}).out, "\"Water Towr\" #2: unknown");
}

TEST_F(UndefinedCards, AreCountedAsCardsNotKeysByImportAndVerify) {
  std::string text = whistles("Water Towr");
  text.replace(text.find("Pufferbelly"), std::string_view("Pufferbelly").size(), "Water Towr");
  const Ran imported = importGame("twice", text);
  EXPECT_HAS(imported.err, "twice: 2 cards name a key that its catalogue does not have: \"Water Towr\"");
  EXPECT_HAS(onOneLine(run({"verify", "twice"}).out), "; no catalogue has 2 cards of the game");
  EXPECT_HAS(run({"verify", "twice", "--json"}).out, "\"undefined\":2");
}

TEST_F(UndefinedCards, AreAllCardsOfAGameWithoutACatalogue) {
  const Ran imported = importGame("bare", whistles("Water Tower"), false);
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_HAS(imported.err,
             "bare: 2 cards name keys that no catalogue defines (give one with --cards): "
             "\"Pufferbelly\", \"Water Tower\"; what depends on their texts is UNVERIFIED");
  const Ran verified = run({"verify", "bare"});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_HAS(verified.out, "4 rulings: 1 right, 0 wrong, 3 undecided");
  EXPECT_HAS(run({"explain", "bare", "legal", "4"}).out, ": undecided");
}

TEST_F(UndefinedCards, AreNoneIfTheCatalogueHasAllCards) {
  const Ran imported = importGame("good", whistles("Water Tower"));
  EXPECT_FALSE(has(imported.err, "catalogue")) << imported.err;
  const Ran verified = run({"verify", "good"});
  EXPECT_EQ(verified.status, 1) << verified.out;  // with the tower the Steam is 4, and the first whistle is legal
  EXPECT_HAS(verified.out, "legality      EXACT");
  EXPECT_HAS(verified.out, "4 rulings: 1 right, 3 wrong, 0 undecided");
}

TEST_F(UndefinedCards, ANameOutsideACompleteListIsRefusedWithTheNearest) {
  const Ran phase = importGame("phase", R"({"began":{"period":"turn","player":1}}
{"began":{"period":"phase","name":"laod","player":1}}
)");
  EXPECT_EQ(phase.status, 2);
  EXPECT_HAS(phase.err, "event 2: the ruleset has no phase \"laod\" (did you mean \"load\"?)");
  const Ran value = importGame("value", R"({"valueChanged":{"subject":"P1","value":"fam","how":"gained","amount":1}}
)");
  EXPECT_EQ(value.status, 2);
  EXPECT_HAS(value.err, "event 1: players have no value \"fam\" in the ruleset (did you mean \"fame\"?)");
  const Ran zone = importGame("zone", R"({"deckRegistered":{"player":1,"zone":"yrad","first":1,"count":1}}
)");
  EXPECT_EQ(zone.status, 2);
  EXPECT_HAS(zone.err, "zone \"yrad\" (did you mean \"yard\"?)");
}

}  // namespace
}  // namespace docket::undefined_cards_test
