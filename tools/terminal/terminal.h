// Takes over a terminal and restores it: keys in, frames out. The only file that uses ncurses.
// Invariant: however the program ends (the destructor, an exception, SIGINT, SIGTERM, SIGHUP, a crash), the terminal's
// modes, cursor and screen are restored. There is one Terminal at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "tools/terminal/keys.h"
#include "tools/terminal/rows.h"

namespace docket {

class Terminal {
 public:
  /// Takes over the terminal that is read from `in` and written to `out`. Throws EnvironmentError if they are not a
  /// terminal, or if its type ($TERM) is unknown.
  Terminal(int in, int out);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Its current size; 24 rows of 80 columns if it does not report one.
  [[nodiscard]] Size size() const;
  /// Draws a frame; sends only what changed.
  void draw(const Frame& frame) const;
  /// The next draw() sends everything.
  void forgetDrawn();
  /// Restores the terminal and stops the program, as Ctrl-Z does; takes it over again when the program continues.
  void suspend();

  struct Resized {};
  struct Idle {};  ///< there is no event yet
  struct Ended {
    int signal;  ///< the signal that asked to end; 0: the terminal is gone
  };
  using Event = std::variant<std::vector<Key>, Resized, Ended, Idle>;
  /// Waits for the next event; with `at_once` returns immediately.
  [[nodiscard]] Event wait(bool at_once = false);

 private:
  void takeOver();
  [[nodiscard]] std::vector<Key> pressed();

  struct Screen;  // of ncurses
  int in_;
  std::unique_ptr<Screen> screen_;
};

/// Runs a session: draws its frames and passes keys to it until it is over or a signal asks to end. Returns that
/// signal, or 0. Ctrl-Z leaves the terminal for a while, Ctrl-L draws it again; all other keys are the session's. A
/// session has frame(Size), press(Key), over(), and work(), which does a slice of background work while no key is
/// pressed; false once there is none.
template <class Session>
int runAtTerminal(Session& session, Terminal& terminal) {
  bool works = true;
  while (!session.over()) {
    terminal.draw(session.frame(terminal.size()));
    const auto event = terminal.wait(works);
    if (const auto* ended = std::get_if<Terminal::Ended>(&event)) return ended->signal;
    if (std::holds_alternative<Terminal::Resized>(event)) terminal.forgetDrawn();
    if (std::holds_alternative<Terminal::Idle>(event)) works = session.work();
    const auto* keys = std::get_if<std::vector<Key>>(&event);
    if (keys == nullptr) continue;
    works = true;
    for (const Key& key : *keys) {
      const bool control = key.kind == Key::Kind::control;
      if (control && key.text == "z" && session.canBeSuspended()) {
        terminal.suspend();
      } else if (control && key.text == "l") {
        terminal.forgetDrawn();
      } else if (!session.over()) {
        session.press(key);
      }
    }
  }
  return 0;
}

}  // namespace docket
