// A record of what has been acknowledged, kept outside RocksDB: the file ACKNOWLEDGED, one line per game and commit.
//
//   commit 57 game 3 count 120 head 5f...e1 id cup/r1/t4 sum 0123456789abcdef
//
// RocksDB opens a log with a damaged or missing tail without reporting it: everything after the damage is lost. These
// lines list the data that must exist. They are written after the log is synced and before the acknowledgement, so they
// never list more than the log holds. They are synced once a second and not at every commit: a lost tail is always
// noticed after a crash of the process, and after a power cut except for the last second before it. Acknowledged events
// survive both; only the proof that later damage lost them can be a second behind. Once RocksDB has everything in its
// checksummed tables, the file is restarted with one line (game 0) for the whole archive.
// Invariant: the first line is complete; a later line with a wrong sum was never synced and is skipped.
#pragma once

#include <rocksdb/file_system.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"

namespace docket::detail {

/// The name of the file in an archive.
inline constexpr std::string_view kAcknowledgedName = "ACKNOWLEDGED";

struct Acknowledgement {
  std::uint64_t commit = 0;
  std::uint32_t game = 0;  // 0: the archive as a whole
  std::uint32_t count = 0;
  Digest head{};
  std::string id;
};

/// The latest line of each game in such a text, by game; empty if its first line is incomplete.
std::vector<Acknowledgement> latestOf(std::string_view text);
/// The latest line of each game in the file, by game. Throws DamagedArchive if there is no file or its first line is
/// incomplete.
std::vector<Acknowledgement> readAcknowledged(const std::filesystem::path& archive);

/// The number of skipped lines of the file, which are incomplete. Throws like readAcknowledged().
[[nodiscard]] std::size_t damagedAcknowledgements(const std::filesystem::path& archive);

class Acknowledged {
 public:
  /// Restarts the file with one line for the whole archive at `commit`; synced on return. A file that has exactly this
  /// line is kept, because storing derived data commits nothing.
  Acknowledged(std::filesystem::path archive, std::uint64_t commit);

  void write(const std::vector<Acknowledgement>& lines);
  void sync();
  /// True if the file is so long that RocksDB should be flushed and the file restarted.
  [[nodiscard]] bool isLong() const;
  /// Restarts the file, as the constructor does.
  void startNewFile(std::uint64_t commit);

 private:
  void append(const std::string& text);
  /// True if the file consists of exactly that line, so that it need not be rewritten.
  [[nodiscard]] bool alreadySays(const std::string& whole);

  std::filesystem::path archive_;
  std::unique_ptr<rocksdb::FSWritableFile> file_;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace docket::detail
