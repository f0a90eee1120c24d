// Unread texts are unknown, not absent: limits of cards with unread texts, cards of a typed game that no catalogue has,
// zones in which it is not known whether an ability works.
#include "tests/places.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"

namespace docket::test::unread_texts_test {
namespace {

const std::string kFriday = docket::test::sourceDir() + "/tests/typed/friday-12.txt";

// A card as MarvelCDB has it: a number for its decks, and a text that no wording fits.
constexpr const char* kFacts =
    R"json({"code":"99001","name":"Garage Workshop","subname":null,"pack_code":"made","set_code":null,"faction_code":"basic","type_code":"support","traits":"Location.","cost":1,"attack":null,"thwart":null,"health":null,"deck_limit":3,"quantity":3,"is_unique":null,"text":"Nobody needs more than one of it."}
)json";

constexpr const char* kTwoWorkshops =
    R"json({"game":{"id":"workshops","players":[{"name":"Ada"}],"ruleset":"marvel-champions"}}
{"context":{"identities":[{"card":1,"definition":"99001"},{"card":2,"definition":"99001"}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":2}}
{"began":{"period":"round"}}
{"began":{"period":"phase","name":"player"}}
{"began":{"period":"turn","player":1}}
{"actor":1,"cardPlayed":{"player":1,"card":1,"zone":"play area","face":"up"}}
{"actor":1,"cardPlayed":{"player":1,"card":2,"zone":"play area","face":"up"}}
{"rulingGiven":{"judge":"Cleo","at":6,"claim":"legal(6)"}}
)json";

TEST(CardsWithUnreadTexts, HaveUnknownLimits) {
  const TempDirectory place;
  const Ran imported = run({"import", place.file("two.jsonl", kTwoWorkshops), "--cards",
                            place.file("facts.jsonl", kFacts), "--archive", place.archive()});
  ASSERT_EQ(imported.status, 0) << imported.out << imported.err;
  const Ran verified = run({"verify", "workshops", "--archive", place.archive()});
  EXPECT_EQ(verified.status, 0) << verified.out;
  EXPECT_HAS(verified.out, "legality      UNVERIFIED");
  EXPECT_HAS(verified.out, "1 undecided");
  EXPECT_HAS(verified.out, "the text of Garage Workshop #2 was not read, and its text can matter");
  const Ran asked = run({"ask", "workshops", "legal(6)", "--json", "--archive", place.archive()});
  const Json answer = Json::of(asked.out)["answers"].items().front();
  EXPECT_EQ(answer["presence"].text(), "unknown") << asked.out;
  EXPECT_EQ(answer["grade"].text(), "UNVERIFIED") << asked.out;
  const Ran explained = run({"explain", "workshops", "legal", "6", "--archive", place.archive()});
  EXPECT_HAS(explained.out, "undecided");
  EXPECT_HAS(explained.out, "Grade: UNVERIFIED");
}

/// The contents of all files in a folder.
std::string allIn(const std::filesystem::path& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) all += textOf(entry.path());
  }
  return all;
}

TEST(CardsWithUnreadTexts, MakeAffectedAnswersUncertainInEveryCommand) {
  const TempDirectory place;
  ASSERT_EQ(run({"import", place.file("two.jsonl", kTwoWorkshops), "--cards", place.file("facts.jsonl", kFacts),
                 "--archive", place.archive()})
                .status,
            0);
  const std::string because = "the text of Garage Workshop #2";
  const auto answered = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--archive", place.archive()});
    const Ran ran = run(words);
    EXPECT_TRUE(ran.err.empty()) << words.front() << ": " << ran.err;
    return ran.out;
  };
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{"verify", "workshops"}, Words{"verify", "workshops", "--json"}, Words{"ask", "workshops", "legal(6)"},
        Words{"explain", "workshops", "legal", "6"}, Words{"explain", "workshops", "stat(#1, \"cost\")"},
        Words{"log", "workshops"}, Words{"rulings", "workshops"}, Words{"rulings", "workshops", "--json"},
        Words{"rule", "workshops", "--dry-run", "--judge", "Bea", "--claim", "legal(5)"}}) {
    EXPECT_HAS(answered(words), "the text of Garage Workshop") << words.front();
  }
  EXPECT_HAS(answered({"replay", "workshops"}), "UNVERIFIED");
  EXPECT_HAS(answered({"trace", "workshops", "stat(#1, \"cost\")"}), "UNVERIFIED");
  EXPECT_HAS(answered({"limits", "workshops"}), "The limits of these uses are not known:");
  EXPECT_HAS(answered({"slip", "workshops", "--ruling", "7"}), "undecided");
  EXPECT_HAS(answered({"report", "workshops", "-o", place / "report.html"}), "UNVERIFIED, 0 findings");
  EXPECT_HAS(textOf(place / "report.html"), because);
  EXPECT_HAS(answered({"site", place / "site"}), "1 game");
  EXPECT_HAS(allIn(place / "site"), because);
}

TEST(CardsWithUnreadTexts, DoNotAffectRulingsAndObservations) {
  const TempDirectory place;
  const std::string said = R"json({"note":"nobody looked"}
{"observed":{"subject":"P1","expression":"1","value":"1"}}
{"penaltyGiven":{"player":1,"penalty":"warning"}}
{"corrected":{"event":6,"replacement":{"note":"x"}}}
)json";
  ASSERT_EQ(run({"import", place.file("two.jsonl", kTwoWorkshops + said), "--cards", place.file("facts.jsonl", kFacts),
                 "--archive", place.archive()})
                .status,
            0);
  const Ran asked = run({"ask", "workshops", "legal(7)", "legal(6)", "legal(8)", "legal(9)", "legal(10)", "legal(11)",
                         "--json", "--archive", place.archive()});
  const Json answers = Json::of(asked.out)["answers"];
  for (const Json& answer : answers.items()) EXPECT_TRUE(answer["unknown"].items().empty()) << asked.out;
}

TEST(CardsWithUnreadTexts, HaveTheLimitsInTheFieldsOfTheirSource) {
  const TempDirectory place;
  const std::string cards = place.file("facts.jsonl", kFacts);
  const Ran deck =
      run({"deck", place.file("deck.txt", "4 99001\n"), "--ruleset", "marvel-champions", "--cards", cards});
  EXPECT_EQ(deck.status, 1) << deck.out << deck.err;
  EXPECT_HAS(deck.out, "mc.max.deck");
}

// A created card, whose printed data is in the record, not in a catalogue.
TEST(CardsWithUnreadTexts, AreThoseNotMarkedAsRead) {
  const std::string record =
      R"json({"game":{"id":"tokens","players":[{"name":"Ada"},{"name":"Bea"}],"ruleset":"yugioh"}}
{"began":{"period":"turn","player":1}}
{"context":{"identities":[{"card":1,"printed":{"title":"Ember","types":["monster"],PRINTED}}]},"cardCreated":{"card":1,"owner":1,"player":1,"zone":"monster zone","slot":0,"face":"up"}}
)json";
  const auto asked = [&](const std::string& printed) {
    const TempDirectory place;
    std::string text = record;
    text.replace(text.find("PRINTED"), 7, printed);
    const Ran imported = run({"import", place.file("tokens.jsonl", text), "--archive", place.archive()});
    EXPECT_EQ(imported.status, 0) << imported.err;
    return run({"ask", "tokens", "keyword(#1, \"Tuner\")", "--archive", place.archive()}).out;
  };
  const std::string ember = R"("text":"It is treated as a Tuner while another Ember is there.")";
  EXPECT_HAS(asked(ember), "the text of Ember");
  EXPECT_HAS(asked(ember + R"(,"textRead":true)"), "EXACT");
  EXPECT_HAS(asked(R"("keywords":["Tuner"],"text":"Tuner")"), "EXACT") << "the text has no other words";
}

// Questions about an unread text: the parts that were recognised are true, and of everything else it is unknown whether
// the text has it.
TEST(CardsWithUnreadTexts, AreNotReportedToLackWhatATextCanHave) {
  const TempDirectory place;
  const std::string cards = place.file("cards.json", R"json({"name": "c", "version": "1", "ruleset": "l5r-celestial",
   "cards": [{"key": "A", "title": "A", "types": ["Personality"], "keywords": ["Samurai"], "unread": true},
             {"key": "C", "title": "C", "types": ["Holding"], "unread": true, "limits": [{"limit": "unique"}]},
             {"key": "B", "title": "B", "types": ["Personality"], "text": "**Ninja Battle:** Bow a card.",
              "unreadOf": []}]})json");
  const std::string game = R"json({"game":{"id":"g","players":[{"name":"Ada"}],"ruleset":"l5r-celestial"}}
{"context":{"identities":[{"card":1,"definition":"A"},{"card":2,"definition":"B"}]},"deckRegistered":{"player":1,"zone":"home","first":1,"count":2}}
)json";
  const std::string hidden = R"json({"game":{"id":"h","players":[{"name":"Ada"}],"ruleset":"l5r-celestial"}}
{"context":{"identities":[{"card":1,"definition":"A"},{"card":2,"definition":"C"}]},"deckRegistered":{"player":1,"zone":"dynasty deck","first":1,"count":2}}
)json";
  ASSERT_EQ(run({"import", place.file("h.jsonl", hidden), "--cards", cards, "--archive", place.archive()}).status, 0);
  ASSERT_EQ(run({"import", place.file("g.jsonl", game), "--cards", cards, "--archive", place.archive()}).status, 0);
  const auto said = [&](const std::string& expression, const char* where = "g") {
    const Ran ran = run({"ask", where, "--json", expression, "--archive", place.archive()});
    const Json answer = Json::of(ran.out)["answers"].items().front();
    const std::string value = answer["presence"].text() == "known" ? answer["value"].text() : answer["presence"].text();
    return value + " " + answer["grade"].text();
  };
  for (const char* expression :
       {"says(#1, \"bow\")", "grantsKeyword(#1, \"Ninja\")", "parts(#1, \"trait\")", "part(#1, \"trait\", 1)",
        "designator(#1, \"Battle\")", "abilityKeyword(#1, 1, \"Ninja\")", "trait(#1, \"Your Samurai have +1F.\")"}) {
    EXPECT_EQ(said(expression), "unknown UNVERIFIED") << expression;
  }
  EXPECT_EQ(said("sameKeyword(#1, #2, \"Clan alignment\")"), "false UNVERIFIED");
  EXPECT_EQ(said("max(#1, 1, \"once-per-turn\")"), "1 UNVERIFIED");
  EXPECT_EQ(said("keyword(#1, \"Ninja\")", "h"), "false UNVERIFIED") << "an ability in its text can grant it";
  EXPECT_EQ(said("keyword(#1, \"Samurai\")", "h"), "true EXACT");
  EXPECT_EQ(said("max(#2, 0, \"unique\")", "h"), "1 EXACT") << "a limit that the catalogue lists is known";
  EXPECT_EQ(said("any(in home, designator \"Battle\")"), "unknown UNVERIFIED") << "a text in play can remove it";
  EXPECT_EQ(said("says(#2, \"trait\")"), "false EXACT");
  EXPECT_EQ(said("parts(#2, \"trait\")"), "0 EXACT");
  EXPECT_EQ(said("designator(#2, \"Battle\")"), "true UNVERIFIED");
}

class TypedGameInDoubt : public testing::Test {
 protected:
  [[nodiscard]] Ran importGame(const std::vector<std::string>& with) const {
    std::vector<std::string> typed{"import", kFriday, "--json"};
    typed.insert(typed.end(), with.begin(), with.end());
    return docket(typed);
  }
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place.archive(), std::move(typed));
  }

  TempDirectory place;
};

TEST_F(TypedGameInDoubt, WithoutItsCatalogueNamesTheUnknownCards) {
  const Ran imported = importGame({});
  ASSERT_EQ(imported.status, 0) << imported.err;
  std::vector<std::string> keys;
  const Json line = Json::of(imported.out).items().front();
  for (const Json& key : line["undefined"].items()) keys.push_back(key.text());
  EXPECT_EQ(keys, (std::vector<std::string>{"Lantern Fox", "Paper Moon Archive", "Iron Bell", "Quiet Interdict"}));
}

TEST_F(TypedGameInDoubt, WithoutItsCatalogueLeavesItsRulingUndecided) {
  ASSERT_EQ(importGame({}).status, 0);
  const Ran verified = docket({"verify", "friday/12"});
  EXPECT_HAS(verified.out, "legality      UNVERIFIED");
  EXPECT_HAS(verified.out, "1 ruling: 0 right, 0 wrong, 1 undecided");
  const Json all = Json::of(docket({"verify", "friday/12", "--json"}).out);
  EXPECT_EQ(all.items().front()["legality"]["undefined"].text(), "4") << all.written();
  EXPECT_HAS(docket({"ask", "friday/12", "stat(#15, \"ATK\")"}).out, "UNVERIFIED");
}

TEST_F(TypedGameInDoubt, IsReportedAlikeWithAndWithoutItsCatalogue) {
  ASSERT_EQ(importGame({}).status, 0);
  const std::string bare = docket({"log", "friday/12"}).out;
  const TempDirectory other;
  ASSERT_EQ(run({"import", kFriday, "--cards", sample("catalogues/yugioh.json"), "--archive", other.archive()}).status,
            0);
  const std::string whole = run({"log", "friday/12", "--archive", other.archive()}).out;
  const auto events = [](const std::string& log) { return log.substr(log.find("   10  ")); };
  // Findings and verdicts are comments: all else is the same, except for the key, which is not a title of a catalogue.
  const auto facts = [&](const std::string& log) {
    std::istringstream lines(events(log));
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
      if (!has(line, "; ")) kept += line.substr(0, line.find(" {definition=")) + "\n";
    }
    return kept;
  };
  EXPECT_EQ(facts(bare), facts(whole));
  EXPECT_FALSE(has(bare, "ILLEGAL")) << bare;
}

TEST_F(TypedGameInDoubt, AsksForAnAbilityInAZoneWhereItMayNotWork) {
  ASSERT_EQ(importGame({"--cards", sample("catalogues/yugioh.json")}).status, 0);
  const auto act = [&](const std::vector<std::string>& acts) {
    std::vector<std::string> typed{"ask", "friday/12", "--json"};
    for (const std::string& one : acts) typed.insert(typed.end(), {"--act", one});
    return Json::of(docket(typed).out)["acts"].items().back();
  };
  const std::string uses = "abilityActivated player=1 card=15 ability=1";
  const Json there = act({uses});
  EXPECT_EQ(there["standing"].text(), "legal") << there.written();
  EXPECT_EQ(there["grade"].text(), "EXACT") << there.written();
  const Json elsewhere = act({"cardMoved card=15 player=1 zone=graveyard face=up", uses});
  EXPECT_EQ(elsewhere["standing"].text(), "undecided") << elsewhere.written();
  EXPECT_EQ(elsewhere["grade"].text(), "UNVERIFIED") << elsewhere.written();
  EXPECT_HAS(elsewhere.written(),
             "neither the rules nor a catalogue say whether this ability of Lantern Fox #15 works in the card's zone");
}

// The face on which a card must lie for a text to work: face-up if the text does not say, so that it is unknown whether
// a face-down card can be used.
TEST_F(TypedGameInDoubt, NamesTheDoubtAboutAnAbilityOfTheUnstatedFace) {
  const auto standing = [](const std::string& face, const std::string& lies) {
    const TempDirectory table;
    std::string cards = textOf(sample("catalogues/yugioh.json"));
    const std::string look = R"("name": "look ahead", )";
    cards.insert(cards.find(look), face.empty() ? "" : R"("face": ")" + face + "\", ");
    EXPECT_EQ(run({"import", kFriday, "--cards", table.file("cards.json", cards), "--archive", table.archive()}).status,
              0);
    const std::vector<std::string> acts{"cardFlipped card=15 face=" + lies,
                                        "abilityActivated player=1 card=15 ability=1"};
    const Json asked =
        Json::of(run({"ask", "friday/12", "--json", "--archive", table.archive(), "--act", acts[0], "--act", acts[1]})
                     .out)["acts"]
            .items()
            .back();
    const bool named = has(asked.written(), "of Lantern Fox #15 works while the card is face " + lies);
    EXPECT_EQ(named, asked["standing"].text() == "undecided") << asked.written();
    return asked["standing"].text() + " " + asked["grade"].text();
  };
  EXPECT_EQ(standing("", "up"), "legal EXACT");
  EXPECT_EQ(standing("", "down"), "undecided UNVERIFIED");
  EXPECT_EQ(standing("up", "down"), "undecided UNVERIFIED");
  EXPECT_EQ(standing("down", "down"), "legal EXACT");
  EXPECT_EQ(standing("down", "up"), "undecided UNVERIFIED");
  EXPECT_EQ(standing("either", "up"), "legal EXACT");
  EXPECT_EQ(standing("either", "down"), "legal EXACT");
}

}  // namespace
}  // namespace docket::test::unread_texts_test
