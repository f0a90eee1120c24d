#include "store/platform/file_system_seam.h"

#include <thread>
#include <utility>

namespace docket::detail {

namespace {

std::shared_ptr<rocksdb::FileSystem>& chosen() {
  static std::shared_ptr<rocksdb::FileSystem> files;
  return files;
}

TestHooks& chosenTestHooks() {
  static TestHooks hooks;
  return hooks;
}

}  // namespace

void setFileSystem(std::shared_ptr<rocksdb::FileSystem> files) { chosen() = std::move(files); }

std::shared_ptr<rocksdb::FileSystem> fileSystem() { return chosen() ? chosen() : rocksdb::FileSystem::Default(); }

void setTestHooks(TestHooks hooks) { chosenTestHooks() = std::move(hooks); }

const TestHooks& testHooks() { return chosenTestHooks(); }

std::unique_ptr<rocksdb::Env> environmentOver(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return testHooks().environment ? testHooks().environment(files) : rocksdb::NewCompositeEnv(files);
}

std::unique_ptr<rocksdb::Env> ownEnvironment() {
  return fileSystem() == rocksdb::FileSystem::Default() ? nullptr : environmentOver(fileSystem());
}

std::chrono::steady_clock::time_point timeNow() {
  return testHooks().now ? testHooks().now() : std::chrono::steady_clock::now();
}

void waitFor(std::chrono::milliseconds time) {
  if (testHooks().wait) return testHooks().wait(time);
  std::this_thread::sleep_for(time);
}

}  // namespace docket::detail
