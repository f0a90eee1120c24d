// Which backups cannot be opened beside the others. RocksDB's engine for backups, as Debian builds it, aborts where two
// of their lists of files contradict each other, so the lists are first read in a child process.
// Invariant: finding damaged backups writes nothing.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>

namespace docket::detail {

/// The numbers of the backups of which the engine must not read the list of files; `files` is its directory. Empty
/// where the engine can open them all. EnvironmentError where reading them does not end.
[[nodiscard]] std::set<std::uint32_t> backupsThatCannotBeOpened(const std::filesystem::path& files);

/// The file system that tells the engine that the lists of files of these backups are damaged.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> withDamagedBackups(const std::shared_ptr<rocksdb::FileSystem>& files,
                                                                      std::set<std::uint32_t> damaged);

}  // namespace docket::detail
