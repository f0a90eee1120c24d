// The label stored with a backup's files: when it was made and of what, with a checksum.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/backup/backups.h"

namespace docket::detail {

/// Omits number, files and damage, which the directory of backups provides.
[[nodiscard]] std::string encode(const Backup& backup);
/// Empty if the text or its checksum is wrong.
[[nodiscard]] std::optional<Backup> decodeBackup(std::string_view text);

}  // namespace docket::detail
