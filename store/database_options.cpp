#include "store/database_options.h"

#include <rocksdb/env.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/table.h>

#include <memory>

namespace docket::detail {

namespace {

// RocksDB's own diary is for its developers. It would be the only file that grows while nothing is recorded.
class NoDiary : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::ColumnFamilyOptions familyOptions(std::size_t block_bytes, std::size_t memory_bytes,
                                           const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::BlockBasedTableOptions table;
  table.block_size = block_bytes;
  table.block_cache = cache;
  table.checksum = rocksdb::kXXH3;
  table.format_version = 5;
  rocksdb::ColumnFamilyOptions options;
  // Reading is what is waited for: against zstd, a block takes a fifth more space and a third of the time to read. The
  // patient compressor of lz4 makes blocks that are a quarter smaller and read faster than those of the hasty one; at
  // its first level an import takes no longer for it, at its usual one it would take twice as long for another tenth.
  options.compression = rocksdb::kLZ4HCCompression;
  options.compression_opts.level = 3;
  options.write_buffer_size = memory_bytes;
  options.level_compaction_dynamic_level_bytes = true;  // the least space for what is written once and kept
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

}  // namespace

rocksdb::DBOptions databaseOptions(rocksdb::Env* env) {
  rocksdb::DBOptions options;
  options.env = env;
  options.info_log = std::make_shared<NoDiary>();
  // What follows a damaged place of the log is given up, and the file ACKNOWLEDGED tells whether that was anything
  // that had been acknowledged (acknowledged.h). The stricter modes refuse to open after an innocent power cut too:
  // a large batch that was being written may be on the disk in parts, in any order.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.max_open_files = -1;              // readers beside a recorder need it
  options.max_total_wal_size = 256U << 20;  // what has to be read again at the next opening
  options.stats_dump_period_sec = 0;        // no diary, no timer
  options.stats_persist_period_sec = 0;
  options.max_background_jobs = 2;
  options.bytes_per_sync = 1U << 20;  // no burst of writes at the end of a table that a live sync waits for
  // A sum over each whole file in the list of files: the full check finds a flipped byte without parsing the table.
  options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> columnFamilies() {
  constexpr std::size_t kKilo = 1024;
  const auto cache = rocksdb::NewLRUCache(32 * kKilo * kKilo);
  const auto small = familyOptions(4 * kKilo, 4 * kKilo * kKilo, cache);
  // Blocks of 256 events are about 25 KB: two or three of them are compressed together.
  const auto events = familyOptions(64 * kKilo, 16 * kKilo * kKilo, cache);
  const auto large = familyOptions(32 * kKilo, 16 * kKilo * kKilo, cache);
  return {{rocksdb::kDefaultColumnFamilyName, small},
          {"games", small},
          {"events", events},
          {"index", small},
          {"documents", large},
          {"derived", large}};
}

}  // namespace docket::detail
