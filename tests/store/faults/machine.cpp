#include "tests/store/faults/machine.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "store/file_system_seam.h"
#include "tests/store/faults/in_turn.h"

namespace docket::faults {

namespace {

// A new beginning of ACKNOWLEDGED comes every few dozen commits, so that faults come at it too.
constexpr std::uint64_t kAcknowledgedMostBytes = 4000;

std::chrono::steady_clock::time_point timeOfMachine() {
  return std::chrono::steady_clock::time_point(std::chrono::hours(1)) + std::chrono::microseconds(clockOffsetMicros());
}

}  // namespace

Machine::Machine(std::uint64_t seed) {
  place_ = std::filesystem::exists("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path().string();
  place_ += "/docket-plan-XXXXXX";
  if (::mkdtemp(place_.data()) == nullptr) throw std::runtime_error("no directory can be made in " + place_);
  std::filesystem::create_directory(archive());
  disk_ = std::make_shared<FaultyDisk>(place_, seed);
  disk_->before_call = [] { Background::ofProcess().waitUntilIdle(); };
  clockOffsetMicros() = 0;
  detail::setFileSystem(disk_);
  detail::setSurroundings({.environment = environmentInTurn,
                           .now = timeOfMachine,
                           .opening_threads = 1,
                           .acknowledged_most_bytes = kAcknowledgedMostBytes});
}

Machine::~Machine() {
  Background::ofProcess().waitUntilIdle();
  detail::setSurroundings({});
  detail::setFileSystem(nullptr);
  std::error_code ignored;
  std::filesystem::remove_all(place_, ignored);
}

}  // namespace docket::faults
