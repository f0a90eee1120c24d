// docket step by a script, and its stepper: positions, landmarks, answers.
#include <chrono>

#include "engine/fold/history.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/json.h"
#include "tools/game/game_loader.h"
#include "tools/step/stepper.h"

namespace docket::step_test {
namespace {

using test::has;
using test::Ran;

class Step : public test::DisputedGame {
 protected:
  /// Runs a script through the disputed game.
  [[nodiscard]] Ran script(const std::string& lines, std::vector<std::string> more = {}) const {
    std::vector<std::string> typed{"step", "court/7", "--archive", place.archive()};
    typed.insert(typed.end(), more.begin(), more.end());
    return test::run(typed, lines);
  }
};

TEST_F(Step, AnswersEachInstructionOfAScript) {
  const Ran ran = script("next\nto 12\nback 2\nend\nnext\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, R"text(event 1 of 18
    1  P1 registers hand #1..#3
         = "Old Keep" #1
         = "Steady Guard" #2 to P1
         = "Iron Blade" #3 to P1

event 12 of 18, turn 1, action phase
   12      P1 uses "Steady Guard" #2 ability 1 as Battle
             ; ILLEGAL [l5r.ability.once]: P1 Aiko uses Steady Guard #2 beyond its limit, 1 of 1 used before; first use at event 10

event 10 of 18, turn 1, action phase
   10      P1 uses "Steady Guard" #2 ability 1 as Battle

event 18 of 18, turn 1, action phase
   18        P2 takes control of "Steady Guard" #2 until turn because 12

event 18 is the last
)text");
}

TEST_F(Step, BeginsAtTheGivenPoint) {
  EXPECT_HAS(script("event\n").out, "before the first event of 18");
  EXPECT_HAS(script("event\n", {"--at", "T1.action"}).out, "event 5 of 18");
}

TEST_F(Step, AgreesWithTheOtherCommands) {
  const auto at = [&](std::vector<std::string> typed) {
    typed.insert(typed.begin() + 1, "court/7");
    return run(typed).out;
  };
  EXPECT_EQ(script("to 13\nboard\n").out.substr(script("to 13\n").out.size() + 1), at({"replay", "--at", "13"}));
  EXPECT_EQ(script("explain 2 force\n", {"--at", "13"}).out, at({"explain", "#2", "Force", "--at", "13"}));
  EXPECT_EQ(script("explain 2 personal honor\n", {"--at", "13"}).out,
            at({"explain", "#2", "Personal Honor", "--at", "13"}));
  EXPECT_EQ(script("explain legal\n", {"--at", "12"}).out, at({"explain", "legal", "12"}));
  EXPECT_EQ(script("explain limit 2\n", {"--at", "end"}).out, at({"explain", "limit", "#2"}));
  EXPECT_EQ(script("explain 'stat(#2, \"Force\") > 5'\n", {"--at", "13"}).out,
            at({"explain", "stat(#2, \"Force\") > 5", "--at", "13"}));
  const auto below_heading = [](const std::string& answer) { return answer.substr(answer.find('\n')); };
  EXPECT_EQ(below_heading(script("moves 2\n", {"--at", "12"}).out),
            below_heading(at({"moves", "--at", "12", "#2", "--all"})));
  EXPECT_EQ(below_heading(script("limits 2\n", {"--at", "12"}).out),
            below_heading(at({"limits", "--at", "12", "--card", "#2"})));
  EXPECT_HAS(at({"log"}), script("log 4\n", {"--at", "13"}).out);
}

TEST_F(Step, GoesFromFindingToFinding) {
  // Event 12 is a second use; 15 is a ruling that is overturned, 17 one that is undecided, 16 one that is upheld.
  const Ran ran = script("finding\nfinding\nf\nfinding\nfinding back\nF\nf back\nf back\n");
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "line 6 of the script: there is no instruction \"F\" (did you mean");
  std::vector<std::string> seen;
  for (std::size_t at = ran.out.find("event "); at != std::string::npos; at = ran.out.find("\nevent ", at + 1)) {
    seen.push_back(ran.out.substr(at, ran.out.find_first_of(",\n", at + 2) - at));
  }
  const std::vector<std::string> expected{"event 12 of 18", "\nevent 15 of 18", "\nevent 17 of 18", "\nevent 15 of 18"};
  EXPECT_EQ(seen, expected) << ran.out;
  EXPECT_HAS(ran.out, "no finding after event 17\n");
}

TEST_F(Step, ReportsAMistakeWithItsLine) {
  struct Case {
    std::string script, error;
  };
  const std::vector<Case> cases{
      {"next\nnxt\n", "line 2 of the script: there is no instruction \"nxt\" (did you mean \"next\"?)"},
      {"; a note\n\nfindings\n",
       "line 3 of the script: there is no instruction \"findings\" (did you mean \"finding\""},
      {"next x\n", "line 1 of the script: \"x\": expected how many events"},
      {"next 1 2\n", "line 1 of the script: next: \"2\" is one word too many: remove it"},
      {"to T9\n", "line 1 of the script: \"T9\" is not a point of this game"},
      {"turn 9\n", "line 1 of the script: \"turn 9\" is not a point of this game"},
      {"to\n", "line 1 of the script: to: expected a point"},
      {"card\n", "line 1 of the script: card: expected a title or the number of a card"},
      {"card 99\n", "line 1 of the script: there is no card #99 after event 0"},
      {"end\ncard 2 forth\n", "line 2 of the script: card: \"forth\" is not understood"},
      {"explain\n", "line 1 of the script: explain: expected what"},
      {"end\nexplain 2 forse\n", "line 2 of the script: \"forse\": expected a stat, a value or controller"},
      {"explain 'stat(\n", "line 1 of the script: \"explain 'stat(\": the closing quotation mark is missing"},
  };
  for (const Case& one : cases) {
    const Ran ran = script(one.script);
    EXPECT_EQ(ran.status, 2) << one.script;
    EXPECT_HAS(ran.err, one.error) << one.script;
  }
}

TEST_F(Step, StopsAtQuitAndReadsNoFurther) {
  const Ran ran = script("next\nquit\nnonsense\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("event 1 of 18\n"));
}

TEST_F(Step, AnswersWithOneJsonLineEach) {
  const Ran ran = script("to 12\nfinding\nend\nnext\nboard\nlog 2\nexplain 2 force\nlimits\nhelp\n", {"--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::vector<std::string> lines;
  std::istringstream in(ran.out);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 10U) << "an answer for each, and the end";
  EXPECT_TRUE(lines[0].starts_with(
      R"({"docket":2,"command":"step","item":{"instruction":"to 12","event":12,"of":18,"turn":1,"moment":"turn 1, action phase","moved":true,"note":null,)"
      R"("log":[{"event":12,)"))
      << lines[0];
  EXPECT_HAS(lines[0], R"("findings":[{"kind":"limit")");
  EXPECT_HAS(lines[1], R"("event":15,)");
  EXPECT_HAS(lines[3], R"("moved":false,"note":"event 18 is the last")");
  const std::string board = test::Json::of(run({"replay", "court/7", "--json"}).out).written();
  EXPECT_HAS(lines[4], R"("board":)" + board + "}}");
  EXPECT_HAS(lines[5], R"("log":[{"event":17,)");
  EXPECT_HAS(lines[6], R"("about":18,"grade":"UNVERIFIED","explanation":{"what":"Force of Steady Guard #2")");
  EXPECT_HAS(lines[7], R"("limits":[)");
  EXPECT_HAS(lines[8], R"("instructions":[{"word":"next")");
}

TEST_F(Step, GoesToEachEventThatTouchesACard) {
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("court/7");
  step::Stepper stepper(game, 18);
  const auto walk = [&](const std::string& line) {
    std::vector<EventNumber> stops;
    const auto instruction = step::readInstruction(line);
    while (stepper.move(*instruction).moved) stops.push_back(stepper.at());
    return stops;
  };
  // #3, the blade: into the game, into play, attached. Acts of its host do not concern it.
  EXPECT_EQ(walk("card 3 back"), (std::vector<EventNumber>{9, 8, 1}));
  EXPECT_EQ(walk("card"), (std::vector<EventNumber>{8, 9}));
}

/// A long game of the tree's own generator, in which something is taken back, and the samples.
TEST(StepThrough, GivesEveryTableAndLandmarkInBothDirections) {
  const test::TempDirectory place;
  test::importSamples(place);
  GameLoader loader(place.archive());
  for (const char* id : {"samples/yugioh-use-or-activate", "samples/l5r-paragon"}) {
    const OpenGame game = loader.game(id);
    step::Stepper stepper(game, game.last());
    for (EventNumber at = game.last();; --at) {
      ASSERT_EQ(stepper.at(), at);
      ASSERT_EQ(stepper.state()->fingerprint, game.stateAt(at).fingerprint) << id << " event " << at;
      if (at == 0) break;
      ASSERT_TRUE(stepper.move({.verb = step::Verb::back}).moved);
    }
    const auto stops = [&](const step::Instruction& instruction) {
      std::vector<EventNumber> found;
      while (stepper.move(instruction).moved) found.push_back(stepper.at());
      return found;
    };
    const auto forward = stops({.verb = step::Verb::finding});
    ASSERT_TRUE(stepper.move({.verb = step::Verb::end}).moved);
    auto back = stops({.verb = step::Verb::finding, .words = {"back"}});
    std::reverse(back.begin(), back.end());
    EXPECT_FALSE(forward.empty());
    EXPECT_EQ(forward, back) << id;
    const test::Ran log = test::run({"log", id, "--archive", place.archive()});
    std::vector<EventNumber> in_log;  // the events whose comments report a finding or a ruling that does not hold
    std::istringstream lines(log.out);
    EventNumber event = 0;
    for (std::string line; std::getline(lines, line);) {
      const auto text = line.find_first_not_of(' ');
      if (text == std::string::npos) continue;
      const bool numbered = text < 5 && std::isdigit(static_cast<unsigned char>(line[text])) != 0;
      if (numbered) event = static_cast<EventNumber>(std::stoul(line));
      const bool against = has(line, "; ILLEGAL") || has(line, "; IMPOSSIBLE") || has(line, "; PERHAPS") ||
                           has(line, "; NOT EXPLAINED") || has(line, "; wrong") || has(line, "; undecided");
      if (against && (in_log.empty() || in_log.back() != event)) in_log.push_back(event);
    }
    EXPECT_EQ(forward, in_log) << id;
  }
}

/// Thirty thousand events of two cards, in turns with an ability and a bonus in each; of one turn the second use.
std::string longGame(EventNumber events, EventNumber illegal) {
  std::string lines =
      R"({"game":{"id":"long","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial"}}
{"context":{"identities":[{"card":1,"definition":"Old Keep"},{"card":2,"definition":"Steady Guard"}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":2}}
{"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}}
{"cardMoved":{"card":2,"player":1,"zone":"home","face":"up"}}
)";
  const std::string use = R"({"actor":1,"abilityActivated":{"player":1,"card":2,"ability":1,"designator":"Battle"}})";
  for (EventNumber at = 4; at <= events; ++at) {
    if (at == illegal || at % 4 == 2) {
      lines += use;
    } else if (at % 4 == 0) {
      lines += R"({"began":{"period":"turn","player":1}})";
    } else if (at % 4 == 1) {
      lines += R"({"began":{"period":"phase","name":"action"}})";
    } else {
      lines +=
          R"({"begins":[{"subject":"#2","kind":"bonus","name":"Force","amount":2,"last":"untilEnd","until":"turn"}],"changeBegan":true})";
    }
    lines += '\n';
  }
  return lines;
}

TEST_F(Step, GoesBackInALongGameWithoutRefoldingIt) {
  constexpr EventNumber kEvents = 30'000;
  importGame("long.jsonl", longGame(kEvents, 15'003));
  GameLoader loader(place.archive());
  const OpenGame game = loader.game("long");
  step::Stepper stepper(game, kEvents);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto begin = now();
  RunningState whole = game.runningStateAfter(0);
  game.events().forEach(
      1, kEvents, [&](EventNumber number, schema::Event::Reader event) { whole.add(number, event, game.events()); });
  const auto folded = now();
  for (EventNumber at = kEvents; at > kEvents - 1'000; --at) {
    ASSERT_EQ(stepper.state()->event, at);
    ASSERT_TRUE(stepper.move({.verb = step::Verb::back}).moved);
  }
  ASSERT_TRUE(stepper.move({.verb = step::Verb::finding, .words = {"back"}}).moved);
  EXPECT_EQ(stepper.at(), 15'003U);
  ASSERT_TRUE(stepper.move({.verb = step::Verb::card, .words = {"1", "back"}}).moved);
  EXPECT_EQ(stepper.at(), 2U);
  const auto stepped = now();
  EXPECT_LT(stepped - folded, 200 * (folded - begin));  // for a thousand steps, even on a busy machine
  const auto ms = [](auto time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
  };
  RecordProperty("ms to fold the game", ms(folded - begin));
  RecordProperty("ms of a thousand steps and two searches", ms(stepped - folded));
}

}  // namespace
}  // namespace docket::step_test
