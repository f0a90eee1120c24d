// Catalogues read from printed cards, in games: they are imported and exported like any other, `regress` names a
// changed text with its words, and a game is judged by the wording of its day.
#include <filesystem>
#include <regex>

#include "tests/tools/printed_duel.h"

namespace docket::test::cards_read_games_test {
namespace {

class ReadCardsInGames : public testing::Test {
 protected:
  Ran inArchive(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }
  void importDuel(const std::string& cards) const {
    const Ran ran = inArchive({"import", "--cards", cards, sample("yugioh-use-or-activate.jsonl")});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  TempDirectory place;
};

TEST_F(ReadCardsInGames, SurviveImportAndExportLikeAnyCatalogue) {
  const std::string cards = readAs(place, "cards.json", kPrintedDuel);
  EXPECT_EQ(run({"cards", "check", cards}).status, 0);
  ASSERT_EQ(inArchive({"cards", "import", cards}).status, 0);
  EXPECT_EQ(inArchive({"cards", "export", "--of", "yugioh"}).out, textOf(cards));
  importDuel(cards);
  const Ran verified = inArchive({"verify", kDuelOfSample});
  EXPECT_HAS(verified.out, "uses Lantern Fox #17 beyond its limit: 1 of 1 used before");
  EXPECT_HAS(verified.out, "[ygo.hard.use] event 45");
  EXPECT_EQ(inArchive({"regress", "--to-cards", cards}).status, 0) << "the same cards change nothing";
  const Ran deck = run({"deck", place.file("deck.txt", "4 Marsh Ogre\n3 Lantern Fox\n"), "--cards", cards});
  EXPECT_EQ(deck.status, 0) << deck.err;
  EXPECT_HAS(deck.out, "deck: 7 cards");
}

TEST_F(ReadCardsInGames, AreNeverCertainlyLegalIfWordsAreUnread) {
  const auto verified = [&](const std::string& printed) {
    importDuel(readAs(place, "cards.json", printed));
    return std::regex_replace(inArchive({"verify", kDuelOfSample}).out, std::regex("\\s+"), " ");
  };
  EXPECT_FALSE(has(verified(kPrintedDuel), "the text of Lantern Fox"));
  std::filesystem::remove_all(place.archive());
  EXPECT_HAS(verified(with(kPrintedDuel, "Special Summon it.", "Special Summon it, unless the moon forbids it.")),
             "the text of Lantern Fox");
}

TEST_F(ReadCardsInGames, CanBeUsedToGenerateGames) {
  const std::string cards = readAs(place, "cards.json", kPrintedDuel);
  const std::string games = place / "games.jsonl";
  const Ran made = run({"generate", "yugioh", "--cards", cards, "--games", "3", "--planted", "20", "-o", games});
  ASSERT_EQ(made.status, 0) << made.err;
  const Ran taken = inArchive({"import", "--cards", cards, games});
  EXPECT_EQ(taken.status, 0) << taken.err;
  EXPECT_NE(inArchive({"verify"}).status, 3);
}

TEST_F(ReadCardsInGames, AreCheckedAgainstTypedCards) {
  const std::string cards = readAs(place, "cards.json", kPrintedDuel);
  const std::string typed =
      place.file("typed.json", with(textOf(cards), R"("limits":[{"limit":"once-per-turn"}],)", ""));
  const Ran fewer = run({"cards", "check", typed});
  EXPECT_EQ(fewer.status, 1) << fewer.out;
  EXPECT_HAS(fewer.out, "typed.json:3:");
  EXPECT_HAS(fewer.out, "card \"Lantern Fox\"");
  EXPECT_HAS(fewer.out, "its text has the limit \"Once per turn\", the catalogue does not");
  const std::string other =
      place.file("other.json", with(textOf(cards), R"("limit":"hard-use")", R"("limit":"hard-activate")"));
  EXPECT_EQ(run({"cards", "check", other}).status, 1);
}

// ---- an erratum

TEST_F(ReadCardsInGames, AnErratumIsNamedWithItsGamesAndItsWords) {
  importDuel(readAs(place, "cards.json", kPrintedDuel));
  const std::string activate =
      readAs(place, "activate.json", with(kPrintedDuel, "only use this effect", "only activate this effect"));
  const Ran ran = inArchive({"regress", "--to-cards", activate});
  EXPECT_EQ(ran.status, 1);
  EXPECT_HAS(ran.out,
             "\ncard Lantern Fox\n"
             "  text, was: ... it. You can only use this effect of \"Lantern ...\n"
             "  text, is: ... it. You can only activate this effect of \"Lantern ...\n");
  EXPECT_HAS(ran.out, "event 45: Lantern Fox #17, limit hard-use #17");
  const Ran json = inArchive({"regress", "--to-cards", activate, "--json"});
  EXPECT_HAS(json.out, R"("words":[{"change":"card Lantern Fox","of":"text","before":"... it. You can only use this)");
}

TEST_F(ReadCardsInGames, ADroppedLimitIsNamedWithItsAbility) {
  importDuel(readAs(place, "cards.json", kPrintedDuel));
  const auto dropped = [&](const std::string& was, const std::string& is) {
    return inArchive({"regress", "--to-cards", readAs(place, "dropped.json", with(kPrintedDuel, was, is))});
  };
  const Ran hard = dropped(R"( You can only use this effect of \"Lantern Fox\" once per turn.)", "");
  EXPECT_EQ(hard.status, 1);
  EXPECT_HAS(hard.out, "text, was: ... hand; Special Summon it. You can only use this effect of");
  EXPECT_HAS(hard.out, "event 45: Lantern Fox #17, limit hard-use #17");
  // The first ability was used once in the turn: without its limit the results are the same.
  const Ran soft = dropped("Once per turn: You can draw", "You can draw");
  EXPECT_EQ(soft.status, 0) << soft.out;
  EXPECT_HAS(soft.out, "1 changed card: Lantern Fox");
}

// ---- the wording of a day

/// The printed duel; until a day the Fox could be used again where its activation was negated.
std::string withEarlier(const std::string& until) {
  const std::string text =
      R"("Once per turn: You can draw 1 card. You can target 1 \"Lantern Fox\" in your hand; Special Summon it. You can only activate this effect of \"Lantern Fox\" once per turn.")";
  return with(kPrintedDuel, R"("title":"Lantern Fox",)",
              R"("title":"Lantern Fox","earlier":[{"until":")" + until + R"(","text":)" + text + "}],");
}

TEST_F(ReadCardsInGames, AreJudgedByTheWordingOfTheirDayInAnyArchive) {
  const std::string cards = readAs(place, "cards.json", withEarlier("2026-06-01"));
  EXPECT_HAS(textOf(cards), R"("until":"2026-06-01")");
  const std::string later = textOf(sample("yugioh-use-or-activate.jsonl"));
  const std::string before = with(with(later, "2026-10-10", "2026-05-31"), kDuelOfSample, "duel/before");
  const Ran taken =
      inArchive({"import", "--cards", cards, place.file("before.jsonl", before), place.file("later.jsonl", later)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const auto judged = [&](const std::string& archive) {
    const auto finds = [&](const std::string& game) {
      return has(run({"verify", game, "--archive", archive}).out, "uses Lantern Fox #17 beyond its limit");
    };
    EXPECT_TRUE(finds(kDuelOfSample)) << archive;
    EXPECT_FALSE(finds("duel/before")) << archive;
    const auto told = [&](const std::string& game) {
      return run({"explain", game, "legal", "45", "--archive", archive}).out;
    };
    EXPECT_HAS(told(kDuelOfSample), "Lantern Fox #17: ILLEGAL");
    EXPECT_HAS(told("duel/before"), "Lantern Fox #17: ");
    EXPECT_FALSE(has(told("duel/before"), "ILLEGAL")) << told("duel/before");
    EXPECT_HAS(told("duel/before"), "You can only activate this effect of X once per turn");
  };
  judged(place.archive());
  std::vector<std::string> files;
  for (const auto& [game, name] : {std::pair("duel/before", "a"), std::pair(kDuelOfSample, "b")}) {
    const Ran lines = inArchive({"export", game});
    EXPECT_EQ(lines.status, 0) << lines.err;
    const Ran its_cards = inArchive({"cards", "export", "--game", game});
    EXPECT_EQ(its_cards.status, 0) << its_cards.err;
    const Ran again =
        run({"import", "--archive", place / "second", "--cards", place.file(std::string(name) + ".json", its_cards.out),
             place.file(std::string(name) + ".jsonl", lines.out)});
    EXPECT_EQ(again.status, 0) << again.err;
  }
  judged(place / "second");
}

// ---- a sixth game, without a line of C++

constexpr const char* kTally = R"({"name": "tally", "version": "1", "game": "Tally",
 "periods": [{"name": "round"}], "zones": [{"name": "pile"}],
 "clauses": [{"id": "t.once", "place": "1", "gist": "once a round", "without": "as often as one likes"}],
 "limits": [{"name": "once", "clause": "t.once", "wording": "Once per round", "counted": "activations",
             "keyedBy": ["instance", "ability"], "within": "round"}]})";
constexpr const char* kTallyWordings = R"w({"name": "tally", "version": "1", "ruleset": "tally",
 "layout": {"divided": "sentences", "colon": true},
 "phrases": [{"name": "period", "is": [{"words": "(round|bout)"}]}],
 "wordings": [{"name": "once", "words": ["(Once|One time) per <period>"], "in": ["condition"], "clause": "t.once", "opens": "ability",
               "limits": [{"limit": "once", "on": "this"}]},
              {"name": "ring", "words": ["ring"]}],
 "doubts": [{"words": ["per"], "matter": "uses"}]})w";
constexpr const char* kTallyGame =
    R"({"game":{"id":"bells","date":"2026-03-01","players":[{"name":"Ada"},{"name":"Ben"}],"ruleset":"tally"}}
{"deckRegistered":{"player":1,"zone":"pile","first":1,"count":1},"context":{"identities":[{"card":1,"definition":"Bell"}]}}
{"began":{"period":"round","player":1}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":1}}
{"actor":1,"abilityActivated":{"player":1,"card":1,"ability":1}}
)";

TEST_F(ReadCardsInGames, AGameIsReadAndJudgedFromDocumentsOnly) {
  const std::string rules = place.file("tally.json", kTally);
  const std::string wordings = place.file("wordings.json", kTallyWordings);
  const std::string printed = place.file("bell.jsonl", R"({"title":"Bell","text":"One time per bout: ring."})");
  const std::string cards = place / "cards.json";
  const Ran read = run({"cards", "read", "--ruleset", rules, "--wordings", wordings, printed, "-o", cards});
  ASSERT_EQ(read.status, 0) << read.err;
  EXPECT_HAS(read.err, "1 card: 1 read whole");
  const Ran taken = inArchive({"import", "--ruleset", rules, "--cards", cards, place.file("game.jsonl", kTallyGame)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const Ran verified = inArchive({"verify", "bells"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_HAS(verified.out, "[t.once] event 4");
}

TEST_F(ReadCardsInGames, AMistakeInAFileOfWordingsIsReportedWithItsPlace) {
  const std::string rules = place.file("tally.json", kTally);
  const std::string printed = place.file("bell.jsonl", R"({"title":"Bell","text":"Once per round: ring."})");
  const auto refused = [&](const std::string& was, const std::string& is) {
    const Ran ran = run({"cards", "read", "--ruleset", rules, "--wordings",
                         place.file("w.json", with(kTallyWordings, was, is)), printed});
    EXPECT_EQ(ran.status, 2) << ran.out;
    return ran.err;
  };
  EXPECT_HAS(refused("per <period>\"", "per (<period>\""), "w.json:4:");
  EXPECT_HAS(refused("per <period>\"", "per (<period>\""), "wording \"once\": expected )");
  EXPECT_HAS(refused("<period>", "<perod>"), "there is no phrase \"perod\" (did you mean \"period\"?)");
  EXPECT_HAS(refused("(round|bout)", "<period>"), "w.json:3:14: phrase \"period\" contains itself");
  EXPECT_HAS(refused("\"limit\": \"once\"", "\"limit\": \"onec\""),
             "the ruleset has no limit \"onec\" (did you mean \"once\"?)");
  EXPECT_HAS(refused("t.once", "t.onec"), "w.json:4:");
  EXPECT_HAS(refused("\"opens\": \"ability\"", "\"opens\": \"abilty\""), "did you mean \"ability\"?");
  EXPECT_HAS(refused("\"ruleset\": \"tally\"", "\"ruleset\": \"chess\""), "w.json:1:");
  EXPECT_HAS(run({"cards", "read", "--ruleset", rules, printed}).err,
             "there are no shipped wordings for the ruleset \"tally\"");
}

}  // namespace
}  // namespace docket::test::cards_read_games_test
