// Real duels as transcripts: written, read again, and byte for byte the same record.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/edopro/duels.h"
#include "tests/tools/round_trip.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro::transcript_test {
namespace {

/// Every fourth duel; all of them if DOCKET_WHOLE is set.
TEST(TranscriptOfDuels, SurvivesARoundTrip) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  const auto names = duelNames();
  const std::size_t step = std::getenv("DOCKET_WHOLE") == nullptr ? 4 : 1;
  std::size_t duels = 0, events = 0;
  for (std::size_t i = 0; i < names.size(); i += step) {
    const auto seat = static_cast<Seat>(i / step % 3);  // 0: as the file has it
    const auto duel = importReplay(replayFile(names[i]), names[i], rules, {.game = names[i], .seat = seat});
    ASSERT_EQ(test::lostInTranscript(duel.recording, rules), "") << names[i];
    ++duels;
    events += duel.recording.size();
  }
  std::cout << duels << " duels of " << events << " events written as transcripts and read back\n";
  EXPECT_GT(events, 0U);
}

}  // namespace
}  // namespace docket::edopro::transcript_test
