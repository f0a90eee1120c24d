// docket step on a terminal: the program itself behind a pseudo-terminal.
#include <memory>

#include "tests/places.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/on_terminal.h"

namespace docket::step_terminal_test {
namespace {

using test::Emulator;
using test::OnTerminal;

class StepTerminal : public test::DisputedGame {
 protected:
  [[nodiscard]] std::vector<std::string> stepping() const {
    return {test::docketProgram(), "step", "court/7", "--archive", place.archive()};
  }
};

TEST_F(StepTerminal, ShowsTheGameAndFollowsTheKeys) {
  OnTerminal on(stepping(), true);
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
  OnTerminal on(stepping(), false);
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

TEST_F(StepTerminal, RestoresTheTerminalAfterASignal) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    OnTerminal on(stepping(), true);
    ASSERT_TRUE(on.untilShown("court/7"));
    ASSERT_FALSE(on.restored());
    on.signal(signal);
    const int status = on.ended();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + signal) << signal << ' ' << status;
    EXPECT_TRUE(on.restored()) << signal;
  }
}

TEST_F(StepTerminal, RestoresTheTerminalAfterACrash) {
  for (const int signal : {SIGABRT, SIGSEGV}) {
    OnTerminal on(stepping(), true);
    ASSERT_TRUE(on.untilShown("court/7"));
    on.signal(signal);
    const int status = on.ended();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_TRUE(on.restored()) << signal;
  }
}

TEST_F(StepTerminal, CanBeSuspendedAndResumed) {
  OnTerminal on({"bash", "--norc", "--noediting", "-i"}, true);
  on.press(test::docketProgram() + " step court/7 --archive " + place.archive() + "\n");
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

TEST_F(StepTerminal, HandlesQueuedKeys) {
  auto on = std::make_unique<OnTerminal>(stepping(), true);
  ASSERT_TRUE(on->untilShown("court/7"));
  on->signal(SIGSTOP);
  on->press("nnq");  // keys that wait are all followed
  on->signal(SIGCONT);
  EXPECT_EQ(on->ended(), 0);
  EXPECT_TRUE(on->restored());
}

TEST_F(StepTerminal, RefusesAnUnknownKindOfTerminal) {
  OnTerminal on(stepping(), true, "of-no-kind");
  EXPECT_EQ(WEXITSTATUS(on.ended()), 4);
  EXPECT_HAS(on.emulator.text(), "the terminal type of-no-kind is not known here");
  EXPECT_TRUE(on.restored());
}

}  // namespace
}  // namespace docket::step_terminal_test
