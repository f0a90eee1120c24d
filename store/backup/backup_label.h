// What stands with a backup beside its files: when it was made and of what, with a sum over it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/backup/backups.h"

namespace docket::detail {

/// Of number, files and damage nothing is said: these are what the directory of backups knows by itself.
[[nodiscard]] std::string encode(const Backup& backup);
/// Nothing where the text or its sum is wrong.
[[nodiscard]] std::optional<Backup> decodeBackup(std::string_view text);

}  // namespace docket::detail
