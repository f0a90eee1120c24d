// A file system that ends a log of RocksDB's, or its list of files, at the first record that cannot be one. RocksDB's
// "secondary" goes on for ever where a record has one of the kinds of recycled logs, which no archive has.
// Invariant: of such a file only whole records of the known kinds are given, in order; what follows another is
// Corruption. A record that is not there to its end yet is given once it is.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

namespace docket::detail {

/// `files`, with those two kinds of files checked where they are read from start to end.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> checkedLogs(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace docket::detail
