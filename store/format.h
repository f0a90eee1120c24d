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
/// Whether an archive is of the first format. Who records makes it one of this format, so that a program of then says
/// that it cannot read it, and does not take the rows that are written from now on for damaged ones.
[[nodiscard]] bool isFirstFormat(const std::filesystem::path& path);
/// What the file ARCHIVE says; throws as requireArchive().
[[nodiscard]] std::string formatLine(const std::filesystem::path& path);
/// The number of the format in such a line, and that of this program.
[[nodiscard]] std::uint32_t formatNumber(std::string_view line);
[[nodiscard]] std::uint32_t ownFormat();
/// Declares `path` to be an archive of this format, or of that one; synced when it returns.
void writeFormat(const std::filesystem::path& path);
void writeFormat(const std::filesystem::path& path, std::string_view line);

}  // namespace docket::detail
