// What identifies a recorded use, or a question about one, for a limit: its ability, its title, its list of uses.
#pragma once

#include <cstdint>

#include "engine/query/cards/granted_ability.h"
#include "engine/query/limits/limit_count.h"
#include "engine/query/limits/use_question.h"
#include "engine/state/state.h"

namespace docket {

/// The title by which a limit counts an act together with others, for a limit keyed by title: the title that the
/// ability's text names. In a granted ability, that is the current title of the card that has it.
std::uint32_t countedTitle(const State& state, const Rules& rules, const ApplicableLimit& limit,
                           const UseQuestion& question);

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
