#include "engine/fold/uses.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/none_of.hpp>
#include <utility>

#include "engine/fold/erase_facts.h"
#include "engine/fold/fold.h"
#include "engine/fold/ledger.h"
#include "engine/query/cards/granted_ability.h"
#include "engine/query/limits/limits.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

/// The index in State::last_of_use_list of a definition's list; created if missing.
std::uint32_t useListOf(State& state, std::uint32_t definition) {
  const std::size_t found = findUseList(state, definition);
  if (found == state.use_lists.size()) {
    state.use_lists.push_back(useListNumber(state, definition));
    state.last_of_use_list.push_back(kNone);
  }
  return static_cast<std::uint32_t>(found);
}

/// True if a use can still be counted after the period with which uses are dropped.
bool outlasts(const Fold& fold, const Use& use) {
  if (fold.ruleset().uses_outlast) return true;
  const Definition* definition = fold.state.definitions->known[use.definition];
  return definition == nullptr ? fold.rules.catalogue.outlasts : definition->outlasts;
}

/// True if a use is of an ability with a name that was granted to a subject: a granted one, or a printed one of that
/// name.
bool isUseOf(const State& state, const Use& use, Entity subject, NameNumber name) {
  const Entity bearer = use.card != kNone ? use.card : entityOf(EntityKind::player, use.player);
  const AbilityKey granted{
      .card = use.card, .player = use.player, .definition = use.definition, .name = state.vocabulary->names.text(name)};
  return bearer == subject && use.counted == schema::Limit::Counted::ACTIVATIONS &&
         isSameAbility(state, abilityKeyOf(state, use), granted);
}

/// True if a use may change stats in an unread way: its card, its text, or the ability used is unknown.
bool isUnreadOnStats(const State& state, const Use& use) {
  const Definition* known = state.definitions->known[use.definition];
  if (known == nullptr) return true;
  if (known->unread.has(schema::Matter::STATS) || known->unread.has(schema::Matter::USED_STATS)) return true;
  return use.ability > known->abilities.size();
}

/// The use that has an event as its effect: the event's cause is its activation or resolution. Null: none.
const Use* useCausing(const State& state, EventNumber cause) {
  if (cause == 0) return nullptr;
  if (const Use* use = state.useOf(cause)) return use;
  const auto found = ranges::find(state.uses, cause, &Use::resolved_at);
  return found == state.uses.end() ? nullptr : &*found;
}

}  // namespace

void appendUse(State& state, const Use& use) {
  const std::uint32_t list = useListOf(state, use.definition);
  Use& added = state.uses.emplace_back(use);
  added.use_list = list;
  added.previous_in_use_list =
      std::exchange(state.last_of_use_list[list], static_cast<UseIndex>(state.uses.size() - 1));
}

void noteTurnedDown(Fold& fold, CardIndex card) {
  State& state = fold.state;
  // If the cause is not recorded, it may be the effect that resolved last.
  const bool is_cause_unrecorded = fold.step.cause == 0;
  const Use* cause = useCausing(state, is_cause_unrecorded ? state.latest_activation : fold.step.cause);
  const bool is_own = cause != nullptr && cause->card == card && (!is_cause_unrecorded || cause->resolved);
  const AbilityKey cause_ability = is_own ? abilityKeyOf(state, *cause) : AbilityKey{};
  for (Use& use : state.uses) {
    if (use.card != card) continue;
    const bool by_itself = is_own && isSameAbility(state, cause_ability, abilityKeyOf(state, use));
    EventNumber& turned = !by_itself            ? use.turned_by_other
                          : is_cause_unrecorded ? use.turned_by_unrecorded
                                                : use.turned_by_itself;
    changeFact(state, use, [&] { turned = fold.now; });
  }
}

void recordUse(Fold& fold, const Use& use) {
  fold.state.fingerprint += factOf(use);
  appendUse(fold.state, use);
  if (isUnreadOnStats(fold.state, use) && fold.ruleset().isOn(RuleSwitch::uses_leave_stats_unrecorded)) {
    fold.state.unrecorded = {.by = use.card, .until = fold.now, .goes_on = true};
    fold.state.fingerprint.changed |= StateParts::of(StatePart::observations);  // no stat is certain any more
  }
}

void negateActivation(Fold& fold, EventNumber activation, bool effect_only) {
  Use* use = fold.state.useOf(activation != 0 ? activation : fold.state.latest_activation);
  if (use == nullptr || (effect_only ? use->effect_negated : use->negated)) return;
  changeFact(fold.state, *use, [&] { (effect_only ? use->effect_negated : use->negated) = true; });
  endEntriesOfEvent(fold, use->first_entry);
}

void resolveActivation(Fold& fold, EventNumber activation) {
  if (Use* use = fold.state.useOf(activation); use != nullptr) {
    changeFact(fold.state, *use, [&] {
      use->resolved = true;
      use->resolved_at = fold.now;
      const bool counts = fold.ruleset().counts(schema::Limit::Counted::APPLICATIONS);
      use->applied = use->applied || (counts && !use->negated && !use->effect_negated);
    });
  }
  for (Link& link : fold.state.chain) {
    if (link.activation != activation) continue;
    changeFact(fold.state, link, [&] { link.resolved = true; });
  }
}

void forgetUses(Fold& fold) {
  State& state = fold.state;
  // Visits only the uses since the last call: those kept earlier stay.
  for (std::size_t i = state.uses.size(); i-- > state.uses_kept;) {
    state.last_of_use_list[state.uses[i].use_list] = state.uses[i].previous_in_use_list;
  }
  for (std::size_t i = state.uses_kept; i < state.uses.size(); ++i) {
    if (const Use use = state.uses[i]; outlasts(fold, use)) {
      UseIndex& last = state.last_of_use_list[use.use_list];
      state.uses[state.uses_kept] = use;
      state.uses[state.uses_kept].previous_in_use_list = last;
      last = state.uses_kept++;
    } else {
      state.fingerprint -= factOf(use);
    }
  }
  state.uses.resize(state.uses_kept);
  eraseFacts(state, state.ended_grants, [&](const EndedGrant& grant) {
    return ranges::none_of(state.uses, [&](const Use& use) { return isUseOf(state, use, grant.subject, grant.name); });
  });
  state.latest_activation = 0;
  state.unrecorded.goes_on = false;
}

void keepEndedGrant(Fold& fold, const Entry& grant) {
  State& state = fold.state;
  const bool used = ranges::any_of(state.uses, [&](const Use& use) {
    return use.event >= grant.event && isUseOf(state, use, grant.subject, grant.stat_or_name);
  });
  if (!used) return;
  state.ended_grants.push_back(
      {.subject = grant.subject, .name = grant.stat_or_name, .began = grant.event, .ended = fold.now});
  state.fingerprint += factOf(state.ended_grants.back());
}

void reidentifyUses(Fold& fold, CardIndex card) {
  State& state = fold.state;
  bool changed = false;
  for (Use& use : state.uses) {
    // An instance keeps its identity; a card that was shuffled away meanwhile is another one.
    if (use.card != card || use.definition != 0 || use.event < state.cards[card].arrived) continue;
    changeFact(state, use, [&] { use.definition = state.cards[card].definition; });
    changed = true;
  }
  if (!changed) return;
  const std::vector<Use> all = std::move(state.uses);
  state.uses.clear();
  state.use_lists.clear();
  state.last_of_use_list.clear();
  for (const Use& use : all) appendUse(state, use);
}

}  // namespace docket
