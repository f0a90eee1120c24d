// A keyframe that was replaced by the state of another game, so it is consistent in itself but not with the events.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/run.h"
#include "tools/game/game_loader.h"
#include "tools/game/keyframing.h"

namespace docket::replaced_keyframe_test {
namespace {

using test::has;
using test::memberOf;
using test::Ran;
using test::TempDirectory;

constexpr EventNumber kKeyframe = 1024;

/// 1,200 events, of which the first gives P1 this much life and each other takes 1; then a ruling on the rest.
std::string gameOf(const std::string& id, int life) {
  std::string text =
      fmt::format(R"({{"game":{{"id":"{}","ruleset":"yugioh","players":[{{"name":"A"}},{{"name":"B"}}]}}}})"
                  "\n",
                  id);
  for (int number = 1; number <= 1200; ++number)
    text += fmt::format(R"({{"valueChanged":{{"subject":"P1","value":"life","how":"{}","amount":{}}}}})"
                        "\n",
                        number == 1 ? "set" : "lost", number == 1 ? life : 1);
  return text + R"({"rulingGiven":{"judge":"J","at":1100,"claim":"value(P1, \"life\") = 6901"}})"
                "\n";
}

class ReplacedKeyframe : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto& [id, life] : {std::pair("duel", 8000), std::pair("other", 7900)}) {
      const Ran imported = run({"import", place.file(std::string(id) + ".jsonl", gameOf(id, life))});
      ASSERT_EQ(imported.status, 0) << imported.err;
    }
    GameLoader loader(place.archive(), Access::record);
    const auto game = loader.game("duel");
    const auto words = keyframeOf(loader.game("other").stateAt(kKeyframe), game.rules());
    auto keyframes = loader.archive().derivedStore();
    ASSERT_EQ(keyframes.nearest(game.stored(), game.gameRules().tag, 1200)->number, kKeyframe);
    keyframes.put(game.stored(), game.gameRules().tag, kKeyframe, bytesOf(words));
  }

  [[nodiscard]] Ran run(std::vector<std::string> typed) const { return test::runOn(place.archive(), std::move(typed)); }

  TempDirectory place;
};

TEST_F(ReplacedKeyframe, IsNotUsedForAnAnswer) {
  for (const char* at : {"1100", "1024", "1201"}) {
    const Ran asked = run({"ask", "duel", "--at", at, R"(value(P1, "life"))", "--json"});
    EXPECT_EQ(asked.status, 0) << asked.err;
    EXPECT_EQ(memberOf(asked.out, "value"), fmt::format("\"{}\"", 8001 - std::min(std::stoi(at), 1200))) << asked.out;
  }
}

TEST_F(ReplacedKeyframe, AffectsNoRuling) {
  for (const auto& typed : {std::vector<std::string>{"rulings", "duel"}, {"log", "duel"}, {"verify", "duel"}}) {
    const Ran ran = run(typed);
    EXPECT_HAS(ran.out, "right") << ran.err;
    for (const char* otherwise : {"WRONG", "1 wrong", "OVERTURNED", "the rules give a different result"})
      EXPECT_FALSE(has(ran.out, otherwise)) << ran.out;
  }
}

TEST_F(ReplacedKeyframe, IsFoundByVerify) {
  const Ran verified = run({"verify", "duel"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_HAS(verified.out, "event 1024: the keyframe does not match the events");
}

TEST_F(ReplacedKeyframe, IsReportedAsNotComparedByCheck) {
  const Ran checked = run({"check"});
  EXPECT_EQ(checked.status, 0);
  EXPECT_HAS(checked.out, "derived rows are read but not compared with events");
}

}  // namespace
}  // namespace docket::replaced_keyframe_test
