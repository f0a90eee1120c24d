// A line means the same event wherever it is typed: in a transcript, to a branch, to a live game, as a hypothetical
// act. A table of lines, each tried everywhere.
#include <regex>

#include "events/json/json_writer.h"
#include "tests/tools/disputed_game.h"

namespace docket::one_language_test {
namespace {

using test::Ran;

/// A line typed after the last event of court/7, and the same in fields.
struct Typed {
  const char* lines;
  const char* fields;
};

const Typed kLines[] = {
    {"Aiko gains two Family Honor", "P1 valueChanged subject=P1 value=\"Family Honor\" how=gained amount=2"},
    {"P1 loses 1 “family honor”", "P1 valueChanged subject=P1 value=\"Family Honor\" how=lost amount=1"},
    {"-- battle phase", "began period=phase name=battle"},
    {"-- a battle", "began period=battle"},
    {"Turns the Steady Guard bowed", "P1 cardTurned card=2 orientation=bowed"},
    {"p2 moves ? to fate discard", "P2 cardMoved card=4 player=2 zone=\"fate discard\""},
    {"Bastien plays \"Iron Blade\" to home face up\n = \"Iron Blade\" #4",
     "P2 cardPlayed player=2 card=4 zone=home face=up method=equip\n = \"Iron Blade\" #4"},
    {"begins\n + bonus Force 1 on Steady Guard until turn",
     "P1 changeBegan\n + bonus subject=#2 name=Force amount=1 last=untilEnd until=turn"},
    {"activates Steady Guard ability 1 as Battle because last",
     "P1 abilityActivated player=1 card=2 ability=1 designator=Battle causes=[18]"},
    {"note \"It is late.\"", "! note {note=\"It is late.\"}"},
};

class OneLanguage : public test::DisputedGame {
 protected:
  /// The last event of a game as its export has it, without its number and its salts.
  [[nodiscard]] static std::string lastEvent(const std::string& archive, const std::string& game) {
    const Ran ran = test::run({"export", game, "--archive", archive});
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::string lines = ran.out.substr(0, ran.out.rfind("{\"end\""));
    lines.pop_back();
    const std::string last = lines.substr(lines.rfind('\n') + 1);
    return std::regex_replace(last, std::regex(R"re(^\{"n":\d+,)re"), "{");
  }
  [[nodiscard]] std::string transcribed(const std::string& lines, const std::string& name) const {
    const std::string other = place / name;
    const Ran took = test::run({"import", place.file(name + ".txt", run({"log", "court/7"}).out + lines + "\n"),
                                "--cards", place.file("cards.json", test::kCards), "--archive", other});
    EXPECT_EQ(took.status, 0) << lines << took.err;
    return took.status == 0 ? lastEvent(other, "court/7") : took.err;
  }
  [[nodiscard]] std::string branched(const std::string& lines, const std::string& name) const {
    const Ran made = run({"branch", "court/7", "--add", lines, "--as", name});
    EXPECT_EQ(made.status, 0) << lines << made.err;
    return made.status == 0 ? lastEvent(place.archive(), name) : made.err;
  }
  /// On a branch, so that the next line finds the game as it was.
  [[nodiscard]] std::string recorded(const std::string& lines, const std::string& name) const {
    EXPECT_EQ(run({"branch", "court/7", "--at", "end", "--as", name}).status, 0);
    JsonWriter json;
    json.object().member("game", name).member("line", lines).end();
    const Ran ran = test::run({"record", "--archive", place.archive()}, json.text() + "\n");
    EXPECT_EQ(ran.status, 0) << lines << ran.out;
    return ran.status == 0 ? lastEvent(place.archive(), name) : ran.out;
  }
  /// The answer to an act, without its words.
  [[nodiscard]] std::string hypothetical(const std::string& lines) const {
    const Ran ran = run({"ask", "court/7", "--act", lines, "--json"});
    EXPECT_LE(ran.status, 1) << lines << ran.err;
    return std::regex_replace(ran.out, std::regex(R"re("act":"([^"\\]|\\.)*")re"), "");
  }
};

TEST_F(OneLanguage, ReadsALineAsTheSameEventEverywhere) {
  int number = 0;
  for (const auto& [lines, fields] : kLines) {
    const std::string name = "n" + std::to_string(++number);
    const std::string event = transcribed(lines, name);
    EXPECT_EQ(branched(lines, name + "b"), event) << lines;
    EXPECT_EQ(recorded(lines, name + "r"), event) << lines;
    EXPECT_EQ(branched(fields, name + "f"), event) << fields;
    EXPECT_EQ(hypothetical(lines), hypothetical(fields)) << lines;
  }
}

TEST_F(OneLanguage, ReportsAMistakeTheSameEverywhere) {
  const std::string wrong = "gains 2 Famly Honor";
  const std::string said = "(did you mean \"Family Honor\"?)";
  EXPECT_HAS(run({"ask", "court/7", "--act", wrong}).err, said);
  EXPECT_HAS(run({"branch", "court/7", "--add", wrong}).err, said);
  const Ran live =
      test::run({"record", "--archive", place.archive()}, R"({"game":"court/7","line":"gains 2 Famly Honor"})"
                                                          "\n");
  EXPECT_EQ(live.status, 2);
  EXPECT_HAS(live.out, "did you mean");
  EXPECT_HAS(live.out, R"("file":"standard input","line":1,"column":35,"next":null,"length":11,)"
                       R"("choices":[{"text":"\"Family Honor\"","about":""}]},"typed":{"line":1,"column":9}})");
  // A typed event can have further lines, and characters that JSON writes in more than one way.
  const Ran below = test::run({"record", "--archive", place.archive()},
                              "\n"
                              R"({"game":"court/7","line":"note \"x\"\n = \"Iron Blad\" #4"})"
                              "\n");
  EXPECT_EQ(below.status, 2);
  EXPECT_HAS(below.out, R"("file":"standard input","line":2,"column":42,)");
  EXPECT_HAS(below.out, R"("typed":{"line":2,"column":4}})");
}

}  // namespace
}  // namespace docket::one_language_test
