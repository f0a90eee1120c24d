#include "tools/step/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "events/errors.h"

namespace docket::step {
namespace {

/// How long a sequence may pause on its way before an Escape in front of it is the key of that name.
constexpr int kSequencePauseMs = 100;

constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l\x1b[2J";  // the other screen, no cursor, empty
constexpr std::string_view kLeave = "\x1b[0m\x1b[?25h\x1b[?1049l";  // plain, the cursor, the screen that was
constexpr std::array<int, 4> kAskedSignals{SIGINT, SIGTERM, SIGHUP, SIGWINCH};
constexpr std::array<int, 5> kCrashSignals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// What a signal handler may touch: numbers and descriptors. Set while a terminal is taken over.
struct Taken {
  bool over = false;
  int in = -1, out = -1;
  std::array<int, 2> pipe{-1, -1};  // a handler writes the signal's number into it, wait() reads it
  termios before{};
  std::array<struct sigaction, kAskedSignals.size()> asked_before{};
  std::array<struct sigaction, kCrashSignals.size()> crash_before{};
};
Taken taken;

void giveBack() {
  if (!taken.over) return;
  taken.over = false;
  // The modes come first, since that forgets what was typed: who sees the screen that was can type for whoever is next.
  ::tcsetattr(taken.in, TCSAFLUSH, &taken.before);
  // Nothing can be done where this fails: the terminal is gone.
  [[maybe_unused]] const auto written = ::write(taken.out, kLeave.data(), kLeave.size());
}

void noteSignal(int signal) {
  const int error = errno;
  const auto number = static_cast<char>(signal);
  [[maybe_unused]] const auto written = ::write(taken.pipe[1], &number, 1);
  errno = error;
}

/// Gives the terminal back, then lets the crash go on as it would have.
void crash(int signal) {
  giveBack();
  for (std::size_t i = 0; i < kCrashSignals.size(); ++i) {
    if (kCrashSignals[i] == signal) ::sigaction(signal, &taken.crash_before[i], nullptr);
  }
  ::raise(signal);
}

template <std::size_t N>
void handle(const std::array<int, N>& signals, void (*handler)(int), std::array<struct sigaction, N>& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < N; ++i) ::sigaction(signals[i], &action, &before[i]);
}

template <std::size_t N>
void restore(const std::array<int, N>& signals, const std::array<struct sigaction, N>& before) {
  for (std::size_t i = 0; i < N; ++i) ::sigaction(signals[i], &before[i], nullptr);
}

[[noreturn]] void failed(std::string_view what) {
  throw EnvironmentError(fmt::format("the terminal: {}: {}", what, std::strerror(errno)));
}

}  // namespace

Terminal::Terminal(int in, int out) : in_(in), out_(out) {
  taken = Taken{.in = in, .out = out};
  if (::tcgetattr(in_, &taken.before) != 0) failed("its settings cannot be read");
  if (::pipe2(taken.pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) failed("no pipe for signals");
  handle(kAskedSignals, noteSignal, taken.asked_before);
  handle(kCrashSignals, crash, taken.crash_before);
  try {
    takeOver();
  } catch (...) {
    giveBack();
    throw;
  }
}

Terminal::~Terminal() {
  giveBack();
  restore(kAskedSignals, taken.asked_before);
  restore(kCrashSignals, taken.crash_before);
  for (const int end : taken.pipe) ::close(end);
}

void Terminal::takeOver() {
  termios raw = taken.before;
  raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (::tcsetattr(in_, TCSAFLUSH, &raw) != 0) failed("its settings cannot be changed");
  taken.over = true;
  drawn_.clear();
  send(std::string(kEnter));
}

void Terminal::send(const std::string& bytes) const {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t written = ::write(out_, bytes.data() + sent, bytes.size() - sent);
    if (written >= 0) {
      sent += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      pollfd ready{.fd = out_, .events = POLLOUT, .revents = 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      failed("it cannot be written to");
    }
  }
}

Size Terminal::size() const {
  winsize window{};
  if (::ioctl(out_, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0) return {};
  return {.rows = window.ws_row, .columns = window.ws_col};
}

void Terminal::draw(const Frame& frame) {
  std::string bytes = "\x1b[?25l";
  const bool anew = drawn_.size() != frame.rows.size();
  if (anew) bytes += "\x1b[0m\x1b[2J";
  for (std::size_t row = 0; row < frame.rows.size(); ++row) {
    if (!anew && drawn_[row] == frame.rows[row]) continue;
    // Emptied before it is written: behind a row that is as wide as the terminal that would take its last character.
    bytes += fmt::format("\x1b[{};1H\x1b[2K{}", row + 1, frame.rows[row]);
  }
  if (frame.cursor) bytes += fmt::format("\x1b[{};{}H\x1b[?25h", frame.rows.size(), *frame.cursor + 1);
  send(bytes);
  drawn_ = frame.rows;
}

void Terminal::suspend() {
  giveBack();
  ::raise(SIGTSTP);
  takeOver();
}

Terminal::Event Terminal::wait() {
  for (;;) {
    std::array<pollfd, 2> ready{
        {{.fd = in_, .events = POLLIN, .revents = 0}, {.fd = taken.pipe[0], .events = POLLIN, .revents = 0}}};
    const int count = ::poll(ready.data(), ready.size(), keys_.waits() ? kSequencePauseMs : -1);
    if (count < 0 && errno != EINTR) failed("waiting for keys");
    if (count < 0) continue;
    if (count == 0) {
      if (auto keys = keys_.silence(); !keys.empty()) return keys;
      continue;
    }
    if (char signal = 0; ready[1].revents != 0 && ::read(taken.pipe[0], &signal, 1) == 1) {
      if (signal == SIGWINCH) return Resized{};
      return Ended{.signal = signal};
    }
    if (ready[0].revents == 0) continue;
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(in_, bytes.data(), bytes.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return Ended{.signal = 0};
    auto keys = keys_.read({bytes.data(), static_cast<std::size_t>(got)});
    if (!keys.empty()) return keys;
  }
}

}  // namespace docket::step
