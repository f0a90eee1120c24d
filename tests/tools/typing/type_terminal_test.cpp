// docket type on a terminal: the program itself behind a pseudo-terminal of 24 rows and 80 columns, a game typed in it
// as a judge would, and the saved file imported.
#include "tests/places.h"
#include "tests/tools/on_terminal.h"
#include "tests/tools/typed_friday.h"

namespace docket::type_terminal_test {
namespace {

using test::Emulator;
using test::has;
using test::OnTerminal;

class TypeTerminal : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> typing(std::vector<std::string> more = {}) const {
    std::vector<std::string> command{test::docketProgram(), "type",      file(),         "--cards",
                                     test::kFridayCards,    "--archive", place.archive()};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
  [[nodiscard]] std::string file() const { return place / "friday.txt"; }
  static int statusOf(OnTerminal& on) {
    const int status = on.ended();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  test::TempDirectory place;
};

TEST_F(TypeTerminal, TypesAGameThatCanBeImported) {
  OnTerminal on(typing(), true);
  ASSERT_TRUE(on.untilShown("game \"friday\"")) << on.emulator.text();
  EXPECT_TRUE(on.raw());
  on.press("Gus\rHana\ryu\t\r");
  ASSERT_TRUE(on.untilShown("event 0 of 0")) << on.emulator.text();
  on.press("P1 registers deck\r= 3 \"Lan\t\r= \"Iron Bell\"\rP2 registers deck 5 cards\rP1 shuf\t\rP2 shuffles\r");
  ASSERT_TRUE(on.untilShown("event 4 of 4")) << on.emulator.text();
  on.press("P1 draws \"Lan\t, ?\r== turn P1\r-- \"main 1\"\rplays \"Lantern Fax\" to \"mon\t");
  ASSERT_TRUE(on.untilShown("1 mistake")) << on.emulator.text();
  ASSERT_TRUE(on.untilShown("Lantern Fax")) << on.emulator.text();
  on.press("\x1a");  // the typed part of the line is undone
  on.press("plays \"La\tto \"mon\t");
  on.press("slot 2 up turned attack");
  ASSERT_TRUE(on.until([](const Emulator& screen) { return !has(screen.text(), "1 mistake"); })) << on.emulator.text();
  ASSERT_TRUE(on.untilShown("event 8 of 8")) << on.emulator.text();
  EXPECT_EQ(on.emulator.complaint(), "");
  on.press("\x11");
  EXPECT_EQ(statusOf(on), 0);
  EXPECT_TRUE(on.restored());
  EXPECT_FALSE(on.emulator.coloured());  // NO_COLOR
  const auto taken = test::run({"import", file(), "--cards", test::kFridayCards, "--archive", place.archive()});
  EXPECT_EQ(taken.status, 0) << taken.err << test::textOf(file());
  EXPECT_HAS(taken.out, "stored     friday  8 events");
}

TEST_F(TypeTerminal, AcceptsPastedTextAndShowsFindings) {
  OnTerminal on(typing({"--ruleset", "yugioh", "--player", "Gus", "--player", "Hana"}), false);
  ASSERT_TRUE(on.until([](const Emulator& screen) { return screen.bracketsPaste(); }));
  ASSERT_TRUE(on.untilShown("event 0 of 0")) << on.emulator.text();
  const std::string friday = test::textOf(test::kFriday);
  on.press("\x1b[200~" + friday.substr(friday.find("P1 registers")) + "\x1b[201~");
  ASSERT_TRUE(on.untilShown("event 21 of 21")) << on.emulator.text();
  ASSERT_TRUE(on.untilShown("; ILLEGAL [ygo.hard.use]")) << on.emulator.text();
  ASSERT_TRUE(on.untilShown("; wrong")) << on.emulator.text();
  EXPECT_TRUE(on.emulator.coloured());
  on.resize(40, 140);
  ASSERT_TRUE(on.untilShown(" │ ── table ")) << on.emulator.text();
  EXPECT_EQ(on.emulator.complaint(), "");
  on.press("\x03");
  EXPECT_EQ(statusOf(on), 0);
  EXPECT_TRUE(on.restored());
}

TEST_F(TypeTerminal, LeavesACompleteFileHoweverItEnds) {
  for (const int signal : {SIGKILL, SIGTERM, SIGHUP}) {
    std::filesystem::remove(file());
    OnTerminal on(typing({"--ruleset", "yugioh", "--player", "Gus", "--player", "Hana"}), true);
    ASSERT_TRUE(on.untilShown("event 0 of 0")) << on.emulator.text();
    on.press("P1 registers deck 5 cards\rP2 registers deck 5 cards\rP1 shuffles\rP2 sh");
    ASSERT_TRUE(on.untilShown("event 4 of 4")) << on.emulator.text();
    const auto whole = [&](const Emulator&) { return has(test::textOf(file()), "P1 shuffles\n"); };
    ASSERT_TRUE(on.until(whole)) << test::textOf(file());
    on.signal(signal);
    const int status = on.ended();
    EXPECT_TRUE(signal == SIGKILL ? WIFSIGNALED(status) : WEXITSTATUS(status) == 128 + signal) << status;
    const std::string text = test::textOf(file());
    EXPECT_TRUE(text.starts_with("game \"friday\"\n") && text.ends_with('\n')) << text;
  }
}

TEST_F(TypeTerminal, ExplainsWhatToDoWithoutATerminal) {
  const auto ran = test::run({"type", file()});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "docket import FILE");
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(TypeTerminal, RefusesAndKeepsAFileThatIsNotATranscript) {
  const std::string photo = place.file("photo.txt", "not a game\n");
  OnTerminal on({test::docketProgram(), "type", photo, "--archive", place.archive()}, true);
  EXPECT_EQ(statusOf(on), 2);
  EXPECT_HAS(on.emulator.text(), "this is not a transcript");
  EXPECT_EQ(test::textOf(photo), "not a game\n");
}

}  // namespace
}  // namespace docket::type_terminal_test
