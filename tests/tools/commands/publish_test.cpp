// Rulesets and catalogues by name: a name and a version have one content, unless a game brought another.
#include "tests/places.h"
#include "tests/tools/railyard.h"

namespace docket::publish_test {
namespace {

using test::Ran;

class Publishing : public test::Railyard {
 protected:
  /// A document with a word of it changed.
  [[nodiscard]] std::string edited(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = test::textOf(document(name));
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return place.file(name + "-edited.json", text.replace(at, from.size(), to));
  }
};

TEST_F(Publishing, DifferentContentUnderOneNameAndVersionIsRefused) {
  EXPECT_EQ(run({"rules", "add", document("ruleset")}).status, 0);
  EXPECT_EQ(run({"rules", "add", document("ruleset")}).status, 0) << "the same content can be added again";
  const Ran other = run({"rules", "add", edited("ruleset", "\"amount() <= 2\"", "\"amount() <= 3\"")});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.err, "railyard 1 already exists with different contents (digest ");
  EXPECT_HAS(other.err, "raise the version");
  EXPECT_EQ(run({"rules", "add", edited("ruleset", "\"version\": \"1\"", "\"version\": \"2\"")}).status, 0);
}

TEST_F(Publishing, DifferentContentOfACatalogueIsRefused) {
  ASSERT_EQ(run({"rules", "add", document("ruleset")}).status, 0);
  EXPECT_EQ(run({"cards", "import", document("cards")}).status, 0);
  const Ran other = run({"cards", "import", edited("cards", "\"amount\": 3", "\"amount\": 4")});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.err, "railyard-cards 1 already exists with different contents");
}

TEST_F(Publishing, DifferentContentOfAShippedRulesetIsRefused) {
  std::string text = test::textOf(docket::test::sourceDir() + "/engine/rulesets/huntik.json");
  const std::string from = "\"game\": \"";
  const Ran other = run({"rules", "add", place.file("h.json", text.insert(text.find(from) + from.size(), "My "))});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.err, "already exists with different contents");
}

TEST_F(Publishing, AGameKeepsTheContentThatItWasPlayedUnder) {
  ASSERT_EQ(run({"rules", "add", document("ruleset")}).status, 0);
  const std::string events = R"({"deckRegistered":{"player":1,"zone":"deck","first":1,"count":3}}
{"actor":1,"cardsDrawn":{"player":1,"from":"deck","to":"hand","cards":[3,2,1]}}
)";
  ASSERT_EQ(importGame("strict", events).status, 0);
  const std::string loose = edited("ruleset", "\"amount() <= 2\"", "\"amount() <= 3\"");
  ASSERT_EQ(run({"import", place.file("loose.jsonl", game("loose", events)), "--ruleset", loose}).status, 0);
  EXPECT_EQ(run({"verify", "strict"}).status, 1);
  EXPECT_EQ(run({"verify", "loose"}).status, 0);
  // The name stands for two contents now, and no order of digests decides which.
  const Ran shown = run({"rules", "show", "railyard"});
  EXPECT_EQ(shown.status, 2);
  EXPECT_HAS(shown.err, "there are several rulesets railyard@1 that differ (digests ");
}

}  // namespace
}  // namespace docket::publish_test
