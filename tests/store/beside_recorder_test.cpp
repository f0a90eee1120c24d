// Readers and checks next to a recorder whose files come and go while they are read: undamaged data is never reported
// as damaged, and no acknowledged event is missed.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <thread>

#include "events/errors.h"
#include "store/archive.h"
#include "store/check/check.h"
#include "store/check/file_sums.h"
#include "store/platform/file_system_seam.h"
#include "tests/expect_error.h"
#include "tests/store/games.h"

namespace docket::test::beside_recorder_test {
namespace {

namespace fs = std::filesystem;

/// Calls `before` when a file is about to be read from its start.
class ReadFiles : public rocksdb::FileSystemWrapper {
 public:
  ReadFiles() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "ReadFiles"; }
  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* made,
                                      rocksdb::IODebugContext* context) override {
    if (before) before(path);
    return target()->NewSequentialFile(path, options, made, context);
  }
  std::function<void(const fs::path&)> before;
};

class BesideRecorder : public testing::Test {
 public:
  ~BesideRecorder() override { detail::setFileSystem(nullptr); }

 protected:
  BesideRecorder() : recorder_(Archive::open(directory_ / "a", Access::create)) {
    detail::setFileSystem(files_);
    more();
  }

  /// Records a further game, so that there is something in the log.
  void more() {
    const MadeGame game(fmt::format("g{}", games_++), 300);
    recorder_.import(game.imported());
  }
  /// Has the recorder put its log into tables.
  void flush() { recorder_.copyTo(directory_ / fmt::format("copy{}", copies_++)); }
  /// Goes on recording until the recorder has done away with a file.
  void recordUntilGone(const fs::path& file) {
    for (int time = 0; time < 200 && fs::exists(file); ++time) {
      more();
      flush();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(fs::exists(file)) << file;
  }
  void expectAll(const Archive& reader, int from = 0) const {
    for (int game = from; game < games_; ++game) expectStored(reader.game(fmt::format("g{}", game)), 300);
    EXPECT_EQ(reader.list().size(), static_cast<std::size_t>(games_));
  }

  TempDirectory directory_;
  std::shared_ptr<ReadFiles> files_ = std::make_shared<ReadFiles>();
  int games_ = 0, copies_ = 0;
  Archive recorder_;
};

TEST_F(BesideRecorder, AReaderMissesNoRowThatMovesFromLogToTable) {
  int times = 0;
  files_->before = [&](const fs::path& path) {
    if (path.extension() != ".log" || ++times != 1) return;
    recordUntilGone(path);
  };
  const auto reader = Archive::open(directory_ / "a", Access::read);
  EXPECT_GT(times, 1);
  expectAll(reader);
}

TEST_F(BesideRecorder, ARefreshMissesNoRow) {
  auto reader = Archive::open(directory_ / "a", Access::read);
  more();
  int times = 0;
  files_->before = [&](const fs::path& path) {
    if (path.extension() != ".log" || ++times != 1) return;
    recordUntilGone(path);
  };
  flush();  // so that there is a log that the reader has not opened yet
  more();
  reader.refresh();
  files_->before = nullptr;
  EXPECT_GT(times, 0);
  expectAll(reader);
}

TEST_F(BesideRecorder, FileSumsAreOfTheFinalTables) {
  flush();
  int vanished = 0;
  files_->before = [&](const fs::path& path) {
    if (path.extension() != ".sst" || vanished != 0) return;
    ++vanished;
    recordUntilGone(path);
  };
  detail::requireFileSums(directory_ / "a");
  EXPECT_EQ(vanished, 1);
}

TEST_F(BesideRecorder, ATableThatIsMissingForGoodIsDamage) {
  flush();
  { const Archive ends = std::move(recorder_); }
  for (const auto& entry : fs::directory_iterator(directory_ / "a/db"))
    if (entry.path().extension() == ".sst") fs::remove(entry.path());
  EXPECT_FALSE(check(directory_ / "a").whole());
}

TEST_F(BesideRecorder, WaitsForABriefRecorder) {
  const TempDirectory place;
  Archive::open(place / "archive", Access::create);
  std::optional<Archive> brief = Archive::open(place / "archive", Access::record_briefly);
  std::thread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    brief.reset();
  });
  const auto recorder = Archive::open(place / "archive", Access::record);
  EXPECT_TRUE(recorder.records());
  ends.join();
  // The program does not wait for a process that holds it for long.
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_THROW(Archive::open(place / "archive", Access::record_briefly), EnvironmentError);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4));
}

}  // namespace
}  // namespace docket::test::beside_recorder_test
