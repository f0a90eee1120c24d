// The events of a game that a user can jump to: those with a finding, rulings that do not hold, those that touch a
// card. Found stretch by stretch from the current event; each stretch is judged once. Invariant: whether an event is a
// landmark does not depend on what was asked before.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/game/keyframing.h"
#include "tools/game/open_game_record.h"
#include "tools/words/turn_labels.h"

namespace docket::step {

enum class Direction : std::uint8_t { forward, back };

class Landmarks {
 public:
  /// Game and moments must outlive it.
  Landmarks(const OpenGame& game, const TurnLabels& turn_labels);

  /// The nearest event after `from` (before it, going back) that breaks a rule, or that gives a ruling that is not
  /// right; 0 if there is none.
  [[nodiscard]] EventNumber finding(EventNumber from, Direction direction);
  /// The nearest such event that touches a card: that names it, changes it, or changes what its readings rest on.
  [[nodiscard]] EventNumber touching(CardIndex card, EventNumber from, Direction direction);

 private:
  /// The landmarks between two keyframes.
  struct Stretch {
    std::vector<EventNumber> findings;
    std::vector<std::pair<CardIndex, EventNumber>> touched;  // in order, each once
  };
  const Stretch& stretch(EventNumber number);
  [[nodiscard]] bool isIllegalCorrection(EventNumber number);
  void look(Stretch& at, EventNumber first, EventNumber last);
  /// Adds the cards that events touched; `now` is the stretch that is being looked at, from event `now_first` on.
  void addTouchedBy(EventNumber first, EventNumber last, const Stretch& now, EventNumber now_first,
                    std::vector<CardIndex>& cards);
  template <class Candidates>
  [[nodiscard]] EventNumber nearest(EventNumber from, Direction direction, const Candidates& candidates);

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  std::vector<std::unique_ptr<const Stretch>> stretches_;
  std::optional<std::set<EventNumber>> illegal_corrections_;  // what they say happened is against the rules
};

}  // namespace docket::step
