// The faults of a disk, a machine and a clock, by name, and the requests of a program to a disk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace docket::faults {

/// The requests to a disk.
enum class Call : std::uint8_t {
  create,
  open,
  read,
  write,
  allocate,
  sync,
  directory_sync,
  rename,
  remove,
  link,
  truncate,
  make_directory,
  list,
  look
};
inline constexpr std::array<std::string_view, 14> kCallNames = {
    "create", "open",   "read", "write",    "allocate",       "sync", "directory sync",
    "rename", "remove", "link", "truncate", "make directory", "list", "look"};
inline std::string_view nameOf(Call call) { return kCallNames[static_cast<std::size_t>(call)]; }

/// The faults.
enum class Fault : std::uint8_t {
  create_error,
  open_error,
  read_error,
  flipped_read,
  write_error,
  torn_write,
  full_disk,
  sync_error,
  directory_sync_error,
  rename_error,
  remove_error,
  link_error,
  truncate_error,
  look_error,
  lost_sync,
  lost_directory_sync,
  process_end,
  power_cut,
  clock_jump
};
inline constexpr std::size_t kFaults = 19;
inline constexpr std::array<std::string_view, kFaults> kFaultNames = {"error at creating a file",
                                                                      "error at opening a file",
                                                                      "error at reading",
                                                                      "one bit of a read flipped",
                                                                      "error at writing",
                                                                      "torn write: a prefix is there",
                                                                      "disk full from there on",
                                                                      "error at syncing a file",
                                                                      "error at syncing a directory",
                                                                      "error at renaming",
                                                                      "error at removing",
                                                                      "error at linking",
                                                                      "error at truncating",
                                                                      "error at looking what is there",
                                                                      "lost sync of a file: OK, and nothing done",
                                                                      "lost sync of a directory",
                                                                      "the process ends",
                                                                      "the power is cut",
                                                                      "the clock jumps"};
inline std::string_view nameOf(Fault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

/// True if a fault of that kind can come at such a call.
[[nodiscard]] constexpr bool concerns(Fault fault, Call call) {
  switch (fault) {
    case Fault::create_error:
      return call == Call::create;
    case Fault::open_error:
      return call == Call::open;
    case Fault::read_error:
    case Fault::flipped_read:
      return call == Call::read;
    case Fault::write_error:
    case Fault::torn_write:
      return call == Call::write;
    case Fault::full_disk:
      return call == Call::write || call == Call::create || call == Call::allocate;
    case Fault::sync_error:
    case Fault::lost_sync:
      return call == Call::sync;
    case Fault::directory_sync_error:
    case Fault::lost_directory_sync:
      return call == Call::directory_sync;
    case Fault::rename_error:
      return call == Call::rename;
    case Fault::remove_error:
      return call == Call::remove;
    case Fault::link_error:
      return call == Call::link;
    case Fault::truncate_error:
      return call == Call::truncate;
    case Fault::look_error:
      return call == Call::look || call == Call::list;
    case Fault::process_end:
    case Fault::power_cut:
      return true;
    case Fault::clock_jump:
      return false;
  }
  return false;
}

/// A fault that comes at the n-th call that it concerns.
struct Trouble {
  Fault fault = Fault::process_end;
  std::uint64_t at = 1;
  bool only_syncs = false;  ///< of calls, those that sync a file or a directory are counted
};

}  // namespace docket::faults
