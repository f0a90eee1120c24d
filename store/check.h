// The full check of an archive: every byte of every file, every game's rows, counts and heads as stored.
// It runs in a child process, because RocksDB as Debian builds it may abort on a damaged file; what is damaged is
// named and the rest is checked all the same.
#pragma once

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

struct CheckReport {
  std::uint64_t games = 0;   ///< that were walked
  std::uint64_t events = 0;  ///< that could be read
  std::vector<Damage> damages;
  [[nodiscard]] bool whole() const { return damages.empty(); }
};

/// Checks the archive at `path` as a reader beside a recorder, if there is one. `also` is called in the child with each
/// game that is whole as stored, to check what the archive does not know (its heads); what it throws as DamagedArchive
/// is reported as damage of that game. Throws EnvironmentError where the check itself cannot run.
[[nodiscard]] CheckReport check(const std::filesystem::path& path, const std::function<void(const Game&)>& also = {});

/// The report as one message for people, ending in what to do; throws it as DamagedArchive where there is damage.
void requireWhole(const CheckReport& report);

}  // namespace docket
