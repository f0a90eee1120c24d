// An archive of an earlier format becomes one of this format.
// Invariant: no game's events, counts or heads change; they are compared before and after.
#pragma once

#include <cstdint>
#include <filesystem>

namespace docket {

struct Upgrade {
  std::uint32_t from = 0, to = 0;  ///< formats; the same where there was nothing to do
  std::uint64_t games = 0;         ///< whose heads were compared
};

/// Upgrades the archive. DamagedArchive where something that was acknowledged is not there (nothing is changed then),
/// or where a head is another afterwards; EnvironmentError where somebody records.
Upgrade upgrade(const std::filesystem::path& archive);

}  // namespace docket
