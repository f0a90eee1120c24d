// docket step on a terminal: the program itself behind a pseudo-terminal, its keys pressed, its screen read, and the
// terminal looked at when it is gone.
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>

#include "tests/places.h"
#include "tests/tools/disputed_game.h"

namespace docket {
namespace {

using test::has;

/// A terminal that understands what docket sends, and complains of all else.
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
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  void clear() {
    screen_.assign(rows_, std::vector<std::string>(columns_, " "));
    row_ = column_ = 0;
  }

  bool take() {
    if (waiting_.empty()) return false;
    if (waiting_[0] != '\x1b') return takeCharacter();
    if (waiting_.size() < 3) return false;
    const auto end = waiting_.find_first_not_of("0123456789;?", 2);
    if (end == std::string::npos) return false;
    sequence(waiting_.substr(1, end));
    waiting_.erase(0, end + 1);
    return true;
  }

  void sequence(const std::string& what) {
    unsigned row = 0, column = 0;
    if (what == "[?1049h") {
      other_screen_ = true;
      clear();
    } else if (what == "[?1049l") {
      other_screen_ = false;
    } else if (what == "[?25h" || what == "[?25l") {
      cursor_ = what == "[?25h";
    } else if (what == "[2J") {
      clear();
    } else if (what == "[2K") {
      if (row_ < rows_) screen_[row_].assign(columns_, " ");
    } else if (what.ends_with('m')) {
      coloured_ = coloured_ || what != "[0m";
    } else if (std::sscanf(what.c_str(), "[%u;%uH", &row, &column) == 2 && row >= 1 && row <= rows_) {
      row_ = row - 1;
      column_ = column - 1;
    } else {
      complaint_ += "sequence " + what + '\n';
    }
  }

  bool takeCharacter() {
    const auto lead = static_cast<unsigned char>(waiting_[0]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (waiting_.size() < bytes) return false;
    if (lead < 0x20) complaint_ += "control character " + std::to_string(lead) + '\n';
    if (row_ >= rows_ || column_ >= columns_) {
      complaint_ += "beyond the edge: " + waiting_.substr(0, bytes) + '\n';
    } else {
      screen_[row_][column_++] = waiting_.substr(0, bytes);
    }
    waiting_.erase(0, bytes);
    return true;
  }

  std::size_t rows_ = 24, columns_ = 80, row_ = 0, column_ = 0;
  std::vector<std::vector<std::string>> screen_ =
      std::vector<std::vector<std::string>>(24, std::vector<std::string>(80, " "));
  std::string waiting_, complaint_;
  bool other_screen_ = false, cursor_ = true, coloured_ = false;
};

/// The program, or a shell, on a pseudo-terminal of 24 rows and 80 columns.
class OnTerminal {
 public:
  OnTerminal(const std::string& archive, bool no_color)
      : OnTerminal({docket::test::docketProgram(), "step", "court/7", "--archive", archive}, no_color) {}
  OnTerminal(std::vector<std::string> command, bool no_color) {
    winsize window{.ws_row = 24, .ws_col = 80, .ws_xpixel = 0, .ws_ypixel = 0};
    if (::openpty(&master_, &slave_, nullptr, nullptr, &window) != 0) throw std::runtime_error("no pseudo-terminal");
    ::tcgetattr(slave_, &before_);
    child_ = ::fork();
    if (child_ != 0) return;
    ::login_tty(::dup(slave_));
    ::close(master_);
    ::setenv("TERM", "xterm", 1);
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

  void press(const std::string& keys) const {
    ASSERT_EQ(::write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  /// Reads until the screen is as wanted; false where it does not come to that.
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
    read(0);
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
  /// Whether the terminal has the modes that it had.
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

class StepTerminal : public test::DisputedGame {};

TEST_F(StepTerminal, ShowsTheGameAndFollowsTheKeys) {
  OnTerminal on(place.archive(), true);
  ASSERT_TRUE(on.untilShown("court/7  before the first event of 18")) << on.emulator.text();
  EXPECT_TRUE(on.raw());
  EXPECT_TRUE(on.emulator.onOtherScreen());
  EXPECT_FALSE(on.emulator.cursorShown());
  on.press("\x1b[C");
  EXPECT_TRUE(on.untilShown("court/7  event 1 of 18")) << on.emulator.text();
  on.press("f");
  EXPECT_TRUE(on.untilShown("; ILLEGAL [l5r.ability.once]")) << on.emulator.text();
  on.press("2");
  EXPECT_TRUE(on.untilShown(">   12      P1 uses \"Steady Guard\" #2 ability 1 as Battle")) << on.emulator.text();
  on.press("E2 for");
  EXPECT_TRUE(on.untilShown("explain 2 for")) << on.emulator.text();
  EXPECT_TRUE(on.until([](const Emulator& screen) { return screen.cursorShown(); }));
  on.press("ce\r");
  EXPECT_TRUE(on.untilShown("Force of Steady Guard #2: 6")) << on.emulator.text();
  on.press("q");
  const int status = on.ended();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(on.restored());
  EXPECT_EQ(on.emulator.complaint(), "");
  EXPECT_FALSE(on.emulator.coloured());  // NO_COLOR
}

TEST_F(StepTerminal, FitsItselfToANewSize) {
  OnTerminal on(place.archive(), false);
  ASSERT_TRUE(on.untilShown("court/7"));
  on.press(">");
  ASSERT_TRUE(on.untilShown("event 18 of 18")) << on.emulator.text();
  on.resize(9, 33);
  EXPECT_TRUE(on.untilShown("court/7  event 18 of 18, turn 1,…\n")) << on.emulator.text();
  EXPECT_TRUE(on.untilShown("── table ── 1 to ")) << on.emulator.text();
  on.resize(30, 100);
  EXPECT_TRUE(on.untilShown("court/7  event 18 of 18, turn 1, action phase\n")) << on.emulator.text();
  on.press("\x03");
  EXPECT_EQ(on.ended(), 0);
  EXPECT_TRUE(on.restored());
  EXPECT_EQ(on.emulator.complaint(), "");
  EXPECT_TRUE(on.emulator.coloured());
}

TEST_F(StepTerminal, GivesTheTerminalBackWhenASignalEndsIt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    OnTerminal on(place.archive(), true);
    ASSERT_TRUE(on.untilShown("court/7"));
    ASSERT_FALSE(on.restored());
    on.signal(signal);
    const int status = on.ended();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + signal) << signal << ' ' << status;
    EXPECT_TRUE(on.restored()) << signal;
  }
}

TEST_F(StepTerminal, GivesTheTerminalBackWhenItCrashes) {
  for (const int signal : {SIGABRT, SIGSEGV}) {
    OnTerminal on(place.archive(), true);
    ASSERT_TRUE(on.untilShown("court/7"));
    on.signal(signal);
    const int status = on.ended();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_TRUE(on.restored()) << signal;
  }
}

TEST_F(StepTerminal, LeavesTheTerminalForAWhile) {
  OnTerminal on({"bash", "--norc", "--noediting", "-i"}, true);
  on.press(docket::test::docketProgram() + " step court/7 --archive " + place.archive() + "\n");
  ASSERT_TRUE(on.untilShown("court/7  before the first event of 18"));
  on.press("\x1a");
  EXPECT_TRUE(on.until([](const Emulator& screen) { return !screen.onOtherScreen() && screen.cursorShown(); }));
  on.press("fg\n");
  EXPECT_TRUE(on.until([](const Emulator& screen) { return screen.onOtherScreen(); }));
  on.press("n");
  EXPECT_TRUE(on.untilShown("court/7  event 1 of 18")) << on.emulator.text();
  on.press("q");
  EXPECT_TRUE(on.until([](const Emulator& screen) { return !screen.onOtherScreen(); }));
  on.press("exit\n");
  EXPECT_EQ(on.ended(), 0);
}

TEST_F(StepTerminal, FollowsKeysThatWaited) {
  auto on = std::make_unique<OnTerminal>(place.archive(), true);
  ASSERT_TRUE(on->untilShown("court/7"));
  on->signal(SIGSTOP);
  on->press("nnq");  // keys that wait are all followed
  on->signal(SIGCONT);
  EXPECT_EQ(on->ended(), 0);
  EXPECT_TRUE(on->restored());
}

}  // namespace
}  // namespace docket
