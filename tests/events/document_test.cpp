// Documents: comments, defaults and layout are irrelevant; size and speed are limited.
#include "events/document.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "events/errors.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket::document_test {
namespace {

TEST(Documents, MayHaveCommentsOutsideOfTexts) {
  const auto read = readDocument<schema::Ruleset>(
      "// the rules\n{\"name\": \"a // b\\\\\", // \"said\"\n \"note\": \"\\\"//\\\"\" // end\n}//", "rules.json");
  EXPECT_STREQ(read.root().getName().cStr(), "a // b\\");
  EXPECT_STREQ(read.root().getNote().cStr(), "\"//\"");
}

TEST(Documents, LocateAMistakeAfterComments) {
  try {
    static_cast<void>(
        readDocument<schema::Ruleset>("// \xE2\x82\xAC and \xFF\n{ // here\n  \"nmae\": 1}", "rules.json"));
    FAIL() << "taken";
  } catch (const BadInput& refused) {
    EXPECT_STREQ(refused.what(), R"json(rules.json:3:3: "nmae" is not a field of Ruleset (did you mean "name"?))json");
  }
}

TEST(Documents, HaveTheSameDigestWhateverTheirLayout) {
  const auto plain = readDocument<schema::Ruleset>(R"({"name":"x","limits":[{"name":"a"}]})", "a");
  const auto spaced =
      readDocument<schema::Ruleset>("{ \"limits\" : [ {\"max\":1,\n\"name\":\"a\"} ], \"name\":\"x\" }\n", "b");
  const auto other = readDocument<schema::Ruleset>(R"({"name":"x","limits":[{"name":"a","max":2}]})", "c");
  EXPECT_EQ(digest(plain.root()), digest(spaced.root()));
  EXPECT_NE(digest(plain.root()), digest(other.root()));
}

TEST(Documents, OfSevenThousandCardsAreReadQuickly) {
  std::string text = R"({"name":"many","cards":[)";
  for (int i = 0; i < 7'000; ++i) {
    text += fmt::format(
        R"({}{{"key":"{}","title":"Card of number {}","types":["Personality"],"keywords":["Samurai","Unique"],)"
        R"("stats":[{{"stat":"Force","amount":{}}},{{"stat":"Chi","amount":4}}],"abilities":[{{"name":"effect 1",)"
        R"("designator":"Battle","zones":["home"],"limits":[{{"limit":"once-per-turn","max":1}}]}}]}})",
        i == 0 ? "" : ",", i, i, i % 9);
  }
  text += "]}";
  const auto begun = std::chrono::steady_clock::now();
  const auto catalogue = readDocument<schema::Catalogue>(text, "cards.json");
  const auto first = digest(catalogue.root());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
  EXPECT_EQ(catalogue.root().getCards().size(), 7'000U);
  EXPECT_STREQ(catalogue.root().getCards()[6'999].getTitle().cStr(), "Card of number 6999");
  EXPECT_NE(first, Digest{});
  RecordProperty("milliseconds", static_cast<int>(seconds.count() * 1000));
  EXPECT_LT(seconds.count(), 5.0) << "a second in release; here with room for sanitizers";
}

}  // namespace
}  // namespace docket::document_test
