// docket certify and check-proof of what it writes: a ruling made in one archive is recomputed if there is none.
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "events/digest.h"
#include "events/json/jsonl.h"
#include "tests/places.h"
#include "tests/tools/certified_games.h"
#include "tests/tools/game_of_size.h"
#include "tests/tools/hidden_from.h"

namespace docket::test::certify_test {
namespace {

class Certify : public CertifiedGames {};

TEST_F(Certify, LetsAStrangerRecomputeARuling) {
  const Ran checked = checkWithCards(certified(kOpensOne));
  ASSERT_EQ(checked.status, 0) << checked.out << checked.err;
  for (const char* part :
       {"proved: the ruling of event 6 of the game \"autumn/9\" is right\n",
        "question: after event 5, does this hold? title(#3) = \"Iron Blade\"",
        "decision: Corin: it does (\"I was shown the card.\")", "verdict: right, the rules agree with the claim",
        "1 of the 7 hidden values of the record is opened for it", "signed by example.com/club",
        "signed by friend.example/w", "This does not prove that the game was played this way or"})
    EXPECT_HAS(checked.out, part);
  EXPECT_FALSE(std::filesystem::exists(elsewhere.archive()));
  const std::string head = memberOf(docket({"verify", "autumn/9", "--json"}).out, "head");
  EXPECT_HAS(checked.out, "head " + head.substr(1, 64));
}

TEST_F(Certify, ProvesThatARulingIsWrong) {
  const Ran checked = checkWithCards(certified(kOverturned));
  ASSERT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_HAS(checked.out, "is wrong\n");
  EXPECT_HAS(checked.out, "cited: l5r.calc.clamp (Calculating stats, step C): A value below");
  const Ran json = check(certified(kOverturned), {"--cards", cards, "--json"});
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"proved", "true"},
                                                                                    {"kind", "\"certificate\""},
                                                                                    {"ruling", "8"},
                                                                                    {"outcome", "\"overturned\""},
                                                                                    {"supersededBy", "0"},
                                                                                    {"game", "\"autumn/9\""}})
    EXPECT_EQ(memberOf(json.out, name), value) << json.out;
}

TEST_F(Certify, NamesALaterRulingThatReplacesIt) {
  const Ran checked = checkWithCards(certified(kOpensOne));
  EXPECT_HAS(checked.out, "it was replaced by the ruling of event 8");
  EXPECT_HAS(textOf(certified(kOpensOne)), "\nsuperseded by 8\n");
  EXPECT_FALSE(has(textOf(certified(kOverturned)), "superseded by"));
  // without a number it is the last ruling that stands
  EXPECT_EQ(memberOf(docket({"certify", "autumn/9", "--dry-run", "--json"}).out, "ruling"), "9");
}

TEST_F(Certify, OpensOnlyWhatTheVerdictDependsOn) {
  const std::string salt_of_all = docket({"export", "autumn/9"}).out;
  ASSERT_TRUE(has(salt_of_all, "Quiet Pond"));
  const auto expect_only = [&](int ruling, const std::vector<std::string>& opened) {
    const std::string file = certified(ruling);
    // The claim and the notes are public, with the names in them.
    const std::string text = textOf(file);
    for (const std::string title : {"Steady Guard", "Quiet Pond"}) EXPECT_FALSE(has(text, title)) << title;
    const Ran said = docket({"certify", "autumn/9", "--ruling", std::to_string(ruling), "--dry-run"});
    for (const std::string& one : opened) EXPECT_HAS(said.out, one);
    if (opened.empty()) {
      EXPECT_HAS(said.out, "It reveals nothing that was hidden; 7 hidden values stay closed.");
    }
    EXPECT_EQ(checkWithCards(file).status, 0);
  };
  expect_only(kOpensNothing, {});
  expect_only(kOpensOne, {"event 1: card #3 is \"Iron Blade\" (until now known to P1)", "6 hidden values stay closed"});
  expect_only(kOverturned, {"card #3 is \"Iron Blade\""});
  expect_only(kOfTheOther, {"event 2: card #7 is \"Salt Merchant\" (until now known to P2)"});
  // The file does not even have what would open the values that stay closed.
  const GameLoader loader(place.archive());
  const Game game = loader.archive().game("autumn/9");
  for (const auto& [ruling, open] : std::vector<std::pair<int, int>>{{kOpensNothing, 0}, {kOpensOne, 1}}) {
    const std::string text = textOf(certified(ruling));
    int salts = 0;
    for (std::uint32_t event = 1; event <= 2; ++event) {
      for (std::uint16_t place_of = 0; place_of < 12; ++place_of)
        salts += has(text, hex(deriveSalt(game.secrets().of(event), event, place_of))) ? 1 : 0;
    }
    EXPECT_EQ(salts, open) << ruling;
  }
}

TEST_F(Certify, ShowsWhatIsDisclosedBeforeWriting) {
  const std::string file = place / "never";
  const Ran dry = docket({"certify", "autumn/9", "--ruling", "6", "--dry-run", "-o", file});
  EXPECT_EQ(dry.status, 0) << dry.err;
  EXPECT_HAS(dry.out, "Whoever has it learns:\n");
  EXPECT_FALSE(std::filesystem::exists(file));
  const Ran json = docket({"certify", "autumn/9", "--ruling", "6", "--dry-run", "--json"});
  EXPECT_HAS(json.out, R"("opened":[{"event":1,"card":3,"what":"card #3 is \"Iron Blade\"","seats":1}],"closed":6)");
  EXPECT_EQ(memberOf(json.out, "certificate"), "null");
  // otherwise it goes to standard output, and the remarks go elsewhere
  const Ran plain = docket({"certify", "autumn/9", "--ruling", "6"});
  EXPECT_EQ(plain.out, textOf(certified(kOpensOne)));
  EXPECT_HAS(plain.err, "Whoever has it learns:\n");
}

TEST_F(Certify, OmitsNamesOnRequest) {
  const std::string file = certified(kOpensNothing, {"--without-names"});
  EXPECT_FALSE(has(textOf(file), "Aiko") || has(textOf(file), "Bastien"));
  EXPECT_HAS(textOf(certified(kOpensNothing)), "Aiko");
  EXPECT_EQ(checkWithCards(file).status, 0);
}

TEST_F(Certify, HasDocumentsInsideOrBesideIt) {
  const std::string file = certified(kOpensOne), whole = certified(kOpensOne, {"--with-documents"});
  EXPECT_EQ(check(whole).status, 0) << check(whole).out << check(whole).err;
  const Ran without = check(file);
  EXPECT_EQ(without.status, 2);
  EXPECT_HAS(without.err, "the catalogue of this game is not in the file: give it with --cards FILE");
  std::string other_cards = kHiddenCards;
  other_cards.replace(other_cards.find("\"amount\": 4"), 11, "\"amount\": 5");
  EXPECT_EQ(check(file, {"--cards", place.file("other.json", other_cards)}).status, 2);
  // the one of the digest is taken, whichever else is given
  EXPECT_EQ(check(file, {"--cards", place / "other.json", "--cards", cards}).status, 0);
  // the one in the file has to be that of the leaf, whatever else the file has
  std::string text = textOf(whole);
  const auto at = text.find("\"amount\":4");
  ASSERT_NE(at, std::string::npos);
  text[at + 9] = '5';
  const Ran altered = checkWithCards(place.file("altered", text));
  EXPECT_EQ(altered.status, 1);
  EXPECT_HAS(altered.out, "the catalogue in the file does not match the leaf");
}

TEST_F(Certify, ReportsWhatCannotBeCertified) {
  for (const auto& [typed, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"autumn/9", "--ruling", "5"}, "--ruling 5: that is not a ruling of autumn/9"},
           {{"autumn/9", "--ruling", "11"}, "--ruling 11: that is not a ruling of autumn/9"},
           {{"autumn/8"}, "autumn/9"}}) {
    std::vector<std::string> words{"certify"};
    words.insert(words.end(), typed.begin(), typed.end());
    const Ran ran = docket(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_HAS(ran.err, message);
  }
  std::string unruled = kHiddenGame;
  unruled.replace(unruled.find("autumn/9"), 8, "autumn/7");
  for (auto at = unruled.find("{\"rulingGiven\""); at != std::string::npos; at = unruled.find("{\"rulingGiven\""))
    unruled.erase(at, unruled.find('\n', at) + 1 - at);
  importGame("unruled.jsonl", unruled);
  const Ran early = docket({"certify", "autumn/7"});
  EXPECT_EQ(early.status, 2);
  EXPECT_HAS(early.err, "make a new one (docket");
  (void)checkpoint("later");
  const Ran none = docket({"certify", "autumn/7"});
  EXPECT_EQ(none.status, 2);
  EXPECT_HAS(none.err, "there is no ruling to certify (docket rule adds one)");
}

TEST_F(Certify, CertifiesARulingOfALaterSegment) {
  const Ran ruled =
      docket({"rule", "autumn/9", "--at", "5", "--claim", "count(in hand) = 6", "--judge", "Eve", "--supersedes", "7"});
  EXPECT_EQ(ruled.status, 1) << ruled.err;
  const Ran early = docket({"certify", "autumn/9", "--ruling", "11"});
  EXPECT_EQ(early.status, 2);
  EXPECT_HAS(early.err, "it was given after the events of autumn/9 that the newest checkpoint covers");
  const Ran before = docket({"certify", "autumn/9", "--ruling", "7", "--dry-run"});
  EXPECT_HAS(before.out, "More of the game was recorded since the checkpoint");
  (void)checkpoint("later");
  const Ran checked = checkWithCards(certified(11));
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_HAS(checked.out, "the ruling of event 11 of the game \"autumn/9\" is wrong");
  EXPECT_HAS(checked.out, "with what was recorded after its end");
  EXPECT_HAS(checkWithCards(certified(kOpensNothing)).out, "it was replaced by the ruling of event 11");
}

TEST_F(Certify, CertifiesARulingOfABranch) {
  ASSERT_EQ(docket({"branch", "autumn/9", "--at", "5", "--as", "autumn/9/what-if"}).status, 0);
  const std::string lines =
      R"({"game":"autumn/9/what-if","rulingGiven":{"judge":"Dana","at":5,"claim":"title(#3) = \"Iron Blade\""}})"
      "\n"
      R"({"game":"autumn/9/what-if","gameEnded":{"winner":2}})"
      "\n";
  const Ran recorded = run({"record", "--archive", place.archive()}, lines);
  ASSERT_EQ(recorded.status, 0) << recorded.out << recorded.err;
  (void)checkpoint("later");
  const std::string file = certified(6, {}, "autumn/9/what-if");
  const Ran checked = checkWithCards(file);
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_HAS(checked.out, "of the game \"autumn/9/what-if\" is right");
  EXPECT_HAS(checked.out, "1 of the 7 hidden values");
  EXPECT_FALSE(has(textOf(file), "Quiet Pond"));
}

class CertifyLong : public testing::TestWithParam<std::string> {};

TEST_P(CertifyLong, AGameOf300EventsTakes64KiBAtMost) {
  const TempDirectory place;
  const generate::Documents documents(GetParam());
  Recording played = generate::gameOf(documents, GetParam(), 300);
  played.header().setId("long");
  std::ostringstream lines;
  writeJsonLines(played, lines);
  const std::string cards = place.file("cards.json", generate::sampleText(GetParam() + ".cards.json"));
  ASSERT_EQ(
      run({"import", place.file("long.jsonl", lines.str()), "--cards", cards, "--archive", place.archive()}).status, 0);
  for (const char* claim : {"legal(150)", "count(in hand) > 2"})
    EXPECT_LE(
        run({"rule", "long", "--at", "150", "--claim", claim, "--judge", "Eve", "--archive", place.archive()}).status,
        1);
  const std::string seal = R"({"seal":"long"})"
                           "\n";
  EXPECT_EQ(run({"record", "--archive", place.archive()}, seal).status, 0);
  ASSERT_EQ(run({"keys", "new", "example.com/club", "-o", place / "key"}).status, 0);
  ASSERT_EQ(run({"checkpoint", "--key", place / "key", "--archive", place.archive()}).status, 0);
  const GameLoader loader(place.archive());
  const Hidden hidden = HiddenFrom(loader.archive().game("long"), documents.catalogue, kSpectator).found();
  EXPECT_FALSE(hidden.lines.empty());
  for (const char* ruling : {"301", "302"}) {
    const std::string file = place / ruling;
    const Ran made = run({"certify", "long", "--ruling", ruling, "-o", file, "--archive", place.archive(), "--json"});
    ASSERT_EQ(made.status, 0) << made.err;
    RecordProperty("bytes", memberOf(made.out, "bytes"));
    RecordProperty("trials", memberOf(made.out, "trials"));
    EXPECT_LE(std::filesystem::file_size(file), 64U << 10U) << memberOf(made.out, "opened");
    const Ran checked = run({"check-proof", file, "--key", place / "key.pub", "--cards", cards});
    EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
    if (has(made.out, "\"opened\":[]")) {
      EXPECT_EQ(leakIn(textOf(file), hidden), "");
    } else {
      EXPECT_STREQ(ruling, "301") << "the number of cards in a hand is public";
    }
  }
}

TEST(CertifyDuel, ARealOneOf315EventsTakes64KiBAtMost) {
  const std::string duel = docket::test::sharedDir() + "/data/games/edopro/0004.yrpX";
  if (!std::filesystem::exists(duel)) GTEST_SKIP() << "there is no ../shared";
  const TempDirectory place;
  ASSERT_EQ(run({"import", "--ruleset", "yugioh", duel, "--archive", place.archive()}).status, 0);
  ASSERT_EQ(run({"rule", "0004", "--at", "100", "--claim", "count(in play) > 0", "--judge", "Eve", "--archive",
                 place.archive()})
                .status,
            0);
  ASSERT_EQ(run({"keys", "new", "example.com/club", "-o", place / "key"}).status, 0);
  ASSERT_EQ(run({"checkpoint", "--key", place / "key", "--archive", place.archive()}).status, 0);
  const Ran made = run({"certify", "0004", "-o", place / "c", "--archive", place.archive()});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_LE(std::filesystem::file_size(place / "c"), 64U << 10U);
  EXPECT_EQ(run({"check-proof", place / "c", "--key", place / "key.pub"}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, CertifyLong, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::test::certify_test
