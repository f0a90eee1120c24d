#include "tests/store/faults/machine.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "store/platform/file_system_seam.h"
#include "tests/store/faults/in_turn.h"

namespace docket::faults {

namespace {

// A new beginning of ACKNOWLEDGED comes every few dozen commits, so that faults hit it too.
constexpr std::uint64_t kAcknowledgedMostBytes = 4000;

std::chrono::steady_clock::time_point timeOfMachine() {
  return std::chrono::steady_clock::time_point(std::chrono::hours(1)) + std::chrono::microseconds(clockOffsetMicros());
}

}  // namespace

Machine::Machine(std::uint64_t seed) {
  std::filesystem::create_directory(archive());
  disk_ = std::make_shared<FaultyDisk>(place(), seed);
  becomeThePlansThread();
  disk_->before_call = waitForTurn;
  clockOffsetMicros() = 0;
  detail::setFileSystem(disk_);
  detail::setTestHooks(
      {.environment = environmentInTurn,
       .now = timeOfMachine,
       .wait = [this](std::chrono::milliseconds time) { passTime(time); },
       .run_periodically = [this](std::function<void()> look) { return doNowAndThen(std::move(look)); },
       .acknowledged_max_bytes = kAcknowledgedMostBytes});
}

void Machine::passTime(std::chrono::milliseconds time) {
  clockOffsetMicros() += std::chrono::microseconds(time).count();
  const auto others = looks_;  // one of them may end
  for (const auto& [number, look] : others)
    if (looks_.contains(number)) look();
}

std::shared_ptr<void> Machine::doNowAndThen(std::function<void()> look) {
  const auto number = ++looks_made_;
  looks_.emplace(number, std::move(look));
  return {nullptr, [this, number](void*) { looks_.erase(number); }};
}

Machine::~Machine() {
  Background::ofProcess().waitUntilIdle();
  detail::setTestHooks({});
  detail::setFileSystem(nullptr);
}

}  // namespace docket::faults
