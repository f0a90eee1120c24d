// Sends long answers through a pager, as git does: $DOCKET_PAGER, else $PAGER, else less, which exits at once if the
// answer fits on one screen. "cat" or an empty value means no pager.
// Invariant: standard output is the terminal again, and the pager has ended, after destruction, also by an exception.
#pragma once

#include <sys/types.h>

#include <string>

namespace docket {

class Pager {
 public:
  /// Puts the pager between standard output and the terminal; does nothing if no pager is wanted or available.
  Pager();
  /// Waits until the person has read enough. What was written to the stream over standard output is flushed before.
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  /// The shell command to start; empty: no pager.
  [[nodiscard]] static std::string wanted();

 private:
  pid_t process_ = 0;  // 0: none was started
  int terminal_ = -1;  // standard output as it was
};

}  // namespace docket
