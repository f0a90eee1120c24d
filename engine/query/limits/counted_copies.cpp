#include "engine/query/limits/counted_copies.h"

#include <algorithm>
#include <functional>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/acts/conditions.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// True if a card is where the limit counts and counts together with the one in question.
bool isAmong(const Ruleset& ruleset, const ApplicableLimit& applicable, const UseQuestion& question, const Card& card) {
  const Limit& limit = *applicable.limit;
  if (limit.counted == Limit::Counted::COPIES_IN_DECK) return card.owner == question.player;
  if (limit.counted == Limit::Counted::COPIES_ATTACHED && (card.host == kNone || card.host != question.host))
    return false;
  if (limit.counted == Limit::Counted::COPIES_IN_PLAY && !ruleset.zones[card.zone].in_play) return false;
  if (limit.keyed(Limit::Key::PLAYER) && card.controller != question.player) return false;
  return !limit.keyed(Limit::Key::HOST) || card.host == question.host;
}

/// How a card names a limit itself; null if it does not.
const LimitOf* limitNamed(const Definition& definition, LimitIndex index) {
  const auto found = ranges::find(definition.limits, index, &LimitOf::limit);
  return found == definition.limits.end() ? nullptr : &*found;
}

EventContext aboutCard(const State& state, CardIndex card) {
  return {.card = card, .subject = card, .player = state.cards[card].controller};
}

}  // namespace

bool isApplication(const Definition* definition, std::uint16_t ability) {
  return definition != nullptr && ability != 0 && ability <= definition->abilities.size() &&
         definition->abilities[ability - 1U].kind != schema::Ability::Kind::TRIGGERED;
}

bool holdsExceptForTexts(const State& state, const Rules& rules, const ApplicableLimit& applicable, CardIndex card) {
  if (!applicable.limit->every_card || !applicable.limit->holds_for) return false;
  const auto value = valueOf(*applicable.limit->holds_for, state, rules, aboutCard(state, card));
  return expression::isCertainExceptForTexts(value) && value.isTrue();
}

TriState holdsForCard(const State& state, const Rules& rules, const ApplicableLimit& applicable, CardIndex card) {
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (!applicable.limit->every_card) {
    if (definition == nullptr) return TriState::undecided;
    return limitNamed(*definition, applicable.index) == nullptr ? TriState::no : TriState::yes;
  }
  return holds(applicable.limit->holds_for, state, rules, aboutCard(state, card));
}

bool countsByWhatIsPrinted(const Limit& limit) {
  return limit.keyed(Limit::Key::TITLE) || limit.keyed(Limit::Key::VERSION) || limit.keyed(Limit::Key::GROUP);
}

std::optional<CopyKey> copyKey(const Limit& limit, LimitIndex index, const Definition& definition) {
  CopyKey key;
  if (limit.keyed(Limit::Key::TITLE)) {
    const LimitOf* own_limit = limitNamed(definition, index);
    key.title = own_limit != nullptr ? own_limit->title : definition.title_number;
    if (key.title == 0) return std::nullopt;
  }
  if (limit.keyed(Limit::Key::VERSION)) key.version = definition.version;
  return key;
}

TriState sameKeys(const ApplicableLimit& applicable, const Definition* asked, const Definition* other) {
  const Limit& limit = *applicable.limit;
  if (!countsByWhatIsPrinted(limit)) return TriState::yes;
  if (asked == nullptr || other == nullptr) return TriState::undecided;
  const auto key = copyKey(limit, applicable.index, *asked);
  if (!key || key != copyKey(limit, applicable.index, *other)) return TriState::no;
  const LimitOf* theirs = limitNamed(*other, applicable.index);
  if (limit.keyed(Limit::Key::GROUP) && applicable.of != nullptr &&
      (theirs == nullptr || theirs->group != applicable.of->group)) {
    return TriState::no;
  }
  return TriState::yes;
}

UsedCount readCopies(const State& state, const Rules& rules, const ApplicableLimit& limit,
                     const UseQuestion& question) {
  UsedCount count;
  const Definition* asked_definition = state.definitions->known[question.definition];
  for (CardIndex index = 0; index < state.cards.size(); ++index) {
    const Card& card = state.cards[index];
    if (!card.exists() || (question.coming && index == question.card)) continue;
    if (!isAmong(rules.ruleset, limit, question, card)) continue;
    const Definition* definition = state.definitionOf(card);
    const TriState same = sameKeys(limit, asked_definition, definition);
    const TriState held = same == TriState::no ? same : bothHold(same, holdsForCard(state, rules, limit, index));
    if (held == TriState::no) continue;
    const EventNumber event = limit.limit->counted == Limit::Counted::COPIES_ATTACHED ? card.attached_at : card.arrived;
    (held == TriState::yes ? count.used_by : count.perhaps_by).push_back(event);
    if (held == TriState::undecided && (asked_definition == nullptr || definition == nullptr))
      count.of_unknown.push_back(event);
  }
  for (auto* events : {&count.used_by, &count.perhaps_by}) {
    std::sort(events->begin(), events->end(), std::greater<>());
  }
  count.used = static_cast<std::int32_t>(count.used_by.size());
  count.perhaps = static_cast<std::int32_t>(count.perhaps_by.size());
  return count;
}

}  // namespace docket
