#include "store/file_system_seam.h"

#include <utility>

namespace docket::detail {

namespace {

std::shared_ptr<rocksdb::FileSystem>& chosen() {
  static std::shared_ptr<rocksdb::FileSystem> files;
  return files;
}

}  // namespace

void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files) { chosen() = std::move(files); }

std::shared_ptr<rocksdb::FileSystem> fileSystem() { return chosen() ? chosen() : rocksdb::FileSystem::Default(); }

}  // namespace docket::detail
