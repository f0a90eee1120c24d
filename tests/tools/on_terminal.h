// The program behind a pseudo-terminal: presses its keys, reads its screen, and checks the terminal after it ends.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#undef EMPTY  // a macro of the system's; Cap'n Proto calls something so

#include "tests/tools/run.h"
#include "tools/words/text.h"

namespace docket::test {

/// A terminal that understands what ncurses sends to an xterm, and complains of all else.
class Emulator {
 public:
  void feed(const std::string& bytes) {
    waiting_ += bytes;
    while (take()) {
    }
  }
  void resize(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    top_ = 0;
    bottom_ = rows;
    clear();
  }
  /// The rows, each as a line.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& row : screen_) {
      std::string line;
      for (const std::string& cell : row) line += cell;
      all += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return all;
  }
  [[nodiscard]] bool onOtherScreen() const { return other_screen_; }
  [[nodiscard]] bool cursorShown() const { return cursor_; }
  [[nodiscard]] bool coloured() const { return coloured_; }
  [[nodiscard]] bool bracketsPaste() const { return brackets_paste_; }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  void clear() {
    screen_.assign(rows_, std::vector<std::string>(columns_, " "));
    row_ = column_ = 0;
  }

  bool take() {
    if (waiting_.empty()) return false;
    if (waiting_[0] != '\x1b') return takeCharacter();
    if (waiting_.size() < 2) return false;
    if (waiting_[1] == '=' || waiting_[1] == '>') return drop(2);
    if (waiting_[1] == '7' || waiting_[1] == '8' || waiting_[1] == 'M') return single(waiting_[1]) && drop(2);
    if (waiting_[1] == '(') return waiting_.size() >= 3 && drop(3);
    const auto end = waiting_.find_first_not_of("0123456789;?", 2);
    if (end == std::string::npos) return false;
    sequence(waiting_.substr(1, end));
    return drop(end + 1);
  }
  bool single(char what) {
    if (what == '7') kept_ = {row_, column_};
    if (what == '8') std::tie(row_, column_) = kept_;
    if (what == 'M') row_ == top_ ? scroll(1, false) : moveTo(row_, column_ + 1);
    return true;
  }
  /// Moves the rows of the region that scrolls, up or down.
  void scroll(std::size_t count, bool up) {
    const auto first = screen_.begin() + static_cast<std::ptrdiff_t>(top_);
    const auto last = screen_.begin() + static_cast<std::ptrdiff_t>(std::min(bottom_, rows_));
    for (; count > 0; --count) {
      up ? std::rotate(first, first + 1, last) : std::rotate(first, last - 1, last);
      (up ? *(last - 1) : *first).assign(columns_, " ");
    }
  }
  bool drop(std::size_t bytes) {
    waiting_.erase(0, bytes);
    return true;
  }

  void sequence(const std::string& what) {
    if (what[1] == '?') return mode(what);
    unsigned first = 1, second = 1;
    const int given = std::sscanf(what.c_str(), "[%u;%u", &first, &second);
    const std::size_t count = given >= 1 ? first : 1;
    switch (what.back()) {
      case 'm':
        coloured_ = coloured_ || (what != "[m" && what != "[0m" && what != "[39;49m");
        return;
      case 'H':
        return moveTo(given >= 1 ? first : 1, given >= 2 ? second : 1);
      case 'd':
        return moveTo(count, column_ + 1);
      case 'G':
        return moveTo(row_ + 1, count);
      case 'A':
        return moveTo(row_ + 1 - count, column_ + 1);
      case 'B':
        return moveTo(row_ + 1 + count, column_ + 1);
      case 'C':
        return moveTo(row_ + 1, column_ + 1 + count);
      case 'D':
        return moveTo(row_ + 1, column_ + 1 - count);
      case 'J':
      case 'K':
      case 'X':
      case 'P':
      case '@':
      case 'b':
        return change(what, count);
      case 'S':
      case 'T':
        return scroll(count, what.back() == 'S');
      case 'r':
        top_ = given >= 1 ? first - 1 : 0;
        bottom_ = given >= 2 ? second : rows_;
        row_ = column_ = 0;
        return;
      case 'l':  // "4l": nothing is set in
      case 't':  // the title of the window
        return;
      default:
        complaint_ += "sequence " + what + '\n';
    }
  }
  void mode(const std::string& what) {
    const bool on = what.back() == 'h';
    if (what.starts_with("[?1049")) {
      other_screen_ = on;
      clear();
    } else if (what.starts_with("[?25")) {
      cursor_ = on;
    } else if (what.starts_with("[?2004")) {
      brackets_paste_ = on;
    } else if (!what.starts_with("[?12") && !what.starts_with("[?1h") && !what.starts_with("[?1l") &&
               !what.starts_with("[?7")) {
      complaint_ += "mode " + what + '\n';
    }
  }
  void moveTo(std::size_t row, std::size_t column) {
    if (row < 1 || row > rows_ || column < 1 || column > columns_) {
      complaint_ += "the cursor leaves the screen\n";
      return;
    }
    row_ = row - 1;
    column_ = column - 1;
  }
  /// Sequences that empty, move and repeat characters of a row.
  void change(const std::string& what, std::size_t count) {
    if (row_ >= rows_) return;
    auto& row = screen_[row_];
    const auto at = std::min(column_, columns_);
    const auto many = std::min(count, columns_ - at);
    switch (what.back()) {
      case 'J':
        for (std::size_t below = row_ + 1; below < rows_; ++below) screen_[below].assign(columns_, " ");
        if (what == "[2J") return clear();
        [[fallthrough]];
      case 'K':
        if (what == "[1K") {
          std::fill_n(row.begin(), std::min(at + 1, columns_), " ");
        } else {
          std::fill(row.begin() + static_cast<std::ptrdiff_t>(at), row.end(), " ");
        }
        return;
      case 'X':
        std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(at), many, " ");
        return;
      case 'P':
        row.erase(row.begin() + static_cast<std::ptrdiff_t>(at), row.begin() + static_cast<std::ptrdiff_t>(at + many));
        row.resize(columns_, " ");
        return;
      case '@':
        row.insert(row.begin() + static_cast<std::ptrdiff_t>(at), many, " ");
        row.resize(columns_, " ");
        return;
      default:
        for (std::size_t i = 0; i < count; ++i) put(last_);
    }
  }

  bool takeCharacter() {
    const auto lead = static_cast<unsigned char>(waiting_[0]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (waiting_.size() < bytes) return false;
    if (waiting_[0] == '\b') {
      column_ -= std::min<std::size_t>(column_, 1);
    } else if (waiting_[0] == '\r') {
      column_ = 0;
    } else if (waiting_[0] == '\n') {
      row_ + 1 == bottom_ ? scroll(1, true) : moveTo(row_ + 2, column_ + 1);
    } else if (lead < 0x20) {
      complaint_ += "control character " + std::to_string(lead) + '\n';
    } else {
      put(waiting_.substr(0, bytes));
    }
    return drop(bytes);
  }
  void put(const std::string& character) {
    last_ = character;
    const std::size_t wide = columnsOf(character);
    if (row_ >= rows_ || column_ + wide > columns_) {
      complaint_ += "beyond the edge: " + character + '\n';
    } else if (wide == 0) {
      if (column_ > 0) screen_[row_][column_ - 1] += character;
    } else {
      screen_[row_][column_] = character;
      if (wide == 2) screen_[row_][column_ + 1].clear();
      column_ += wide;
    }
  }

  std::size_t rows_ = 24, columns_ = 80, row_ = 0, column_ = 0;
  std::size_t top_ = 0, bottom_ = 24;  // the rows that scroll
  std::pair<std::size_t, std::size_t> kept_{};
  std::vector<std::vector<std::string>> screen_ =
      std::vector<std::vector<std::string>>(24, std::vector<std::string>(80, " "));
  std::string waiting_, complaint_, last_;
  bool other_screen_ = false, cursor_ = true, coloured_ = false, brackets_paste_ = false;
};

/// The program, or a shell, on a pseudo-terminal of 24 rows and 80 columns.
class OnTerminal {
 public:
  OnTerminal(std::vector<std::string> command, bool no_color, const char* kind = "xterm") {
    winsize window{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    if (::openpty(&master_, &slave_, nullptr, nullptr, &window) != 0) throw std::runtime_error("no pseudo-terminal");
    ::tcgetattr(slave_, &before_);
    child_ = ::fork();
    if (child_ != 0) return;
    ::login_tty(::dup(slave_));
    ::close(master_);
    ::setenv("TERM", kind, 1);
    no_color ? ::setenv("NO_COLOR", "1", 1) : ::unsetenv("NO_COLOR");
    const rlimit none{};
    ::setrlimit(RLIMIT_CORE, &none);
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    ::execvp(words.front(), words.data());
    ::_exit(127);
  }
  ~OnTerminal() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    ::close(master_);
    ::close(slave_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// Types or pastes keys; the program's output is read meanwhile, so that neither waits for the other.
  void press(const std::string& keys) {
    for (std::size_t sent = 0; sent < keys.size();) {
      const auto piece = std::min<std::size_t>(keys.size() - sent, 512);
      ASSERT_EQ(::write(master_, keys.data() + sent, piece), static_cast<ssize_t>(piece));
      sent += piece;
      read(0);
    }
  }
  /// Reads until the screen is as wanted; false if it does not get there.
  bool until(const std::function<bool(const Emulator&)>& wanted) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!wanted(emulator)) {
      if (std::chrono::steady_clock::now() > end) return false;
      read(100);
    }
    return true;
  }
  bool untilShown(const std::string& part) {
    return until([&](const Emulator& screen) { return has(screen.text(), part); });
  }
  void resize(unsigned short rows, unsigned short columns) {
    const winsize window{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    readUntilQuiet();  // pending output was drawn for the earlier size
    emulator.resize(rows, columns);
    ::ioctl(master_, TIOCSWINSZ, &window);
  }
  void signal(int number) const { ::kill(child_, number); }
  /// The status with which it ended, as waitpid() gives it.
  int ended() {
    int status = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (::waitpid(child_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) return -1;
      read(20);
    }
    child_ = -1;
    read(0);
    return status;
  }
  /// True if the terminal has the modes that it had.
  [[nodiscard]] bool restored() const {
    const termios now = modes();
    return now.c_iflag == before_.c_iflag && now.c_lflag == before_.c_lflag && now.c_oflag == before_.c_oflag &&
           std::memcmp(now.c_cc, before_.c_cc, sizeof now.c_cc) == 0 && !emulator.onOtherScreen() &&
           emulator.cursorShown();
  }
  [[nodiscard]] bool raw() const { return (modes().c_lflag & static_cast<tcflag_t>(ICANON | ECHO)) == 0; }

  Emulator emulator;

 private:
  [[nodiscard]] termios modes() const {
    termios now{};
    ::tcgetattr(slave_, &now);
    return now;
  }
  void readUntilQuiet() {
    pollfd ready{.fd = master_, .events = POLLIN, .revents = 0};
    while (::poll(&ready, 1, 250) > 0 && (ready.revents & POLLIN) != 0) read(0);
  }
  void read(int wait_ms) {
    pollfd ready{.fd = master_, .events = POLLIN, .revents = 0};
    while (::poll(&ready, 1, wait_ms) > 0 && (ready.revents & POLLIN) != 0) {
      std::string bytes(4096, '\0');
      const ssize_t got = ::read(master_, bytes.data(), bytes.size());
      if (got <= 0) return;
      emulator.feed(bytes.substr(0, static_cast<std::size_t>(got)));
      wait_ms = 0;
    }
  }

  int master_ = -1, slave_ = -1;
  pid_t child_ = -1;
  termios before_{};
};

}  // namespace docket::test
