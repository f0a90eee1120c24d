#include "store/database.h"

#include <fmt/format.h>
#include <rocksdb/env.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <set>
#include <utility>

#include "events/errors.h"
#include "store/backup/snapshot_answers.h"
#include "store/check/checked_log.h"
#include "store/check/salvage.h"
#include "store/database_options.h"
#include "store/format.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"
#include "store/recorder.h"
#include "store/rows/index.h"

namespace docket::detail {

namespace {

std::string lossText(const std::filesystem::path& archive, const std::vector<Loss>& losses) {
  std::string text;
  for (const auto& loss : losses)
    text +=
        damageText(archive, loss.acknowledged.game == 0 ? "" : loss.acknowledged.id, loss.first_lost, loss.what) + "\n";
  return text;
}

/// The names of the files that hold rows, or list these files; no name is ever used twice.
std::set<std::string> filesOf(const std::filesystem::path& database) {
  std::set<std::string> names;
  for (auto& name : namesIn(database)) {
    if (name.ends_with(".sst") || name.ends_with(".log") || name.starts_with("MANIFEST-"))
      names.insert(std::move(name));
  }
  return names;
}

bool& areLeftOpen() {
  static bool are = false;
  return are;
}

}  // namespace

void leaveDatabasesOpen() { areLeftOpen() = true; }

Database::Database(std::filesystem::path path, Access access, const SalvageDecision& decision)
    : path_(std::move(path)) {
  if (access == Access::create) makeDirectory(path_);
  if (access != Access::create) requireArchive(path_);
  using Hold = RecorderLock::Hold;
  if (access != Access::read)
    lock_ = RecorderLock(path_, access == Access::record_briefly ? Hold::briefly : Hold::until_closed);
  if (access == Access::record || access == Access::record_briefly) requireOwnFormat();
  if (access == Access::create) makeDirectory(path_);  // another process may have created it before we got the lock
  env_ = ownEnvironment();
  try {
    std::vector<Acknowledgement> acknowledged;
    std::vector<Loss> accepted;
    if (access == Access::record || access == Access::record_briefly || access == Access::upgrade)
      acknowledged = requireNothingLost();
    if (access == Access::salvage) accepted = findLosses();
    if (access == Access::read) openReader();
    if (access != Access::read) openRecorder(acknowledged, accepted, decision);
    if (access == Access::create) writeFormat(path_);
    const bool for_long = access == Access::record || access == Access::create;
    if (for_long) answers_ = std::make_unique<SnapshotAnswers>(*this);
  } catch (...) {
    close();
    throw;
  }
}

Database::~Database() { close(); }

void Database::closeDatabase() noexcept {
  if (areLeftOpen()) {
    families_.clear();
    (void)rocks_.release();
    return;
  }
  for (auto* handle : families_) (void)rocks_->DestroyColumnFamilyHandle(handle);
  families_.clear();
  rocks_.reset();
}

void Database::close() noexcept {
  answers_.reset();
  recorder_.reset();
  closeDatabase();
}

/// Looks for losses before RocksDB repairs anything, since a repair could remove the evidence.
std::vector<Acknowledgement> Database::requireNothingLost() {
  auto acknowledged = readAcknowledged(path_);
  require(openReadOnly(), path_, "opening it");
  lost_ = compare(acknowledged);
  if (!lost_.empty())
    throw DamagedArchive(lossText(path_, lost_) +
                         "nothing was changed: restore the archive from a backup, or salvage it, which accepts "
                         "the loss of the missing events");
  close();
  return acknowledged;
}

/// Finds what is lost, once the owner of the archive has decided to accept losses.
std::vector<Loss> Database::findLosses() {
  std::vector<Acknowledgement> acknowledged;
  std::vector<Loss> losses;
  try {
    acknowledged = readAcknowledged(path_);
  } catch (const DamagedArchive&) {
    losses.emplace_back().what = "the file ACKNOWLEDGED could not be read, so it is not known what was lost";
  }
  require(openReadOnly(), path_, "opening it");
  for (auto& loss : compare(acknowledged)) losses.push_back(std::move(loss));
  close();
  return losses;
}

/// An archive is upgraded only on request, because older programs cannot read it afterwards.
void Database::requireOwnFormat() const {
  if (formatOf(path_) != kFormat)
    throw BadInput(
        fmt::format("{}: this archive has an earlier format: it can be read, but not recorded into; "
                    "docket upgrade upgrades it",
                    path_.string()));
}

/// A reader opens the list of tables, then the tables, then the log. Meanwhile the recorder may move rows from the log
/// into a table and delete the log, so that the reader finds them in neither. An opening therefore counts only if no
/// file came or went during it; otherwise it is repeated.
///
/// An archive is opened in spite of damaged tables, so that the others can be read.
void Database::openReader() {
  constexpr int kMaxOpenings = 200;
  for (int time = 0; time < kMaxOpenings; ++time) {
    closeDatabase();
    const auto acknowledged = readAcknowledged(path_);  // before the database, which only grows
    const auto files = filesOf(databasePath(path_));
    const auto strict = openReadOnly();
    if (!strict.ok() && time == 0) continue;  // a disk may fail to respond once; damage is permanent
    const bool is_unanswered = strict.IsIOError() && !strict.IsPathNotFound();
    const auto status = strict.ok() ? strict : openSkippingDamage();
    if (filesOf(databasePath(path_)) != files) continue;
    if (!status.ok()) fail(strict, path_, "opening it");
    try {
      lost_ = compare(acknowledged);
    } catch (const DamagedArchive&) {  // other rows may be readable
      lost_.emplace_back().what = "it cannot be compared with what was acknowledged: its rows about that are damaged";
    }
    if (!strict.ok()) {
      lost_.emplace_back().what =
          (is_unanswered ? "a file of it cannot be read: " : "a file of it is damaged: ") + strict.ToString();
    }
    return;
  }
  throw EnvironmentError(
      fmt::format("{}: the archive is changing faster than it can be read; try again", path_.string()));
}

std::vector<rocksdb::ColumnFamilyDescriptor> Database::existingFamilies() const {
  auto families = columnFamilies();
  const auto format = formatOf(path_);
  if (format < 3) families.pop_back();  // the log
  if (format < 2) families.pop_back();  // verdicts
  return families;
}

rocksdb::Status Database::openReadOnly() { return openReadOnly(databaseOptions(env())); }

/// Without its checks, RocksDB opens a database with damaged tables, and a read of one of their rows fails. But it
/// would also continue after a damaged record of the log.
rocksdb::Status Database::openSkippingDamage() {
  if (!reader_env_) reader_env_ = environmentOver(checkedLogs(fileSystem()));
  auto options = databaseOptions(reader_env_.get());
  options.paranoid_checks = false;
  return openReadOnly(options);
}

rocksdb::Status Database::openReadOnly(const rocksdb::DBOptions& options) {
  rocksdb::DB* rocks = nullptr;
  auto status =
      rocksdb::DB::OpenForReadOnly(options, databasePath(path_).string(), existingFamilies(), &families_, &rocks);
  if (!status.ok()) families_.clear();
  rocks_.reset(rocks);
  return status;
}

rocksdb::Env* Database::env() const { return env_ ? env_.get() : rocksdb::Env::Default(); }

/// RocksDB now reads the log again and acts on what it reads. A transient read error would make it drop the rest of the
/// log. So the first attempt must read the whole log or fail without changes; only a log that ends in the middle of a
/// write is then truncated.
rocksdb::Status Database::openRocks(rocksdb::DBOptions options) {
  const auto as_set = options.wal_recovery_mode;
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kAbsoluteConsistency;
  auto status = openWithAllFamilies(options);
  if (!status.IsCorruption()) return status;
  options.wal_recovery_mode = as_set;
  return openWithAllFamilies(options);
}

/// RocksDB creates missing families one by one and syncs all options each time, so they are created together. They are
/// created in their order, so that an archive whose creation was cut short, or of an earlier format, has the first
/// ones.
rocksdb::Status Database::openWithAllFamilies(const rocksdb::DBOptions& options) {
  const auto path = databasePath(path_).string();
  auto families = columnFamilies();
  std::vector<rocksdb::ColumnFamilyDescriptor> missing;
  if (options.create_missing_column_families) {
    std::vector<std::string> names;
    const bool is_new = !rocksdb::DB::ListColumnFamilies(options, path, &names).ok();
    const auto end =
        families.begin() + (is_new ? 1 : static_cast<std::ptrdiff_t>(std::min(names.size(), families.size())));
    missing.assign(end, families.end());
    families.erase(end, families.end());
  }
  rocksdb::DB* rocks = nullptr;
  auto status = rocksdb::DB::Open(options, path, families, &families_, &rocks);
  if (!status.ok()) families_.clear();
  rocks_.reset(rocks);
  if (!status.ok() || missing.empty()) return status;
  std::vector<rocksdb::ColumnFamilyHandle*> made;
  status = rocks_->CreateColumnFamilies(missing, &made);
  families_.insert(families_.end(), made.begin(), made.end());
  if (!status.ok()) closeDatabase();
  return status;
}

void Database::openRecorder(const std::vector<Acknowledgement>& acknowledged, const std::vector<Loss>& accepted,
                            const SalvageDecision& decision) {
  auto options = databaseOptions(env());
  options.create_if_missing = !archiveExists(path_);
  const auto format = options.create_if_missing ? kFormat : formatOf(path_);
  options.create_missing_column_families = options.create_if_missing || format != kFormat;
  require(openRocks(options), path_, "opening it for recording");
  // Before ACKNOWLEDGED is restarted: everything that it lists was found above.
  if (const auto lost = compare(acknowledged); !lost.empty())
    throw DamagedArchive(
        lossText(path_, lost) +
        "it was there a moment ago: the disk gives different data each time. Copy the archive away, then "
        "check the disk");
  if (format < 2)
    require(rocks_->DeleteRange({}, family(Family::derived), "v", "w"), path_,
            "dropping verdicts where they were kept");
  if (!accepted.empty()) recordSalvage(*this, accepted, decision);
  recorder_ = std::make_unique<Recorder>(*this);
  if (format == kFormat) return;
  recorder_->addMissingLeaves();
  writeFormat(path_);
}

Recorder& Database::requireRecorder() const {
  if (!recorder_) throw EnvironmentError(path_.string() + ": opened for reading; open it for recording to write");
  return *recorder_;
}

std::optional<std::string> Database::get(Family from, std::string_view key, std::string_view activity) const {
  if (!has(from)) return std::nullopt;
  std::string value;
  const auto status = rocks_->Get({}, family(from), rocksdb::Slice(key.data(), key.size()), &value);
  if (status.IsNotFound()) return std::nullopt;
  require(status, path_, activity);
  return value;
}

std::unique_ptr<rocksdb::Iterator> Database::iterator(Family wanted_family) const {
  return std::unique_ptr<rocksdb::Iterator>(rocks_->NewIterator({}, family(wanted_family)));
}

Totals Database::totals() const {
  const auto row = get(Family::meta, "totals", "reading the totals");
  const auto totals = row ? decodeTotals(*row) : Totals{};
  if (!totals) throw DamagedArchive(path_.string() + ": the row of totals is malformed");
  return *totals;
}

std::optional<Tail> Database::tail(std::uint32_t game) const {
  const auto row = get(Family::games, gameKey(game, GameRow::tail), "reading a game's tail");
  return row ? decodeTail(*row) : std::nullopt;
}

std::string Database::hallOf(std::uint32_t game) const {
  return get(Family::games, gameKey(game, GameRow::hall), "reading which hall records a game").value_or("");
}

std::optional<std::uint32_t> Database::numberOf(std::string_view id) const {
  const auto row = get(Family::index, idKey(id), "looking a game up");
  if (!row) return std::nullopt;
  if (row->size() != 4) throw DamagedArchive(damageText(path_, id, 0, "its row of the index is malformed"));
  return readBig32(*row);
}

std::vector<Loss> Database::compare(const std::vector<Acknowledgement>& acknowledged) const {
  std::vector<Loss> lost;
  for (const auto& each : acknowledged) {
    if (each.game == 0) continue;
    const auto stored_tail = tail(each.game);
    if (!stored_tail)
      lost.push_back({each, 0, "the game was acknowledged but is lost"});
    else if (numberOf(each.id) != each.game)
      lost.push_back(
          {each, 0,
           fmt::format("game number {} was acknowledged under this id, but that number now belongs to a different "
                       "game: ACKNOWLEDGED or the database comes from another archive",
                       each.game)});
    else if (stored_tail->count < each.count)
      lost.push_back(
          {each, stored_tail->count + 1,
           fmt::format("events {} to {} were acknowledged but are lost", stored_tail->count + 1, each.count)});
    else if (stored_tail->count == each.count && stored_tail->head != each.head)
      lost.push_back({each, each.count, "its head does not match the acknowledged head"});
  }
  const auto commits = totals().commits;
  if (lost.empty() && !acknowledged.empty() && acknowledged.front().commit > commits)
    lost.push_back({acknowledged.front(), 0,
                    fmt::format("only {} of {} writes are there: the newest documents, seals or games are lost",
                                commits, acknowledged.front().commit)});
  return lost;
}

const Loss* Database::lossOf(std::string_view id) const {
  const auto found = std::find_if(lost_.begin(), lost_.end(), [&](const Loss& loss) {
    return loss.acknowledged.game != 0 && loss.acknowledged.id == id;
  });
  return found == lost_.end() ? nullptr : &*found;
}

void Database::requireNothingMissing() const {
  for (const auto& loss : lost_) {
    if (loss.first_lost != 0) continue;
    throw DamagedArchive(damageText(path_, loss.acknowledged.game == 0 ? "" : loss.acknowledged.id, 0, loss.what) +
                         "; check it to see what can be read, and restore the rest from a backup");
  }
}

void Database::copyTo(const std::filesystem::path& target) const {
  requireRecorder();
  const auto commits = totals().commits;
  makeDirectory(target);
  rocksdb::Checkpoint* made = nullptr;
  require(rocksdb::Checkpoint::Create(rocks_.get(), &made), path_, "copying it");
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  require(checkpoint->CreateCheckpoint(databasePath(target).string()), path_, "copying it to " + target.string());
  Acknowledged whole(target, commits);  // recording into the copy begins a new file
  writeFormat(target);
}

}  // namespace docket::detail
