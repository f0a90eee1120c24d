// docket-proof-time ARCHIVE: measures how long the proof of a game takes in an open archive that has a checkpoint.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "events/errors.h"
#include "store/archive.h"
#include "tools/game/archive_log.h"
#include "tools/game/game_proof.h"

int main(int count, char** words) {
  using Clock = std::chrono::steady_clock;
  if (count != 2) {
    std::fputs("usage: docket-proof-time ARCHIVE\n", stderr);
    return 2;
  }
  try {
    const auto archive = docket::Archive::open(words[1], docket::Access::read);
    const auto games = archive.list({});
    const auto checkpoint = docket::newestCheckpoint(archive);
    std::vector<double> times;  // milliseconds
    const std::size_t step = std::max<std::size_t>(games.size() / 1'000, 1);
    for (std::size_t at = 0; at < games.size(); at += step) {
      const auto begun = Clock::now();
      try {
        static_cast<void>(docket::proofOf(archive, archive.game(games[at].id), checkpoint, true));
      } catch (const docket::BadInput&) {
        continue;  // it was recorded after the checkpoint
      }
      times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
    }
    std::sort(times.begin(), times.end());
    fmt::print("a proof in the open archive, of {} games spread over it: {:.3f} ms the median, {:.3f} ms the longest\n",
               times.size(), times.at(times.size() / 2), times.back());
  } catch (const std::exception& error) {
    std::fputs(fmt::format("docket-proof-time: {}\n", error.what()).c_str(), stderr);
    return 1;
  }
  return 0;
}
