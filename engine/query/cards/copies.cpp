#include "engine/query/cards/copies.h"

#include <algorithm>
#include <functional>
#include <range/v3/algorithm/find.hpp>

#include "engine/query/acts/conditions.h"
#include "engine/query/cards/undefined.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// Whether a card is where the limit counts, and is counted together with the one that is asked about.
Holds isAmong(const State& state, const Rules& rules, const AppliedLimit& applied, const UseQuestion& question,
              CardIndex index) {
  const Limit& limit = *applied.limit;
  const Card& card = state.cards[index];
  const auto holds_if = [](bool is_met) { return is_met ? Holds::yes : Holds::no; };
  if (limit.counted == Limit::Counted::COPIES_IN_DECK) return holds_if(card.owner == question.player);
  if (limit.counted == Limit::Counted::COPIES_ATTACHED && (card.host == kNone || card.host != question.host))
    return Holds::no;
  if (limit.counted == Limit::Counted::COPIES_IN_PLAY && !rules.ruleset.zones[card.zone].in_play) return Holds::no;
  if (limit.keyed(Limit::Key::HOST) && card.host != question.host) return Holds::no;
  if (!limit.keyed(Limit::Key::PLAYER)) return Holds::yes;
  if (unreadOnController(state, rules, index) != kNone) return Holds::perhaps;
  return holds_if(card.controller == question.player);
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

bool holdsButForTexts(const State& state, const Rules& rules, const AppliedLimit& applied, CardIndex card) {
  if (!applied.limit->every_card || !applied.limit->holds_for) return false;
  const auto value = valueOf(*applied.limit->holds_for, state, rules, aboutCard(state, card));
  return expression::isCertainButForTexts(value) && value.isTrue();
}

Holds holdsForCard(const State& state, const Rules& rules, const AppliedLimit& applied, CardIndex card) {
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (!applied.limit->every_card) {
    if (definition == nullptr) return Holds::perhaps;
    return limitNamed(*definition, applied.index) == nullptr ? Holds::no : Holds::yes;
  }
  const TriState met = holds(applied.limit->holds_for, state, rules, aboutCard(state, card));
  return met == TriState::undecided ? Holds::perhaps : met == TriState::yes ? Holds::yes : Holds::no;
}

bool countsByWhatIsPrinted(const Limit& limit) {
  return limit.keyed(Limit::Key::TITLE) || limit.keyed(Limit::Key::VERSION) || limit.keyed(Limit::Key::GROUP);
}

std::optional<CopyKey> copyKey(const Limit& limit, LimitIndex index, const Definition& definition) {
  CopyKey key;
  if (limit.keyed(Limit::Key::TITLE)) {
    const LimitOf* own = limitNamed(definition, index);
    key.title = own != nullptr ? own->title : definition.title_number;
    if (key.title == 0) return std::nullopt;
  }
  if (limit.keyed(Limit::Key::VERSION)) key.version = definition.version;
  return key;
}

Holds sameKeys(const AppliedLimit& applied, const Definition* asked, const Definition* other) {
  const Limit& limit = *applied.limit;
  if (!countsByWhatIsPrinted(limit)) return Holds::yes;
  if (asked == nullptr || other == nullptr) return Holds::perhaps;
  const auto key = copyKey(limit, applied.index, *asked);
  if (!key || key != copyKey(limit, applied.index, *other)) return Holds::no;
  const LimitOf* theirs = limitNamed(*other, applied.index);
  if (limit.keyed(Limit::Key::GROUP) && applied.of != nullptr &&
      (theirs == nullptr || theirs->group != applied.of->group)) {
    return Holds::no;
  }
  return Holds::yes;
}

CounterReading readCopies(const State& state, const Rules& rules, const AppliedLimit& limit,
                          const UseQuestion& question) {
  CounterReading reading;
  const Definition* asked = state.definitions->known[question.definition];
  for (CardIndex index = 0; index < state.cards.size(); ++index) {
    const Card& card = state.cards[index];
    if (!card.exists() || (question.coming && index == question.card)) continue;
    const Holds among = isAmong(state, rules, limit, question, index);
    if (among == Holds::no) continue;
    const Definition* definition = state.definitionOf(card);
    const Holds same = std::min(among, sameKeys(limit, asked, definition));
    const Holds held = same == Holds::no ? Holds::no : std::min(same, holdsForCard(state, rules, limit, index));
    if (held == Holds::no) continue;
    const EventNumber by = limit.limit->counted == Limit::Counted::COPIES_ATTACHED ? card.attached_at : card.arrived;
    (held == Holds::yes ? reading.used_by : reading.perhaps_by).push_back(by);
    if (held == Holds::perhaps && (asked == nullptr || definition == nullptr)) reading.of_unknown.push_back(by);
  }
  for (auto* events : {&reading.used_by, &reading.perhaps_by}) {
    std::sort(events->begin(), events->end(), std::greater<>());
  }
  reading.used = static_cast<std::int32_t>(reading.used_by.size());
  reading.perhaps = static_cast<std::int32_t>(reading.perhaps_by.size());
  return reading;
}

}  // namespace docket
