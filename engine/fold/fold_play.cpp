#include "engine/fold/fold_play.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/derived/derived_values.h"
#include "engine/fold/erase_facts.h"
#include "engine/query/acts/permissions.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

/// True if two computed entries are the same saying of the same card: they have no identity to compare.
bool isSameSaying(const ComputedEntries& one_entries, const Entry& one, const ComputedEntries& other_entries,
                  const Entry& other) {
  return one.kind == other.kind && one.subject == other.subject && one.source == other.source &&
         one_entries.names[one.stat_or_name] == other_entries.names[other.stat_or_name];
}

}  // namespace

void keepSaying(Fold& fold, const Entry& entry, std::string_view act) {
  const auto says = saysOf(entry.kind);
  if (!says || !fold.ruleset().counts_ended_sayings) return;
  const Permission* permission = findPermission(fold.ruleset(), act);
  if (permission == nullptr) return;
  PlayState& play = fold.state.play;
  if (play.ended_group != fold.groupOrItself()) eraseFacts(fold.state, fold.state.play.ended);
  play.ended_group = fold.groupOrItself();
  play.ended.push_back({.subject = entry.subject,
                        .says = *says,
                        .act = static_cast<std::uint16_t>(permission - fold.ruleset().permissions.data()),
                        .source = entry.source,
                        .event = entry.event});
  fold.state.fingerprint += factOf(play.ended.back());
}

PlayFold::PlayFold(Fold& fold, const PendingEvent& pending)
    : fold_(fold), event_(pending.event), context_(pending.context()) {
  PlayState& play = fold.state.play;
  if (!play.ended.empty() && play.ended_group != fold.groupOrItself()) eraseFacts(fold.state, fold.state.play.ended);
  const auto is_forbidden = [&] { return isForbidden(pending); };
  forbidden_ = fold.ruleset().isOn(RuleSwitch::forbidden_cannot_be_paid, is_forbidden) && is_forbidden();
  for (std::size_t i = 0; i < fold.ruleset().periods.size(); ++i) {
    const PeriodNow& now = fold.state.periods[i];
    open_before_[i] = now.open ? now.began : 0;
  }
}

std::uint32_t PlayFold::endedPeriods() const {
  std::uint32_t ended = 0;
  for (std::size_t i = 0; i < fold_.ruleset().periods.size(); ++i) {
    const PeriodNow& now = fold_.state.periods[i];
    const bool goes_on = now.open && now.began == open_before_[i];
    if (open_before_[i] != 0 && !goes_on) ended |= 1U << i;
  }
  return ended;
}

void PlayFold::finish() {
  endComputedSayings();
  if (fold_.step.is_void) return;
  if (forbidden_) fold_.state.play.forbidden.push_back(fold_.now);
  decide();
}

void PlayFold::endComputedSayings() {
  if (!fold_.ruleset().counts_ended_sayings || !fold_.computed_before) return;
  const auto& before = *fold_.computed_before;
  if (before == nullptr || before == fold_.state.computed) return;
  const ComputedEntries nothing;
  const ComputedEntries& now = fold_.state.computed == nullptr ? nothing : *fold_.state.computed;
  for (const Entry& entry : before->entries) {
    if (!saysOf(entry.kind)) continue;
    const bool stays =
        ranges::any_of(now.entries, [&](const Entry& other) { return isSameSaying(*before, entry, now, other); });
    if (!stays) keepSaying(fold_, entry, before->names[entry.stat_or_name]);
  }
}

void PlayFold::decide() {
  State& state = fold_.state;
  Win& win = state.play.win;
  if (fold_.ruleset().wins.empty() || state.outcome.over) return;
  // After a win only simultaneous events can affect it.
  if (win.is_won && (fold_.group == 0 || fold_.group > win.event)) return;
  fold_.reportPendingChanges();
  const Decision decision = decideOutcome(state, fold_.rules, context_, endedPeriods(), state.derived.values().not_won);
  if (decision.undecided && state.play.undecided_at == 0) {
    state.play.undecided_at = fold_.now;
    state.fingerprint += factOfUndecided(fold_.now);
  }
  const Win now = wonBy(decision);
  if (now == win) return;
  if (win.is_won) state.fingerprint -= factOf(win);
  win = now;
  if (win.is_won) state.fingerprint += factOf(win);
}

/// The players who won with this event and the simultaneous ones before it.
Win PlayFold::wonBy(const Decision& decision) const {
  const Win& before = fold_.state.play.win;
  Win now = decision.win.value_or(Win{});
  now.event = now.is_won ? fold_.now : 0;
  if (now.is_won) now.context = context_;
  if (!before.is_won) return now;
  const bool is_same = now.is_won && now.rule == before.rule && now.winners == before.winners;
  const bool by_event = isAskedOfEvents(fold_.ruleset().wins[before.rule]);
  Win still = by_event ? remainingWin(fold_.state, fold_.rules, before) : is_same ? before : Win{};
  if (!still.is_won) return now;
  if (!now.is_won || (now.winners == still.winners && now.everybody == still.everybody)) return still;
  still.winners = 0;  // simultaneous wins cancel out
  still.everybody = schema::Everybody::NO;
  return still;
}

}  // namespace docket
