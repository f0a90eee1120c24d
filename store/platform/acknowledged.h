// What has been acknowledged, kept outside RocksDB: the file ACKNOWLEDGED, a line a game and commit.
//
//   commit 57 game 3 count 120 head 5f...e1 id cup/r1/t4 sum 0123456789abcdef
//
// RocksDB opens a log with a damaged or missing tail without a word: what follows the damage is gone. These lines tell
// what must be there. They are written after the log is synced and before the acknowledgement, so they never promise
// more than the log holds. They are synced once a second and not at every commit: a lost tail is noticed after a crash
// of the process always, after a power cut up to the last second before it (what is acknowledged survives both; only
// the proof of its loss by further damage is a second behind).
// When RocksDB has everything in its checksummed tables, the file begins again with one line (game 0) for the whole.
// Invariant: the first line is whole; a later line with a wrong sum was never synced and is passed over.
#pragma once

#include <rocksdb/file_system.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace docket::detail {

struct Acknowledgement {
  std::uint64_t commit = 0;
  std::uint32_t game = 0;  // 0: the archive as a whole
  std::uint32_t count = 0;
  Bytes32 head{};
  std::string id;
};

/// What a text of such lines promises, the latest line of each game only, by game; nothing where its first line is not
/// whole.
std::vector<Acknowledgement> latestOf(std::string_view text);
/// What the file promises, the latest line of each game only, by game. Throws DamagedArchive where there is no file or
/// its first line is not whole.
std::vector<Acknowledgement> readAcknowledged(const std::filesystem::path& archive);

/// How many lines of the file are passed over because they are not whole. Throws likewise.
[[nodiscard]] std::size_t damagedAcknowledgements(const std::filesystem::path& archive);

class Acknowledged {
 public:
  /// Begins the file again, with the archive as a whole at `commit`; synced when it returns. A file that says just that
  /// is gone on with: whoever keeps only what can be computed again commits nothing.
  Acknowledged(std::filesystem::path archive, std::uint64_t commit);

  void write(const std::vector<Acknowledgement>& lines);
  void sync();
  /// The file is long: RocksDB should be flushed and the file begun again.
  [[nodiscard]] bool isLong() const;
  /// As the constructor.
  void beginAnew(std::uint64_t commit);

 private:
  void append(const std::string& text);
  /// Whether the file says that line and nothing else, so that it need not be begun again.
  [[nodiscard]] bool goesOnWith(const std::string& whole);

  std::filesystem::path archive_;
  std::unique_ptr<rocksdb::FSWritableFile> file_;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace docket::detail
