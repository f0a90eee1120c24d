// The judge: the rules that an event breaks, as a pure function of the state before it. A finding cites a clause
// and the events that it rests on. The reducer asks the same predicate where the ruleset holds illegal acts void.
#pragma once

#include <memory>
#include <vector>

#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/finding.h"

namespace docket {

/// What the table and the rules have against an event, in order of precedence: what is impossible (table_sense.h),
/// requirements, then limits as the ruleset lists them. Empty for a legal event and for one that is not an act. Of an
/// event whose card is not there nothing else is asked. Before these stands what judgeGroup() finds of the events that
/// happened at the same time and ended with the one before.
std::vector<Finding> judge(const EventAtHand& at);

/// What is found of the latest events that happened at the same time as judged of a given moment, when all of them have
/// happened: cards that share a slot, copies beyond a limit. `after`: the state after the last of them. judge() and
/// Judging find it with the first event that comes after them; Finding::event is the event that brought the card.
std::vector<Finding> judgeGroup(const State& after, const Rules& rules);

/// What judge() finds, for whoever folds the event next: what is asked of the table before it is asked when this is
/// made, and what is asked of the table as the event leaves it when it is folded. So it is folded once, for judge and
/// state together, and no state is copied. What traits do that never settle is asked for by itself (cyclesBegun).
/// Invariant: what it finds is what judge() finds, in that order.
class Judging {
 public:
  /// Asks what is asked of the table before the event, which must outlive this; its table may change. Of an event that
  /// goes back the table after it is that of another event, so that what is asked of it is asked at once.
  explicit Judging(const EventAtHand& asked);

  /// The event as it is judged: knowing what it says itself, where that matters.
  [[nodiscard]] const EventAtHand& event() const { return *at_; }
  /// Whether something is asked of the table after it.
  [[nodiscard]] bool waits() const { return !later_.empty(); }
  /// All there is against it. `after`: the table as it leaves it. Nothing is asked of it afterwards.
  [[nodiscard]] std::vector<Finding> findings(const State& after) &&;

 private:
  /// What is asked of the table after it.
  struct Later {
    std::size_t place;               // of what it finds, in found_
    const Requirement* requirement;  // null: the copies of cards that are new
  };

  void judgeKnowing(bool changes_obligations);
  void judgeRequirements();
  void judgeCopies();
  void askAfter(const State& after);
  void askOf(const State& after, const Requirement* requirement, std::vector<Finding>& found) const;

  const EventAtHand* at_;
  std::vector<Finding> of_group_;  // of the events before it, which happened at the same time
  std::vector<Finding> found_;     // in order of precedence
  std::vector<Later> later_;       // in that order too
};

/// What holds the cycles that there are in a state; null where there are none.
std::shared_ptr<const ComputedEntries> cyclesIn(const State& state);
/// What shows when event `number` has been folded: the cycles that began with it. `before`: cyclesIn() the state
/// before.
std::vector<Finding> cyclesBegun(const std::shared_ptr<const ComputedEntries>& before, const State& after,
                                 const Rules& rules, EventNumber number);

/// What judge() finds of an event that is supposed: nobody has to say by what control changes.
std::vector<Finding> judgeHypothetical(const EventAtHand& at);

/// Whether judge() would find something certain against an act; without the evidence, and without memory from the heap.
/// The state knows what the event says of names and cards.
bool isIllegal(const EventAtHand& at);

}  // namespace docket
