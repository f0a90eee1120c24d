// Looking at directories, making and removing them, and moving what is in them, through the file system that archives
// are on (file_system_seam.h). Errors: EnvironmentError where the machine does not say what is there. Invariant: a
// directory that was made is on the disk when it is told to be there.
#pragma once

#include <rocksdb/io_status.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace docket::detail {

/// Whether there is a file or directory of that path.
[[nodiscard]] bool isThere(const std::filesystem::path& path);
/// Whether there is a directory of that path.
[[nodiscard]] bool isDirectory(const std::filesystem::path& path);
/// What is in a directory, in the order of the alphabet; nothing where there is none.
[[nodiscard]] std::vector<std::string> namesIn(const std::filesystem::path& directory);
/// The file's size in bytes; 0 where there is none.
[[nodiscard]] std::uint64_t bytesOf(const std::filesystem::path& file);
/// Puts on the disk which names are in a directory.
[[nodiscard]] rocksdb::IOStatus syncDirectory(const std::filesystem::path& directory);
/// Makes a directory and those above it where they are missing, and puts them on the disk.
[[nodiscard]] rocksdb::IOStatus makeDirectories(const std::filesystem::path& directory);
/// Gives a file or directory another path on the same file system; on the disk once the directories are synced.
[[nodiscard]] rocksdb::IOStatus move(const std::filesystem::path& from, const std::filesystem::path& to);
/// Removes a file, or a directory with all that is in it, as far as that can be; nothing where there is none.
void removeAll(const std::filesystem::path& path) noexcept;
/// Removes a directory where it is empty.
void removeEmpty(const std::filesystem::path& directory) noexcept;

}  // namespace docket::detail
