// A machine of the test's under the archives that are opened while it lives: its disk fails, its clock jumps, and what
// it does in the background it does in turn.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tests/store/faults/faulty_disk.h"

namespace docket::faults {

class Machine {
 public:
  explicit Machine(std::uint64_t seed);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  FaultyDisk& disk() { return *disk_; }
  [[nodiscard]] const FaultyDisk& disk() const { return *disk_; }
  /// A directory that is empty on that disk. It is one of the real machine's too, as `archive` in it is, for the lock
  /// of who records.
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] std::string archive() const { return place_ + "/a"; }

 private:
  std::string place_;
  std::shared_ptr<FaultyDisk> disk_;
};

}  // namespace docket::faults
