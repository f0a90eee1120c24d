// Finds the backups that prevent the others from being opened. RocksDB's backup engine, as Debian builds it, aborts if
// two backups' file lists contradict each other, so a child process reads the lists first.
// Invariant: finding damaged backups writes nothing.
#pragma once

#include <rocksdb/file_system.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>

namespace docket::detail {

/// The numbers of the backups whose file lists the engine must not read; `files` is its directory. Empty if the engine
/// can open them all. EnvironmentError if reading them takes too long.
[[nodiscard]] std::set<std::uint32_t> backupsThatCannotBeOpened(const std::filesystem::path& files);

/// A file system that reports the file lists of these backups as damaged to the engine.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> withDamagedBackups(const std::shared_ptr<rocksdb::FileSystem>& files,
                                                                      std::set<std::uint32_t> damaged);

}  // namespace docket::detail
