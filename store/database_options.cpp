#include "store/database_options.h"

#include <rocksdb/env.h>
#include <rocksdb/file_checksum.h>
#include <rocksdb/listener.h>
#include <rocksdb/table.h>

#include <memory>

namespace docket::detail {

namespace {

/// RocksDB's own log of messages is for its developers. It would be the only file that grows while nothing is recorded.
class NoDiary : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

/// After a disk error a person decides what to do. RocksDB would try to recover in a background thread while the
/// recorder, which has already reported the error, closes; closing then waits forever if that thread fails.
class NoRecovery : public rocksdb::EventListener {
 public:
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status, bool* recovers) override {
    *recovers = false;
  }
};

/// How a family is compressed.
struct Compressed {
  rocksdb::CompressionType by = rocksdb::kZSTD;
  int level = 0;
  std::size_t block_bytes = 0;
};

/// Users wait for events, so their blocks use lz4: with columns they are a seventh larger than with zstd, but are read
/// in four fifths of the time. The slower compressor costs little, because columns leave little to compress.
constexpr std::size_t kKilo = 1024;
constexpr Compressed kEvents{.by = rocksdb::kLZ4HCCompression, .level = 6, .block_bytes = 64 * kKilo};
/// Rows of which either one is read, or all.
constexpr Compressed kSmall{.level = 3, .block_bytes = 4 * kKilo};
/// A keyframe is read in the middle of a game: a larger block would be read for nothing.
constexpr Compressed kDerived{.level = 3, .block_bytes = 16 * kKilo};
/// Rows that are read once in a run of the program, and that resemble each other.
constexpr Compressed kCold{.level = 9, .block_bytes = 128 * kKilo};
/// Such rows that are written at the end of a run, which waits for them: the ninth level takes twice as long and saves
/// a fourteenth.
constexpr Compressed kResults{.level = 3, .block_bytes = 128 * kKilo};

rocksdb::ColumnFamilyOptions familyOptions(const Compressed& compressed, std::size_t memory_bytes,
                                           const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::BlockBasedTableOptions table;
  table.block_size = compressed.block_bytes;
  table.block_cache = cache;
  table.checksum = rocksdb::kXXH3;
  table.format_version = 5;
  rocksdb::ColumnFamilyOptions options;
  options.compression = compressed.by;
  options.compression_opts.level = compressed.level;
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
  options.db_host_id = "";  // keeps the machine's name out of the tables
  // Everything after a damaged place of the log is dropped; the file ACKNOWLEDGED shows whether any of it was
  // acknowledged (acknowledged.h). The stricter modes refuse to open after an innocent power cut too: a large batch
  // that was being written may be on the disk in parts, in any order.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.max_open_files = -1;  // readers next to a recorder need it
  // RocksDB would make 15 threads for each family at each opening, which cost more than the few tables that they open.
  options.max_file_opening_threads = 1;
  options.max_total_wal_size = 256U << 20;  // the maximum to be read again at the next opening
  options.stats_dump_period_sec = 0;        // no messages, no timer
  options.stats_persist_period_sec = 0;
  options.max_background_jobs = 2;
  options.max_bgerror_resume_count = 0;  // of failures that RocksDB tries again without asking the listener
  options.listeners = {std::make_shared<NoRecovery>()};
  options.bytes_per_sync = 1U << 20;  // no burst of writes at the end of a table that a live sync waits for
  // A sum over each whole file in the list of files: the full check finds a flipped byte without parsing the table.
  options.file_checksum_gen_factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> columnFamilies() {
  constexpr std::size_t kMega = kKilo * kKilo;
  const auto cache = rocksdb::NewLRUCache(32 * kMega);
  const auto small = familyOptions(kSmall, 4 * kMega, cache);
  const auto cold = familyOptions(kCold, 16 * kMega, cache);
  const auto results = familyOptions(kResults, 16 * kMega, cache);
  return {{rocksdb::kDefaultColumnFamilyName, small},
          {"games", small},
          // Several short games share a block, which is read once if they are opened one after the other. Data read
          // only once must not evict data that is read repeatedly.
          {"events", familyOptions(kEvents, 16 * kMega, rocksdb::NewLRUCache(4 * kMega, 2))},
          {"index", small},
          {"documents", cold},
          {"derived", familyOptions(kDerived, 16 * kMega, cache)},
          {"verdicts", results},
          {"log", small}};
}

}  // namespace docket::detail
