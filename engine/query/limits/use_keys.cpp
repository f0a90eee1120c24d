#include "engine/query/limits/use_keys.h"

#include <range/v3/algorithm/find.hpp>

#include "engine/query/cards/characteristics.h"

namespace docket {

std::uint32_t countedTitle(const State& state, const Rules& rules, const ApplicableLimit& limit,
                           const UseQuestion& question) {
  if (!question.name.empty() && question.card != kNone && !isOfCopies(question.counted))
    return question.titled != 0 ? question.titled : titleNumber(state, rules.ruleset, question.card);
  if (limit.of != nullptr) return limit.of->title;
  const Definition* definition = state.definitions->known[question.definition];
  return definition == nullptr ? 0 : definition->title_number;
}

UseQuestion questionOf(const State& state, const Use& use) {
  return {.card = use.card,
          .definition = use.definition,
          .ability = use.ability,
          .designator = use.designator,
          .name = state.vocabulary->names.text(use.named),
          .player = use.player,
          .trigger = use.trigger,
          .host = use.host,
          .titled = use.titled,
          .counted = use.counted,
          .trigger_unrecorded = use.trigger == 0};
}

std::uint32_t useListNumber(const State& state, std::uint32_t definition) {
  const Definition* known = state.definitions->known[definition];
  return known == nullptr ? 0 : known->use_list;
}

std::size_t findUseList(const State& state, std::uint32_t definition) {
  return static_cast<std::size_t>(ranges::find(state.use_lists, useListNumber(state, definition)) -
                                  state.use_lists.begin());
}

}  // namespace docket
