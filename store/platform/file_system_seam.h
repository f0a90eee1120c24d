// For tests only: replaces the file system under every archive that this process opens from then on, and the clock and
// threads.
// Invariant: archives and backups are accessed through fileSystem() only, except for locks (recording, snapshot
// requests, backups and restores), which are always the machine's, and a temporary directory of a reader of a damaged
// archive.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace docket::detail {

/// Archives opened from now on use `files`; null restores the machine's own file system.
void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files);
/// The current file system.
std::shared_ptr<rocksdb::FileSystem> fileSystem();

/// A test's replacements for the machine's threads and clock; unset members keep the machine's own.
struct TestHooks {
  /// Makes RocksDB's environment over a file system.
  std::function<std::unique_ptr<rocksdb::Env>(const std::shared_ptr<rocksdb::FileSystem>&)> environment{};
  std::function<std::chrono::steady_clock::time_point()> now{};
  /// Waits for others.
  std::function<void(std::chrono::milliseconds)> wait{};
  /// Calls something regularly, in place of a thread, until the returned handle is destroyed.
  std::function<std::shared_ptr<void>(std::function<void()>)> run_periodically{};
  /// The size in bytes beyond which ACKNOWLEDGED is restarted.
  std::uint64_t acknowledged_max_bytes = 1U << 20;
};

void setTestHooks(TestHooks hooks);
const TestHooks& testHooks();
/// RocksDB's environment over `files`.
std::unique_ptr<rocksdb::Env> environmentOver(const std::shared_ptr<rocksdb::FileSystem>& files);
/// environmentOver(fileSystem()); null if that is the machine's own file system, for which RocksDB has an environment.
std::unique_ptr<rocksdb::Env> ownEnvironment();
std::chrono::steady_clock::time_point timeNow();
void waitFor(std::chrono::milliseconds time);

}  // namespace docket::detail
