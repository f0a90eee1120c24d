#include "store/platform/unanswered_calls.h"

#include <utility>

namespace docket::detail {

rocksdb::IOStatus UnansweredCalls::take() {
  const std::lock_guard lock(noting_);
  return std::exchange(first_, rocksdb::IOStatus::OK());
}

rocksdb::IOStatus UnansweredCalls::noted(rocksdb::IOStatus status) {
  if (status.ok() || status.IsNotFound() || status.IsPathNotFound()) return status;
  const std::lock_guard lock(noting_);
  if (first_.ok()) first_ = status;
  return status;
}

rocksdb::IOStatus UnansweredCalls::FileExists(const std::string& path, const rocksdb::IOOptions& options,
                                              rocksdb::IODebugContext* context) {
  return noted(FileSystemWrapper::FileExists(path, options, context));
}

rocksdb::IOStatus UnansweredCalls::GetChildren(const std::string& path, const rocksdb::IOOptions& options,
                                               std::vector<std::string>* names, rocksdb::IODebugContext* context) {
  return noted(FileSystemWrapper::GetChildren(path, options, names, context));
}

rocksdb::IOStatus UnansweredCalls::GetChildrenFileAttributes(const std::string& path, const rocksdb::IOOptions& options,
                                                             std::vector<rocksdb::FileAttributes>* files,
                                                             rocksdb::IODebugContext* context) {
  return noted(FileSystemWrapper::GetChildrenFileAttributes(path, options, files, context));
}

rocksdb::IOStatus UnansweredCalls::GetFileSize(const std::string& path, const rocksdb::IOOptions& options,
                                               std::uint64_t* size, rocksdb::IODebugContext* context) {
  return noted(FileSystemWrapper::GetFileSize(path, options, size, context));
}

}  // namespace docket::detail
