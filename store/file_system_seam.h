// For tests only: puts a file system of the test's under every archive that is opened from then on in this process.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

namespace docket::detail {

/// Archives opened from now on write and read through `files`; null: the machine's own again.
void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files);
/// What is set, or the machine's own.
std::shared_ptr<rocksdb::FileSystem> fileSystem();

}  // namespace docket::detail
