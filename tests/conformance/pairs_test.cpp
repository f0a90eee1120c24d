// Every two clauses that read the same fact have a case together or a documented reason why none is possible.
#include "tests/conformance/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "engine/rules/compile_ruleset.h"
#include "events/errors.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::conformance::pairs_test {
namespace {

TEST(Pairs, HaveACaseOrAReasonEach) {
  const Pairs pairs = findPairs();
  EXPECT_GT(pairs.all.size(), 300U);
  EXPECT_EQ(countBare(pairs.all), 0U) << printed(pairs, false);
  for (const std::string& problem : pairs.problems) ADD_FAILURE() << problem;
}

TEST(Pairs, RefuseAnUnneededReason) {
  const Pairs pairs = findPairs("marvel-champions",
                                "marvel-champions\tmc.max.period\tmc.max.title\tthey have a case\n"
                                "marvel-champions\tmc.max.deck\tmc.max.element\tthey share nothing\n"
                                "yugioh\tygo.soft\tygo.gain\tis of another ruleset\n");
  ASSERT_EQ(pairs.problems.size(), 2U);
  EXPECT_TRUE(pairs.problems[0].starts_with("pairs.tsv:1: mc.max.period and mc.max.title have a case, "));
  EXPECT_TRUE(
      pairs.problems[1].starts_with("pairs.tsv:2: mc.max.deck and mc.max.element read nothing that is the same"));
  EXPECT_THROW((void)findPairs("marvel-champions", "marvel-champions\tmc.max.deck\n"), BadInput);
  EXPECT_THROW((void)findPairs("chess"), BadInput);
}

TEST(Pairs, AreReportedIfTheirReasonIsMissing) {
  const Pairs pairs = findPairs("yugioh", "");
  EXPECT_EQ(countBare(pairs.all), 1U);
  EXPECT_NE(printed(pairs, false).find("ygo.soft.negated  ygo.soft.selfflip"), std::string::npos);
}

const char* const kRuleset = R"({"name": "t", "version": "1", "from": "2026-01-01",
  "clauses": [{"id": "t.limit"}, {"id": "t.back"}, {"id": "t.other", "off": [{"at": "limits/once/within", "becomes": "game"}]},
              {"id": "t.place"}],
  "zones": [{"name": "yard"}], "periods": [{"name": "turn"}],
  "limits": [{"name": "once", "clause": "t.limit", "counted": "activations", "keyedBy": ["instance"], "within": "turn",
              "givenBack": [{"when": "leavesLocation", "clause": "t.back"}]}],
  "acts": [{"act": "cardMoved", "requires": [{"what": "that", "that": "count(in yard of who) > 1 or zone(it) = 'yard'",
                                             "clause": "t.place"}]}]})";

TEST(FactsOfClauses, AreTheNamesInTheirLinesAndInTheTable) {
  const auto document = test::readWholeRuleset(kRuleset, "t.json");
  const Ruleset ruleset = compile(document.root(), "t.json");
  const auto facts = factsOfClauses(document.root(), ruleset, "limits/*\tnothing\nacts/*\twhat moves; who moves it\n");
  EXPECT_EQ(facts.at("t.limit"), Facts{"limit once"});
  EXPECT_EQ(facts.at("t.back"), Facts{"limit once"});
  EXPECT_EQ(facts.at("t.other"), Facts{"limit once"});
  EXPECT_EQ(facts.at("t.place"), (Facts{"place yard", "what moves", "who moves it"}));
}

TEST(FactsOfClauses, ThrowForALineThatIsNotInTheTable) {
  const auto document = test::readWholeRuleset(kRuleset, "t.json");
  const Ruleset ruleset = compile(document.root(), "t.json");
  EXPECT_THROW((void)factsOfClauses(document.root(), ruleset, "limits/*\tnothing\n"), BadInput);
}

}  // namespace
}  // namespace docket::conformance::pairs_test
