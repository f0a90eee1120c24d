// The rules of play being folded: what an event settles of the words that ended, and of the game's winner.
// Only made under a ruleset that has such rules (Ruleset::plays).
#pragma once

#include <array>

#include "engine/fold/fold.h"
#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/outcome.h"

namespace docket {

/// One event's part in the rules of play. Made before the event is applied, when its names are known; the event
/// outlives it.
class PlayFold {
 public:
  PlayFold(Fold& fold, const EventAtHand& at);
  /// When the event was applied and the computed entries are there.
  void finish();

 private:
  void endComputedSayings();
  void decide();
  [[nodiscard]] Won wonBy(const Decision& decision) const;
  /// The periods of which one has ended with the event, a bit each.
  [[nodiscard]] std::uint32_t endedPeriods() const;

  Fold& fold_;
  schema::Event::Reader event_;
  const EventContext& happening_;
  bool forbidden_ = false;
  std::array<EventNumber, kMostPeriods> open_before_{};  // when each period that was under way had begun; 0: none was
};

/// An entry of the ledger that ends: where it is a saying that can still speak, it is kept until its group is over.
void keepSaying(Fold& fold, const Entry& entry, std::string_view act);

}  // namespace docket
