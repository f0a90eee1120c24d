// docket verify --all shows a cached result if nothing has changed, and folds again otherwise.
#include <array>
#include <string>
#include <vector>

#include "store/archive.h"
#include "store/database.h"
#include "tests/tools/disputed_game.h"

namespace docket::verdict_cache_test {
namespace {

using test::Ran;

class CachedVerdict : public test::DisputedGame {
 protected:
  [[nodiscard]] Ran verify(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"verify", "--all", "--json", "--archive", place.archive()});
    return test::run(more);
  }
  static std::size_t timesIn(const std::string& text, const std::string& words) {
    std::size_t times = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++times;
    return times;
  }
  static std::size_t keptIn(const Ran& ran) { return timesIn(ran.out, R"("kept":true)"); }
  static std::string withoutKept(std::string text) {
    for (const std::string words : {R"("kept":true,)", R"("kept":false,)"}) {
      for (auto at = text.find(words); at != std::string::npos; at = text.find(words)) text.erase(at, words.size());
    }
    return text;
  }
};

TEST_F(CachedVerdict, IsShownAgainWithItsFindingsItsRulingsAndItsExitStatus) {
  test::importSamples(place);
  const Ran first = verify();
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(keptIn(first), 0U);
  const Ran again = verify();
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(keptIn(again), 4U) << again.out;
  EXPECT_EQ(withoutKept(again.out), withoutKept(first.out));
  const Ran all = verify({"--again"});
  EXPECT_EQ(all.out, first.out);
  const Ran table = run({"verify", "--all"});
  EXPECT_HAS(table.out, "4 games unchanged since this program verified them");
}

TEST_F(CachedVerdict, IsNotShownForAChangedGameOrKeyframe) {
  test::importSamples(place);
  static_cast<void>(verify());
  ASSERT_EQ(run({"rule", "court/7", "--at", "13", "--judge", "Eli", "--claim", "legal(13)"}).status, 0);
  const Ran longer = verify();
  EXPECT_EQ(keptIn(longer), 3U);
  EXPECT_EQ(keptIn(verify()), 4U);
  {
    const auto archive = Archive::open(place.archive(), Access::record);
    constexpr std::array<std::uint8_t, 3> kNoKeyframe{1, 2, 3};
    archive.derivedStore().put(archive.game("court/7"), Digest{}, 18, kNoKeyframe);
  }
  EXPECT_EQ(keptIn(verify()), 3U);
}

TEST_F(CachedVerdict, IsNotShownUnderOtherRulesOrForNamedGames) {
  static_cast<void>(verify());
  EXPECT_EQ(keptIn(verify({"--under", "l5r-celestial@2009-06-01"})), 0U);
  EXPECT_FALSE(test::has(run({"verify", "court/7", "--json"}).out, R"("kept":true)"));
}

TEST_F(CachedVerdict, IsNotStoredWhileAnotherProcessRecords) {
  {
    const auto recorder = Archive::open(place.archive(), Access::record);
    EXPECT_EQ(keptIn(verify()), 0U);
    EXPECT_EQ(keptIn(verify()), 0U);
  }
  EXPECT_EQ(keptIn(verify()), 0U);
  EXPECT_EQ(keptIn(verify()), 1U);
}

TEST_F(CachedVerdict, DoesNotHideAnAlteredEvent) {
  EXPECT_EQ(keptIn(verify()), 0U);
  EXPECT_EQ(keptIn(verify()), 1U);
  // The row of another game in its place, with its own head.
  std::string other = test::kGame;
  const std::string was = R"("how":"gained","amount":2)";
  other.replace(other.find(was), was.size(), R"("how":"gained","amount":3)");
  other.replace(other.find("court/7"), 7, "court/8");
  importGame("other.jsonl", other);
  {
    detail::Database database(place.archive(), Access::record);
    auto* events = database.family(detail::Family::events);
    std::string own, others;
    ASSERT_TRUE(database.rocks().Get({}, events, detail::eventsKey(1, 1), &own).ok());
    ASSERT_TRUE(database.rocks().Get({}, events, detail::eventsKey(2, 1), &others).ok());
    others.replace(0, sizeof(Digest), own, 0, sizeof(Digest));
    ASSERT_TRUE(database.rocks().Put({}, events, detail::eventsKey(1, 1), others).ok());
  }
  const Ran ran = verify();
  EXPECT_EQ(ran.status, 3) << ran.out;
  EXPECT_EQ(verify().status, 3);
}

}  // namespace
}  // namespace docket::verdict_cache_test
