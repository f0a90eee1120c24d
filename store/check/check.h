// The full check of an archive: every byte of every file, every game's rows, counts and heads as stored.
// It runs in a child process, because RocksDB as Debian builds it may abort on a damaged file, and a file or a device
// may never answer; what is damaged is named and the rest is checked all the same. Invariant: it ends. A child that
// says nothing for too long is killed, and what it was at is named as damage.
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
  std::string game;             ///< empty: not of one game
  std::uint32_t first_bad = 0;  ///< the first event that cannot be read or is lost; 0: the header or the index
  std::string what;
};

/// Something that the check looks at beside the games.
struct CheckedPart {
  std::string name;     ///< "documents"
  std::string means;    ///< "the documents, by their digests"
  bool looked = false;  ///< else what came before it left nothing to look at
  bool whole = true;    ///< no damage of it was found
};

struct CheckReport {
  std::uint64_t games = 0;     ///< that are whole
  std::uint64_t events = 0;    ///< of those games
  std::uint64_t of_games = 0;  ///< how many there are, as far as that is known
  std::vector<CheckedPart> parts;
  std::vector<Damage> damages;
  /// What is no damage and should be known: an end of the log that was never acknowledged, losses that were accepted.
  std::vector<std::string> notes;
  [[nodiscard]] bool whole() const { return damages.empty(); }
};

/// How long the check waits for a sign of life where nobody says otherwise.
inline constexpr std::chrono::seconds kCheckSilence{120};

/// Checks the archive at `path` as a reader beside a recorder, if there is one. `also` is called in the child with each
/// game that is whole as stored, to check what the archive does not know (its heads); what it throws as DamagedArchive
/// is reported as damage of that game. `silence`: the longest that a step of it (some files, 256 events, `also` of one
/// game) may take. `progress` is called in this process with the report so far. Throws BadInput where there is no
/// archive, EnvironmentError where the check itself cannot run.
[[nodiscard]] CheckReport check(const std::filesystem::path& path, const std::function<void(const Game&)>& also = {},
                                std::chrono::milliseconds silence = kCheckSilence,
                                const std::function<void(const CheckReport&)>& progress = {});

/// The report as one message for people, ending in what to do; throws it as DamagedArchive where there is damage.
void requireWhole(const CheckReport& report);

}  // namespace docket
