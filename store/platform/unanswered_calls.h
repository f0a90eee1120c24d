// Notes calls that a file system did not answer, below RocksDB's backup engine: the engine reports a file as missing
// even if the disk did not say whether it exists, and that is not damage.
// Invariant: passes each call on unchanged; only inspects the result.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
#include <mutex>

namespace docket::detail {

class UnansweredCalls final : public rocksdb::FileSystemWrapper {
 public:
  explicit UnansweredCalls(const std::shared_ptr<rocksdb::FileSystem>& files) : FileSystemWrapper(files) {}

  /// The first failure since the last call that leaves open whether something exists; OK if there was none.
  rocksdb::IOStatus take();

  [[nodiscard]] const char* Name() const override { return "docket: unanswered calls"; }
  rocksdb::IOStatus FileExists(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus GetChildren(const std::string& path, const rocksdb::IOOptions& options,
                                std::vector<std::string>* names, rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus GetChildrenFileAttributes(const std::string& path, const rocksdb::IOOptions& options,
                                              std::vector<rocksdb::FileAttributes>* files,
                                              rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus GetFileSize(const std::string& path, const rocksdb::IOOptions& options, std::uint64_t* size,
                                rocksdb::IODebugContext* context) override;

 private:
  rocksdb::IOStatus noted(rocksdb::IOStatus status);

  std::mutex noting_;  // guards first_: RocksDB asks by several threads
  rocksdb::IOStatus first_;
};

}  // namespace docket::detail
