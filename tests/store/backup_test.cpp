// Backups: next to a recorder, killed halfway, sharing files, damaged; and restoring them.
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>

#include <csignal>
#include <random>

#include "events/errors.h"
#include "store/archive.h"
#include "store/backup/backups.h"
#include "store/backup/restoring.h"
#include "store/backup/snapshot.h"
#include "store/check/check.h"
#include "store/check/salvage.h"
#include "store/platform/child.h"
#include "store/platform/file_system_seam.h"
#include "store/recorder_lock.h"
#include "tests/expect_error.h"
#include "tests/flipped_byte.h"
#include "tests/store/games.h"
#include "tests/store/recording_child.h"
#include "tests/store/small_disk.h"
#include "tests/text_of.h"

namespace docket::test::backup_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr const char* kBackupsVariable = "DOCKET_TEST_BACKUPS";

class BackingUp : public testing::Test {
 protected:
  [[nodiscard]] fs::path archive() const { return directory_ / "a"; }
  [[nodiscard]] fs::path target() const { return directory_ / "backups"; }

  Backup backUp() { return Backups::openOrMake(target()).add(archive(), 10s); }
  CheckReport restored(std::uint32_t number, const std::string& to) {
    return restore(Backups::open(target()), number, directory_ / to, {}, 10s);
  }
  // 4 MiB that can hardly be compressed.
  static std::string randomText() {
    std::mt19937_64 random(1);
    std::string text(4U << 20, ' ');
    for (auto& byte : text) byte = static_cast<char>(' ' + random() % 90);
    return text;
  }
  static std::uint64_t bytesIn(const fs::path& path) {
    std::uint64_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
  }

  // The position in a backup's list of files of the sum of a table that other backups may share.
  static std::uint64_t digitOfSharedSum(const fs::path& list) {
    const std::string text = textOf(list);
    constexpr std::string_view kBefore = " crc32 ";
    return text.find(kBefore, text.find("shared_checksum/")) + kBefore.size();
  }

  const TempDirectory directory_;
};

TEST_F(BackingUp, CopiesOnlyWhatNoEarlierBackupHas) {
  {
    auto recorder = Archive::open(archive(), Access::create);
    for (int game = 0; game < 20; ++game) recorder.import(MadeGame(fmt::format("g{}", game), 3000).imported());
    recorder.documents().put("catalogue", "large", "1", randomText());
  }
  const auto first = backUp();
  EXPECT_EQ(first.number, 1U);
  EXPECT_EQ(first.games, 20U);
  EXPECT_EQ(first.events, 60000U);
  EXPECT_EQ(first.new_bytes, first.bytes);
  EXPECT_EQ(first.new_files, first.files);
  const auto bytes_before = bytesIn(target());
  { Archive::open(archive(), Access::record).import(MadeGame("new", 10).imported()); }
  const auto second = backUp();
  EXPECT_EQ(second.number, 2U);
  EXPECT_EQ(second.games, 21U);
  EXPECT_GT(second.bytes, first.bytes);
  EXPECT_LT(second.new_bytes, first.bytes / 4);
  EXPECT_LT(second.new_files, second.files);
  const auto added = bytesIn(target()) - bytes_before;  // the files and a list of them
  EXPECT_GE(added, second.new_bytes);
  EXPECT_LT(added, second.new_bytes + 8192);
  EXPECT_TRUE(restored(2, "second").whole());
  EXPECT_TRUE(restored(1, "first").whole());
  expectStored(Archive::open(directory_ / "second", Access::read).game("new"), 10);
  EXPECT_FALSE(Archive::open(directory_ / "first", Access::read).find("new"));
}

TEST_F(BackingUp, IncludesAllThatAnotherProcessAcknowledged) {
  (void)Archive::open(archive(), Access::create);
  RecordingChild recorder(archive());
  std::map<std::string, std::uint32_t> acknowledged;
  for (std::uint32_t number = 1; number <= 4; ++number) {
    recorder.listen(60, acknowledged);
    const auto acknowledged_before = acknowledged;
    EXPECT_EQ(backUp().number, number);
    const auto to = fmt::format("restored{}", number);
    const auto report = restored(number, to);
    for (const auto& damage : report.damages) ADD_FAILURE() << damage.what;
    const auto copy = Archive::open(directory_ / to, Access::read);
    for (const auto& [id, count] : acknowledged_before) {
      const auto game = copy.game(id);
      EXPECT_GE(game.count(), count) << id;
      expectStored(game, game.count());
    }
  }
  recorder.listenAndKill(1, 0us, acknowledged);
  EXPECT_FALSE(fs::exists(detail::snapshotsPath(archive())));
}

TEST_F(BackingUp, ARestoredArchiveCanBeRecordedToAndBackedUp) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 300).imported()); }
  (void)backUp();
  ASSERT_TRUE(restored(1, "again").whole());
  { Archive::open(directory_ / "again", Access::record).import(MadeGame("h", 10).imported()); }
  { Archive::open(archive(), Access::record).import(MadeGame("other", 10).imported()); }
  (void)backUp();
  auto backups = Backups::open(target());
  EXPECT_EQ(backups.add(directory_ / "again", 10s).number, 3U);
  ASSERT_TRUE(restore(backups, 3, directory_ / "third", {}, 10s).whole());
  const auto third = Archive::open(directory_ / "third", Access::read);
  expectStored(third.game("h"), 10);
  EXPECT_FALSE(third.find("other"));
}

TEST_F(BackingUp, RefusesBackupsOfAnotherArchive) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 30).imported()); }
  { Archive::open(directory_ / "b", Access::create).import(MadeGame("h", 30).imported()); }
  (void)backUp();
  auto backups = Backups::open(target());
  expectError<BadInput>([&] { (void)backups.add(directory_ / "b", 10s); }, "backups of another archive");
  EXPECT_EQ(backups.list().size(), 1U);
}

TEST_F(BackingUp, KeepsTheNewestOnly) {
  (void)Archive::open(archive(), Access::create);
  for (int day = 0; day < 5; ++day) {
    { Archive::open(archive(), Access::record).import(MadeGame(fmt::format("g{}", day), 30).imported()); }
    (void)backUp();
  }
  auto backups = Backups::open(target());
  EXPECT_EQ(backups.removeAllBut(2), (std::vector<std::uint32_t>{1, 2, 3}));
  ASSERT_EQ(backups.list().size(), 2U);
  EXPECT_EQ(backups.list().front().number, 4U);
  backups.verify();
  for (const auto& one : backups.list()) EXPECT_EQ(one.damage, "");
  EXPECT_TRUE(restore(backups, 4, directory_ / "r", {}, 10s).whole());
}

TEST_F(BackingUp, ADamagedBackupIsNamedAndNeverRestored) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 300).imported()); }
  (void)backUp();
  const fs::path whole = directory_ / "whole";
  fs::copy(target(), whole, fs::copy_options::recursive);
  int files = 0, damaged = 0, harmless = 0;
  for (const auto& entry : fs::recursive_directory_iterator(whole)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    ++files;
    for (const int quarter : {0, 1, 2, 3}) {
      fs::remove_all(target());
      fs::copy(whole, target(), fs::copy_options::recursive);
      flipByte(target() / fs::relative(entry.path(), whole), entry.file_size() * static_cast<unsigned>(quarter) / 4);
      SCOPED_TRACE(fmt::format("{} quarter {}", entry.path().string(), quarter));
      try {
        auto backups = Backups::open(target());
        backups.verify();
        const auto said = backups.list().size() != 1 || !backups.list().front().damage.empty();
        const auto report = restore(backups, 1, directory_ / "r", {}, 10s);
        if (report.whole()) {  // RocksDB's note of when it was
          EXPECT_FALSE(said);
          EXPECT_EQ(entry.path().parent_path().filename(), "meta");
          ++harmless;
          expectStored(Archive::open(directory_ / "r", Access::read).game("g"), 300);
        } else {
          ++damaged;
          EXPECT_FALSE(fs::exists(directory_ / "r"));
        }
      } catch (const DamagedArchive&) {
        ++damaged;
        EXPECT_FALSE(fs::exists(directory_ / "r"));
      } catch (const BadInput&) {  // the file BACKUPS, or the list of the only backup
        ++damaged;
        EXPECT_FALSE(fs::exists(directory_ / "r"));
      }
      EXPECT_FALSE(fs::exists(directory_ / "r.restoring"));
      fs::remove_all(directory_ / "r");
    }
  }
  EXPECT_GT(files, 6);
  EXPECT_EQ(damaged + harmless, files * 4);
  EXPECT_LE(harmless, 1);
}

// Both backups list the table of the first game; RocksDB aborts if their checksums of it differ.
TEST_F(BackingUp, AListOfFilesThatContradictsAnotherDamagesOnlyItsOwnBackup) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 300).imported()); }
  (void)backUp();
  { Archive::open(archive(), Access::record).import(MadeGame("h", 10).imported()); }
  (void)backUp();
  for (const std::uint32_t damaged : {1U, 2U}) {
    SCOPED_TRACE(damaged);
    const std::uint32_t whole = 3 - damaged;
    const auto list = target() / "files" / "meta" / std::to_string(damaged);
    const auto digit = digitOfSharedSum(list);
    flipByte(list, digit, 1);
    {
      auto backups = Backups::open(target());
      backups.verify();
      ASSERT_EQ(backups.list().size(), 2U);
      EXPECT_NE(backups.list()[damaged - 1].damage, "");
      EXPECT_EQ(backups.list()[whole - 1].damage, "");
      expectError<DamagedArchive>([&] { (void)restore(backups, damaged, directory_ / "none", {}, 10s); }, "is damaged");
      EXPECT_TRUE(restore(backups, whole, directory_ / fmt::format("r{}", whole), {}, 10s).whole());
    }
    flipByte(list, digit, 1);
  }
  flipByte(target() / "files" / "meta" / "1", digitOfSharedSum(target() / "files" / "meta" / "1"), 1);
  EXPECT_EQ(backUp().number, 3U);
  EXPECT_TRUE(restored(3, "r3").whole());
}

TEST_F(BackingUp, DoesNotOverwriteWhenRestoring) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 30).imported()); }
  (void)backUp();
  expectError<BadInput>([&] { (void)restored(1, "a"); }, "new or an empty directory");
  fs::create_directory(directory_ / "empty");
  EXPECT_TRUE(restored(1, "empty").whole());
  expectError<BadInput>([&] { (void)restored(9, "none"); }, "there is no backup 9");
  expectError<BadInput>([&] { (void)Backups::open(directory_ / "a"); }, "there are no backups here");
  expectError<BadInput>([&] { (void)Backups::openOrMake(directory_ / "a"); }, "holds no backups");
}

// The file system of a process that is killed when it is about to move a directory to `where`, or that once cannot sync
// the one above it afterwards.
class EndsAtTheMove : public rocksdb::FileSystemWrapper {
 public:
  enum class How : std::uint8_t { killed, not_synced };
  EndsAtTheMove(fs::path where, How how)
      : FileSystemWrapper(rocksdb::FileSystem::Default()), where_(std::move(where)), how_(how) {}
  [[nodiscard]] const char* Name() const override { return "EndsAtTheMove"; }

  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    if (to == where_ && how_ == How::killed) ::raise(SIGKILL);
    fails_ = to == where_;
    return target()->RenameFile(from, to, options, context);
  }
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* made,
                                 rocksdb::IODebugContext* context) override {
    if (std::exchange(fails_, false)) return rocksdb::IOStatus::IOError("the disk does not answer");
    return target()->NewDirectory(path, options, made, context);
  }

 private:
  fs::path where_;
  How how_;
  bool fails_ = false;
};

TEST_F(BackingUp, CanBeRestoredAgainIfKilledBeforeTheMove) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 30).imported()); }
  (void)backUp();
  const int signal = detail::runInChild(
      [&](const auto&) {
        detail::setFileSystem(std::make_shared<EndsAtTheMove>(directory_ / "r", EndsAtTheMove::How::killed));
        (void)restored(1, "r");
      },
      [](std::string_view) {});
  ASSERT_EQ(signal, SIGKILL);
  ASSERT_TRUE(fs::exists(directory_ / "r.restoring"));
  EXPECT_TRUE(restored(1, "r").whole());
  EXPECT_FALSE(fs::exists(directory_ / "r.restoring"));
  EXPECT_FALSE(fs::exists(directory_ / "r/RESTORING"));
  expectStored(Archive::open(directory_ / "r", Access::read).game("g"), 30);
}

TEST_F(BackingUp, CanBeRestoredAgainIfTheMoveWasNotSynced) {
  { Archive::open(archive(), Access::create).import(MadeGame("g", 30).imported()); }
  (void)backUp();
  detail::setFileSystem(std::make_shared<EndsAtTheMove>(directory_ / "r", EndsAtTheMove::How::not_synced));
  expectError<EnvironmentError>([&] { (void)restored(1, "r"); }, "does not answer");
  detail::setFileSystem(nullptr);
  EXPECT_FALSE(fs::exists(directory_ / "r"));
  EXPECT_FALSE(fs::exists(directory_ / "r.restoring"));
  EXPECT_TRUE(restored(1, "r").whole());
}

TEST_F(BackingUp, ADamagedArchiveAddsNoBackup) {
  {
    auto made = Archive::open(archive(), Access::create);
    const MadeGame live("live", 20);
    made.begin(live.begins());
    for (std::uint32_t number = 1; number <= 20; ++number) made.append("live", live.event(number));
    fs::copy(archive(), directory_ / "lost", fs::copy_options::recursive);
  }
  for (const auto& entry : fs::directory_iterator(directory_ / "lost/db"))
    if (entry.path().extension() == ".log") fs::resize_file(entry.path(), entry.file_size() / 2);
  auto backups = Backups::openOrMake(target());
  expectError<DamagedArchive>([&] { (void)backups.add(directory_ / "lost", 10s); }, "game live, event");
  EXPECT_TRUE(backups.list().empty());
  EXPECT_FALSE(fs::exists(detail::snapshotsPath(directory_ / "lost")));
}

TEST_F(BackingUp, TimesOutIfTheRecorderDoesNotAnswer) {
  (void)Archive::open(archive(), Access::create);
  const detail::RecorderLock silent(archive(), detail::RecorderLock::Hold::until_closed);
  auto backups = Backups::openOrMake(target());
  const auto begun = std::chrono::steady_clock::now();
  expectError<EnvironmentError>([&] { (void)backups.add(archive(), 300ms); }, "did not answer for 0.3 seconds");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 5s);
  EXPECT_FALSE(fs::exists(detail::snapshotsPath(archive())));
}

TEST_F(BackingUp, IsRefusedDuringAnotherBackup) {
  (void)Archive::open(archive(), Access::create);
  const auto first = Backups::openOrMake(target());
  expectError<EnvironmentError>([&] { (void)Backups::open(target()); }, "another process makes or restores a backup");
}

// The child of the next test: makes backups until it is killed.
TEST(Backup, DISABLED_MakesThemUntilItIsKilled) {
  const char* archive = std::getenv(kArchiveVariable);
  const char* target = std::getenv(kBackupsVariable);
  ASSERT_NE(archive, nullptr);
  ASSERT_NE(target, nullptr);
  for (;;) {
    dprintf(STDOUT_FILENO, "begins\n");
    (void)Backups::openOrMake(target).add(archive, 10s);
  }
}

TEST_F(BackingUp, KilledHalfwayKeepsEarlierBackupsAndAllowsTheNext) {
  (void)Archive::open(archive(), Access::create);
  ::setenv(kBackupsVariable, target().c_str(), 1);
  for (int time = 0; time < 25; ++time) {
    SCOPED_TRACE(time);
    { Archive::open(archive(), Access::record).import(MadeGame(fmt::format("g{}", time), 700).imported()); }
    {
      OtherProcess makes("Backup.DISABLED_MakesThemUntilItIsKilled", archive());
      std::string line;
      while (makes.next(line) && line != "begins\n") {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(time * 2));
    }
    const auto made = backUp();
    EXPECT_EQ(made.games, static_cast<std::uint64_t>(time) + 1);
    EXPECT_FALSE(fs::exists(detail::snapshotsPath(archive())));
  }
  auto backups = Backups::open(target());
  backups.verify();
  for (const auto& one : backups.list()) EXPECT_EQ(one.damage, "") << one.number;
  EXPECT_TRUE(restore(backups, backups.list().back().number, directory_ / "r", {}, 10s).whole());
  EXPECT_TRUE(check(archive()).whole());
}

TEST_F(BackingUp, OnAFullDiskFailsAndKeepsTheEarlierBackup) {
  const SmallDisk disk(directory_ / "disk", "2m");
  if (!disk.isThere()) GTEST_SKIP() << "only root can mount a small file system";
  { Archive::open(archive(), Access::create).import(MadeGame("g", 300).imported()); }
  {
    auto backups = Backups::openOrMake(disk / "backups");
    (void)backups.add(archive(), 10s);
    {
      auto recorder = Archive::open(archive(), Access::record);
      recorder.documents().put("catalogue", "large", "1", randomText());
    }
    expectError<EnvironmentError>([&] { (void)backups.add(archive(), 10s); }, "the disk is full");
  }
  auto backups = Backups::open(disk / "backups");
  backups.verify();
  ASSERT_EQ(backups.list().size(), 1U);
  EXPECT_EQ(backups.list().front().damage, "");
  EXPECT_TRUE(restore(backups, 1, directory_ / "r", {}, 10s).whole());
}

}  // namespace
}  // namespace docket::test::backup_test
