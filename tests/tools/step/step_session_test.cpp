// The session of docket step without a terminal: frames that fit any size, and the effect of each key.
#include <algorithm>

#include "tests/tools/disputed_game.h"
#include "tests/tools/keys_typed.h"
#include "tools/game/game_loader.h"
#include "tools/step/session.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket::step_session_test {
namespace {

using step::Session;
using step::Stepper;
using test::has;

std::string joined(const std::vector<std::string>& rows) {
  std::string all;
  for (const std::string& row : rows) all += row + '\n';
  return all;
}

class StepSession : public test::DisputedGame {
 protected:
  /// A frame as it is read, colours left out; fails if it does not fit or could move the cursor.
  static std::string shown(Session& session, Size size = {}) {
    const Frame frame = session.frame(size);
    EXPECT_LE(frame.rows.size(), size.rows);
    for (const std::string& row : frame.rows) {
      EXPECT_LE(shownColumns(row), size.columns) << row;
      for (std::size_t at = row.find('\x1b'); at != std::string::npos; at = row.find('\x1b', at + 1)) {
        const auto end = row.find_first_not_of("0123456789;", at + 2);
        EXPECT_TRUE(row[at + 1] == '[' && end != std::string::npos && row[end] == 'm') << printable(row);
      }
      EXPECT_TRUE(std::none_of(row.begin(), row.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\x1b';
      })) << printable(row);
    }
    return joined(frame.rows);
  }
  static void press(Session& session, const std::string& characters) {
    for (const Key& key : test::keysTyped(characters)) session.press(key);
  }
  static void press(Session& session, Key::Kind key) { session.press({.kind = key}); }
};

TEST_F(StepSession, ShowsTheRequestedView) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  Stepper stepper(game, 0);
  Session session(stepper, false);
  EXPECT_HAS(shown(session), "court/7  before the first event of 18\n");
  press(session, Key::Kind::right);
  EXPECT_HAS(shown(session), "court/7  event 1 of 18\n");
  EXPECT_HAS(shown(session), "P1 registers hand #1..#3");
  press(session, "f");
  EXPECT_EQ(stepper.at(), 12U);
  EXPECT_HAS(shown(session), "; ILLEGAL [l5r.ability.once]");
  EXPECT_HAS(shown(session), "── table ──");
  press(session, "2");
  EXPECT_HAS(shown(session), "── transcript ──");
  EXPECT_HAS(shown(session), ">   12      P1 uses \"Steady Guard\" #2");
  EXPECT_HAS(shown(session), "    13      P2 begins");  // later lines are shown too
  press(session, "e2 force\r");
  EXPECT_HAS(shown(session), "Force of Steady Guard #2: 6");
  press(session, "t1");
  session.press({.kind = Key::Kind::escape});  // given up
  press(session, "g8\r");
  EXPECT_EQ(stepper.at(), 8U);
  EXPECT_HAS(shown(session), "Force of Steady Guard #2: 4");  // the question stays, the answer changes
  press(session, "4");
  EXPECT_HAS(shown(session), "── limits ──");
  press(session, "c3\r");
  EXPECT_EQ(stepper.at(), 9U);
  press(session, "C");
  EXPECT_EQ(stepper.at(), 8U);
  press(session, "?");
  EXPECT_HAS(shown(session), "keys and instructions");
  press(session, "?");
  EXPECT_HAS(shown(session), "── limits ──");
  EXPECT_FALSE(session.over());
  press(session, "q");
  EXPECT_TRUE(session.over());
}

TEST_F(StepSession, ReportsAnInvalidCommandAndContinues) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  Stepper stepper(game, 3);
  Session session(stepper, false);
  press(session, ":nxt\r");
  EXPECT_HAS(shown(session), "there is no instruction \"nxt\" (did you mean \"next\"?)");
  press(session, "t9\r");
  EXPECT_HAS(shown(session), "\"turn 9\" is not a point of this game");
  press(session, "F");
  EXPECT_HAS(shown(session), "no finding before event 3");
  press(session, "x");
  EXPECT_HAS(shown(session), "x does nothing");
  press(session, "E99 force\r");
  EXPECT_HAS(shown(session), "Not at this point: there is no card #99");
  EXPECT_EQ(stepper.at(), 3U);
  press(session, ":12\x7f\x7f\x7f");  // deleting past the beginning of the line closes the prompt
  EXPECT_FALSE(session.frame({}).cursor);
}

TEST_F(StepSession, ShowsTheInputPosition) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  Stepper stepper(game, 0);
  Session session(stepper, false);
  press(session, ":ne");
  EXPECT_EQ(session.frame({}).cursor->column, 3U);
  EXPECT_HAS(shown(session), "\n:ne\n");
  EXPECT_EQ(session.frame({.rows = 24, .columns = 3}).cursor->column, 2U);
  press(session, "xt\x15next 4\r");
  EXPECT_EQ(stepper.at(), 4U);
}

TEST_F(StepSession, ScrollsLongContentToItsEnd) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  Stepper stepper(game, 18);
  Session session(stepper, false);
  const Size small{.rows = 12, .columns = 40};
  const std::string top = shown(session, small);
  EXPECT_HAS(top, "── table ── 1 to ");
  press(session, "j");
  const std::string one_down = shown(session, small);
  EXPECT_HAS(one_down, "── table ── 2 to ");
  std::string before;
  for (std::string now = one_down; now != before; now = shown(session, small)) {
    before = now;
    press(session, Key::Kind::page_down);
  }
  EXPECT_HAS(before, "Grade: ");
  for (int i = 0; i < 100; ++i) press(session, Key::Kind::page_up);
  EXPECT_EQ(shown(session, small), top);
}

TEST_F(StepSession, FitsEverySize) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  Stepper stepper(game, 12);
  Session session(stepper, true);
  for (const char* view : {"1", "2", "4", "?", "E2 force\r", ":a long line that is being typed"}) {
    press(session, view);
    for (const std::size_t rows : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 10U, 24U, 60U}) {
      for (const std::size_t columns : {0U, 1U, 2U, 3U, 10U, 39U, 80U, 200U}) {
        const std::string all = shown(session, {.rows = rows, .columns = columns});
        const auto count = static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n'));
        EXPECT_EQ(count, columns == 0 ? 0 : rows);
      }
    }
  }
}

TEST_F(StepSession, EscapesControlCharactersOfAGame) {
  const std::string evil = R"(\u001b[2J\u001b]0;x\u0007\r\u202e\u0000<script>)";
  const std::string game_lines =
      R"({"game":{"id":"evil/1","event":")" + evil + R"(","players":[{"name":")" + evil +
      R"("},{"name":"B"}],"ruleset":"l5r-celestial"}})" +
      "\n"
      R"({"context":{"identities":[{"card":1,"definition":")" +
      evil + R"(","printed":{"title":")" + evil +
      R"(","types":["Personality"],"stats":[{"stat":"Force","amount":4}]}}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":1}})" +
      "\n" + R"({"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}})" + "\n" + R"({"note":")" +
      evil + R"("})" + "\n";
  importGame("evil.jsonl", game_lines);
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("evil/1");
  Stepper stepper(game, 0);
  Session session(stepper, false);
  for (const char* view : {"1", "2", "4", "E1 force\r", "E1 controller\r"}) {
    press(session, view);
    press(session, "<");
    for (EventNumber at = 0; at <= game.last(); ++at) {
      EXPECT_FALSE(has(shown(session), "\x1b"));
      press(session, "n");
    }
  }
  for (const char* json : {"", "--json"}) {
    std::vector<std::string> typed{"step", "evil/1", "--archive", place.archive()};
    if (*json != '\0') typed.emplace_back(json);
    const auto ran = test::run(typed, "next\nnext\nnext\nboard\nlog\nexplain 1 force\nlimits\n");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(std::none_of(ran.out.begin(), ran.out.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && c != '\n';
    })) << ran.out;
    EXPECT_FALSE(has(ran.out, "\u202e"));
  }
}

}  // namespace
}  // namespace docket::step_session_test
