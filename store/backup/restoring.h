// Restores a backup as an archive: next to its destination first, moved there only after a full check.
// Invariant: the destination has a complete archive or nothing.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "store/backup/backups.h"
#include "store/check/check.h"

namespace docket {

/// Restores backup `number` into `target`, a directory that is missing or empty. Returns the result of the check; the
/// archive is in `target` only if that found no damage. Throws BadInput if `target` is neither missing nor empty,
/// DamagedArchive if the backup's files have changed, and like check().
[[nodiscard]] CheckReport restore(const Backups& backups, std::uint32_t number, const std::filesystem::path& target,
                                  const std::function<void(const Game&)>& also, std::chrono::milliseconds silence,
                                  const std::function<void(const CheckReport&)>& progress = {});

}  // namespace docket
