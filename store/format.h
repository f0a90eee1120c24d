// The file ARCHIVE, which says that a directory is an archive and of which format.
//
// An archive's directory:
//   ARCHIVE        this file; written last when an archive is made
//   ACKNOWLEDGED   what must be there (acknowledged.h)
//   RECORDER       who records (recorder_lock.h)
//   db/            the RocksDB database
//   snapshots/     what backups are made of, while they are made (snapshot.h)
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace docket::detail {

/// The place of the database in an archive.
inline std::filesystem::path databasePath(const std::filesystem::path& archive) { return archive / "db"; }

/// Whether an archive, of whatever format, stands at `path`.
[[nodiscard]] bool standsAt(const std::filesystem::path& path);
/// Throws BadInput where `path` is not a directory with an archive of a format that this program reads, and
/// DamagedArchive where only the file ARCHIVE of one is missing.
void requireArchive(const std::filesystem::path& path);
/// Makes the directory `path` where there is none. Throws BadInput where it is there and is neither empty nor what is
/// left of a making that was interrupted, which is continued; DamagedArchive as above.
void makeDirectory(const std::filesystem::path& path);
/// The format of archives that this program makes. The first one has no row of events by columns (column_form.h), and
/// no verdicts; the first two have no log.
inline constexpr std::uint32_t kFormat = 3;
/// The format of an archive; throws as requireArchive().
[[nodiscard]] std::uint32_t formatOf(const std::filesystem::path& path);
/// Declares `path` to be an archive of this format, or of that one; synced when it returns.
void writeFormat(const std::filesystem::path& path);
void writeFormat(const std::filesystem::path& path, std::uint32_t format);

}  // namespace docket::detail
