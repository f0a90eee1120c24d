// The cache of parsed claims (claim_texts.h): each claim means the same as when it is parsed, in every game.
#include "tools/game/claim_texts.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "events/errors.h"
#include "events/names.h"
#include "tests/engine/expression_game.h"

namespace docket::claim_texts_test {
namespace {

const Ruleset& ruleset() { return ExpressionGame::rules().ruleset; }

/// Those of a game with this one name; without a name, none.
NamesProvider with(std::string_view name) {
  auto names = std::make_shared<Names>();
  if (!name.empty()) names->number(name);
  return [names]() -> const Names& { return *names; };
}

TEST(ClaimTexts, AreParsedOnce) {
  const ClaimTexts claims;
  const auto first = claims.read("stat(#2, \"Force\") = 4", ruleset(), with(""));
  EXPECT_EQ(claims.read("stat(#2, \"Force\") = 4", ruleset(), with("Wind")), first);
  EXPECT_TRUE(isSame(*first, expression::parseCondition("stat(#2, \"Force\") = 4", {.ruleset = ruleset()})));
}

TEST(ClaimTexts, ResolveNamesInTheirGame) {
  const ClaimTexts claims;
  const auto claim = "value(P1, \"Wind\") = 2";
  EXPECT_NO_THROW(static_cast<void>(claims.read(claim, ruleset(), with("Wind"))));
  EXPECT_THROW(static_cast<void>(claims.read(claim, ruleset(), with("Rain"))), BadInput);
  EXPECT_NO_THROW(static_cast<void>(claims.read(claim, ruleset(), with("Wind"))));
}

TEST(ClaimTexts, ThatCannotBeReadAreRefusedEachTime) {
  const ClaimTexts claims;
  for (int i = 0; i < 2; ++i) EXPECT_THROW(static_cast<void>(claims.read("stat(#2", ruleset(), with(""))), BadInput);
}

TEST(ClaimTexts, AreEvictedIfThereAreTooMany) {
  const ClaimTexts claims;
  const auto read = [&](int number) { return claims.read(fmt::format("{} = 1", number), ruleset(), with("")); };
  const std::weak_ptr<const expression::Expression> first = read(0);
  EXPECT_FALSE(first.expired());
  for (int i = 1; i <= 1'000; ++i) static_cast<void>(read(i));
  EXPECT_TRUE(first.expired());
}

TEST(ClaimTexts, ThatAreVeryLongAreNotCached) {
  const ClaimTexts claims;
  const std::string text = "1 = 1" + std::string(1'000, ' ');
  const std::weak_ptr<const expression::Expression> first = claims.read(text, ruleset(), with(""));
  EXPECT_TRUE(first.expired());
}

}  // namespace
}  // namespace docket::claim_texts_test
