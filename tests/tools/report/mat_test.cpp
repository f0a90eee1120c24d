// Mats: where a page draws the zones. Shipped mats fit their rulesets, and contradictory ones are refused.
#include "tools/report/mat.h"

#include <set>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "tests/tools/disputed_game.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"

namespace docket::mat_test {
namespace {

using test::has;
using test::Ran;
using test::TempDirectory;

TEST(Mats, ShipForEachRulesetWithItsZones) {
  std::set<std::string> names;
  for (const HeldDocument& held : knownRulesets(nullptr)) {
    const auto rules = compileRules(held, nullptr);
    const auto mat = report::chooseMat(rules->ruleset, std::nullopt);
    ASSERT_NE(mat, nullptr) << held.name;
    names.insert(held.name);
    std::set<std::string> placed;
    for (const auto place : mat->root().getPlaces()) placed.insert(textOf(place.getZone()));
    for (const Zone& zone : rules->ruleset.zones) {
      // Cards upon other cards have no place of their own.
      const bool has_place = !zone.in_play || zone.name == "enchantments" || placed.contains(zone.name);
      EXPECT_TRUE(has_place) << held.name << ": " << zone.name;
    }
  }
  EXPECT_GE(names.size(), 6U);
}

class MatOf : public test::DisputedGame {};

TEST_F(MatOf, APageIsTheOneInTheFile) {
  const std::string own = R"({"ruleset": "l5r-celestial", "value": "gold",
    "places": [{"zone": "home", "row": 1, "column": 2, "columns": 3}]})";
  const Ran shipped = run({"report", "court/7"});
  const Ran ran = run({"report", "court/7", "--mat", place.file("mat.json", own)});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("places":[{"zone":7,"row":1,"column":2,"columns":3,"slots":[]}])");
  EXPECT_FALSE(has(shipped.out, R"("places":[{"zone":7,"row":1,"column":2)"));
}

TEST_F(MatOf, ContradictionsAreRefusedWithTheirPlace) {
  const std::string head =
      R"({"ruleset": "l5r-celestial", "places": [{"zone": "home", "row": 1, "column": 1, "columns": 2},)";
  struct {
    std::string text, said;
  } const rows[] = {
      {R"({"ruleset": "yugioh"})", R"(it is for the ruleset "yugioh", and the game is under "l5r-celestial")"},
      {head + R"({"zone": "hom", "row": 2, "column": 1}]})", R"(the ruleset has no zone "hom" (did you mean "home"?))"},
      {head + R"({"zone": "home", "row": 2, "column": 1}]})", "the zone has a place already"},
      {head + R"({"zone": "hand", "row": 1, "column": 2}]})", "row 1, column 2 is taken by another place"},
      {head + R"({"zone": "hand", "row": 0, "column": 1}]})", "a place lies in rows 1 to 12 and columns 1 to 12"},
      {head + R"({"zone": "hand", "row": 2, "column": 12, "columns": 2}]})", "columns 1 to 12"},
      {head + R"({"zone": "hand", "row": 2, "column": 1, "columns": 0}]})", "columns 1 to 12"},
      {head + R"({"zone": "hand", "row": 2, "column": 1, "slots": [1]}]})", "the zone has no slots"},
      {head + R"({"zone": "province", "row": 2, "column": 1}]})", "which slots of the zone lie here?"},
      {head + R"({"zone": "province", "row": 2, "column": 1, "slots": [1, 1]}]})", "slot 1 has a place already"},
      {R"({"ruleset": "l5r-celestial", "colour": "red"})", "colour"},
      {"{", "mat.json:1:"},
  };
  for (const auto& row : rows) {
    const Ran ran = run({"report", "court/7", "--mat", place.file("mat.json", row.text)});
    EXPECT_EQ(ran.status, 2) << row.text;
    EXPECT_HAS(ran.err, row.said);
    EXPECT_HAS(ran.err, "mat.json:1:");
  }
}

TEST_F(MatOf, ARulesetOfTheSameNameWithOtherZonesHasNone) {
  Ruleset other;
  other.name = "yugioh";
  EXPECT_EQ(report::chooseMat(other, std::nullopt), nullptr);
  other.name = "a game that nobody knows";
  EXPECT_EQ(report::chooseMat(other, std::nullopt), nullptr);
}

}  // namespace
}  // namespace docket::mat_test
