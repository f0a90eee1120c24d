#include "engine/judge/is_illegal.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/view/zip.hpp>

#include "engine/judge/text_act.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"

namespace docket {
namespace {

/// True if an act breaks a requirement, whatever is unknown. The fold evaluates this for every act: a plain requirement
/// needs only the use, and the whole event is read only if a requirement needs more.
bool breaksRequirement(const PendingEvent& pending) {
  const UseQuestion& use = pending.act().use;
  const Seat actor = pending.event.getActor();
  const Seat player = use.player != 0 ? use.player : actor;
  const EventContext plain{.card = use.card, .player = player, .own_act = isOwnAct(actor, player)};
  return ranges::any_of(requirementsOf(pending.rules, pending.event.which()), [&](const Requirement& requirement) {
    // A requirement on the state after the event cannot decide whether the event changes the state.
    if (requirement.after) return false;
    if (isPlain(requirement) && meetsPlainly(pending.before, pending.rules, plain, requirement.what)) return false;
    if (meets(pending, requirement) != TriState::no || lifts(pending, requirement)) return false;
    pending.rules.ruleset.note(requirement.clause);
    return true;
  });
}

/// True if a limit that is judged at such an event has no use left, whatever is unknown.
bool isExceeded(const State& before, const Rules& rules, schema::Event::Which payload, const UseQuestion& question,
                const ApplicableLimits& applicable) {
  return ranges::any_of(applicable.limits, [&](const ApplicableLimit& limit) {
    const std::string* clause = limit.limit->judgedAt(payload);
    if (clause == nullptr || countUses(before, rules, limit, question) < limit.max) return false;
    if (mayBeLifted(before, rules, *limit.limit)) return false;
    rules.ruleset.note(*clause);
    rules.ruleset.note(limit.limit->clause);
    return true;
  });
}

}  // namespace

bool isIllegal(const PendingEvent& pending) {
  if (!pending.act().is_act || !pending.before.skipped.empty()) return false;
  if (breaksRequirement(pending) || lostOrMissingAbility(pending)) return true;
  if (isExceeded(pending.before, pending.rules, pending.event.which(), pending.act().use, pending.limits()))
    return true;
  if (judgesCopiesNow(pending.rules, pending.event)) {
    for (const auto& [copy, limits] : ranges::views::zip(pending.addedCopies(), pending.limitsOfAddedCopies())) {
      if (isExceeded(pending.before, pending.rules, copy.act, copy.question, limits)) return true;
    }
  }
  if (isForbidden(pending)) return true;
  if (!pending.rules.hasReactionTo(pending.event.which())) return false;
  const auto text = textActOf(pending);
  return text && hasCertain(judgeText(pending, *text));
}

}  // namespace docket
