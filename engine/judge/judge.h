// The judge: finds the rules that an event breaks, as a pure function of the state before it. A finding cites a clause
// and the events that it rests on.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"

namespace docket {

/// The findings against an event: impossible assumptions (table_check.h), the order of periods and lost abilities,
/// requirements, limits in the ruleset's order, then copies, rules of play and obligations. Empty for a legal event and
/// for one that is not an act. If the event's card does not exist, nothing else is checked. Findings of judgeGroup() on
/// the simultaneous events that ended with the previous event come first.
std::vector<Finding> judge(const PendingEvent& pending);

/// The findings on the latest simultaneous events that are judged only when all of them have happened: cards that share
/// a slot, copies beyond a limit, requirements on the state after an event. `after`: the state after the last of them.
/// judge() and EventJudge report them with the first event after the group; Finding::event is the event that moved the
/// card.
std::vector<Finding> judgeGroup(const State& after, const Rules& rules);

/// Judges an event that is folded next. The constructor checks everything that depends on the state before the event;
/// findings() checks the rest in the state after it. Thus the event is folded once for judge and state together, and no
/// state is copied. Cycles of traits are checked separately (cyclesBegun).
/// Invariant: it returns the findings of judge(), in the same order.
class EventJudge {
 public:
  /// Runs the checks on the state before the event. The event must outlive this; its state may change. A rewind or a
  /// correction leads to an unrelated state, so all checks of such an event run at once.
  explicit EventJudge(const PendingEvent& pending);

  /// The event as it is judged: PendingEvent::informed() if the names and identities that it gives matter.
  [[nodiscard]] const PendingEvent& event() const { return *pending_; }
  /// True if checks on the state after it remain.
  [[nodiscard]] bool hasLaterChecks() const { return copies_index_ || !later_requirements_.empty(); }
  /// All findings against it. `after`: the state after the event. Call once, last.
  [[nodiscard]] std::vector<Finding> findings(const State& after) &&;

 private:
  /// A requirement on the state after the event.
  struct LaterRequirement {
    std::size_t index;  // in found_, for its finding
    const Requirement* requirement;
  };

  void judgeInformed(bool changes_obligations);
  void judgeRequirements();
  void judgeCopies();
  void judgeAfter(const State& after);

  const PendingEvent* pending_;
  std::vector<Finding> group_findings_;               // on the simultaneous events before it
  std::vector<Finding> found_;                        // in order of precedence
  std::vector<LaterRequirement> later_requirements_;  // in the same order
  std::optional<std::size_t> copies_index_;           // in found_, if copies are counted in the state after the event
};

/// The computed entries of a state, if they contain cycles; else null. Holding them keeps the cycles valid after the
/// next event is folded.
std::shared_ptr<const ComputedEntries> cyclesIn(const State& state);
/// The cycles that began with event `number`, found after it was folded. `before`: cyclesIn() of the state before.
std::vector<Finding> cyclesBegun(const std::shared_ptr<const ComputedEntries>& before, const State& after,
                                 const Rules& rules, EventNumber number);

/// The findings of judge() on a hypothetical event: a change of control needs no cause.
std::vector<Finding> judgeHypothetical(const PendingEvent& pending);

}  // namespace docket
