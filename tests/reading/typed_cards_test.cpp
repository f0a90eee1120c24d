// Typed cards, read: a text replaces the typed fields; without a text they stay.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "events/text/text_view.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/wordings.h"
#include "tools/import/read_catalogue.h"
#include "tools/render/catalogue_file.h"

namespace docket::reading::typed_cards_test {
namespace {

/// The reading of a catalogue of one invented card with additional fields.
Document<schema::Catalogue> readWith(const std::string& fields) {
  const std::string catalogue = R"({"name": "ours", "version": "1", "ruleset": "yugioh", "cards": [
    {"key": "Lantern Fox", "title": "Lantern Fox", "types": ["monster"], )" +
                                fields + "}]}";
  const Ruleset ruleset = compiledRuleset(chooseRuleset("yugioh", {}, nullptr));
  return readCatalogueFrom(readPrintedCards(catalogue, "ours.json"), *chooseWordings("yugioh", {}, {}).compiled,
                           ruleset);
}

const std::string kTyped = R"("abilities": [{"name": "a light", "limits": [{"limit": "once-per-turn"}]}])";

TEST(TypedCards, AreKeptAsTypedWithoutAText) {
  const auto read = readWith(kTyped);
  const auto abilities = read.root().getCards()[0].getAbilities();
  ASSERT_EQ(abilities.size(), 1U);
  EXPECT_EQ(view(abilities[0].getName()), "a light");
  ASSERT_EQ(abilities[0].getLimits().size(), 1U);
  EXPECT_EQ(view(abilities[0].getLimits()[0].getLimit()), "once-per-turn");
}

TEST(TypedCards, AreReadFromTheirTextIfTheyHaveOne) {
  const auto read = readWith(kTyped + R"(, "text": "You can discard 1 card; draw 1 card.")");
  const auto abilities = read.root().getCards()[0].getAbilities();
  ASSERT_EQ(abilities.size(), 1U);
  EXPECT_EQ(abilities[0].getLimits().size(), 0U);
}

TEST(TypedCards, KeepEarlierTypedVersionsWithoutAText) {
  const auto read = readWith(R"("text": "You can discard 1 card; draw 1 card.", "earlier": [{"until": "2026-03-01", )" +
                             kTyped + "}]");
  const auto earlier = read.root().getCards()[0].getEarlier();
  ASSERT_EQ(earlier.size(), 1U);
  ASSERT_EQ(earlier[0].getAbilities().size(), 1U);
  EXPECT_EQ(view(earlier[0].getAbilities()[0].getName()), "a light");
}

/// A Pendulum Monster, whose two texts are used from two zones.
const std::string kPendulum = R"("subtypes": ["Effect", "Pendulum"], )";
const std::string kDiscard = "You can discard 1 card; draw 1 card.", kPay = "You can pay 500 LP; draw 1 card.";

std::string written(const Document<schema::Catalogue>& catalogue) {
  std::ostringstream out;
  writeCatalogue(out, catalogue.root());
  return out.str();
}

/// For each ability of the only card, the zones in which it is used.
std::vector<std::string> zonesIn(const Document<schema::Catalogue>& catalogue) {
  std::vector<std::string> zones;
  for (const auto ability : catalogue.root().getCards()[0].getAbilities()) {
    std::string all;
    for (const auto zone : ability.getZones()) all += "[" + textOf(zone) + "]";
    zones.push_back(all);
  }
  return zones;
}

TEST(TypedCards, AreReadFromEachTextSeparately) {
  const auto read = readWith(kPendulum + R"("text": ")" + kDiscard +
                             R"(", "otherTexts": [{"of": "pendulum", "text": ")" + kPay + R"("}])");
  EXPECT_EQ(zonesIn(read), (std::vector<std::string>{"[monster zone]", "[pendulum zone]"}));
}

TEST(TypedCards, AreReadTheSameFromTheWrittenCatalogue) {
  const auto once = readWith(kPendulum + R"("text": ")" + kDiscard +
                             R"(", "otherTexts": [{"of": "pendulum", "text": ")" + kPay + R"("}])");
  const Ruleset ruleset = compiledRuleset(chooseRuleset("yugioh", {}, nullptr));
  const auto twice = readCatalogueFrom(readPrintedCards(written(once), "ours.json"),
                                       *chooseWordings("yugioh", {}, {}).compiled, ruleset);
  EXPECT_EQ(written(twice), written(once));
}

TEST(TypedCards, NameNoZoneIfTwoTextsMayShareOneField) {
  EXPECT_EQ(zonesIn(readWith(kPendulum + R"("text": ")" + kDiscard + " " + kPay + R"(")")),
            (std::vector<std::string>{"", ""}));
  const std::string without = R"(", "otherTexts": [{"of": "pendulum"}])";
  EXPECT_EQ(zonesIn(readWith(kPendulum + R"("text": ")" + kDiscard + without)),
            (std::vector<std::string>{"[monster zone]"}));
}

TEST(TypedCards, WithFlavorTextAreReadIfAnotherTextMayBeInIt) {
  const std::string normal = R"("subtypes": ["Normal", "Pendulum"], "text": ")" + kDiscard + R"(")";
  EXPECT_EQ(zonesIn(readWith(R"("subtypes": ["Normal"], "text": ")" + kDiscard + R"(")")).size(), 0U);
  EXPECT_EQ(zonesIn(readWith(normal)), (std::vector<std::string>{""}));
  EXPECT_EQ(zonesIn(readWith(normal + R"(, "otherTexts": [{"of": "pendulum", "text": ")" + kPay + R"("}])")),
            (std::vector<std::string>{"[pendulum zone]"}));
}

TEST(TypedCards, HaveTheOtherTextOfAnEarlierDay) {
  const auto read =
      readWith(kPendulum + R"("text": ")" + kDiscard + R"(", "otherTexts": [{"of": "pendulum", "text": ")" + kPay +
               R"("}], "earlier": [{"until": "2026-03-01", "otherTexts": [{"of": "pendulum"}]}])");
  const auto earlier = read.root().getCards()[0].getEarlier();
  ASSERT_EQ(earlier.size(), 1U);
  EXPECT_EQ(earlier[0].getAbilities().size(), 1U);
  EXPECT_EQ(textOf(earlier[0].getText()), kDiscard);
}

}  // namespace
}  // namespace docket::reading::typed_cards_test
