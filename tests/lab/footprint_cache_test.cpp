// Stored footprints: reading returns what was stored, and malformed bytes are refused or read without harm.
#include "tools/lab/footprint_cache.h"

#include <gtest/gtest.h>

#include "tests/lab/generated_archive.h"

namespace docket::lab::test::footprint_cache_test {
namespace {

/// The footprint of the first game of an archive.
GameFootprint footprintOf(const GeneratedArchive& made) {
  const auto archive = Archive::open(made.place().archive(), Access::read);
  FootprintTaker taker(documentsOf(archive));
  GameFootprint footprint;
  archive.forEachGame([&](Game& game) {
    footprint = taker.of(LabGame(game));
    return false;
  });
  footprint.trials = {{"a clause", true}, {"another", false}};
  footprint.consulted.addAgreed(3, {.keys = 5, .unknown = 2});
  footprint.consulted.addFate(3, UseFate::attached);
  return footprint;
}

TEST(CachedFootprints, AreReadAsTheyWereStored) {
  for (const char* ruleset : {"yugioh", "l5r-celestial", "huntik", "marvel-champions"}) {
    const GameFootprint footprint = footprintOf(GeneratedArchive(ruleset, 1, {.seed = 3, .planted_percent = 20}));
    EXPECT_GT(footprint.events, 20U);
    EXPECT_FALSE(footprint.cards.empty());
    EXPECT_FALSE(footprint.consulted.lines().empty());
    const auto read = readFootprint(bytesOf(footprint));
    ASSERT_TRUE(read);
    EXPECT_EQ(bytesOf(*read), bytesOf(footprint)) << ruleset;
    EXPECT_EQ(read->trials, footprint.trials);
    EXPECT_EQ(read->consulted.lines(), footprint.consulted.lines());
    EXPECT_EQ(read->consulted.agreed(), footprint.consulted.agreed());
    EXPECT_EQ(read->consulted.fates(), footprint.consulted.fates());
    EXPECT_EQ(read->consulted.has(RuleField::scope), footprint.consulted.has(RuleField::scope));
  }
}

TEST(CachedFootprints, ThatAreDamagedAreRefusedOrRead) {
  const std::string bytes = bytesOf(footprintOf(GeneratedArchive("yugioh", 1, {.seed = 3})));
  std::size_t refused = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    refused += readFootprint(std::string_view(bytes).substr(0, at)) ? 0U : 1U;
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ flip);
      refused += readFootprint(other) ? 0U : 1U;
    }
  }
  EXPECT_GT(refused, bytes.size());
}

}  // namespace
}  // namespace docket::lab::test::footprint_cache_test
