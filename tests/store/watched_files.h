// A file system under the archive that knows what is on the disk and what is not synced yet.
// A power cut loses what was written and not synced: copyAsAfterCut() makes the directory that would be found then.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "store/platform/file_system_seam.h"

namespace docket::test {

class WatchedFiles : public rocksdb::FileSystemWrapper {
 public:
  WatchedFiles() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "WatchedFiles"; }

  std::atomic<int> log_syncs = 0;              // of RocksDB's log
  std::atomic<bool> full = false;              // the disk takes nothing more
  std::chrono::microseconds sync_takes{0};     // as a disk would take
  std::function<void()> before_log_operation;  // an append to the log or its sync is about to happen
  std::function<void()> before_operation;      // anything that changes the disk is

  /// How many bytes of the log were written and are not on the disk.
  std::uint64_t unsyncedLog() {
    const std::unique_lock lock(mutex_);
    std::uint64_t bytes = 0;
    for (const auto& [path, sizes] : sizes_)
      if (path.ends_with(".log")) bytes += sizes.written - sizes.synced;
    return bytes;
  }

  void copyAsAfterCut(const std::filesystem::path& from, const std::filesystem::path& to) {
    const std::unique_lock lock(mutex_);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
    for (const auto& [path, sizes] : sizes_)
      if (const auto copy = to / std::filesystem::relative(path, from); std::filesystem::exists(copy))
        std::filesystem::resize_file(copy, sizes.synced);
  }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* made,
                                    rocksdb::IODebugContext* context) override {
    if (before_operation) before_operation();
    const std::unique_lock lock(mutex_);
    if (full) return rocksdb::IOStatus::NoSpace("No space left on device");
    std::unique_ptr<rocksdb::FSWritableFile> file;
    auto status = target()->NewWritableFile(path, options, &file, context);
    if (!status.ok()) return status;
    sizes_[path] = {};
    *made = std::make_unique<File>(*this, path, std::move(file));
    return status;
  }

  rocksdb::IOStatus ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* made,
                                       rocksdb::IODebugContext* context) override {
    if (before_operation) before_operation();
    const std::unique_lock lock(mutex_);
    if (full) return rocksdb::IOStatus::NoSpace("No space left on device");
    std::unique_ptr<rocksdb::FSWritableFile> file;
    auto status = target()->ReopenWritableFile(path, options, &file, context);
    if (!status.ok()) return status;
    const auto there = std::filesystem::file_size(path);
    sizes_.try_emplace(path, Sizes{.written = there, .synced = there});  // by an earlier process
    *made = std::make_unique<File>(*this, path, std::move(file));
    return status;
  }

  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    if (before_operation) before_operation();
    const std::unique_lock lock(mutex_);
    auto status = target()->RenameFile(from, to, options, context);
    if (auto moved = sizes_.extract(from); status.ok() && !moved.empty()) sizes_[to] = moved.mapped();
    return status;
  }

  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override {
    const std::unique_lock lock(mutex_);
    sizes_.erase(path);
    return target()->DeleteFile(path, options, context);
  }

 private:
  struct Sizes {
    std::uint64_t written = 0;
    std::uint64_t synced = 0;
  };

  class File : public rocksdb::FSWritableFileOwnerWrapper {
   public:
    File(WatchedFiles& files, std::string path, std::unique_ptr<rocksdb::FSWritableFile> file)
        : FSWritableFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* context) override {
      return append(data.size(), [&] { return target()->Append(data, options, context); });
    }
    rocksdb::IOStatus Append(const rocksdb::Slice& data, const rocksdb::IOOptions& options,
                             const rocksdb::DataVerificationInfo& info, rocksdb::IODebugContext* context) override {
      return append(data.size(), [&] { return target()->Append(data, options, info, context); });
    }
    rocksdb::IOStatus Sync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
      return sync([&] { return target()->Sync(options, context); });
    }
    rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
      return sync([&] { return target()->Fsync(options, context); });
    }

   private:
    [[nodiscard]] bool isLog() const { return path_.ends_with(".log"); }

    template <class Act>
    rocksdb::IOStatus append(std::size_t bytes, Act&& act) {
      if (files_.before_operation) files_.before_operation();
      if (isLog() && files_.before_log_operation) files_.before_log_operation();
      if (files_.full) return rocksdb::IOStatus::NoSpace("No space left on device");
      const std::unique_lock lock(files_.mutex_);
      auto status = act();
      if (status.ok()) files_.sizes_[path_].written += bytes;
      return status;
    }

    template <class Act>
    rocksdb::IOStatus sync(Act&& act) {
      if (files_.before_operation) files_.before_operation();
      if (isLog() && files_.before_log_operation) files_.before_log_operation();
      if (isLog()) std::this_thread::sleep_for(files_.sync_takes);
      const std::unique_lock lock(files_.mutex_);
      auto status = act();
      auto& sizes = files_.sizes_[path_];
      if (status.ok()) sizes.synced = sizes.written;
      if (isLog()) ++files_.log_syncs;
      return status;
    }

    WatchedFiles& files_;
    std::string path_;
  };

  std::mutex mutex_;  // of the contents of the disk
  std::map<std::string, Sizes> sizes_;
};

/// Puts watched files under the archives that are opened while it lives.
class Watch {
 public:
  Watch() { detail::setFileSystem(files_); }
  ~Watch() { detail::setFileSystem(nullptr); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  WatchedFiles* operator->() const { return files_.get(); }

 private:
  std::shared_ptr<WatchedFiles> files_ = std::make_shared<WatchedFiles>();
};

}  // namespace docket::test
