// The open RocksDB database of an archive: its column families, reads that turn every failure into one of our errors,
// and the losses found when it was opened.
// Invariant: before a database opened for recording is changed, everything that was acknowledged is verified to be
// there.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/access.h"
#include "store/check/salvage_decision.h"
#include "store/platform/acknowledged.h"
#include "store/platform/status.h"
#include "store/recorder_lock.h"
#include "store/rows/rows.h"

namespace docket::detail {

class Recorder;
class SnapshotAnswers;

enum class Family : std::uint8_t { meta, games, events, index, documents, derived, verdicts, log };
inline constexpr std::array kFamilies = {Family::meta,      Family::games,   Family::events,   Family::index,
                                         Family::documents, Family::derived, Family::verdicts, Family::log};

/// Acknowledged data that is missing.
struct Loss {
  Acknowledgement acknowledged;
  std::uint32_t first_lost = 0;  // 0: the whole game or, if game is 0, something other than a game
  std::string what;
};

/// Keeps this process from closing any database. For a fork of a process that may have been recording: RocksDB's
/// timer thread, which the fork does not have, may hold the lock that closing needs forever.
void leaveDatabasesOpen();

class Database {
 public:
  /// `decision`: for Access::salvage, who accepts the losses and why.
  Database(std::filesystem::path path, Access access, const SalvageDecision& decision = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] rocksdb::DB& rocks() const { return *rocks_; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(Family family) const {
    return families_[static_cast<std::size_t>(family)];
  }
  /// True if the family exists: an archive of an earlier format that has not been recorded into since has no log, and
  /// one of the first format has no verdicts.
  [[nodiscard]] bool has(Family family) const { return static_cast<std::size_t>(family) < families_.size(); }
  /// The recorder; null in a reader.
  [[nodiscard]] Recorder* recorder() const { return recorder_.get(); }
  /// Like recorder(), but throws EnvironmentError in a reader.
  Recorder& requireRecorder() const;

  [[nodiscard]] std::optional<std::string> get(Family family, std::string_view key, std::string_view activity) const;
  [[nodiscard]] std::unique_ptr<rocksdb::Iterator> iterator(Family family) const;
  /// Calls `visit(key, value)` for each row whose key begins with `prefix`, in order, until it returns false.
  template <class Visit>
  void forEach(Family family, std::string_view prefix, std::string_view activity, Visit&& visit) const;
  /// forEach() with an iterator from iterator(), for repeated calls: creating one costs more than a lookup.
  template <class Visit>
  void forEach(rocksdb::Iterator& rows, std::string_view prefix, std::string_view activity, Visit&& visit) const;

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] std::optional<Tail> tail(std::uint32_t game) const;
  /// The hall that records a game; empty if none does.
  [[nodiscard]] std::string hallOf(std::uint32_t game) const;
  [[nodiscard]] std::optional<std::uint32_t> numberOf(std::string_view id) const;

  /// Data listed in ACKNOWLEDGED that was missing when the database was opened.
  [[nodiscard]] const std::vector<Loss>& losses() const { return lost_; }
  /// The loss of that game found when the database was opened, or null.
  [[nodiscard]] const Loss* lossOf(std::string_view id) const;
  /// Throws DamagedArchive if more than the ends of games is missing. Call it when a lookup finds nothing, or before
  /// reading everything.
  void requireNothingMissing() const;
  /// Recorder: copies what is stored now to a new archive at `target`.
  void copyTo(const std::filesystem::path& target) const;

 private:
  /// Returns what was acknowledged.
  [[nodiscard]] std::vector<Acknowledgement> requireNothingLost();
  [[nodiscard]] std::vector<Loss> findLosses();
  void requireOwnFormat() const;
  void openReader();
  [[nodiscard]] std::vector<rocksdb::ColumnFamilyDescriptor> existingFamilies() const;
  [[nodiscard]] rocksdb::Status openReadOnly();
  [[nodiscard]] rocksdb::Status openReadOnly(const rocksdb::DBOptions& options);
  [[nodiscard]] rocksdb::Status openSkippingDamage();
  [[nodiscard]] rocksdb::Env* env() const;
  void openRecorder(const std::vector<Acknowledgement>& acknowledged, const std::vector<Loss>& accepted,
                    const SalvageDecision& decision);
  [[nodiscard]] rocksdb::Status openRocks(rocksdb::DBOptions options);
  [[nodiscard]] rocksdb::Status openWithAllFamilies(const rocksdb::DBOptions& options);
  void closeDatabase() noexcept;
  void close() noexcept;
  [[nodiscard]] std::vector<Loss> compare(const std::vector<Acknowledgement>& acknowledged) const;

  std::filesystem::path path_;
  RecorderLock lock_;
  std::unique_ptr<rocksdb::Env> env_;         // set only if a test has injected a file system
  std::unique_ptr<rocksdb::Env> reader_env_;  // for a reader that skips damage, to check logs
  std::unique_ptr<rocksdb::DB> rocks_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
  std::vector<Loss> lost_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SnapshotAnswers> answers_;  // serves processes that make a backup meanwhile
};

template <class Visit>
void Database::forEach(Family family, std::string_view prefix, std::string_view activity, Visit&& visit) const {
  if (has(family)) forEach(*iterator(family), prefix, activity, visit);
}

template <class Visit>
void Database::forEach(rocksdb::Iterator& rows, std::string_view prefix, std::string_view activity,
                       Visit&& visit) const {
  for (rows.Seek(rocksdb::Slice(prefix.data(), prefix.size())); rows.Valid(); rows.Next()) {
    if (!view(rows.key()).starts_with(prefix) || !visit(view(rows.key()), view(rows.value()))) return;
  }
  require(rows.status(), path_, activity);
}

}  // namespace docket::detail
