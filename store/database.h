// The RocksDB database of an archive, opened: its column families, reads that turn every failure into an error of ours,
// and what was found lost when it was opened.
// Invariant: a database opened to record has shown that everything acknowledged is there, before anything was changed.
#pragma once

#include <rocksdb/db.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "store/check/salvage.h"
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

/// What was acknowledged and is not there.
struct Loss {
  Acknowledgement promised;
  std::uint32_t first_lost = 0;  // 0: the whole game, or where game is 0 something else than a game
  std::string what;
};

/// From now on no database of this process is closed: it is a fork of one that may have been recording, and RocksDB's
/// timer thread, which the fork does not have, may hold for ever the lock that closing asks for.
void leaveDatabasesOpen();

class Database {
 public:
  /// `decision`: of Access::salvage, who accepts the losses and why.
  Database(std::filesystem::path path, Access access, const SalvageDecision& decision = {});
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] rocksdb::DB& rocks() const { return *rocks_; }
  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(Family family) const {
    return families_[static_cast<std::size_t>(family)];
  }
  /// Whether it is there: an archive of an earlier format that nobody has recorded into since has no log, one of the
  /// first format no verdicts either.
  [[nodiscard]] bool has(Family family) const { return static_cast<std::size_t>(family) < families_.size(); }
  /// The one who writes; null in a reader.
  [[nodiscard]] Recorder* recorder() const { return recorder_.get(); }
  /// As recorder(), but throws EnvironmentError in a reader.
  Recorder& mustRecord() const;

  [[nodiscard]] std::optional<std::string> get(Family family, std::string_view key, std::string_view activity) const;
  [[nodiscard]] std::unique_ptr<rocksdb::Iterator> iterator(Family family) const;
  /// Calls `see(key, value)` for each row whose key begins with `prefix`, in order, until it gives false.
  template <class See>
  void forEach(Family family, std::string_view prefix, std::string_view activity, See&& see) const;
  /// The same with rows of a family that iterator() gave, for who asks several times: making them costs more than a
  /// look.
  template <class See>
  void forEach(rocksdb::Iterator& rows, std::string_view prefix, std::string_view activity, See&& see) const;

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] std::optional<Tail> tail(std::uint32_t game) const;
  [[nodiscard]] std::optional<std::uint32_t> numberOf(std::string_view id) const;

  /// What ACKNOWLEDGED promised, when the database was opened, and is not here.
  [[nodiscard]] const std::vector<Loss>& losses() const { return lost_; }
  /// What was found lost of that game when the database was opened, or null.
  [[nodiscard]] const Loss* lossOf(std::string_view id) const;
  /// Throws DamagedArchive where more is missing than the ends of games: for whoever finds nothing, or reads all.
  void requireNothingMissing() const;
  /// Recorder: makes a new archive at `target` of what is stored now.
  void copyTo(const std::filesystem::path& target) const;

 private:
  /// Gives what was promised.
  [[nodiscard]] std::vector<Acknowledgement> look();
  [[nodiscard]] std::vector<Loss> lossesToAccept();
  void requireOwnFormat() const;
  void openReader();
  [[nodiscard]] std::vector<rocksdb::ColumnFamilyDescriptor> familiesThere() const;
  [[nodiscard]] rocksdb::Status tryStrictly();
  [[nodiscard]] rocksdb::Status tryPassingOver();
  [[nodiscard]] rocksdb::Env* env() const;
  void openRecorder(const std::vector<Acknowledgement>& promised, const std::vector<Loss>& accepted,
                    const SalvageDecision& decision);
  [[nodiscard]] rocksdb::Status openRocks(rocksdb::DBOptions options);
  [[nodiscard]] rocksdb::Status openWithItsFamilies(const rocksdb::DBOptions& options);
  void closeDatabase() noexcept;
  void close() noexcept;
  [[nodiscard]] std::vector<Loss> compare(const std::vector<Acknowledgement>& promised) const;

  std::filesystem::path path_;
  RecorderLock lock_;
  std::unique_ptr<rocksdb::Env> env_;         // only where a test has put a file system under us
  std::unique_ptr<rocksdb::Env> reader_env_;  // of a reader that passes over what is damaged: it checks logs
  std::filesystem::path reader_directory_;    // of the same: RocksDB wants one for its diary
  std::unique_ptr<rocksdb::DB> rocks_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
  std::vector<Loss> lost_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SnapshotAnswers> answers_;  // to who makes a backup meanwhile
};

template <class See>
void Database::forEach(Family family, std::string_view prefix, std::string_view activity, See&& see) const {
  if (has(family)) forEach(*iterator(family), prefix, activity, see);
}

template <class See>
void Database::forEach(rocksdb::Iterator& rows, std::string_view prefix, std::string_view activity, See&& see) const {
  for (rows.Seek(rocksdb::Slice(prefix.data(), prefix.size())); rows.Valid(); rows.Next()) {
    if (!view(rows.key()).starts_with(prefix) || !see(view(rows.key()), view(rows.value()))) return;
  }
  require(rows.status(), path_, activity);
}

}  // namespace docket::detail
