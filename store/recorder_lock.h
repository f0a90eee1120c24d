// The right to record into an archive: held by one process, and in it by one Archive. Who holds it for a moment only
// says so, and is waited for. RocksDB has a lock of its own, but it is taken too late: the look at what is there comes
// before RocksDB is opened.
#pragma once

#include <filesystem>

namespace docket::detail {

class RecorderLock {
 public:
  RecorderLock() = default;
  enum class For : bool { as_long_as_it_takes, a_moment };
  /// Takes the lock; EnvironmentError, with the number of the process that has it, where it is taken, and not only for
  /// a moment.
  RecorderLock(const std::filesystem::path& archive, For how_long);
  RecorderLock(RecorderLock&& other) noexcept;
  RecorderLock& operator=(RecorderLock&& other) noexcept;
  ~RecorderLock();

 private:
  int file_ = -1;
};

}  // namespace docket::detail
