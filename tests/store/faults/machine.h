// A simulated machine: its disk fails, its clock jumps, and background work runs in turns. A recorder's periodic work
// runs while a caller waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "tests/store/faults/faulty_disk.h"
#include "tests/temp_directory.h"

namespace docket::faults {

class Machine {
 public:
  explicit Machine(std::uint64_t seed);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  FaultyDisk& disk() { return *disk_; }
  [[nodiscard]] const FaultyDisk& disk() const { return *disk_; }
  /// A directory that is empty on that disk. It and `archive` in it exist on the real machine too, for the recorder's
  /// lock.
  [[nodiscard]] std::string place() const { return place_.path().string(); }
  [[nodiscard]] std::string archive() const { return place_ / "a"; }

 private:
  void passTime(std::chrono::milliseconds time);
  std::shared_ptr<void> doNowAndThen(std::function<void()> look);

  test::TempDirectory place_{test::folderInMemory()};
  std::map<std::uint64_t, std::function<void()>> looks_;
  std::uint64_t looks_made_ = 0;
  std::shared_ptr<FaultyDisk> disk_;
};

}  // namespace docket::faults
