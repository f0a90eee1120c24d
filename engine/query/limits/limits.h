// The algebra of limits: every "max", "once per" and "limit" of every game is a value of five axes (ruleset.h, Limit),
// and a count is a query over use records or existing cards (copies in play, attached, in a deck). Knows no game.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/query/cards/granted_ability.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"

namespace docket {

/// A limit that applies to an ability or a card: one of the ruleset's, with the card's parameters.
struct AppliedLimit {
  const Limit* limit = nullptr;
  LimitIndex index = kUnbound;
  std::int32_t max = 0;
  const LimitOf* of = nullptr;  ///< null for a limit on every ability or card
  std::int32_t least_max = 0;   ///< less than max if max is an amount that depends on something unknown
};

/// A use that would count, but was given back.
struct GivenBackUse {
  EventNumber use;
  EventNumber by;  ///< the event that gave it back; 0 if the use itself was negated
  const std::string* clause;
};

/// The count of a limit: how much of it is used.
struct UsedCount {
  std::int32_t used = 0;
  std::int32_t perhaps = 0;          ///< uses that may count
  std::vector<EventNumber> used_by;  ///< newest first
  std::vector<EventNumber> perhaps_by;
  std::vector<EventNumber> of_unknown;  ///< of perhaps_by, those of cards that are unknown or in no catalogue
  std::vector<GivenBackUse> given_back;
};

/// True if the limit may be exceeded only because of uses of unknown cards. That is a doubt (judge/doubt.h), not a
/// finding.
[[nodiscard]] inline bool restsOnUnknownCards(const AppliedLimit& limit, const UsedCount& reading) {
  const std::int32_t all = reading.used + reading.perhaps;
  const auto without = all - static_cast<std::int32_t>(reading.of_unknown.size());
  return reading.used < limit.max && all >= limit.least_max && without < limit.least_max;
}

/// The number of uses, without evidence; the reducer calls this. `perhaps`, if given, is set to the number of uses that
/// may count.
std::int32_t countUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question,
                       std::int32_t* perhaps = nullptr);

/// Notes in the footprint which uses the limit would count, although no judgement needs their number.
void noteUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question);

/// The count of countUses() with its evidence.
UsedCount readUsedCount(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question);

/// The title by which a limit counts an act together with others, for a limit keyed by title: the title that the
/// ability's text names. In a granted ability, that is the current title of the card that has it.
std::uint32_t countedTitle(const State& state, const Rules& rules, const AppliedLimit& limit,
                           const UseQuestion& question);

/// True if a limit on uses is asked about a kind of use that the ability does not have: activations are of abilities,
/// triggers of traits. Lets a caller that asks about both kinds report the limit once.
bool isOtherUse(const AppliedLimit& limit, const Definition* definition, const UseQuestion& question);

/// The question about use that a recorded use answers.
UseQuestion questionOf(const State& state, const Use& use);

/// The ability of a use, or of a question about one.
inline AbilityKey abilityKeyOf(const State& state, const Use& use) {
  return {.card = use.card,
          .player = use.player,
          .definition = use.definition,
          .number = use.ability,
          .name = state.vocabulary->names.text(use.named)};
}
inline AbilityKey abilityKeyOf(const UseQuestion& question) {
  return {.card = question.card,
          .player = question.player,
          .definition = question.definition,
          .number = question.ability,
          .name = question.name};
}

/// The number of a definition's list of uses that can be counted together.
std::uint32_t useListNumber(const State& state, std::uint32_t definition);
/// Its index in State::use_lists; use_lists.size() if it has none yet.
std::size_t findUseList(const State& state, std::uint32_t definition);

}  // namespace docket
