// The file ARCHIVE, which marks a directory as an archive and gives its format.
//
// An archive's directory:
//   ARCHIVE        this file; written last when an archive is made
//   ACKNOWLEDGED   the data that must exist (acknowledged.h)
//   RECORDER       who records (recorder_lock.h)
//   desk/          the lock and the drafts of docket desk (desk_lock.h)
//   db/            the RocksDB database
//   snapshots/     what backups are made of, while they are made (snapshot.h)
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace docket::detail {

/// The path of the database in an archive.
inline std::filesystem::path databasePath(const std::filesystem::path& archive) { return archive / "db"; }

/// True if an archive, of whatever format, is at `path`.
[[nodiscard]] bool archiveExists(const std::filesystem::path& path);
/// Throws BadInput if `path` is not a directory with an archive of a format that this program reads, and DamagedArchive
/// if only its file ARCHIVE is missing.
void requireArchive(const std::filesystem::path& path);
/// Creates the directory `path` if it does not exist. Throws BadInput if it exists and is neither empty nor the remains
/// of an interrupted creation, which is resumed; DamagedArchive like requireArchive().
void makeDirectory(const std::filesystem::path& path);
/// The format of archives that this program creates. The first format has no event rows by columns (column_form.h) and
/// no verdicts; the first two have no log.
inline constexpr std::uint32_t kFormat = 3;
/// The format of an archive; throws like requireArchive().
[[nodiscard]] std::uint32_t formatOf(const std::filesystem::path& path);
/// Marks `path` as an archive of this format, or of the given one; synced on return.
void writeFormat(const std::filesystem::path& path);
void writeFormat(const std::filesystem::path& path, std::uint32_t format);

}  // namespace docket::detail
