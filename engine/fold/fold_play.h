// Folds the rules of play: the sayings that an event ends, and the game's winner. Only used under a ruleset with such
// rules (Ruleset::has_rules_of_play).
#pragma once

#include <array>

#include "engine/fold/fold.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/pending_event.h"

namespace docket {

/// The rules of play for one event. Construct it before the event is applied, when its names are known; the event must
/// outlive it.
class PlayFold {
 public:
  PlayFold(Fold& fold, const PendingEvent& pending);
  /// Call after the event was applied and the computed entries are up to date.
  void finish();

 private:
  void endComputedSayings();
  void decide();
  [[nodiscard]] Win wonBy(const Decision& decision) const;
  /// The kinds of periods that ended with the event, one bit each.
  [[nodiscard]] std::uint32_t endedPeriods() const;

  Fold& fold_;
  schema::Event::Reader event_;
  const EventContext& context_;
  bool forbidden_ = false;
  std::array<EventNumber, kMaxPeriods> open_before_{};  // the event that began each open period; 0: it was not open
};

/// Called for a ledger entry that ends: a saying that can still take effect is kept until its group is over.
void keepSaying(Fold& fold, const Entry& entry, std::string_view act);

}  // namespace docket
