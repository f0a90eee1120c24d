// The words of limits on the cards: each is read, or told.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>

#include "tests/marvel/cards.h"

namespace docket::marvel {
namespace {

TEST(PrintedLimits, AreReadOrTold) {
  SKIP_WITHOUT_GAMES();
  std::map<std::string, std::size_t> read, left;
  for (const auto& [code, face] : GameRules::get().faces()) {
    for (const PrintedLimit& one : face.limits) ++read[one.limit];
    for (const FaceAbility& ability : face.abilities) {
      for (const PrintedLimit& one : ability.limits) ++read[one.limit];
    }
    for (const PrintedLimit& one : face.unread)
      ++left[fmt::format("{} {}: {} [{}]", code, face.name, one.words, one.label)];
  }
  for (const auto& [limit, count] : read) fmt::print("{:5} {}\n", count, limit);
  for (const auto& [words, count] : left) fmt::print("left: {}\n", words);
}

}  // namespace
}  // namespace docket::marvel
