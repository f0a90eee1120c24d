// The full check of an archive: every byte of every file, and every game's rows, counts and heads as stored. It runs in
// a child process, because RocksDB as Debian builds it may abort on a damaged file, and a file or a device may never
// answer; damage is reported and the rest is still checked.
// Invariant: the check always ends. A child that is silent for too long is killed, and the part that it was checking is
// reported as damage.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "store/game.h"

namespace docket {

struct Damage {
  std::string game;             ///< empty: does not belong to a single game
  std::uint32_t first_bad = 0;  ///< the first event that is unreadable or lost; 0: the header or the index
  std::string what;
};

/// A part of the archive that is checked separately from the games.
struct CheckedPart {
  std::string name;         ///< "documents"
  std::string description;  ///< "the documents, by their digests"
  bool checked = false;     ///< false: earlier damage left nothing to check
  bool whole = true;        ///< no damage was found in it
};

struct CheckReport {
  std::uint64_t games = 0;        ///< the number of undamaged games
  std::uint64_t events = 0;       ///< the events of those games
  std::uint64_t total_games = 0;  ///< the total number of games, as far as known
  std::vector<CheckedPart> parts;
  std::vector<Damage> damages;
  /// Findings other than damage: an unacknowledged end of the log, accepted losses.
  std::vector<std::string> notes;
  [[nodiscard]] bool whole() const { return damages.empty(); }
};

/// The default for `silence`: how long the check waits for a sign of life.
inline constexpr std::chrono::seconds kCheckSilence{120};

/// Checks the archive at `path` as a reader, even while a recorder is active. `also` is called in the child with each
/// game that is undamaged as stored, to check what the archive does not know (its heads); a DamagedArchive that it
/// throws is reported as damage of that game. `silence`: the longest time for one step (some files, 256 events, `also`
/// of one game). `progress` is called in this process with the report so far. Throws BadInput if there is no archive,
/// EnvironmentError if the check itself cannot run.
[[nodiscard]] CheckReport check(const std::filesystem::path& path, const std::function<void(const Game&)>& also = {},
                                std::chrono::milliseconds silence = kCheckSilence,
                                const std::function<void(const CheckReport&)>& progress = {});

/// If there is damage, throws the report as DamagedArchive: a message for people that ends with what to do.
void requireWhole(const CheckReport& report);

}  // namespace docket
