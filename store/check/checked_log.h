// A file system that ends a log of RocksDB's, or its list of files, at the first record that cannot be one. RocksDB's
// "secondary" goes on for ever where a record has one of the kinds of recycled logs, which no archive has.
// Invariant: of such a file only whole records of the known kinds are given, in order; what follows another is
// Corruption. A record that is not there to its end yet is given once it is.
#pragma once

#include <rocksdb/file_system.h>

#include <cstddef>
#include <memory>

namespace docket::detail {

/// RocksDB's log format: blocks of records. A record's header is a checksum (4 bytes), a length (2) and a type (1); the
/// checksum covers the type and the payload. Records do not cross blocks, and a tail too short for a header is unused.
inline constexpr std::size_t kLogBlockBytes = 32768;
inline constexpr std::size_t kLogHeaderBytes = 7;

/// `files`, with those two kinds of files checked where they are read from start to end.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> checkedLogs(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace docket::detail
