// docket log: the transcript of a whole game.
#include "tests/tools/disputed_game.h"
#include "tools/notation/transcript.h"

namespace docket::log_test {
namespace {

using test::has;
using test::Ran;

/// The output without lines of digests and salts, which differ each time.
std::string withoutDigestsAndSalts(const std::string& text) {
  std::istringstream lines(text);
  std::string line, kept;
  while (std::getline(lines, line)) {
    if (!has(line, "rulesetDigest=") && !has(line, " {salt=")) kept += line + '\n';
  }
  return kept;
}

class LogCommand : public test::DisputedGame {};

TEST_F(LogCommand, PrintsAWholeGame) {
  const Ran ran = run({"log", "court/7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(withoutDigestsAndSalts(ran.out), R"text(game "court/7"
event "Winter Court"
round 2
table 7
date "2011-08-01"
P1 "Aiko"
P2 "Bastien"
ruleset "l5r-celestial" "2011-06-06"
source "json lines"
P1 starts 0 "Family Honor"
P2 starts 0 "Family Honor"
    1  P1 registers hand #1..#3
         = "Old Keep" #1
         = "Steady Guard" #2 to P1
         = "Iron Blade" #3 to P1
    2  P2 registers "fate deck" #4
    3  P2 draws ? #4 from "fate deck" to hand

    4  == turn P1
    5    -- phase action
    6      P1 moves "Old Keep" #1 to home up
    7      P1 plays "Steady Guard" #2 to home up as recruit
             = "Steady Guard" #2
             + minimum "Personal Honor" 4 on "Steady Guard" #2 from "Old Keep" #1 while source
    8      P1 moves "Iron Blade" #3 to home up
             = "Iron Blade" #3
    9      P1 attaches "Iron Blade" #3 to "Steady Guard" #2 as weapon
             + bonus Force 2 on "Steady Guard" #2 from "Iron Blade" #3 while attached
   10      P1 uses "Steady Guard" #2 ability 1 as Battle
   11        P1 gains 2 "Family Honor" because 10
   12      P1 uses "Steady Guard" #2 ability 1 as Battle
             ; ILLEGAL [l5r.ability.once]: P1 Aiko uses Steady Guard #2 beyond its limit, 1 of 1 used before; first use at event 10
   13      P2 begins
             + maximum "Personal Honor" 0 on "Steady Guard" #2 "dishonorable"
   14      observes Force 5 of "Steady Guard" #2
   15      ruling "stat(#2, \"Personal Honor\") = 0" at 13 citing "l5r.calc.clamp" by "Corin"
             ; wrong: the rules give a different result: stat(#2, "Personal Honor") is 4
   16      ruling "stat(#2, \"Personal Honor\") = 4" at 13 citing "l5r.calc.contradiction.between" superseding 15 by "Dana" note "It is equal to the minimum."
             ; right: the rules agree with the claim: stat(#2, "Personal Honor") is 4
   17      ruling "stat(#4, \"Force\") > 1" at 13 by "Dana"
             ; undecided: it is not known what card #4 is
   18        P2 takes control of "Steady Guard" #2 until turn because 12
)text");
}

TEST_F(LogCommand, PrintsARangeWithoutTheHeader) {
  const Ran ran = run({"log", "court/7", "--from", "10", "--to", "12"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(   10      P1 uses "Steady Guard" #2 ability 1 as Battle
   11        P1 gains 2 "Family Honor" because 10
   12      P1 uses "Steady Guard" #2 ability 1 as Battle
             ; ILLEGAL [l5r.ability.once]: P1 Aiko uses Steady Guard #2 beyond its limit, 1 of 1 used before; first use at event 10
)text");
}

TEST_F(LogCommand, WritesARangeAsJson) {
  const Ran ran = run({"log", "court/7", "--from", "12", "--to", "13", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      R"text({"docket":2,"command":"log","item":{"event":12,"depth":2,"turn":1,"text":"P1 uses \"Steady Guard\" #2 ability 1 as Battle","details":[],"findings":[{"kind":"limit","grade":"certain","clause":"l5r.ability.once","event":12,"card":"#2","player":1,"limit":"once-per-turn","used":1,"max":1,"restsOn":[10]}],"ruling":null}}
{"docket":2,"command":"log","item":{"event":13,"depth":2,"turn":1,"text":"P2 begins","details":["+ maximum \"Personal Honor\" 0 on \"Steady Guard\" #2 \"dishonorable\""],"findings":[],"ruling":null}}
{"docket":2,"command":"log","end":{"items":2}}
)text");
}

TEST(Transcript, WritesNamesAsWordsOnlyIfUnambiguous) {
  const std::pair<const char*, const char*> cases[] = {
      {"hand", "hand"}, {"fate deck", "\"fate deck\""}, {"to", "\"to\""},
      {"P1", "\"P1\""}, {"main-1", "main-1"},           {"1st", "\"1st\""},
      {"", "\"\""},     {"a\"b\\c", "\"a\\\"b\\\\c\""},
  };
  for (const auto& [name, noted] : cases) EXPECT_EQ(notedName(name), noted);
}

TEST(Transcript, DistinguishesAnEscapeFromTextThatLooksLikeOne) {
  EXPECT_EQ(notedString("\x1b"), "\"\\x1b\"");
  EXPECT_EQ(notedString("\\x1b"), "\"\\\\x1b\"");
}

}  // namespace
}  // namespace docket::log_test
