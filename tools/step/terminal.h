// A terminal taken over and given back: raw keys in, frames out, by termios and plain ANSI escape sequences.
// Invariant: however it ends (the destructor, an exception, SIGINT, SIGTERM, SIGHUP, a crash), the terminal is as it
// was: its modes, its cursor, its screen. There is one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "tools/step/keys.h"
#include "tools/step/screen.h"

namespace docket::step {

class Terminal {
 public:
  /// Takes over the terminal that is read from `in` and written to `out`. Throws EnvironmentError where they are none.
  Terminal(int in, int out);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Its size now; 24 rows of 80 columns where it does not say.
  [[nodiscard]] Size size() const;
  /// Puts a frame on it; only rows that changed are sent. Throws EnvironmentError.
  void draw(const Frame& frame);
  /// The next draw() sends everything.
  void forgetDrawn() { drawn_.clear(); }
  /// Gives it back and stops the program, as Ctrl-Z does; takes it over again when the program goes on.
  void suspend();

  struct Resized {};
  struct Ended {
    int signal;  ///< that asked to end; 0: the terminal is gone
  };
  using Event = std::variant<std::vector<Key>, Resized, Ended>;
  /// Waits for what happens next.
  [[nodiscard]] Event wait();

 private:
  void takeOver();
  void send(const std::string& bytes) const;

  int in_, out_;
  KeyReader keys_;
  std::vector<std::string> drawn_;  // the rows that stand there
};

}  // namespace docket::step
