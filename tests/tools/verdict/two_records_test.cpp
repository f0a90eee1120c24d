// docket accounts of two records of one game: what they agree on, what only one of them was shown, and
// contradictions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/places.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"

namespace docket::two_records_test {
namespace {

const std::string kSamples = docket::test::sourceDir() + "/tests/hearthstone/samples/";

using test::Json;
using test::Ran;

class TwoRecordsOfAGame : public testing::Test {
 protected:
  /// Imports the sample with `from` replaced by `to`, as the game `id`.
  void import(const std::string& id, const std::string& from = {}, const std::string& to = {}) {
    std::string text = test::textOf(kSamples + "small-duel.xml");
    if (!from.empty()) {
      const auto at = text.find(from);
      ASSERT_NE(at, std::string::npos);
      text.replace(at, from.size(), to);
    }
    const Ran ran = docket({"import", "--id", id, "--cards", kSamples + "cards.jsonl", place_.file(id + ".xml", text)});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] Ran docket(std::vector<std::string> typed) const {
    return test::runOn(place_.archive(), std::move(typed));
  }

 private:
  test::TempDirectory place_;
};

TEST_F(TwoRecordsOfAGame, ThatAgreeDoNotContradictEachOther) {
  import("ada");
  import("ben");
  const Ran ran = docket({"accounts", "ada", "ben"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("10 cards: both know 5, only the left 0, only the right 0, neither 5"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("They do not contradict each other."), std::string::npos) << ran.out;
}

TEST_F(TwoRecordsOfAGame, MayKnowMoreThanTheOther) {
  import("ada");
  import("ben", "<FullEntity id=\"11\" cardID=\"CS2_034\">", "<FullEntity id=\"11\">");
  const Json compared = Json::of(docket({"accounts", "ada", "ben", "--json"}).out);
  EXPECT_EQ(compared["cards"]["left"].written(), "1");
  EXPECT_EQ(compared["cards"]["right"].written(), "0");
  EXPECT_TRUE(compared["contradictions"].items().empty()) << compared.written();
}

TEST_F(TwoRecordsOfAGame, ThatDisagreeContradictEachOther) {
  import("ada");
  import("ben", "<TagChange entity=\"12\" tag=\"44\" value=\"3\"/>",
         "<TagChange entity=\"12\" tag=\"44\" value=\"4\"/>");
  const Ran ran = docket({"accounts", "ada", "ben"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_NE(ran.out.find("Garrosh Hellscream #9: damage"), std::string::npos) << ran.out;
  const Ran before = docket({"accounts", "ada@55", "ben@55"});
  EXPECT_EQ(before.status, 0) << before.out;
}

TEST_F(TwoRecordsOfAGame, HaveNoClaimsOfTheirOwn) {
  import("ada");
  const Ran ran = docket({"accounts", "ada", "ada", "--claim", "1 = 1"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("--claim is for the accounts of a game"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace docket::two_records_test
