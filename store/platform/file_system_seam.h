// For tests only: puts a file system of the test's under every archive that is opened from then on in this process, and
// a clock and threads of the test's beside it.
// Invariant: archives and backups are reached through fileSystem() and nothing else, but for locks (who records, who
// wants a snapshot, who makes backups or restores), which are the machine's, and the directory that a reader of a
// damaged archive makes for a moment.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace docket::detail {

/// Archives opened from now on write and read through `files`; null: the machine's own again.
void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files);
/// What is set, or the machine's own.
std::shared_ptr<rocksdb::FileSystem> fileSystem();

/// What a test has in the place of the machine's threads and clock; what is not set is the machine's own.
struct Surroundings {
  /// Makes RocksDB's environment over a file system.
  std::function<std::unique_ptr<rocksdb::Env>(const std::shared_ptr<rocksdb::FileSystem>&)> environment{};
  std::function<std::chrono::steady_clock::time_point()> now{};
  /// Waits for others.
  std::function<void(std::chrono::milliseconds)> wait{};
  /// Has something done now and then, in place of a thread that does, until what is given is gone.
  std::function<std::shared_ptr<void>(std::function<void()>)> now_and_then{};
  /// ACKNOWLEDGED begins again once it has more than these.
  std::uint64_t acknowledged_most_bytes = 1U << 20;
};

void setSurroundings(Surroundings surroundings);
const Surroundings& surroundings();
/// RocksDB's environment over `files`.
std::unique_ptr<rocksdb::Env> environmentOver(const std::shared_ptr<rocksdb::FileSystem>& files);
/// The same over fileSystem(); null if that is the machine's own, of which RocksDB has one.
std::unique_ptr<rocksdb::Env> ownEnvironment();
std::chrono::steady_clock::time_point timeNow();
void waitFor(std::chrono::milliseconds time);

}  // namespace docket::detail
