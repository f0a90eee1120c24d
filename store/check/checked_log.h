// A file system that ends a RocksDB log, or list of files, at the first damaged record. RocksDB itself continues after
// one if it is opened in spite of damaged tables.
// Invariant: only complete records with the right checksum are returned, in order; what follows any other record is
// Corruption. An incomplete record is returned once it is complete.
#pragma once

#include <rocksdb/file_system.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace docket::detail {

/// RocksDB's log format: blocks of records. A record's header is a checksum (4 bytes), a length (2) and a type (1); the
/// checksum covers the type and the payload. Records do not cross blocks, and a tail too short for a header is unused.
inline constexpr std::size_t kLogBlockBytes = 32768;
inline constexpr std::size_t kLogHeaderBytes = 7;

/// The size of a record, by its header.
[[nodiscard]] std::size_t logRecordBytes(std::string_view header);
/// True if the checksum of a complete record is right.
[[nodiscard]] bool isSummed(std::string_view record);

/// `files`, with these two kinds of files checked when they are read from start to end.
[[nodiscard]] std::shared_ptr<rocksdb::FileSystem> checkedLogs(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace docket::detail
