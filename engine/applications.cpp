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
const Use* firstSignOf(const State& before, const Rules& rules, Event::Reader event) {
  if (!event.hasContext()) return nullptr;
  for (const EventNumber cause : event.getContext().getCauses()) {
    const Use* use = before.useOf(cause);
    if (use == nullptr || use->counted != Counted::TRIGGERS || use->applied) continue;
    if (!isTriggered(abilityOf(before, use->definition, use->ability))) continue;
    if (!doneBy(before, rules, event, use->card).empty()) return use;
  }
  return nullptr;
}

/// The activation whose effect is applied by an event: by its resolution, or at once where it is no link of a chain. Of
/// an ability that names a limit on that.
std::optional<UseQuestion> gainedBy(const State& before, const Rules& rules, Event::Reader event) {
  std::optional<UseQuestion> question;
  if (event.isAbilityActivated() && event.getAbilityActivated().getLink() == 0) {
    question = asApplication(questionOf(before, event).use);
  } else if (event.isActivationResolved()) {
    const Use* use = before.useOf(event.getActivationResolved().getActivation());
    if (use == nullptr || use->counted != Counted::ACTIVATIONS || use->applied || isNegated(*use)) return std::nullopt;
    question = asApplication(questionOf(before, *use));
  }
  if (!question) return std::nullopt;
  const Ability* text = textOf(before, rules, abilityOf(*question));
  const bool limited = text != nullptr && ranges::any_of(text->limits, [&](const LimitOf& of) {
                         return rules.ruleset.limits[of.limit].counted == Counted::APPLICATIONS;
                       });
  return limited ? question : std::nullopt;
}

}  // namespace

bool isNegated(const Use& use) { return use.negated || use.effect_negated; }

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
  if (rules.ruleset.counts(Counted::APPLICATIONS)) {
    if (auto gained = gainedBy(before, rules, event)) return gained;
  }
  if (!knowsTraits(rules)) return std::nullopt;
  if (event.isTraitTriggered()) {
    if (!event.hasBegins() || event.getBegins().size() == 0) return std::nullopt;
    const UseQuestion question = questionOf(before, event).use;
    if (!isTriggered(abilityOf(before, question.definition, question.ability))) return std::nullopt;
    return asApplication(question);
  }
  const Use* use = firstSignOf(before, rules, event);
  return use == nullptr ? std::nullopt : std::optional(asApplication(questionOf(before, *use)));
}

void noteApplications(Fold& fold, Event::Reader event) {
  if (!knowsTraits(fold.rules)) return;
  const Use* first = firstSignOf(fold.state, fold.rules, event);
  if (first == nullptr) return;
  Use& use = fold.state.uses[static_cast<std::size_t>(first - fold.state.uses.data())];
  fold.state.fingerprint -= factOf(use);
  use.applied = true;
  fold.state.fingerprint += factOf(use);
}

}  // namespace docket
