// The algebra of limits: every "max", "once per", "limit" of every game is a value of five axes (ruleset.h, Limit), and
// a counter is a count over use records, or over the cards that there are (copies in play, attached, in a deck).
// Nothing here knows a game.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/query/cards/given_ability.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"

namespace docket {

/// A limit that holds for an ability or a card: one of the ruleset's, with what the card says of it.
struct AppliedLimit {
  const Limit* limit = nullptr;
  LimitIndex index = kUnbound;
  std::int32_t max = 0;
  const LimitOf* of = nullptr;  ///< null for a limit of every ability or card
  std::int32_t least_max = 0;   ///< less than max where that is an amount of which something is not known
};

/// A use that would have counted, but was given back.
struct GivenBackUse {
  EventNumber use;
  EventNumber by;  ///< the event that gave it back; 0 where that was the negation of the use itself
  const std::string* clause;
};

/// A counter, read.
struct CounterReading {
  std::int32_t used = 0;
  std::int32_t perhaps = 0;          ///< uses of which it is not known whether they count
  std::vector<EventNumber> used_by;  ///< the newest first
  std::vector<EventNumber> perhaps_by;
  std::vector<EventNumber> of_unknown;  ///< of perhaps_by, those of cards that are unknown or in no catalogue
  std::vector<GivenBackUse> given_back;
};

/// Whether the limit may be exceeded only because of uses of unknown cards. That is a doubt (judge/doubt.h), not a
/// finding.
[[nodiscard]] inline bool restsOnUnknownCards(const AppliedLimit& limit, const CounterReading& reading) {
  const std::int32_t all = reading.used + reading.perhaps;
  const auto without = all - static_cast<std::int32_t>(reading.of_unknown.size());
  return reading.used < limit.max && all >= limit.least_max && without < limit.least_max;
}

/// How often it was used, without the evidence; what the reducer asks. `perhaps`, if given, is set to the number of
/// uses of which it is not known whether they count.
std::int32_t countUses(const State& state, const Rules& rules, const AppliedLimit& limit, const UseQuestion& question,
                       std::int32_t* perhaps = nullptr);

/// The same counter with its evidence.
CounterReading readCounter(const State& state, const Rules& rules, const AppliedLimit& limit,
                           const UseQuestion& question);

/// The title by which a limit counts an act together with others, for one that is keyed by it: what the text of the
/// ability names. That of a given ability means the card that has it, by what it is called at the time.
std::uint32_t countedTitle(const State& state, const Rules& rules, const AppliedLimit& limit,
                           const UseQuestion& question);

/// Whether a limit of uses is asked about a use that the ability does not have: activations are of abilities, triggers
/// of traits. Who asks about both kinds tells it once.
bool isOtherUse(const AppliedLimit& limit, const Definition* definition, const UseQuestion& question);

/// The question that a recorded use answers.
UseQuestion questionOf(const State& state, const Use& use);

/// Which ability a use, or a question about one, is of.
inline AbilityKey abilityOf(const State& state, const Use& use) {
  return {.card = use.card,
          .player = use.player,
          .definition = use.definition,
          .number = use.ability,
          .name = state.vocabulary->names.text(use.named)};
}
inline AbilityKey abilityOf(const UseQuestion& question) {
  return {.card = question.card,
          .player = question.player,
          .definition = question.definition,
          .number = question.ability,
          .name = question.name};
}

/// The chain of a definition: the number by which uses that can be counted together are found.
std::uint32_t chainNumber(const State& state, std::uint32_t definition);
/// Its place in State::chains; chains.size() where it has none yet.
std::size_t findChain(const State& state, std::uint32_t definition);

}  // namespace docket
