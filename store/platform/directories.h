// Lists, creates, moves and removes directories on the file system that archives use (file_system_seam.h). Errors:
// EnvironmentError if the content cannot be read.
// Invariant: a directory is on disk before it is reported as created.
#pragma once

#include <rocksdb/io_status.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace docket::detail {

/// True if a file or directory exists at that path.
[[nodiscard]] bool isThere(const std::filesystem::path& path);
/// True if a directory exists at that path.
[[nodiscard]] bool isDirectory(const std::filesystem::path& path);
/// The names in a directory, sorted; empty if it does not exist.
[[nodiscard]] std::vector<std::string> namesIn(const std::filesystem::path& directory);
/// The file's size in bytes; 0 if it does not exist.
[[nodiscard]] std::uint64_t bytesOf(const std::filesystem::path& file);
/// Syncs a directory's list of names to disk.
[[nodiscard]] rocksdb::IOStatus syncDirectory(const std::filesystem::path& directory);
/// Creates a directory and its missing parents, and syncs them.
[[nodiscard]] rocksdb::IOStatus makeDirectories(const std::filesystem::path& directory);
/// Moves a file or directory on the same file system; on disk once the directories are synced.
[[nodiscard]] rocksdb::IOStatus move(const std::filesystem::path& from, const std::filesystem::path& to);
/// Removes a file, or a directory with its contents, as far as possible; does nothing if it does not exist.
void removeAll(const std::filesystem::path& path) noexcept;
/// Removes a directory if it is empty.
void removeEmpty(const std::filesystem::path& directory) noexcept;

}  // namespace docket::detail
