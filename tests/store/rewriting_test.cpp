// Rewriting an archive's tables: overwritten data is in no file afterwards, even if a write failed before.
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <utility>

#include "events/errors.h"
#include "events/heads.h"
#include "store/archive.h"
#include "store/platform/file_system_seam.h"
#include "store/rewriting.h"
#include "tests/store/games.h"

namespace docket::test::rewriting_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "Aiko Tsukimura";

/// A disk on which one write to the lists of tables fails.
class FailsOnce : public rocksdb::FileSystemWrapper {
 public:
  explicit FailsOnce(int failing) : FileSystemWrapper(rocksdb::FileSystem::Default()), failing_(failing) {}
  [[nodiscard]] const char* Name() const override { return "FailsOnce"; }
  [[nodiscard]] bool hasFailed() const { return writes_ >= failing_; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* made,
                                    rocksdb::IODebugContext* context) override {
    auto status = target()->NewWritableFile(path, options, made, context);
    if (status.ok() && fs::path(path).filename().string().starts_with("MANIFEST-"))
      *made = std::make_unique<List>(*this, std::move(*made));
    return status;
  }

 private:
  class List : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    List(FailsOnce& disk, std::unique_ptr<rocksdb::FSWritableFile> file)
        : FSWritableFileOwnerWrapper(std::move(file)), disk_(disk) {}
    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* context) override {
      if (++disk_.writes_ == disk_.failing_) return rocksdb::IOStatus::NoSpace("No space left on device");
      return target()->Append(data, options, context);
    }

   private:
    FailsOnce& disk_;
  };

  const int failing_;
  std::atomic<int> writes_ = 0;
};

/// An archive with a game in which a seat is labelled with the name.
void makeArchive(const fs::path& path) {
  MadeGame game("g", 30);
  game.recording.header().initPlayers(2);
  auto imported = game.imported();
  imported.game.head = Head(imported.game.header, Secrets{}).value();
  imported.game.label.players = {kName};
  Archive::open(path, Access::create).import(imported);
}

void eraseName(const fs::path& path) {
  {
    auto archive = Archive::open(path, Access::record);
    if (archive.game("g").label().erased_seats == 0) archive.erasePlayer("g", 1);
  }
  rewriteTables(path);
}

TEST(Rewriting, LeavesNoErasedNameIfRepeatedAfterAFailedWrite) {
  const TempDirectory directory;
  const fs::path before = directory / "before";
  makeArchive(before);
  int failing = 0;
  for (bool failed = true; failed;) {
    SCOPED_TRACE(++failing);
    const fs::path path = directory / "a";
    fs::remove_all(path);
    fs::copy(before, path, fs::copy_options::recursive);
    ASSERT_FALSE(findBytes(path, kName).nowhere());
    const auto disk = std::make_shared<FailsOnce>(failing);
    detail::setFileSystem(disk);
    try {
      eraseName(path);
    } catch (const EnvironmentError&) {  // it is repeated
    }
    detail::setFileSystem(nullptr);
    failed = disk->hasFailed();
    eraseName(path);
    EXPECT_TRUE(findBytes(path, kName).nowhere());
  }
  EXPECT_GT(failing, 10);
}

}  // namespace
}  // namespace docket::test::rewriting_test
