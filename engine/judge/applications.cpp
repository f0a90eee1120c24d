#include "engine/judge/applications.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/judge/effects.h"
#include "engine/query/cards/card_text.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/rules/payload_set.h"

namespace docket {
namespace {

bool knowsTraits(const Rules& rules) { return hasPayload(rules.catalogue.reacted_to, schema::Event::TRAIT_TRIGGERED); }

/// Other effects are applied on their own (counted_copies.h).
bool isTriggered(const Ability* trait) { return trait != nullptr && trait->kind == schema::Ability::Kind::TRIGGERED; }

/// The activation whose effect an event applies: by its resolution, or at once if it is not a link of a chain. Empty if
/// its ability names no limit on applications.
std::optional<UseQuestion> gainedBy(const PendingEvent& pending) {
  const State& before = pending.before;
  const schema::Event::Reader event = pending.event;
  std::optional<UseQuestion> question;
  if (event.isAbilityActivated() && event.getAbilityActivated().getLink() == 0) {
    question = asApplication(pending.act().use);
  } else if (event.isActivationResolved()) {
    const Use* use = before.useOf(event.getActivationResolved().getActivation());
    if (use == nullptr || use->counted != Limit::Counted::ACTIVATIONS || use->applied || isNegated(*use))
      return std::nullopt;
    question = asApplication(questionOf(before, *use));
  }
  if (!question) return std::nullopt;
  const Ability* text = textOf(before, pending.rules, abilityKeyOf(*question));
  const bool limited = text != nullptr && ranges::any_of(text->limits, [&](const LimitOf& limit) {
                         return pending.rules.ruleset.limits[limit.limit].counted == Limit::Counted::APPLICATIONS;
                       });
  return limited ? question : std::nullopt;
}

}  // namespace

UseQuestion asApplication(UseQuestion question) {
  question.counted = Limit::Counted::APPLICATIONS;
  return question;
}

bool isUsedUp(const State& state, const Rules& rules, const UseQuestion& question) {
  return ranges::any_of(limitsOf(state, rules, question).limits, [&](const ApplicableLimit& limit) {
    if (countUses(state, rules, limit, question) < limit.max) return false;
    rules.ruleset.note(limit.limit->clause);
    return true;
  });
}

bool isNegated(const Use& use) { return use.negated || use.effect_negated; }

bool appliesAtOnce(const PendingEvent& pending) {
  if (!knowsTraits(pending.rules)) return false;
  const UseQuestion& question = pending.act().use;
  const Ability* trait = abilityOf(pending.before, question.definition, question.ability);
  if (trait == nullptr) return false;
  if (pending.event.hasBegins() && pending.event.getBegins().size() != 0) return true;
  if (isUsedUp(pending.before, pending.rules, asApplication(question))) return false;
  const auto is_limited = [&] {
    return !limitsOf(pending.before, pending.rules, asApplication(question)).limits.empty();
  };
  return !(trait->optional && pending.rules.ruleset.isOn(RuleSwitch::chosen_effect_uses_limit)) &&
         pending.rules.ruleset.isOn(RuleSwitch::failed_effect_uses_limit, is_limited);
}

const Use* firstSignOf(const PendingEvent& pending) {
  if (!knowsTraits(pending.rules)) return nullptr;
  for (const EventNumber cause : pending.recorded_context.causes) {
    const Use* use = pending.before.useOf(cause);
    if (use == nullptr || use->counted != Limit::Counted::TRIGGERS || use->applied) continue;
    if (!isTriggered(abilityOf(pending.before, use->definition, use->ability))) continue;
    if (!recordedChanges(pending.before, pending.rules, pending.event, use->card).empty()) return use;
  }
  return nullptr;
}

std::optional<UseQuestion> applicationBy(const PendingEvent& pending) {
  if (pending.rules.ruleset.counts(Limit::Counted::APPLICATIONS)) {
    if (auto gained = gainedBy(pending)) return gained;
  }
  if (!knowsTraits(pending.rules)) return std::nullopt;
  if (pending.event.isTraitTriggered()) {
    if (!pending.event.hasBegins() || pending.event.getBegins().size() == 0) return std::nullopt;
    const UseQuestion& question = pending.act().use;
    if (!isTriggered(abilityOf(pending.before, question.definition, question.ability))) return std::nullopt;
    return asApplication(question);
  }
  const Use* use = firstSignOf(pending);
  return use == nullptr ? std::nullopt : std::optional(asApplication(questionOf(pending.before, *use)));
}

}  // namespace docket
