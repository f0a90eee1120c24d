// Output and input of a terminal: rows cut and wrapped to any width, keys parsed from bytes.
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "tests/tools/on_terminal.h"
#include "tools/terminal/terminal.h"

namespace docket::terminal_test {
namespace {

TEST(TerminalRows, WrapBetweenWordsAndIndent) {
  EXPECT_EQ(wrapped("one two three", 80), (std::vector<std::string>{"one two three"}));
  EXPECT_EQ(wrapped("  one two three", 9), (std::vector<std::string>{"  one two", "    three"}));
  EXPECT_EQ(wrapped("one two", 3), (std::vector<std::string>{"one", " tw", " o"}));
  EXPECT_EQ(wrapped(">  12  one two", 10), (std::vector<std::string>{">  12  one", "     two"}));
  EXPECT_EQ(wrapped("", 10), (std::vector<std::string>{""}));
  EXPECT_EQ(wrapped("漢字", 1), (std::vector<std::string>{"…", "…"}));
  // A colour continues in the next row, and no row leaves it on.
  EXPECT_EQ(wrapped("\x1b[31mone two\x1b[0m", 4),
            (std::vector<std::string>{"\x1b[31mone\x1b[0m", "  \x1b[31mtw\x1b[0m", "  \x1b[31mo\x1b[0m"}));
}

TEST(TerminalRows, CutsWithAnEllipsis) {
  EXPECT_EQ(cut("whole", 5), "whole");
  EXPECT_EQ(cut("too long", 5), "too …");
  EXPECT_EQ(cut("漢字", 3), "漢…");
  EXPECT_EQ(tail("typed words", 5), "words");
}

TEST(TerminalRows, AllowOnlyColourSequences) {
  const auto row = wrapped("a\x1b[2Jb\x1b]0;title\x07\x1b[1mc\x1b[0m\r\u202e", 80).front();
  EXPECT_EQ(row, R"(a\x1b[2Jb\x1b]0;title\x07)"
                 "\x1b[1mc\x1b[0m"
                 R"(\x0d\u{202e})");
}

Key text(const std::string& character) { return {.kind = Key::Kind::text, .text = character}; }

/// A terminal taken over in this process, without a viewer.
class TerminalKeys : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::openpty(&master_, &slave_, nullptr, nullptr, nullptr), 0);
    ::setenv("TERM", "xterm", 1);
    terminal_ = std::make_unique<Terminal>(slave_, slave_);
  }
  void TearDown() override {
    terminal_.reset();
    ::close(slave_);
    ::close(master_);
  }
  void send(const std::string& bytes) const {
    ASSERT_EQ(::write(master_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  /// The next keys, as many as are wanted.
  std::vector<Key> keys(std::size_t count) {
    std::vector<Key> all;
    while (all.size() < count) {
      const auto event = terminal_->wait();
      const auto* more = std::get_if<std::vector<Key>>(&event);
      if (more == nullptr) break;
      all.insert(all.end(), more->begin(), more->end());
    }
    return all;
  }

  int master_ = -1, slave_ = -1;
  std::unique_ptr<Terminal> terminal_;
};

TEST_F(TerminalKeys, AreReadFromTerminalSequences) {
  struct Case {
    std::string bytes;
    std::vector<Key> keys;
  };
  const std::vector<Case> cases{
      {"n", {text("n")}},
      {"\x1b[C", {{.kind = Key::Kind::right}}},
      {"\x1bOD", {{.kind = Key::Kind::left}}},
      {"\x1b[5~\x1b[6~", {{.kind = Key::Kind::page_up}, {.kind = Key::Kind::page_down}}},
      {"\x1b[1~\x1b[F", {{.kind = Key::Kind::home}, {.kind = Key::Kind::end}}},
      {"\x1b[Z\t\x1b[3~", {{.kind = Key::Kind::back_tab}, {.kind = Key::Kind::tab}, {.kind = Key::Kind::erase}}},
      {"\r\x7f", {{.kind = Key::Kind::enter}, {.kind = Key::Kind::backspace}}},
      {"\x03", {{.kind = Key::Kind::control, .text = "c"}}},
      {"é→", {text("é"), text("→")}},
      {"\x1b[1;5Cn", {text("n")}},  // Ctrl and an arrow: not ours, and no part of it is a key
      {"\x1b[99;1$pn", {text("n")}},
      {"\x1bn", {{.kind = Key::Kind::escape}, text("n")}},
      {"\x1b", {{.kind = Key::Kind::escape}}},
      {"\x1b[200~draw 1\r\tend\x1b[201~n", {{.kind = Key::Kind::paste, .text = "draw 1\n\tend"}, text("n")}},
  };
  for (const Case& one : cases) {
    send(one.bytes);
    EXPECT_EQ(keys(one.keys.size()), one.keys) << one.bytes;
  }
}

TEST_F(TerminalKeys, AreReassembledHoweverTheyWereSplit) {
  send("\xc3");
  EXPECT_TRUE(std::holds_alternative<Terminal::Idle>(terminal_->wait(true)));
  send("\xa9");
  EXPECT_EQ(keys(1), std::vector<Key>{text("é")});
  send("\x1b[200~one");
  EXPECT_TRUE(std::holds_alternative<Terminal::Idle>(terminal_->wait(true)));
  send(" two\x1b[201~");
  EXPECT_EQ(keys(1), (std::vector<Key>{{.kind = Key::Kind::paste, .text = "one two"}}));
}

TEST_F(TerminalKeys, EndWhenTheTerminalIsGone) {
  ::close(master_);
  master_ = -1;
  for (;;) {  // the kernel says so by SIGHUP where it is the terminal of this process; else reading does
    const auto event = terminal_->wait();
    if (const auto* ended = std::get_if<Terminal::Ended>(&event)) {
      EXPECT_EQ(ended->signal, 0);
      return;
    }
  }
}

}  // namespace
}  // namespace docket::terminal_test
