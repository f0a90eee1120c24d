// Recorded games as transcripts: written, read again, and byte for byte the same record.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/hearthstone/game_rules.h"
#include "tests/tools/round_trip.h"
#include "tools/import/hearthstone/file_import.h"
#include "tools/import/hearthstone/xml_reader.h"

namespace docket::hearthstone::transcript_test {
namespace {

/// Every fourth game.
TEST(TranscriptOfHearthstone, SurvivesARoundTrip) {
  SKIP_WITHOUT_GAMES();
  const Rules rules = GameRules::get().rules();
  std::size_t games = 0, events = 0, nth = 0;
  for (const RecordedGame& game : recordedGames()) {
    if (!game.isDuel() || nth++ % 4 != 0) continue;
    ReadGame imported = importGame({.text = gameFile(game.file), .name = game.file, .read = readXml});
    imported.recording.header().setId("recorded");
    ASSERT_EQ(test::lostInTranscript(imported.recording, rules), "") << game.file;
    ++games;
    events += imported.recording.size();
  }
  std::cout << games << " games of " << events << " events written as transcripts and read back\n";
  EXPECT_GT(events, 0U);
}

}  // namespace
}  // namespace docket::hearthstone::transcript_test
