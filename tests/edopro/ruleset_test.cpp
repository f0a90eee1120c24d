// Which ruleset a replay is imported under: the one for the options of its duel, unless another one is named.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/tools/run.h"

namespace docket::edopro::ruleset_test {
namespace {

using test::has;
using test::Ran;

constexpr const char* kOtherRules = "the ruleset is yugioh, which does not judge summons, attacks and phases";

/// A replay of a duel with these options that has only started.
std::string replayWith(std::uint64_t options) {
  std::string file;
  const auto number = [&](std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) file.push_back(static_cast<char>(value >> (8U * i)));
  };
  for (const std::uint32_t word : {0x58707279U, 0x000B0029U, 0x130U, 1793491200U, 0U, 0U, 0U, 0U}) number(word, 4);
  for (int side = 0; side < 2; ++side) {
    number(1, 4);
    file.resize(file.size() + 40);
  }
  number(options, 8);
  number(4, 1);
  number(17, 4);
  number(0, 1);
  for (int side = 0; side < 2; ++side) number(8000, 4);
  for (const unsigned cards : {2U, 0U, 1U, 0U}) number(cards, 2);
  return file;
}

/// The output of import and of the list of games.
std::string importedWith(std::uint64_t options, const std::vector<std::string>& further = {}) {
  const test::TempDirectory place;
  std::vector<std::string> typed{"import", place.file("duel.yrpX", replayWith(options))};
  typed.insert(typed.end(), further.begin(), further.end());
  const Ran ran = test::runOn(place.archive(), typed);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return ran.err + test::runOn(place.archive(), {"games", "--json"}).out;
}

TEST(RulesetOfADuel, JudgesPlayUnderMasterRule5AndItsVariants) {
  for (const std::uint64_t options : {0x2E800ULL, 0x2E810ULL, 0x10002E800ULL, 0x20002E800ULL, 0x30002E810ULL}) {
    const std::string said = importedWith(options);
    EXPECT_HAS(said, "\"ruleset\":\"yugioh-play\"") << std::hex << options;
    EXPECT_FALSE(has(said, kOtherRules)) << std::hex << options << said;
  }
}

TEST(RulesetOfADuel, JudgesOnlyLimitsUnderOtherOptionsAndSaysSo) {
  for (const std::uint64_t options :
       {0xD1800ULL, 0xD2800ULL, 0x628000ULL, 0x2E802ULL, 0x2E000ULL, 0x102E800ULL, 0ULL}) {
    const std::string said = importedWith(options);
    EXPECT_HAS(said, "\"ruleset\":\"yugioh\"") << std::hex << options;
    EXPECT_HAS(said, kOtherRules) << std::hex << options;
  }
  EXPECT_HAS(importedWith(0xD1800), "duel options Master Rule 3 (0xd1800)\n");
}

TEST(RulesetOfADuel, IsTheNamedOneWhateverTheOptions) {
  const std::string limits = importedWith(0x2E800, {"--ruleset", "yugioh"});
  EXPECT_HAS(limits, "\"ruleset\":\"yugioh\"");
  EXPECT_FALSE(has(limits, kOtherRules)) << limits;
  const std::string play = importedWith(0xD1800, {"--ruleset", "yugioh-play"});
  EXPECT_HAS(play, "\"ruleset\":\"yugioh-play\"");
  EXPECT_FALSE(has(play, kOtherRules)) << play;
}

}  // namespace
}  // namespace docket::edopro::ruleset_test
