// Cards that somebody typed, read: a text takes the place of what was typed, and where there is none nothing does.
#include <gtest/gtest.h>

#include <string>

#include "events/text_view.h"
#include "tools/game/documents.h"
#include "tools/game/wordings.h"
#include "tools/import/read_catalogue.h"
#include "tools/render/document_remarks.h"

namespace docket::reading {
namespace {

/// A catalogue of one card of our own, with what is put among its fields, read.
Document<schema::Catalogue> readWith(const std::string& fields) {
  const std::string catalogue = R"({"name": "ours", "version": "1", "ruleset": "yugioh", "cards": [
    {"key": "Lantern Fox", "title": "Lantern Fox", "types": ["monster"], )" +
                                fields + "}]}";
  const Ruleset ruleset = compiledRuleset(chooseRuleset("yugioh", {}, nullptr));
  return readCatalogueFrom(readPrintedCards(catalogue, "ours.json"), *chooseWordings("yugioh", {}, {}).compiled,
                           ruleset);
}

const std::string kTyped = R"("abilities": [{"name": "a light", "limits": [{"limit": "once-per-turn"}]}])";

TEST(TypedCards, AreAsTheyWereTypedWhereThereIsNoText) {
  const auto read = readWith(kTyped);
  const auto abilities = read.root().getCards()[0].getAbilities();
  ASSERT_EQ(abilities.size(), 1U);
  EXPECT_EQ(view(abilities[0].getName()), "a light");
  ASSERT_EQ(abilities[0].getLimits().size(), 1U);
  EXPECT_EQ(view(abilities[0].getLimits()[0].getLimit()), "once-per-turn");
}

TEST(TypedCards, AreAsTheirTextSaysWhereThereIsOne) {
  const auto read = readWith(kTyped + R"(, "text": "You can discard 1 card; draw 1 card.")");
  const auto abilities = read.root().getCards()[0].getAbilities();
  ASSERT_EQ(abilities.size(), 1U);
  EXPECT_EQ(abilities[0].getLimits().size(), 0U);
}

TEST(TypedCards, KeepWhatWasTypedOfAnEarlierDayWithoutAText) {
  const auto read = readWith(R"("text": "You can discard 1 card; draw 1 card.", "earlier": [{"until": "2026-03-01", )" +
                             kTyped + "}]");
  const auto earlier = read.root().getCards()[0].getEarlier();
  ASSERT_EQ(earlier.size(), 1U);
  ASSERT_EQ(earlier[0].getAbilities().size(), 1U);
  EXPECT_EQ(view(earlier[0].getAbilities()[0].getName()), "a light");
}

}  // namespace
}  // namespace docket::reading
