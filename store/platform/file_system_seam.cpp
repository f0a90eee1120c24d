#include "store/platform/file_system_seam.h"

#include <thread>
#include <utility>

namespace docket::detail {

namespace {

std::shared_ptr<rocksdb::FileSystem>& chosen() {
  static std::shared_ptr<rocksdb::FileSystem> files;
  return files;
}

Surroundings& chosenSurroundings() {
  static Surroundings surroundings;
  return surroundings;
}

}  // namespace

void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files) { chosen() = std::move(files); }

std::shared_ptr<rocksdb::FileSystem> fileSystem() { return chosen() ? chosen() : rocksdb::FileSystem::Default(); }

void setSurroundings(Surroundings surroundings) { chosenSurroundings() = std::move(surroundings); }

const Surroundings& surroundings() { return chosenSurroundings(); }

std::unique_ptr<rocksdb::Env> environmentOver(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return surroundings().environment ? surroundings().environment(files) : rocksdb::NewCompositeEnv(files);
}

std::unique_ptr<rocksdb::Env> ownEnvironment() {
  return fileSystem() == rocksdb::FileSystem::Default() ? nullptr : environmentOver(fileSystem());
}

std::chrono::steady_clock::time_point timeNow() {
  return surroundings().now ? surroundings().now() : std::chrono::steady_clock::now();
}

void waitFor(std::chrono::milliseconds time) {
  if (surroundings().wait) return surroundings().wait(time);
  std::this_thread::sleep_for(time);
}

}  // namespace docket::detail
