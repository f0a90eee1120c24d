#include "engine/query/limits/use_match.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/cards/characteristics.h"
#include "engine/query/limits/counted_copies.h"

namespace docket {

const LimitOf* limitOf(const Ability& ability, LimitIndex limit) {
  const auto found = ranges::find(ability.limits, limit, &LimitOf::limit);
  return found == ability.limits.end() ? nullptr : &*found;
}

TriState UseMatch::counts(const Use& use) const {
  const TriState counted = isCounted(use);
  return counted == TriState::no ? counted : bothHold(counted, matches(use));
}

TriState UseMatch::isCounted(const Use& use) const {
  if (countsAct(limit.limit->counted, use.counted)) return TriState::yes;
  if (limit.limit->counted != Limit::Counted::APPLICATIONS) return TriState::no;
  if (use.counted == Limit::Counted::TRIGGERS) {
    const bool applies = use.applied || isApplication(state.definitions->known[use.definition], use.ability);
    return applies ? TriState::yes : TriState::no;
  }
  if (use.counted != Limit::Counted::ACTIVATIONS || use.negated || use.effect_negated) return TriState::no;
  if (use.applied) return TriState::yes;
  // A link of a past chain that is not recorded as resolved.
  const bool waits = ranges::contains(state.chain, use.event, &Link::activation);
  return waits ? TriState::no : TriState::undecided;
}

TriState UseMatch::agreementOf(const Use& use, Limit::Key key) const {
  switch (key) {
    case Limit::Key::PLAYER:
      return triState(use.player == question.player);
    case Limit::Key::HOST:
      return triState(use.host == question.host);
    case Limit::Key::INSTANCE:  // a player's ability belongs to no card; for each player it is a separate instance
      return triState(use.card == question.card && (use.card != kNone || use.player == question.player));
    case Limit::Key::TRIGGER:  // a record need not give the trigger of an act: then it may be the same
      if (use.trigger == 0 || question.trigger_unrecorded) return TriState::undecided;
      return triState(use.trigger == question.trigger);
    case Limit::Key::CURRENT_TITLE:
      return question.card == kNone ? TriState::undecided : triState(isTitledAs(use));
    default:
      return TriState::undecided;
  }
}

TriState UseMatch::matches(const Use& use) const {
  const bool by_trigger = limit.limit->keyed(Limit::Key::TRIGGER);
  const TriState same_trigger = by_trigger ? agreementOf(use, Limit::Key::TRIGGER) : TriState::yes;
  if (same_trigger == TriState::no) return TriState::no;
  return bothHold(matchesButTrigger(use), same_trigger);
}

TriState UseMatch::matchesButTrigger(const Use& use) const {
  const bool of_card =
      limit.limit->every_ability || limit.limit->keyed(Limit::Key::INSTANCE) || limit.limit->keyed(Limit::Key::TITLE);
  if (of_card && (use.card == kNone) != (question.card == kNone)) return TriState::no;
  for (const Limit::Key key : {Limit::Key::PLAYER, Limit::Key::HOST, Limit::Key::INSTANCE, Limit::Key::CURRENT_TITLE}) {
    if (limit.limit->keyed(key) && agreementOf(use, key) == TriState::no) return TriState::no;
  }
  if (limit.limit->every_ability) return matchesEvery(use);
  if (!abilityKeyOf(question).isKnown()) return matchesCard(use);
  const Definition* definition = state.definitions->known[use.definition];
  if (use.named == 0) {
    if (definition == nullptr) return TriState::undecided;
    if (use.ability == 0) return mayHaveLimit(*definition) ? TriState::undecided : TriState::no;
  }
  const Ability* text = textOf(state, rules, abilityKeyOf(state, use));
  const LimitOf* named_limit = text == nullptr ? nullptr : limitOf(*text, limit.index);
  if (named_limit == nullptr) return TriState::no;
  if (limit.limit->keyed(Limit::Key::TITLE)) {
    const std::uint32_t title = use.named != 0 ? use.titled : named_limit->title;
    if (title != countedTitle(state, rules, limit, question)) return TriState::no;
  }
  if (limit.limit->keyed(Limit::Key::GROUP) && named_limit->group != limit.of->group) return TriState::no;
  if (!limit.limit->keyed(Limit::Key::ABILITY)) return TriState::yes;
  if (isOfOtherSide(use) || !isSameAbility(state, abilityKeyOf(state, use), abilityKeyOf(question)))
    return TriState::no;
  return TriState::yes;
}

TriState UseMatch::matchesCard(const Use& use) const {
  const Definition* definition = state.definitions->known[use.definition];
  const TriState same = sameKeys(limit, state.definitions->known[question.definition], definition);
  return same == TriState::no ? same : bothHold(same, holdsForCard(state, rules, limit, use.card));
}

bool UseMatch::isOfOtherSide(const Use& use) const {
  const bool of_card =
      limit.limit->keyed(Limit::Key::INSTANCE) && use.card != kNone && use.named == 0 && question.name.empty();
  return of_card && use.definition != 0 && question.definition != 0 && use.definition != question.definition;
}

bool UseMatch::isTitledAs(const Use& use) const {
  const Definition* definition = state.definitions->known[use.definition];
  const TitleReading title = readTitle(state, rules.ruleset, question.card);
  return definition == nullptr || !title.known || title.title == definition->title;
}

TriState UseMatch::matchesEvery(const Use& use) const {
  if (!limit.limit->designator.empty() && use.designator != question.designator) return TriState::no;
  if (limit.limit->keyed(Limit::Key::TITLE) && use.definition != question.definition &&
      (isUndefined(use.definition) || isUndefined(question.definition))) {
    return TriState::undecided;
  }
  if (limit.limit->keyed(Limit::Key::TITLE) && titleOf(use.definition) != titleOf(question.definition)) {
    return use.definition == 0 ? TriState::undecided : TriState::no;
  }
  if (limit.limit->keyed(Limit::Key::ABILITY)) {
    if (isOfOtherSide(use)) return TriState::no;
    const bool known = abilityKeyOf(state, use).isKnown();
    if (!known && !abilityKeyOf(question).isKnown() && limit.limit->designator.empty()) return TriState::undecided;
    if (!isSameAbility(state, abilityKeyOf(state, use), abilityKeyOf(question))) {
      return known && abilityKeyOf(question).isKnown() ? TriState::no : TriState::undecided;
    }
  }
  return TriState::yes;
}

bool UseMatch::mayHaveLimit(const Definition& definition) const {
  return ranges::any_of(definition.abilities, [&](const Ability& ability) {
    return ranges::any_of(ability.limits, [&](const LimitOf& of) {
      return of.limit == limit.index && of.title == limit.of->title && of.group == limit.of->group;
    });
  });
}

bool UseMatch::isUndefined(std::uint32_t definition) const {
  return definition != 0 && state.definitions->known[definition] == nullptr;
}

std::uint32_t UseMatch::titleOf(std::uint32_t definition) const {
  const Definition* known = state.definitions->known[definition];
  return known == nullptr ? 0 : known->title_number;
}

}  // namespace docket
