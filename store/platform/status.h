// The only place where RocksDB's statuses become the archive's errors.
#pragma once

#include <rocksdb/status.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace docket::detail {

/// Throws the error for `status` if it is not ok: DamagedArchive for bytes that are wrong or files that are missing,
/// EnvironmentError for a full disk, a lock, a permission or any other failure of the machine. `activity` completes
/// "while ..."; the message ends with what to do next.
void require(const rocksdb::Status& status, const std::filesystem::path& archive, std::string_view activity);
[[noreturn]] void fail(const rocksdb::Status& status, const std::filesystem::path& archive, std::string_view activity);

/// The message of a DamagedArchive for one game.
std::string damageText(const std::filesystem::path& archive, std::string_view game, std::uint32_t first_bad,
                       std::string_view what);

}  // namespace docket::detail
