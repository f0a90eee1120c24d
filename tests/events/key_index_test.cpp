// The index of numbers by keys: over growth, with hashes that are equal, and with keys that were not added.
#include "events/key_index.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace docket::key_index_test {
namespace {

TEST(KeyIndex, FindsExactlyItsKeysHoweverMany) {
  std::vector<std::string> keys;
  KeyIndex index;
  const auto find = [&](const std::string& key) {
    return index.find(key, [&](std::uint32_t number) { return std::string_view(keys[number]); });
  };
  EXPECT_EQ(find("card 0"), KeyIndex::kNone);
  for (std::uint32_t number = 0; number < 5000; ++number) {
    keys.push_back(fmt::format("card {}", number));
    ASSERT_EQ(find(keys.back()), KeyIndex::kNone) << "found before it is added";
    index.add(keys.back(), number);
    ASSERT_EQ(find(keys.back()), number);
  }
  for (std::uint32_t number = 0; number < keys.size(); ++number) ASSERT_EQ(find(keys[number]), number);
  for (const char* other : {"", "card", "card 5000", "Card 1", "card 1 "})
    EXPECT_EQ(find(other), KeyIndex::kNone) << other;
}

TEST(KeyIndex, DistinguishesKeysWithEqualHashes) {
  // Of 200,000 hashes of 32 bits some are equal (four pairs on average) although their keys differ. A lookup of one of
  // these keys must compare the other key too.
  std::vector<std::string> keys;
  KeyIndex index;
  for (std::uint32_t number = 0; number < 200'000; ++number) {
    keys.push_back(fmt::format("{:x}", number * 2654435761U));
    index.add(keys.back(), number);
  }
  std::size_t others_looked_at = 0;
  for (std::uint32_t number = 0; number < keys.size(); ++number) {
    const auto key_of = [&](std::uint32_t at) {
      others_looked_at += at == number ? 0 : 1;
      return std::string_view(keys[at]);
    };
    ASSERT_EQ(index.find(keys[number], key_of), number);
  }
  EXPECT_GT(others_looked_at, 0U) << "no two of the keys have the same hash: choose others";
  EXPECT_LT(others_looked_at, 100U) << "keys with different hashes were compared";
}

TEST(KeyIndex, IsCopiedLikeAValue) {
  const std::vector<std::string> keys{"one", "two"};
  const auto key_of = [&](std::uint32_t number) { return std::string_view(keys[number]); };
  KeyIndex index;
  index.add("one", 0);
  KeyIndex copy = index;
  copy.add("two", 1);
  EXPECT_EQ(index.find("two", key_of), KeyIndex::kNone);
  EXPECT_EQ(copy.find("two", key_of), 1U);
  EXPECT_EQ(copy.find("one", key_of), 0U);
}

}  // namespace
}  // namespace docket::key_index_test
