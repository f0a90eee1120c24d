#include "engine/scope_of_rules.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/added_copies.h"
#include "engine/happening.h"
#include "engine/permissions.h"
#include "engine/reduce.h"
#include "engine/requirements.h"

namespace docket {
namespace {

using Event = schema::Event;

void put(ScopeOfAct& scope, Aspect aspect, bool spoken) {
  if (spoken) scope.aspects.set(static_cast<std::size_t>(aspect));
}

bool isWhole(const Rules& rules, Event::Which which) {
  return (rules.ruleset.judged_whole >> static_cast<unsigned>(which) & 1U) != 0;
}

/// Whether a limit of cards there are, or of what is done, is judged at such an event.
bool isLimited(const Rules& rules, Event::Which which, bool copies) {
  return ranges::any_of(rules.ruleset.limits, [&](const Limit& limit) {
    return !limit.lifted && isOfCopies(limit.counted) == copies && limit.judgedAt(which) != nullptr;
  });
}

/// What is asked of every event of its kind alike.
ScopeOfAct ofEach(const Rules& rules, Event::Which which) {
  const Ruleset& ruleset = rules.ruleset;
  ScopeOfAct scope{.whole = isWhole(rules, which)};
  put(scope, Aspect::uses, isLimited(rules, which, false));
  put(scope, Aspect::text, (rules.catalogue.listens >> static_cast<unsigned>(which) & 1U) != 0);
  put(scope, Aspect::outcome, which == Event::GAME_ENDED && !ruleset.wins.empty());
  return scope;
}

ScopeOfAct scopeOfTold(const State& before, const Rules& rules, Event::Reader event) {
  const Ruleset& ruleset = rules.ruleset;
  const Happening happening = readHappening(before, rules, event);
  ScopeOfAct scope = ofEach(rules, event.which());
  put(scope, Aspect::requirement, ranges::any_of(requirementsOf(rules, event.which()), [&](const Requirement& one) {
        return isAbout(before, happening, one);
      }));
  put(scope, Aspect::permission,
      ruleset.permitsAt(event.which()) && ranges::any_of(ruleset.permissions, [&](const Permission& one) {
        return !deedsOf(before, rules, event, happening, one).empty();
      }));
  const bool chooses = event.isNumberChosen() || event.isAbilityActivated();
  put(scope, Aspect::number, chooses && ranges::any_of(ruleset.numbers, [&](const NumberRule& one) {
                               return isNamed(before, happening, one.what);
                             }));
  const bool adds = event.isDeckRegistered() || addsNewCards(event) ||
                    (countsCopies(rules) && !addedCopies(before, rules, event).empty());
  put(scope, Aspect::copies, adds && isLimited(rules, event.which(), true));
  return scope;
}

}  // namespace

bool isPlayersAct(Event::Which which) {
  switch (which) {
    case Event::CARD_PLAYED:
    case Event::ABILITY_ACTIVATED:
    case Event::TRAIT_TRIGGERED:
    case Event::ATTACK_DECLARED:
    case Event::CARDS_DRAWN:
      return true;
    default:
      return false;
  }
}

ScopeOfAct scopeOf(const State& before, const Rules& rules, Event::Reader event) {
  if (event.isBegan() || event.isEnded()) return {};  // that time goes on is no act, though rules can say when
  if (!event.hasContext() || event.getContext().getNames().size() == 0 || hasNamesOf(before, event)) {
    return scopeOfTold(before, rules, event);
  }
  State told = before;
  learn(told, rules, before.event + 1, event);
  return scopeOfTold(told, rules, event);
}

ScopeOfAct scopeOfKind(const Rules& rules, Event::Which which) {
  const Ruleset& ruleset = rules.ruleset;
  ScopeOfAct scope = ofEach(rules, which);
  put(scope, Aspect::requirement, !requirementsOf(rules, which).empty());
  put(scope, Aspect::permission, ruleset.permitsAt(which));
  put(scope, Aspect::number, which == Event::NUMBER_CHOSEN && !ruleset.numbers.empty());
  put(scope, Aspect::copies, isLimited(rules, which, true));
  return scope;
}

}  // namespace docket
