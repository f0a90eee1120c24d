#include "engine/applications.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/card_text.h"
#include "engine/effects.h"
#include "engine/facts.h"
#include "engine/judge.h"

namespace docket {
namespace {

using Counted = schema::Limit::Counted;
using Event = schema::Event;

bool knowsTraits(const Rules& rules) {
  return (rules.catalogue.listens >> static_cast<unsigned>(Event::TRAIT_TRIGGERED) & 1U) != 0;
}

/// Other effects are applied by happening (copies.h).
bool isTriggered(const Ability* trait) { return trait != nullptr && trait->kind == schema::Ability::Kind::TRIGGERED; }

UseQuestion asApplication(UseQuestion question) {
  question.counted = Counted::APPLICATIONS;
  return question;
}

bool isUsedUp(const State& state, const Rules& rules, const UseQuestion& question) {
  return ranges::any_of(limitsOf(state, rules, question).limits, [&](const AppliedLimit& limit) {
    return countUses(state, rules, limit, question) >= limit.max;
  });
}

/// The trait's use of which an event is the first sign that its effects apply; null for other events.
const Use* firstSignOf(const State& before, Event::Reader event) {
  if (!event.hasContext()) return nullptr;
  for (const EventNumber cause : event.getContext().getCauses()) {
    const Use* use = before.useOf(cause);
    if (use == nullptr || use->counted != Counted::TRIGGERS || use->applied) continue;
    if (!isTriggered(abilityOf(before, use->definition, use->ability))) continue;
    if (!doneBy(before, event, use->card).empty()) return use;
  }
  return nullptr;
}

}  // namespace

bool appliesAtOnce(const State& before, const Rules& rules, Event::Reader event) {
  if (!knowsTraits(rules)) return false;
  const UseQuestion question = questionOf(before, event).use;
  const Ability* trait = abilityOf(before, question.definition, question.ability);
  if (trait == nullptr) return false;
  if (event.hasBegins() && event.getBegins().size() != 0) return true;
  if (isUsedUp(before, rules, asApplication(question))) return false;
  return !(trait->optional && rules.ruleset.reads(Reading::limit_by_choice)) &&
         rules.ruleset.reads(Reading::limit_by_failure);
}

std::optional<UseQuestion> applicationBy(const State& before, const Rules& rules, Event::Reader event) {
  if (!knowsTraits(rules)) return std::nullopt;
  if (event.isTraitTriggered()) {
    if (!event.hasBegins() || event.getBegins().size() == 0) return std::nullopt;
    const UseQuestion question = questionOf(before, event).use;
    if (!isTriggered(abilityOf(before, question.definition, question.ability))) return std::nullopt;
    return asApplication(question);
  }
  const Use* use = firstSignOf(before, event);
  return use == nullptr ? std::nullopt : std::optional(asApplication(questionOf(*use)));
}

void noteApplications(Fold& fold, Event::Reader event) {
  if (!knowsTraits(fold.rules)) return;
  const Use* first = firstSignOf(fold.state, event);
  if (first == nullptr) return;
  Use& use = fold.state.uses[static_cast<std::size_t>(first - fold.state.uses.data())];
  fold.state.fingerprint -= factOf(use);
  use.applied = true;
  fold.state.fingerprint += factOf(use);
}

}  // namespace docket
