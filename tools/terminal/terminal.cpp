#include "tools/terminal/terminal.h"

#define NCURSES_NOMACROS
#include <curses.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "events/errors.h"
#include "events/text/printable.h"
#include "tools/terminal/key_reader.h"

namespace docket {
namespace {

/// The longest pause within a sequence; after a longer one, Escape is a key by itself.
constexpr int kSequencePauseMs = 100;

constexpr std::array<int, 4> kAskedSignals{SIGINT, SIGTERM, SIGHUP, SIGWINCH};
constexpr std::array<int, 5> kCrashSignals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Pasted text comes between two sequences (bracketed paste); terminals without it ignore the request.
constexpr std::string_view kPasteOn = "\x1b[?2004h", kPasteOff = "\x1b[?2004l";

/// The data that a signal handler may use: numbers and bytes. Set while a terminal is taken over.
struct TakenTerminal {
  bool over = false;
  int in = -1, out = -1;
  std::array<int, 2> pipe{-1, -1};  // a handler writes the signal's number into it, wait() reads it
  termios before{};
  std::array<struct sigaction, kAskedSignals.size()> asked_before{};
  std::array<struct sigaction, kCrashSignals.size()> crash_before{};
  std::array<char, 256> leave{};  // plain, the cursor, the screen that was
  std::size_t leave_bytes = 0;
};
TakenTerminal taken;

void writeToTerminal(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(taken.out, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nothing can be done: the terminal is gone
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Without ncurses, which a signal handler may not ask.
void giveBackInHaste() {
  if (!taken.over) return;
  taken.over = false;
  ::tcsetattr(taken.in, TCSAFLUSH, &taken.before);
  writeToTerminal({taken.leave.data(), taken.leave_bytes});
}

void giveBack() {
  if (!taken.over) return;
  taken.over = false;
  // The modes come first, since restoring them discards typed input: a person who sees the old screen may type again.
  ::tcsetattr(taken.in, TCSAFLUSH, &taken.before);
  writeToTerminal(kPasteOff);
  ::endwin();
}

void noteSignal(int signal) {
  const int error = errno;
  const auto number = static_cast<char>(signal);
  [[maybe_unused]] const auto written = ::write(taken.pipe[1], &number, 1);
  errno = error;
}

/// Gives the terminal back, then lets the crash go on as it would have.
void crash(int signal) {
  giveBackInHaste();
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
void restoreSignals(const std::array<int, N>& signals, const std::array<struct sigaction, N>& before) {
  for (std::size_t i = 0; i < N; ++i) ::sigaction(signals[i], &before[i], nullptr);
}

[[noreturn]] void failed(std::string_view what) {
  throw EnvironmentError(fmt::format("the terminal: {}: {}", what, std::strerror(errno)));
}

/// The attributes that a sequence of styled() stands for.
attr_t attributesOf(std::string_view style, short& colour) {
  attr_t attributes = A_NORMAL;
  int code = 0;
  for (const char character : style.substr(std::min<std::size_t>(style.size(), 2))) {
    if (character >= '0' && character <= '9') {
      code = code * 10 + (character - '0');
      continue;
    }
    if (code == 1) attributes |= A_BOLD;
    if (code == 2) attributes |= A_DIM;
    if (code == 7) attributes |= A_REVERSE;
    if (code >= 30 && code <= 37) colour = static_cast<short>(code - 30 + 1);
    code = 0;
  }
  return attributes;
}

/// A cell with its combining characters, as ncurses needs it; a replacement character if it cannot be shown.
struct Glyph {
  std::wstring text;
  std::string_view style;
  std::size_t columns;
};

std::vector<Glyph> glyphsOf(const std::vector<Cell>& cells) {
  std::vector<Glyph> glyphs;
  for (const Cell& cell : cells) {
    const Character character = firstCharacter(cell.text);
    const auto sign = static_cast<wchar_t>(character.valid ? character.value : 0xFFFDU);
    if (cell.columns == 0) {
      if (!glyphs.empty() && glyphs.back().text.size() < CCHARW_MAX - 1) glyphs.back().text += sign;
      continue;
    }
    glyphs.push_back({.text = {::wcwidth(sign) > 0 ? sign : L'�'}, .style = cell.style, .columns = cell.columns});
  }
  return glyphs;
}

void drawRow(int row, const std::string& text, std::size_t columns) {
  std::size_t column = 0;
  for (const Glyph& glyph : glyphsOf(cellsOf(text))) {
    const auto width = static_cast<std::size_t>(std::max(1, ::wcwidth(glyph.text.front())));
    if (column + std::max(width, glyph.columns) > columns) return;
    short colour = 0;
    const attr_t attributes = attributesOf(glyph.style, colour);
    cchar_t character{};
    if (::setcchar(&character, glyph.text.c_str(), attributes, colour, nullptr) == OK)
      ::mvwadd_wch(stdscr, row, static_cast<int>(column), &character);
    column += glyph.columns;
  }
}

/// Adds a string that the terminal's description has, without the pauses that old ones ask for.
void addCapability(std::string& into, const char* name) {
  const char* const text = ::tigetstr(name);
  if (text == nullptr || text == reinterpret_cast<const char*>(-1)) return;
  std::string_view rest(text);
  while (!rest.empty()) {
    const std::size_t pause = rest.find("$<");
    into += rest.substr(0, pause);
    rest.remove_prefix(std::min(pause, rest.size()));
    if (!rest.empty()) rest.remove_prefix(std::min(rest.find('>'), rest.size() - 1) + 1);
  }
}

Size sizeOf(int out) {
  winsize window{};
  if (::ioctl(out, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0) return {};
  return {.rows = window.ws_row, .columns = window.ws_col};
}

}  // namespace

struct Terminal::Screen {
  Screen() = default;
  ~Screen() {
    if (keys != nullptr) ::delwin(keys);
    if (screen != nullptr) ::delscreen(screen);
    for (std::FILE* const file : {in, out}) {
      if (file != nullptr) std::fclose(file);
    }
    if (!locale_before.empty()) std::setlocale(LC_CTYPE, locale_before.c_str());
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  std::FILE *in = nullptr, *out = nullptr;
  SCREEN* screen = nullptr;
  WINDOW* keys = nullptr;  // is read from: reading from a window that is shown would draw it
  KeyReader reader{};
  std::string locale_before{};  // what is written is UTF-8, wherever one is
};

Terminal::Terminal(int in, int out) : in_(in), screen_(std::make_unique<Screen>()) {
  taken = TakenTerminal{.in = in, .out = out};
  if (::tcgetattr(in, &taken.before) != 0) failed("its settings cannot be read");
  if (::pipe2(taken.pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) failed("no pipe for signals");
  handle(kAskedSignals, noteSignal,
         taken.asked_before);  // before ncurses, which leaves those alone that have a handler
  handle(kCrashSignals, crash, taken.crash_before);
  try {
    takeOver();
  } catch (...) {
    giveBack();
    restoreSignals(kAskedSignals, taken.asked_before);
    restoreSignals(kCrashSignals, taken.crash_before);
    for (const int end : taken.pipe) ::close(end);
    throw;
  }
}

Terminal::~Terminal() {
  giveBack();
  restoreSignals(kAskedSignals, taken.asked_before);
  restoreSignals(kCrashSignals, taken.crash_before);
  for (const int end : taken.pipe) ::close(end);
}

void Terminal::takeOver() {
  Screen& screen = *screen_;
  screen.locale_before = std::setlocale(LC_CTYPE, nullptr);
  std::setlocale(LC_CTYPE, "C.UTF-8");
  screen.in = ::fdopen(::fcntl(taken.in, F_DUPFD_CLOEXEC, 0), "r");
  screen.out = ::fdopen(::fcntl(taken.out, F_DUPFD_CLOEXEC, 0), "w");
  if (screen.in == nullptr || screen.out == nullptr) failed("it cannot be opened");
  ::set_escdelay(kSequencePauseMs);
  screen.screen = ::newterm(nullptr, screen.out, screen.in);
  if (screen.screen == nullptr) {
    const char* const kind = std::getenv("TERM");
    throw EnvironmentError(
        fmt::format("the terminal type {} is not known here: set TERM to another, such as TERM=xterm",
                    kind == nullptr ? "(TERM is not set)" : printable(kind)));
  }
  taken.over = true;
  std::string leave(kPasteOff);
  for (const char* const name : {"sgr0", "cnorm", "rmkx", "rmcup"}) addCapability(leave, name);
  taken.leave_bytes = std::min(leave.size(), taken.leave.size());
  std::copy_n(leave.begin(), taken.leave_bytes, taken.leave.begin());
  if (::has_colors()) {
    ::start_color();
    ::use_default_colors();
    for (short colour = 0; colour < 8; ++colour) ::init_pair(static_cast<short>(colour + 1), colour, -1);
  }
  ::raw();
  ::noecho();
  ::nonl();
  screen.keys = ::newpad(1, 1);
  ::keypad(screen.keys, true);
  ::nodelay(screen.keys, true);
  KeyReader::defineKeys();
  writeToTerminal(kPasteOn);
}

Size Terminal::size() const { return sizeOf(taken.out); }

void Terminal::draw(const Frame& frame) const {
  const Size now = size();
  const auto rows = static_cast<int>(now.rows), columns = static_cast<int>(now.columns);
  if (rows != ::getmaxy(stdscr) || columns != ::getmaxx(stdscr)) ::resize_term(rows, columns);
  ::werase(stdscr);
  for (std::size_t row = 0; row < std::min(frame.rows.size(), now.rows); ++row) {
    drawRow(static_cast<int>(row), frame.rows[row], now.columns);
  }
  ::curs_set(frame.cursor ? 1 : 0);
  if (frame.cursor) ::wmove(stdscr, static_cast<int>(frame.cursor->row), static_cast<int>(frame.cursor->column));
  ::wrefresh(stdscr);
}

void Terminal::forgetDrawn() { ::clearok(stdscr, true); }

void Terminal::suspend() {
  ::def_prog_mode();
  giveBack();
  struct sigaction stop {
  }, before{};
  stop.sa_handler = SIG_DFL;
  ::sigaction(SIGTSTP, &stop, &before);  // ncurses has its own
  ::raise(SIGTSTP);
  ::sigaction(SIGTSTP, &before, nullptr);
  ::reset_prog_mode();
  taken.over = true;
  writeToTerminal(kPasteOn);
  forgetDrawn();
}

std::vector<Key> Terminal::pressed() {
  std::vector<Key> keys;
  for (int code = ::wgetch(screen_->keys); code != ERR; code = ::wgetch(screen_->keys)) {
    screen_->reader.take(code, keys);
  }
  screen_->reader.silence(keys);
  return keys;
}

Terminal::Event Terminal::wait(bool at_once) {
  for (;;) {
    if (auto keys = pressed(); !keys.empty()) return keys;
    std::array<pollfd, 2> ready{
        {{.fd = in_, .events = POLLIN, .revents = 0}, {.fd = taken.pipe[0], .events = POLLIN, .revents = 0}}};
    const int count = ::poll(ready.data(), ready.size(), at_once ? 0 : -1);
    if (count < 0 && errno != EINTR) failed("waiting for keys");
    if (count == 0) return Idle{};
    if (count < 0) continue;
    if (char signal = 0; ready[1].revents != 0 && ::read(taken.pipe[0], &signal, 1) == 1) {
      if (signal == SIGWINCH) return Resized{};
      return Ended{.signal = signal};
    }
    if (ready[0].revents == 0) continue;
    // Ready, and there is nothing to read: it is gone.
    int bytes = 0;
    if (::ioctl(in_, FIONREAD, &bytes) != 0 || bytes == 0) return Ended{.signal = 0};
  }
}

}  // namespace docket
