// The words of limits on the cards: the reading, the ability, and the rest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/marvel/cards.h"
#include "tests/witness/comparison.h"

namespace docket::marvel::cards_test {
namespace {

/// "limit [label of the ability] which of them", the phrases one after the other.
std::string readFrom(const std::string& text) {
  std::string all;
  for (const PrintedLimit& one : printedLimits(text)) {
    all += fmt::format("{}{}*{} [{}] {}", all.empty() ? "" : "; ", one.limit, one.most, one.label, one.which);
  }
  return all;
}

TEST(PrintedLimits, BelongToTheAbilityBeforeThemOrToTheCard) {
  EXPECT_EQ(readFrom("Max 1 per round.\n<b>Hero Action</b>: Draw 1 card."), "max-per-round*1 [] 0");
  EXPECT_EQ(readFrom("<b>Action</b>: Draw. (Limit once per round.)"), "limit-per-round*1 [Action] 0");
  EXPECT_EQ(readFrom("One — <b>Response:</b> Draw.\nTwo — <b>Response:</b> Heal. (Limit once per phase.)"),
            "limit-per-phase*1 [Response] 1");
  EXPECT_EQ(readFrom("<b>Hero Response</b> <i>(attack)</i>: Deal 1. (Max 1 per attack.)"),
            "max-per-instance*1 [Hero Response] 0");
  EXPECT_EQ(readFrom("Uses. Max 1 per ally.\n<b>Action</b>: Heal. (Max once per phase.)"),
            "max-per-element*1 [] 0; max-uses-per-phase*1 [Action] 0");
  EXPECT_EQ(readFrom("After a \"<b>Response</b>\" ability, draw. Max 2 per deck."), "max-per-deck*2 [] 0");
  EXPECT_EQ(readFrom("<b>Action</b>: Draw. (Limit once per round per player.)"),
            "limit-per-round-per-player*1 [Action] 0");
}

TEST(PrintedLimits, ThatAreNotUnderstoodAreNotLimits) {
  EXPECT_EQ(readFrom("<b>Action</b>: Draw. (Limit once per round for each aspect.)"), "*1 [Action] 0");
  EXPECT_EQ(readFrom("Limit once per round."), "*1 [] 0") << "it is unknown what else the card says";
  EXPECT_EQ(readFrom("Increase your ally limit by 1. Max out at 3."), "");
}

/// If the printed words and the simulator's limits differ, the words count.
TEST(PrintedLimits, AreReadFromTheTextNotFromTheSimulator) {
  SKIP_WITHOUT_GAMES();
  witness::Comparison comparison;
  for (const auto& [code, face] : GameRules::get().faces()) {
    for (const PrintedLimit& one : face.unread) comparison.leave("words", fmt::format("not understood: {}", one.words));
    std::vector<PrintedLimit> words = face.limits;
    std::vector<std::string> kinds;
    for (const FaceAbility& ability : face.abilities) {
      words.insert(words.end(), ability.limits.begin(), ability.limits.end());
      kinds.insert(kinds.end(), ability.kinds.begin(), ability.kinds.end());
    }
    for (const PrintedLimit& one : words) {
      if (one.period.empty()) continue;
      const std::string at = fmt::format("{} {}", code, face.name);
      comparison.equal("words of a period", at, face.isEnforced(one.period), true, [&, &of = face]() -> std::string {
        return of.isEnforced() ? "the simulator enforces another period" : "the simulator enforces no limit";
      });
    }
    for (const std::string& kind : kinds) {
      if (periodOf(kind).empty()) continue;
      comparison.equal("enforced for a period", fmt::format("{} {}", code, face.name), face.hasWords(), true,
                       [] { return "the text of the card has no words of a limit"; });
    }
  }
  comparison.print();
  EXPECT_GT(comparison.fields().at("words of a period").equal, 20U);
}

}  // namespace
}  // namespace docket::marvel::cards_test
