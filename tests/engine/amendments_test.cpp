// Rulesets with a clause switched off or in a variant: what is removed, what remains, what a patch can do.
#include "engine/rules/amendments.h"

#include <gtest/gtest.h>

#include "engine/rules/compile_ruleset.h"
#include "engine/rules/ruleset.h"
#include "events/errors.h"
#include "events/json/json.h"
#include "events/json/json_struct_writer.h"

namespace docket::amendments_test {
namespace {

constexpr std::string_view kRules = R"({
  "name": "small", "version": "1",
  "clauses": [
    {"id": "a", "gist": "A", "off": [
      {"at": "stats/Force/floor", "to": "\"none\""},
      {"at": "limits/*/max", "to": "3"},
      {"at": "limits/often/givenBack/leavesLocation", "to": ""},
      {"at": "zones/+", "to": "{\"name\": \"limbo\"}"},
      {"at": "types/0/stats/Chi", "to": "\"Force\""}]},
    {"id": "b", "variants": [{"name": "loose", "patches": [{"at": "limits/often/keyedBy", "to": "[\"title\"]"}]}]},
    {"id": "c"}
  ],
  "zones": [{"name": "deck"}, {"name": "field"}],
  "periods": [{"name": "turn"}, {"name": "phase", "order": "forward", "clause": "c"}],
  "stats": [{"name": "Force", "floorClause": "c"}, {"name": "Chi"}],
  "types": [{"name": "Fighter", "stats": ["Chi"]}],
  "calculation": {"sumClause": "c", "contradictionClauses": ["c", "b", "c"]},
  "readings": [{"reading": "an absent stat takes no changes", "clause": "c"},
               {"reading": "an absent stat takes no changes", "clause": "b"}],
  "limits": [
    {"name": "often", "within": "turn", "clause": "b", "keyedBy": ["instance"],
     "givenBack": [{"when": "attached", "clause": "c"}, {"when": "leavesLocation", "clause": "b"}]},
    {"name": "seldom", "within": "turn", "clause": "c"}
  ]
})";

Document<schema::Ruleset> rules(std::string_view text = kRules) {
  return readDocument<schema::Ruleset>(text, "small.json");
}

/// The JSON of one part of a ruleset: the rest is unchanged.
template <class Part>
std::string json(const Part& part) {
  return writeJson(part);
}

TEST(ClauseOff, RemovesItsListItemsAtAnyDepth) {
  const auto off = withClauseOff(rules().root(), "c");
  ASSERT_EQ(off.root().getReadings().size(), 1U);
  EXPECT_EQ(off.root().getReadings()[0].getClause(), "b");
  const auto often = off.root().getLimits()[0];
  ASSERT_EQ(often.getGivenBack().size(), 1U);
  EXPECT_EQ(often.getGivenBack()[0].getWhen(), schema::Limit::GivenBack::When::LEAVES_LOCATION);
}

TEST(ClauseOff, MarksItemsThatOthersMayNameAsLifted) {
  const auto off = withClauseOff(rules().root(), "c");
  EXPECT_EQ(json(off.root().getLimits()[1]), R"({"name":"seldom","within":"turn","lifted":true})");
  EXPECT_TRUE(off.root().getPeriods()[1].getLifted());
  EXPECT_FALSE(off.root().getLimits()[0].getLifted());
  const Ruleset compiled = compile(off.root(), "small.json");
  EXPECT_TRUE(compiled.limits[1].lifted);
  EXPECT_FALSE(compiled.periods[1].forward);
}

TEST(ClauseOff, ClearsOtherFieldsThatNameItAndKeepsListPositions) {
  const auto off = withClauseOff(rules().root(), "c");
  EXPECT_EQ(off.root().getStats()[0].getFloorClause(), "");
  EXPECT_EQ(off.root().getCalculation().getSumClause(), "");
  EXPECT_EQ(json(off.root().getCalculation()), R"({"contradictionClauses":["","b",""]})");
  EXPECT_EQ(off.root().getClauses()[2].getId(), "c") << "the clause itself is still listed";
}

TEST(ClauseOff, AppliesThePatchesOfTheClause) {
  const auto off = withClauseOff(rules().root(), "a");
  EXPECT_EQ(off.root().getStats()[0].getFloor(), schema::Stat::Floor::NONE);
  for (auto limit : off.root().getLimits()) EXPECT_EQ(limit.getMax(), 3);
  ASSERT_EQ(off.root().getLimits()[0].getGivenBack().size(), 1U);
  EXPECT_EQ(off.root().getLimits()[0].getGivenBack()[0].getClause(), "c");
  ASSERT_EQ(off.root().getZones().size(), 3U);
  EXPECT_EQ(off.root().getZones()[1].getName(), "field");
  EXPECT_EQ(off.root().getZones()[2].getName(), "limbo");
  EXPECT_EQ(json(off.root().getTypes()[0]), R"({"name":"Fighter","stats":["Force"]})");
}

TEST(ClauseOff, ChangesNothingElseInACopy) {
  const auto before = rules();
  const auto digest_before = digest(before.root());
  const auto off = withClauseOff(before.root(), "a");
  EXPECT_EQ(digest(before.root()), digest_before);
  EXPECT_EQ(json(off.root().getReadings()[0]), json(before.root().getReadings()[0]));
  EXPECT_EQ(json(off.root().getPeriods()[1]), json(before.root().getPeriods()[1]));
}

TEST(Variant, AppliesItsPatchesAndDropsNothing) {
  const auto loose = withVariant(rules().root(), "b", "loose");
  EXPECT_EQ(loose.root().getLimits()[0].getKeyedBy()[0], schema::Limit::Key::TITLE);
  EXPECT_EQ(loose.root().getLimits()[0].getClause(), "b");
  EXPECT_EQ(loose.root().getReadings().size(), 2U);
}

/// The error if clause "a" has this patch and is switched off.
std::string refusal(const std::string& at, const std::string& to) {
  const auto from = std::string(R"({"name": "small", "version": "1", "stats": [{"name": "Force"}, {"name": "Chi"}],)") +
                    R"("zones": [{"name": "deck"}], "calculation": {}, "orientations": ["bowed"],)" +
                    R"("clauses": [{"id": "a", "off": [{"at": ")" + at + R"(", "to": ")" + to + R"("}]}]})";
  try {
    (void)withClauseOff(rules(from).root(), "a");
    return "";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(Patch, ThatCannotBeAppliedIsRefusedWithClauseAndPath) {
  const struct {
    std::string at, to, says;
  } rows[] = {
      {"stats/Force/floor", R"(\"none\")", ""},
      {"stat/Force/floor", "1",
       R"(clause "a" off: patch of "stat/Force/floor": there is no field "stat" (did you mean "stats"?))"},
      {"stats/Forc/floor", "1",
       R"(clause "a" off: patch of "stats/Forc/floor": nothing here is called "Forc" (did you mean "Force"?))"},
      {"stats/2", "", R"(clause "a" off: patch of "stats/2": nothing here is called "2")"},
      {"limits/*/max", "1", R"(clause "a" off: patch of "limits/*/max": nothing here is called "*")"},
      {"name/first", "1",
       R"(clause "a" off: patch of "name/first": "first" leads into something that is neither a list nor an object)"},
      {"", "1", R"(clause "a" off: patch of "": there is no field "")"},
      {"orientations/bowed/name", "1",
       R"(clause "a" off: patch of "orientations/bowed/name": "name" leads into something that is neither a list nor an object)"},
      {"stats/4294967297", "", R"(clause "a" off: patch of "stats/4294967297": nothing here is called "4294967297")"},
      {std::string(200, '/'), "1",
       R"(clause "a" off: patch of ")" + std::string(200, '/') + R"(": the path has more than 64 steps)"},
      {"stats/Force/floor", R"(\"non\")",
       R"(clause "a" off: patch of "stats/Force/floor":1:1: expected one of zero, none, unlessCalculated, found "non" (did you mean "none"?))"},
      {"stats/Force/floor", "1",
       R"(clause "a" off: patch of "stats/Force/floor":1:1: expected a text, found the number 1)"},
      {"stats/Force", R"({\"nam\": \"X\"})",
       R"(clause "a" off: patch of "stats/Force":1:2: "nam" is not a field of Stat (did you mean "name"?))"},
      {"stats/Force", R"({\"name\": \"X\"}, {\"name\": \"Y\"})",
       R"(clause "a" off: patch of "stats/Force": one value was expected)"},
      {"zones", "[", R"(clause "a" off: patch of "zones")"},
  };
  for (const auto& row : rows) {
    const std::string found = refusal(row.at, row.to);
    EXPECT_EQ(found.substr(0, row.says.size()), row.says);
    EXPECT_EQ(found.empty(), row.says.empty()) << found;
  }
}

TEST(Amendments, ToAnUnknownClauseOrVariantAreRefused) {
  EXPECT_THROW((void)withClauseOff(rules().root(), "d"), BadInput);
  EXPECT_THROW((void)withVariant(rules().root(), "b", "lose"), BadInput);
}

}  // namespace
}  // namespace docket::amendments_test
