// The program through which a person reads long answers at a terminal, as with git: $DOCKET_PAGER, else $PAGER, else
// less, which shows what fits on one screen and ends. "cat" or an empty text is none.
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
