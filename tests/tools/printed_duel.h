// The cards of the sample duel as printed cards: their texts are our own and state the limits of the sample's typed
// catalogue.
#pragma once

#include <string>
#include <string_view>

#include "tests/tools/run.h"

namespace docket::test {

inline constexpr const char* kPrintedDuel =
    R"({"title":"Lantern Fox","types":["monster"],"subtypes":["Effect"],"stats":[{"stat":"ATK","amount":1500},{"stat":"DEF","amount":1000},{"stat":"Level","amount":4}],"text":"Once per turn: You can draw 1 card. You can target 1 \"Lantern Fox\" in your hand; Special Summon it. You can only use this effect of \"Lantern Fox\" once per turn."}
{"title":"Paper Moon Archive","types":["spell"],"text":"Add 1 monster from your Deck to your hand. You can only activate 1 \"Paper Moon Archive\" per turn."}
{"title":"Quiet Interdict","types":["trap"],"text":"When your opponent activates a monster effect: Negate the activation."}
{"title":"Iron Bell","types":["spell"],"subtypes":["Equip"],"text":"The equipped monster gains 300 ATK."}
{"title":"Marsh Ogre","types":["monster"],"stats":[{"stat":"ATK","amount":1900},{"stat":"DEF","amount":300},{"stat":"Level","amount":4}]}
)";

constexpr const char* kDuelOfSample = "samples/yugioh-use-or-activate";

/// A text with one part of it, which has to be there, in another way.
inline std::string with(std::string text, std::string_view was, std::string_view is) {
  const auto at = text.find(was);
  EXPECT_NE(at, std::string::npos) << was;
  return at == std::string::npos ? text : text.replace(at, was.size(), is);
}

/// A catalogue that is read from printed cards, as a file of that name.
inline std::string readAs(const TempDirectory& place, const std::string& name, const std::string& printed) {
  const Ran ran =
      run({"cards", "read", "--ruleset", "yugioh", place.file(name + ".jsonl", printed), "-o", place / name});
  EXPECT_EQ(ran.status, 0) << ran.err;
  return place / name;
}

}  // namespace docket::test
