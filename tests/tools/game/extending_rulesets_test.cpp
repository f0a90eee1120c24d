// Rulesets that extend another one, through the program: found, checked, distinguished, stored, pinned and exported.
#include <fmt/format.h>

#include <filesystem>

#include "events/digest.h"
#include "tests/tools/json.h"
#include "tests/tools/railyard.h"
#include "tools/game/documents.h"

namespace docket::extending_rulesets_test {
namespace {

using test::has;
using test::Ran;
using test::TempDirectory;

class ExtendingRulesets : public test::Railyard {
 protected:
  /// The ruleset Railyard under another name.
  [[nodiscard]] static std::string night(const std::string& digest) {
    return fmt::format(R"({{"name": "night", "version": "1",
  "extends": {{"name": "railyard", "version": "1",
              "digest": "{}"}},
  "note": "By night."}}
)",
                       digest);
  }
  [[nodiscard]] static std::string digestOfBase() {
    return hex(readRuleset(test::textOf(document("ruleset")), "ruleset.json").digest);
  }
  [[nodiscard]] std::string file() const { return place.file("night.json", night(digestOfBase())); }
};

TEST_F(ExtendingRulesets, FindTheBaseBesideTheFileOrInTheArchive) {
  const Ran missing = run({"rules", "check", file()});
  EXPECT_EQ(missing.status, 2);
  EXPECT_HAS(missing.out, "night.json:3:25: the ruleset railyard 1 with the digest " + digestOfBase() +
                              " is not known: save it as NAME-VERSION.json in the folder of this file, or add it to "
                              "the archive with docket rules add");
  {
    const std::string beside = place.file("railyard.json", test::textOf(document("ruleset")));
    EXPECT_EQ(run({"rules", "check", file()}).status, 0);
    std::filesystem::remove(beside);
  }
  ASSERT_EQ(run({"rules", "add", document("ruleset")}).status, 0);
  const Ran found = run({"rules", "check", file()});
  EXPECT_EQ(found.status, 0) << found.out;
  const Ran other = run({"rules", "check", place.file("other.json", night(std::string(64, '0')))});
  EXPECT_EQ(other.status, 2);
  EXPECT_HAS(other.out, "railyard@1 (stored) has the digest " + digestOfBase());
}

TEST_F(ExtendingRulesets, AreStoredWithTheirBase) {
  const std::string beside = place.file("railyard-1.json", test::textOf(document("ruleset")));
  const std::string extending = file();
  const std::string events = "{\"began\":{\"period\":\"turn\",\"player\":1}}\n";
  const Ran taken = run({"import", place.file("g.jsonl", game("g", events)), "--ruleset", extending});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  std::filesystem::remove(beside);
  std::filesystem::remove(extending);
  EXPECT_EQ(run({"verify", "g"}).status, 0);
  const Ran shown = run({"rules", "show", "night", "--json"});
  ASSERT_EQ(shown.status, 0) << shown.err;
  EXPECT_FALSE(has(shown.out, "\"extends\"")) << shown.out;

  // `docket rules show` prints it as a complete document: stored in another archive, the same game can be played
  // under it.
  const TempDirectory elsewhere;
  const auto there = [&](std::vector<std::string> typed) { return test::runOn(elsewhere.archive(), std::move(typed)); };
  const Ran added =
      there({"rules", "add", elsewhere.file("whole.json", test::Json::of(shown.out).written()), "--json"});
  ASSERT_EQ(added.status, 0) << added.err;
  const Ran exported = run({"export", "g"});
  const Ran again = there({"import", elsewhere.file("g.jsonl", exported.out)});
  EXPECT_EQ(again.status, 0) << again.out << again.err;
  EXPECT_EQ(there({"verify", "g"}).status, 0);
}

TEST_F(ExtendingRulesets, AreDistinguishedFromTheirBase) {
  ASSERT_EQ(run({"rules", "add", document("ruleset")}).status, 0);
  const Ran diff = run({"rules", "diff", "railyard", file()});
  EXPECT_EQ(diff.status, 1) << diff.err;
  EXPECT_HAS(diff.out, "name: \"railyard\" -> \"night\"");
  EXPECT_EQ(run({"rules", "add", file()}).status, 0);
  EXPECT_EQ(run({"rules", "show", "night"}).status, 0);
}

}  // namespace
}  // namespace docket::extending_rulesets_test
