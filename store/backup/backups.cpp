#include "store/backup/backups.h"

#include <fmt/format.h>
#include <rocksdb/env.h>
#include <rocksdb/utilities/backup_engine.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <set>
#include <utility>

#include "events/errors.h"
#include "store/backup/backup_label.h"
#include "store/backup/damaged_backups.h"
#include "store/backup/snapshot.h"
#include "store/database.h"
#include "store/database_options.h"
#include "store/format.h"
#include "store/platform/acknowledged.h"
#include "store/platform/directories.h"
#include "store/platform/file_lock.h"
#include "store/platform/file_system_seam.h"
#include "store/platform/unanswered_calls.h"

namespace docket {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "BACKUPS";
constexpr std::string_view kMarkText = "docket backups, format 1\n";

/// Each table is one file in all backups that have it: its name is made of the archive's number for it and of a number
/// that RocksDB drew when it was written, so a restored archive that then diverged has other tables.
rocksdb::BackupEngineOptions engineOptions(const fs::path& files) {
  rocksdb::BackupEngineOptions options(files.string());
  options.share_table_files = true;
  options.share_files_with_checksum = true;
  options.sync = true;
  options.info_log = nullptr;
  return options;
}

/// Identifies an archive, however often it was copied and restored: the first game's head before its events, which is
/// made with a secret.
Digest firstHeadOf(const detail::Database& database) {
  const auto header =
      database.get(detail::Family::games, detail::gameKey(1, detail::GameRow::header), "reading the first game");
  return header && header->size() >= sizeof(Digest) ? detail::bytes32(*header) : Digest{};
}

/// An archive's database that no other process uses, opened so that its tables stay unchanged.
class OwnDatabase {
 public:
  OwnDatabase(const fs::path& archive, rocksdb::Env* env) {
    auto options = detail::databaseOptions(env);
    options.avoid_flush_during_recovery = true;
    options.avoid_flush_during_shutdown = true;
    auto families = detail::columnFamilies();
    for (auto& family : families) family.options.disable_auto_compactions = true;
    rocksdb::DB* rocks = nullptr;
    detail::require(rocksdb::DB::Open(options, detail::databasePath(archive).string(), families, &families_, &rocks),
                    archive, "opening a snapshot of it");
    rocks_.reset(rocks);
  }
  ~OwnDatabase() {
    for (auto* family : families_) (void)rocks_->DestroyColumnFamilyHandle(family);
  }
  OwnDatabase(const OwnDatabase&) = delete;
  OwnDatabase& operator=(const OwnDatabase&) = delete;
  [[nodiscard]] rocksdb::DB& rocks() const { return *rocks_; }

 private:
  std::unique_ptr<rocksdb::DB> rocks_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
};

bool isBackups(const fs::path& path) {
  if (!detail::isThere(path / kMark)) return false;
  std::string text;
  detail::require(rocksdb::ReadFileToString(detail::fileSystem().get(), (path / kMark).string(), &text), path,
                  "looking for backups");
  return text == kMarkText;
}

void writeMark(const fs::path& path) {
  const auto files = detail::fileSystem();
  constexpr auto kActivity = "starting a directory of backups";
  detail::require(rocksdb::WriteStringToFile(files.get(), std::string(kMarkText), (path / kMark).string(), true), path,
                  kActivity);
  detail::require(detail::syncDirectory(path), path, kActivity);
}

}  // namespace

struct Backups::Impl {
  Impl(fs::path where, detail::FileLock taken, std::set<std::uint32_t> damaged)
      : path(std::move(where)),
        lock(std::move(taken)),
        env(detail::environmentOver(detail::withDamagedBackups(unanswered, std::move(damaged)))) {
    openEngine();
    look();
  }

  /// After a failure, RocksDB's thread that copies files may still be at later ones: waits for it, so that no further
  /// files appear, and restarts the engine.
  void openEngine() {
    engine.reset();
    // RocksDB creates a missing directory without syncing it: a power cut could then lose all backups.
    detail::require(detail::makeDirectories(path / "files"), path, "making the directory of the backups");
    rocksdb::BackupEngine* made = nullptr;
    detail::require(rocksdb::BackupEngine::Open(engineOptions(path / "files"), env.get(), &made), path,
                    "opening the backups");
    engine.reset(made);
    // The engine treats unreadable files as damaged until it is opened again.
    detail::require(unanswered->take(), path, "looking at the backups");
  }

  /// The engine's answer to a new question; earlier read failures are forgotten.
  template <class Question>
  rocksdb::Status ask(Question&& question) {
    static_cast<void>(unanswered->take());
    return question(*engine);
  }

  /// The engine's verdict on a backup: damaged only if the disk could be read.
  void requireWhole(const rocksdb::Status& status, std::uint32_t number, std::string_view doing) const {
    const rocksdb::Status failed = unanswered->take();
    if (status.ok()) return;
    detail::require(failed, path, doing);
    if (status.IsCorruption() || status.IsNotFound() || status.IsPathNotFound())
      throw DamagedArchive(fmt::format("{}: backup {} is damaged, noticed while {}: {}", path.string(), number, doing,
                                       status.ToString()));
    detail::fail(status, path, doing);
  }

  /// The backups that RocksDB's engine knows, as list().
  void look() {
    list.clear();
    std::vector<rocksdb::BackupInfo> known;
    engine->GetBackupInfo(&known, true);
    std::vector<rocksdb::BackupID> damaged;
    engine->GetCorruptedBackups(&damaged);
    for (const auto number : damaged)
      list.push_back({.number = number,
                      .format = 0,
                      .damage = "files of it are missing or cut short, or its list of files is damaged"});
    std::sort(known.begin(), known.end(), [](const auto& a, const auto& b) { return a.backup_id < b.backup_id; });
    std::set<std::string> earlier;
    for (const auto& info : known) {
      auto label = detail::decodeBackup(info.app_metadata);
      Backup backup = label ? *label : Backup{};
      backup.number = info.backup_id;
      if (!label) backup.damage = "its label does not match the one that was written";
      for (const auto& file : info.file_details) {
        const bool is_new = earlier.insert(file.relative_filename).second;
        ++backup.files;
        backup.bytes += file.size;
        backup.new_files += is_new ? 1U : 0U;
        backup.new_bytes += is_new ? file.size : 0U;
      }
      list.push_back(std::move(backup));
    }
    std::sort(list.begin(), list.end(), [](const Backup& a, const Backup& b) { return a.number < b.number; });
  }

  [[nodiscard]] const Backup* newest() const {
    const auto found = std::find_if(list.rbegin(), list.rend(), [](const Backup& one) { return one.damage.empty(); });
    return found == list.rend() ? nullptr : &*found;
  }

  fs::path path;
  detail::FileLock lock;
  std::shared_ptr<detail::UnansweredCalls> unanswered = std::make_shared<detail::UnansweredCalls>(detail::fileSystem());
  std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<rocksdb::BackupEngine> engine;
  std::vector<Backup> list;
};

Backups::Backups(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Backups::Backups(Backups&&) noexcept = default;
Backups& Backups::operator=(Backups&&) noexcept = default;
Backups::~Backups() = default;

Backups Backups::open(const fs::path& path) {
  if (!isBackups(path))
    throw BadInput(fmt::format("{}: there are no backups here (no file {}); docket backup DIRECTORY makes the first",
                               path.string(), kMark));
  // Before the lock is taken: the child that reads them would hold it too, also after this process was killed.
  auto damaged = detail::backupsThatCannotBeOpened(path / "files");
  auto lock = detail::FileLock::take(path / kMark);
  if (!lock)
    throw EnvironmentError(
        fmt::format("{}: another process makes or restores a backup; wait until it ends", path.string()));
  return Backups(std::make_unique<Impl>(path, std::move(*lock), std::move(damaged)));
}

Backups Backups::openOrMake(const fs::path& path) {
  if (isBackups(path)) return open(path);
  if (const auto status = detail::makeDirectories(path); !status.ok())
    throw EnvironmentError(fmt::format("{}: cannot create the directory: {}; create it, or give this user access",
                                       path.string(), status.ToString()));
  for (const auto& name : detail::namesIn(path))
    if (name != kMark)  // the mark alone is left by an interrupted beginning
      throw BadInput(
          fmt::format("{}: this directory is not empty, and holds no backups; give a new one", path.string()));
  writeMark(path);
  return open(path);
}

const fs::path& Backups::path() const { return impl_->path; }
const std::vector<Backup>& Backups::list() const { return impl_->list; }

Backup Backups::add(const fs::path& archive, std::chrono::milliseconds patience) {
  const detail::Snapshot snapshot(archive, patience);
  Backup made;
  made.seconds = std::time(nullptr);
  made.format = detail::formatOf(snapshot.path());
  {
    const detail::Database database(snapshot.path(), Access::read);
    if (!database.losses().empty())
      throw DamagedArchive(detail::damageText(
          archive, "", 0, "a snapshot of it is damaged, so nothing was backed up: " + database.losses().front().what));
    const auto totals = database.totals();
    made.commits = totals.commits;
    made.games = totals.games;
    made.events = totals.events;
    made.first_head = firstHeadOf(database);
  }
  const auto* newest = impl_->newest();
  if (newest != nullptr && newest->games != 0 && newest->first_head != made.first_head)
    throw BadInput(fmt::format("{}: these are backups of another archive than {}; give another directory",
                               path().string(), archive.string()));
  rocksdb::BackupID number = 0;
  {
    const OwnDatabase own(snapshot.path(), impl_->env.get());
    const auto status = impl_->engine->CreateNewBackupWithMetadata({}, &own.rocks(), detail::encode(made), &number);
    if (!status.ok()) impl_->openEngine();
    detail::require(status, path(), "making a backup");
  }
  impl_->requireWhole(impl_->ask([&](auto& engine) { return engine.VerifyBackup(number, false); }), number,
                      "checking it again");
  impl_->look();
  return *std::find_if(list().begin(), list().end(), [&](const Backup& one) { return one.number == number; });
}

std::vector<std::uint32_t> Backups::removeAllBut(std::uint32_t most) {
  std::vector<std::uint32_t> whole;
  for (const auto& one : list())
    if (one.damage.empty()) whole.push_back(one.number);
  if (whole.size() <= most) return {};
  whole.resize(whole.size() - most);
  for (const auto number : whole) detail::require(impl_->engine->DeleteBackup(number), path(), "removing a backup");
  impl_->look();
  return whole;
}

void Backups::verify() {
  for (auto& one : impl_->list) {
    if (!one.damage.empty()) continue;
    const auto status = impl_->ask([&](auto& engine) { return engine.VerifyBackup(one.number, true); });
    if (status.ok()) continue;
    detail::require(impl_->unanswered->take(), path(), "looking at the backups");
    // A disk that no longer responds proves nothing about a backup, but a file that it cannot read is lost.
    if (status.IsIOError() && !isBackups(path())) detail::fail(status, path(), "looking at the backups");
    one.damage = status.ToString();
  }
}

void Backups::extract(std::uint32_t number, const fs::path& directory) const {
  const auto found =
      std::find_if(list().begin(), list().end(), [&](const Backup& one) { return one.number == number; });
  if (found == list().end())
    throw BadInput(fmt::format("{}: there is no backup {}; docket backup {} --list shows which there are",
                               path().string(), number, path().string()));
  if (!found->damage.empty())
    throw DamagedArchive(fmt::format("{}: backup {} is damaged: {}", path().string(), number, found->damage));
  const auto database = detail::databasePath(directory).string();
  const auto status = impl_->ask([&](auto& engine) { return engine.RestoreDBFromBackup(number, database, database); });
  if (!status.ok()) impl_->openEngine();
  impl_->requireWhole(status, number, "restoring it");
  const detail::Acknowledged acknowledged(directory, found->commits);
  detail::writeFormat(directory, found->format);
}

}  // namespace docket
