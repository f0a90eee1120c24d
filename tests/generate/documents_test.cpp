// Scripts as people write them: the documented one, plain ones for rulesets without a script, and ones with
// mistakes.
#include <gtest/gtest.h>

#include "tests/generate/documents.h"
#include "tests/generate/judging.h"
#include "tests/places.h"
#include "tests/text_of.h"
#include "tools/generate/plain_play.h"
#include "tools/generate/script_check.h"

namespace docket::generate::documents_test {
namespace {

Document<schema::Play> script(const std::string& text) { return readDocument<schema::Play>(text, "x.play.json"); }

/// The findings against a game that a script makes, by clause.
std::multiset<std::string> judged(const Documents& documents, schema::Play::Reader play, const Order& order,
                                  std::multiset<std::string>* planted) {
  std::multiset<std::string> found;
  for (std::uint32_t number = 1; number <= 200; ++number) {
    const MadeGame made = makeGame(documents.summary, play, order, number);
    if (planted != nullptr) {
      for (const Planted& one : made.planted) planted->insert(one.clause);
    }
    for (const auto& [event, clause] : judgeGame(made.recording, documents.rules()).all()) found.insert(clause);
  }
  return found;
}

TEST(PlayScript, InTheDocumentationGeneratesGames) {
  const std::string page = test::textOf(docket::test::sourceDir() + "/docs/generating.md");
  const std::string fence = "```json tested\n";
  const auto from = page.find(fence) + fence.size();
  const auto play = script(page.substr(from, page.find("```", from) - from));
  const Documents documents("yugioh");
  requireFits(play.root(), documents.summary, "generating.md");
  std::multiset<std::string> planted;
  EXPECT_EQ(judged(documents, play.root(), {.seed = 1, .planted_percent = 40}, &planted), planted);
  EXPECT_TRUE(planted.contains("ygo.soft"));
}

TEST(PlayScript, IsGeneratedForARulesetWithoutOne) {
  const Documents documents("yugioh");
  const auto play = std::move(plainPlay(documents.summary).play);
  requireFits(play.root(), documents.summary, "plain");
  EXPECT_TRUE(judged(documents, play.root(), {.seed = 1, .planted_percent = 0}, nullptr).empty());
  std::multiset<std::string> planted;
  EXPECT_EQ(judged(documents, play.root(), {.seed = 1, .planted_percent = 30}, &planted), planted);
  EXPECT_FALSE(planted.empty());
}

TEST(PlayScript, IsRefusedWithTheNearestName) {
  const Documents documents("yugioh");
  const auto refusal = [&](const std::string& text) {
    try {
      const auto play = script(text);
      requireFits(play.root(), documents.summary, "x.play.json");
      (void)makeGame(documents.summary, play.root(), {}, 1);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(R"({"decks": [{"zone": "dekc"}]})"),
            R"(x.play.json: there is no zone "dekc" (did you mean "deck"?))");
  EXPECT_EQ(refusal(R"({"moves": [{"plants": [{"clauses": ["ygo.sotf"]}]}]})"),
            R"(x.play.json: there is no clause "ygo.sotf" (did you mean "ygo.soft"?))");
  EXPECT_EQ(refusal(R"({"opening": [{"lines": ["cardMovd card=1"]}]})"),
            R"(there is no event "cardMovd" (did you mean "cardMoved"?))");
  EXPECT_EQ(refusal(R"({"opening": [{"lines": ["note \"$nobody\""]}]})"),
            "a play script says $nobody, which has no meaning there");
  EXPECT_EQ(refusal(R"({"opening": [{"lines": ["note \"text"]}]})"),
            "\"note \"text\":1:6: it lacks the \" that closes it");
}

TEST(PlayScript, DrawsEveryNumberOfARange) {
  const Documents documents("yugioh");
  const auto play = script(
      R"({"opening": [{"lines": ["numberChosen player=1 what=n number=2..4"]}], "turns": {"least": 0, "most": 0}})");
  std::set<std::int64_t> numbers;
  for (std::uint32_t number = 1; number <= 40; ++number) {
    const auto made = makeGame(documents.summary, play.root(), {}, number);
    numbers.insert((*made.recording.event(1)).getNumberChosen().getNumber());
  }
  EXPECT_EQ(numbers, (std::set<std::int64_t>{2, 3, 4}));
}

}  // namespace
}  // namespace docket::generate::documents_test
