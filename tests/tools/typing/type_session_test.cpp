// The session of docket type without a terminal: the effect of each key, completions, the screen.
#include <algorithm>

#include "tests/tools/keys_typed.h"
#include "tests/tools/typed_friday.h"
#include "tools/typing/session.h"
#include "tools/words/layout.h"

namespace docket::type_session_test {
namespace {

using test::has;
using typing::Session;

constexpr std::string_view kBegun = "game \"friday\"\nP1 \"Gus\"\nP2 \"Hana\"\nruleset \"yugioh\"\n\n";

class TypeSession : public testing::Test {
 protected:
  explicit TypeSession(std::string_view text = kBegun)
      : session_(
            text, test::rulesWith(test::kFridayCards),
            {.file = "friday.txt",
             .rulesets = {"\"l5r-celestial\"", "\"l5r-celestial\" \"2011-06-06\"", "\"yugioh\"", "\"yugioh\" \"1\""},
             .save = [this](std::string whole) { saved_ = std::move(whole); }}) {}

  void press(const std::string& characters) {
    for (const Key& key : test::keysTyped(characters)) session_.press(key);
    rest();
  }
  void press(Key::Kind key, int times = 1) {
    for (int i = 0; i < times; ++i) session_.press({.kind = key});
    rest();
  }
  void rest() {
    while (session_.work()) {
    }
  }
  /// A frame as it is read; fails if it does not fit.
  std::string shown(Size size = {}) {
    const Frame frame = session_.frame(size);
    EXPECT_LE(frame.rows.size(), size.rows);
    std::string all;
    for (const std::string& row : frame.rows) {
      EXPECT_LE(shownColumns(row), size.columns) << row;
      EXPECT_EQ(row.find('\x1b'), std::string::npos) << row;  // no colour was asked for
      all += row + '\n';
    }
    if (frame.cursor) {
      EXPECT_LT(frame.cursor->row, size.rows);
      EXPECT_LT(frame.cursor->column, size.columns);
    }
    return all;
  }
  /// The line at the cursor, as the session's text has it.
  std::string lastLine() {
    const std::string text = session_.text();
    const auto end = text.find_last_not_of('\n');
    const auto begin = text.rfind('\n', end);
    return text.substr(begin + 1, end - begin);
  }

  Session session_;
  std::string saved_;
};

TEST_F(TypeSession, HandlesEachDocumentedKey) {
  const std::string page = test::textOf(test::sourceDir() + "/docs/transcript.md");
  const std::string own = [&] {
    press("\x14");  // Ctrl-T: the keys
    return shown({.rows = 60, .columns = 80});
  }();
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if (letter == 'i' || letter == 'm' || letter == 'j' || letter == 'l')
      continue;  // Tab, Enter, and the terminal's own
    const std::string named = std::string("Ctrl-") + static_cast<char>(letter - 'a' + 'A');
    Session session(kBegun, test::rulesWith(test::kFridayCards), {.file = "friday.txt"});
    session.press({.kind = Key::Kind::control, .text = std::string(1, letter)});
    std::string said;
    for (const std::string& row : session.frame({}).rows) said += row + '\n';
    EXPECT_EQ(has(page, named), !has(said, " does nothing")) << named;
    EXPECT_EQ(has(own, named), !has(said, " does nothing")) << named;
  }
}

TEST_F(TypeSession, ReadsEachLineAsItIsTyped) {
  press("P1 registers deck\r  = 3 \"Lantern Fox\"\rP2 registers deck 5 cards\r");
  EXPECT_HAS(shown(), "event 2 of 2");
  EXPECT_HAS(shown(), "    1  P1 registers deck\n");
  EXPECT_HAS(shown(), "deck 3");  // the table
  press("P1 drows 2");
  EXPECT_HAS(shown(), "     x P1 drows 2\n          ^ ");
  EXPECT_HAS(shown(), "did you mean");
  EXPECT_HAS(shown(), "1 mistake");
  press("\x1a");  // Ctrl-Z
  press("P1 draws 2");
  EXPECT_EQ(session_.mistakes(), 0U) << shown();
  EXPECT_EQ(saved_, session_.text());
  EXPECT_TRUE(saved_.ends_with("P1 draws 2\n")) << saved_;
}

TEST_F(TypeSession, CompletesActsCardsZonesAndPhases) {
  press("P1 registers deck\r = 3 \"Lantern Fox\"\r = \"Iron Bell\"\rP1 reg\t");
  EXPECT_EQ(lastLine(), "P1 registers ");
  press("\x1a");
  press("P1 shuffles\rP1 draws \"La\t");
  EXPECT_EQ(lastLine(), "P1 draws \"Lantern Fox\" ");
  press("\r== turn P1\r-- \"ma\t");
  EXPECT_EQ(lastLine(), "-- \"main ");  // as far as all candidates agree
  press("\t");
  EXPECT_EQ(lastLine(), "-- \"main 1\"");
  press("\t");
  EXPECT_EQ(lastLine(), "-- \"main 2\"");
  press(Key::Kind::back_tab);
  EXPECT_EQ(lastLine(), "-- \"main 1\"");
  press("\rplays \"\t");
  EXPECT_EQ(lastLine(), "plays \"Lantern Fox\" ");
  press("to \"mon\t");
  EXPECT_EQ(lastLine(), "plays \"Lantern Fox\" to \"monster zone\" ");
  press("slot 2 u\t");
  EXPECT_EQ(lastLine(), "plays \"Lantern Fox\" to \"monster zone\" slot 2 up ");
  press("turned att\t");
  EXPECT_EQ(lastLine(), "plays \"Lantern Fox\" to \"monster zone\" slot 2 up turned attack ");
  press("qqq\t");
  EXPECT_HAS(shown(), "nothing known here begins like this");
}

TEST_F(TypeSession, OffersThePossibleContinuations) {
  press("P1 registers deck\r = 3 \"Lantern Fox\"\r== turn P1\r");
  press("-- ");
  EXPECT_HAS(shown(), "\"main 1\"");
  EXPECT_FALSE(has(shown(), "monster zone\"")) << shown();
}

TEST_F(TypeSession, RereadsAfterAnEarlierLineIsEdited) {
  press(
      "P1 registers deck\r = 3 \"Lantern Fox\"\rP1 shuffles\rP1 draws \"Lantern Fox\"\r== turn P1\rplays \"Lantern "
      "Fox\"");
  EXPECT_EQ(session_.mistakes(), 0U) << shown();
  press(Key::Kind::up, 4);
  press("\x05");
  press(Key::Kind::backspace, 4);
  press("Fax\"");
  EXPECT_NE(session_.mistakes(), 0U) << shown();  // it, and what its cards were needed for
  press("\x06");                                  // Ctrl-F
  EXPECT_HAS(shown(), "Fax");
  press("\x1a\x1a");
  EXPECT_EQ(session_.mistakes(), 0U) << shown();
}

TEST_F(TypeSession, AcceptsSeveralPastedLines) {
  session_.press(
      {.kind = Key::Kind::paste, .text = "P1 registers deck 5 cards\nP2 registers deck 5 cards\nP1 shuffles\n"});
  rest();
  EXPECT_HAS(shown(), "event 3 of 3");
  press("\x1a");  // in one go
  EXPECT_HAS(shown(), "event 0 of 0");
}

TEST_F(TypeSession, GoesToAnEventOrALine) {
  press("P1 registers deck 5 cards\rP2 registers deck 5 cards\r== turn P1\r-- \"main 1\"\r");
  press(
      "\x07"
      "2\r");
  EXPECT_HAS(shown(), "event 2 of 4");
  press(
      "\x07"
      "T1\r");
  EXPECT_HAS(shown(), "event 3 of 4");
  press("\x07line 1\r");
  EXPECT_HAS(shown(), "event 0 of 4");
  press("\x07T9\r");
  EXPECT_HAS(shown(), "T9");
}

TEST_F(TypeSession, FitsAnySize) {
  press(
      "P1 registers deck\r = 3 \"Lantern Fox\"\rP1 shuffles\rP1 draws \"Lantern Fox\", \"Lantern Fox\", \"Lantern "
      "Fox\", "
      "\"Lantern Fox\", \"漢字 that is no card of this catalogue at all\"");
  for (const Size size :
       {Size{24, 80}, Size{40, 132}, Size{9, 33}, Size{24, 200}, Size{3, 10}, Size{1, 1}, Size{2, 200}}) {
    for (const char* keys : {"", "\x14", "\x14", "\x14", "\x07"}) {
      press(keys);
      static_cast<void>(shown(size));
    }
    press(Key::Kind::escape);
  }
  EXPECT_HAS(shown({.rows = 24, .columns = 160}), " │ ── table ");
}

class TypeNewGame : public TypeSession {
 protected:
  TypeNewGame() : TypeSession("game \"friday\"\nP1 \"\"\nP2 \"\"\nruleset \"\"\n\n") {}
};

TEST_F(TypeNewGame, AsksForMissingHeaderFields) {
  press("Gus\rHana\ryu\t\r");
  EXPECT_EQ(session_.text(), "game \"friday\"\nP1 \"Gus\"\nP2 \"Hana\"\nruleset \"yugioh\"\n");
  press("P1 concedes");
  EXPECT_EQ(session_.text(), "game \"friday\"\nP1 \"Gus\"\nP2 \"Hana\"\nruleset \"yugioh\"\n\nP1 concedes\n");
  EXPECT_HAS(shown(), "event 1 of 1");
}

TEST_F(TypeNewGame, CompletesTheNameOfARulesetAndThenItsVersion) {
  press("Gus\rHana\rl5\t");
  EXPECT_TRUE(session_.text().ends_with("ruleset \"l5r-celestial\"\n")) << session_.text();
  press("\t\t");
  EXPECT_TRUE(session_.text().ends_with("ruleset \"l5r-celestial\" \"2011-06-06\"\n")) << session_.text();
}

}  // namespace
}  // namespace docket::type_session_test
