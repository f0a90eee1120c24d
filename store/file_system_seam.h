// For tests only: puts a file system of the test's under every archive that is opened from then on in this process, and
// a clock and threads of the test's beside it.
// Invariant: an archive reaches its files through fileSystem() and nothing else, but for the lock of who records, which
// is the machine's, and the directory that a reader of a damaged archive makes for a moment.
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
  /// How many threads open the tables of a database; 0: as many as RocksDB takes.
  int opening_threads = 0;
  /// ACKNOWLEDGED begins anew once it has more than these.
  std::uint64_t acknowledged_most_bytes = 1U << 20;
};

void setSurroundings(Surroundings surroundings);
const Surroundings& surroundings();
/// RocksDB's environment over `files`.
std::unique_ptr<rocksdb::Env> environmentOver(const std::shared_ptr<rocksdb::FileSystem>& files);
std::chrono::steady_clock::time_point timeNow();

}  // namespace docket::detail
