#include "store/backup/damaged_backups.h"

#include <fmt/format.h>
#include <rocksdb/utilities/backup_engine.h>

#include <algorithm>
#include <string>
#include <utility>

#include "events/errors.h"
#include "events/text/whole_number.h"
#include "store/platform/child.h"
#include "store/platform/directories.h"
#include "store/platform/file_system_seam.h"

namespace docket::detail {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLists = "meta";  // the folder with a list of files for each backup, by its number

class DamagedLists : public rocksdb::FileSystemWrapper {
 public:
  DamagedLists(const std::shared_ptr<rocksdb::FileSystem>& files, std::set<std::uint32_t> damaged)
      : FileSystemWrapper(files), damaged_(std::move(damaged)) {}
  [[nodiscard]] const char* Name() const override { return "docket: damaged backups"; }

  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* made,
                                      rocksdb::IODebugContext* context) override {
    if (isDamaged(path)) return rocksdb::IOStatus::Corruption("the list of files contradicts another backup");
    return target()->NewSequentialFile(path, options, made, context);
  }

 private:
  [[nodiscard]] bool isDamaged(const fs::path& path) const {
    return path.parent_path().filename() == kLists &&
           std::any_of(damaged_.begin(), damaged_.end(),
                       [&](std::uint32_t number) { return path.filename() == std::to_string(number); });
  }

  std::set<std::uint32_t> damaged_;
};

std::set<std::uint32_t> numbersIn(const fs::path& lists) {
  std::set<std::uint32_t> numbers;
  for (const auto& name : namesIn(lists)) {
    if (const auto number = wholeNumber<std::uint32_t>(name)) numbers.insert(*number);
  }
  return numbers;
}

/// True if a child can open the engine without the lists of `damaged` and `check` its content. False if the child
/// aborts or `check` fails; a disk that does not respond is reported when the engine is next opened.
template <class Check>
bool canBeOpened(const fs::path& files, const std::set<std::uint32_t>& damaged, Check&& check) {
  bool is_whole = true;
  const int signal = runInChild(
      [&](const Report& report) {
        const auto env = environmentOver(withDamagedBackups(fileSystem(), damaged));
        rocksdb::BackupEngineReadOnly* opened = nullptr;
        if (!rocksdb::BackupEngineReadOnly::Open(rocksdb::BackupEngineOptions(files.string()), env.get(), &opened).ok())
          return;
        if (!check(*opened)) report("damaged");
      },
      [&](std::string_view) { is_whole = false; });
  if (signal == kTimedOut)
    throw EnvironmentError(fmt::format("{}: reading the lists of backups did not finish", files.string()));
  return signal == 0 && is_whole;
}

}  // namespace

std::set<std::uint32_t> backupsThatCannotBeOpened(const fs::path& files) {
  std::set<std::uint32_t> damaged;
  if (canBeOpened(files, damaged, [](auto&) { return true; })) return damaged;
  const auto numbers = numbersIn(files / kLists);
  // Reads each list alone, and compares it with the files that it names.
  for (const auto number : numbers) {
    auto others = numbers;
    others.erase(number);
    const auto is_whole = [&](auto& engine) { return !engine.VerifyBackup(number, true).IsCorruption(); };
    if (!canBeOpened(files, others, is_whole)) damaged.insert(number);
  }
  return canBeOpened(files, damaged, [](auto&) { return true; }) ? damaged : numbers;
}

std::shared_ptr<rocksdb::FileSystem> withDamagedBackups(const std::shared_ptr<rocksdb::FileSystem>& files,
                                                        std::set<std::uint32_t> damaged) {
  return std::make_shared<DamagedLists>(files, std::move(damaged));
}

}  // namespace docket::detail
