// Upgrades an archive from an earlier format.
// Invariant: no game's events, counts or heads change; they are compared before and after.
#pragma once

#include <cstdint>
#include <filesystem>

namespace docket {

struct Upgrade {
  std::uint32_t from = 0, to = 0;  ///< formats; equal if there was nothing to do
  std::uint64_t games = 0;         ///< the number of games whose heads were compared
};

/// Upgrades the archive. Throws DamagedArchive if acknowledged data is missing (nothing is changed then), or if a head
/// differs afterwards; EnvironmentError if another process records.
Upgrade upgrade(const std::filesystem::path& archive);

}  // namespace docket
