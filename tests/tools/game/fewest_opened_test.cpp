// Finds a minimal set of values that must stay open, with few trials.
#include "tools/game/fewest_opened.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace docket::fewest_opened_test {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

/// Each value in its own group.
Groups single(std::size_t count) {
  Groups groups;
  for (std::size_t i = 0; i < count; ++i) groups.push_back({i});
  return groups;
}

std::set<std::size_t> opened(const FewestOpened& found) {
  std::set<std::size_t> numbers;
  for (std::size_t i = 0; i < found.open.size(); ++i) {
    if (found.open[i]) numbers.insert(i);
  }
  return numbers;
}

auto needs(std::set<std::size_t> needed) {
  return [needed = std::move(needed)](const OpenValues& open) {
    return std::all_of(needed.begin(), needed.end(), [&](std::size_t value) { return open[value]; });
  };
}

TEST(FewestOpened, AreEmptyIfNothingIsNeeded) {
  const auto found = fewestOpened(single(1000), needs({}));
  EXPECT_EQ(opened(found), std::set<std::size_t>{});
  EXPECT_EQ(found.trials, 1U);
  EXPECT_EQ(fewestOpened({}, needs({})).trials, 0U);
}

TEST(FewestOpened, AreExactlyTheNeededOnes) {
  for (const std::set<std::size_t>& needed : {std::set<std::size_t>{0}, {999}, {3, 500}, {1, 2, 3, 4, 600, 601, 998}}) {
    const auto found = fewestOpened(single(1000), needs(needed));
    EXPECT_EQ(opened(found), needed);
    EXPECT_LE(found.trials, 1 + 2 * needed.size() * 10);
    EXPECT_TRUE(found.was_tried_out);
  }
}

TEST(FewestOpened, AreSearchedWithinAGroupThatStaysOpen) {
  const auto found = fewestOpened({{0, 2, 4}, {1, 3, 5}}, needs({4}));
  EXPECT_EQ(opened(found), std::set<std::size_t>{4});
}

TEST(FewestOpened, AreSufficientIfOneCanReplaceAnother) {
  const auto either = [](const OpenValues& open) { return open[2] || open[7]; };
  const auto found = fewestOpened(single(10), either);
  EXPECT_EQ(opened(found).size(), 1U);
  EXPECT_TRUE(either(found.open));
  // More open need not be better.
  const auto odd = [](const OpenValues& open) { return open[2] && (open[3] || !open[5]); };
  EXPECT_TRUE(odd(fewestOpened(single(10), odd).open));
}

TEST(FewestOpened, StayOpenWhenTheTrialsRunOut) {
  const auto found = fewestOpened(single(1000), needs({999}), 5);
  EXPECT_EQ(found.trials, 5U);
  EXPECT_FALSE(found.was_tried_out);
  EXPECT_TRUE(found.open[999]);
}

}  // namespace
}  // namespace docket::fewest_opened_test
