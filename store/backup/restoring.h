// A backup becomes an archive again: beside its place, checked in full, and only then in it.
// Invariant: what stands in the place is whole, or nothing does.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

#include "store/backup/backups.h"
#include "store/check/check.h"

namespace docket {

/// Restores backup `number` into `target`, a directory that is missing or empty. Gives what the check found; only where
/// that is nothing does the archive stand in `target`. Throws BadInput where `target` is neither, DamagedArchive where
/// the backup's files are not what they were, and as check().
[[nodiscard]] CheckReport restore(const Backups& backups, std::uint32_t number, const std::filesystem::path& target,
                                  const std::function<void(const Game&)>& also, std::chrono::milliseconds silence,
                                  const std::function<void(const CheckReport&)>& progress = {});

}  // namespace docket
