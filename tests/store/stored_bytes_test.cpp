// Runs the fuzz targets for stored bytes on a few seeds and their mutants: rows, and the file ACKNOWLEDGED.
#include <fstream>

#include "store/archive.h"
#include "store/rows/packing.h"
#include "tests/fuzz/acknowledged_target.h"
#include "tests/fuzz/byte_mutants.h"
#include "tests/fuzz/rows_target.h"
#include "tests/store/games.h"
#include "tests/text_of.h"

namespace docket::test::stored_bytes_test {
namespace {

/// If DOCKET_SEEDS names a directory, the seeds are written there too, for a fuzzer to begin with.
void offerSeeds(const std::string& name, const std::vector<std::string>& seeds) {
  const char* directory = std::getenv("DOCKET_SEEDS");
  if (directory == nullptr) return;
  for (std::size_t i = 0; i < seeds.size(); ++i)
    std::ofstream(fmt::format("{}/{}{}", directory, name, i), std::ios::binary) << seeds[i];
}

TEST(StoredBytes, OfAnyMutantOfARowAreRefusedOrRead) {
  std::vector<std::string> seeds;
  for (const std::uint32_t count : {1U, 3U, 24U}) {
    const MadeGame game("g", count);
    detail::RowPacker row_packer(1);
    for (std::uint32_t number = 1; number <= count; ++number) {
      const HeldEvent event = game.recording.event(number);
      row_packer.add(event, detail::eventBytes(event), headOf("g", number));
    }
    seeds.push_back(row_packer.finish().front().value);
  }
  offerSeeds("row", seeds);
  tryMutants(seeds, takeRow);
}

TEST(StoredBytes, OfMutatedAcknowledgementsAcknowledgeNothingElse) {
  const TempDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  const MadeGame game("cup/r1/t4", 6);
  archive.begin(game.begins());
  appendTo(archive, game, 1, 3);
  appendTo(archive, game, 4, 6);
  archive.import(MadeGame("other", 9).imported());
  const std::vector<std::string> seeds{textOf(directory / "a/ACKNOWLEDGED")};
  ASSERT_EQ(detail::latestOf(seeds[0]).size(), 3U);
  offerSeeds("acknowledged", seeds);
  tryMutants(seeds, takeAcknowledged);
}

}  // namespace
}  // namespace docket::test::stored_bytes_test
