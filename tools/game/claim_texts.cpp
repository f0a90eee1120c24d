#include "tools/game/claim_texts.h"

#include <optional>

#include "engine/rules/ruleset.h"
#include "events/errors.h"
#include "events/names.h"

namespace docket {
namespace {

constexpr std::size_t kMaxKnown = 1'000;
constexpr std::size_t kLongestKnown = 500;  // bytes

expression::Expression parsed(std::string_view claim, const Ruleset& ruleset, const Names& names) {
  return expression::parseCondition(claim, {.ruleset = ruleset, .names = &names}, {.file = "claim"});
}

/// The parsed claim if it means the same in every game; empty if it uses a name that only its own game has.
std::optional<expression::Expression> parsedForEveryGame(std::string_view claim, const Ruleset& ruleset) {
  static const Names kNoNames;
  try {
    return parsed(claim, ruleset, kNoNames);
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

}  // namespace

std::shared_ptr<const expression::Expression> ClaimTexts::read(std::string_view claim, const Ruleset& ruleset,
                                                               const NamesProvider& names) const {
  bool keeps = claim.size() <= kLongestKnown;
  ruleset.record([&](Consulted&) { keeps = false; });  // reading a claim consults rules, which each game must note
  if (keeps) {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(claim); known != known_.end()) return known->second;
  }
  auto for_every_game = keeps ? parsedForEveryGame(claim, ruleset) : std::nullopt;
  if (!for_every_game) return std::make_shared<const expression::Expression>(parsed(claim, ruleset, names()));
  auto read = std::make_shared<const expression::Expression>(*std::move(for_every_game));
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMaxKnown) known_.clear();
  known_.emplace(claim, read);
  return read;
}

}  // namespace docket
