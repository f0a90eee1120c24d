// A file system that ends a log of RocksDB's, or its list of files, at the first record that cannot be one. RocksDB's
// "secondary" goes on for ever where a record has one of the kinds of recycled logs, which no archive has.
// Invariant: of such a file only whole records of the known kinds are given, in order; what follows another is
// Corruption. A record that is not there to its end yet is given once it is.
#pragma once

#include <rocksdb/file_system.h>

#include <cstddef>
#include <memory>

namespace docket::detail {

/// RocksDB's format of logs: blocks, in which each record has a sum of four bytes, its length in two and its kind in
/// one; the sum is of the kind and of what follows it. A record never goes on in another block; what is too short for a
/// header at the end of one is not used.
inline constexpr std::size_t kLogBlockBytes = 32768;
inline constexpr std::size_t kLogHeaderBytes = 7;

/// `files`, with those two kinds of files checked where they are read from start to end.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> checkedLogs(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace docket::detail
