// The events of a game that a user can jump to: those with a finding, rulings that do not hold, those that touch a
// card. The latter are found stretch by stretch from the current event.
// Invariant: whether an event is a landmark does not depend on what was asked before.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/game/keyframing.h"
#include "tools/render/annotated_log.h"

namespace docket::step {

enum class Direction : std::uint8_t { forward, back };

class Landmarks {
 public:
  /// The game and its log must outlive it.
  Landmarks(const OpenGame& game, const AnnotatedLog& log);

  /// The nearest event after `from` (before it, going back) that breaks a rule, or that gives a ruling that is not
  /// right; 0 if there is none.
  [[nodiscard]] EventNumber finding(EventNumber from, Direction direction);
  /// The nearest such event that touches a card: that names it, changes it, or changes what its readings rest on.
  [[nodiscard]] EventNumber touching(CardIndex card, EventNumber from, Direction direction);

 private:
  /// The cards that the events between two keyframes touch, in order, each pair once.
  using Stretch = std::vector<std::pair<CardIndex, EventNumber>>;
  const Stretch& stretch(EventNumber number);
  void look(Stretch& at, EventNumber first, EventNumber last);
  /// Adds the cards that events touched; `now` is the stretch that is being looked at, from event `now_first` on.
  void addTouchedBy(EventNumber first, EventNumber last, const Stretch& now, EventNumber now_first,
                    std::vector<CardIndex>& cards);

  const OpenGame& game_;
  const AnnotatedLog& log_;
  std::vector<std::unique_ptr<const Stretch>> stretches_;
  std::optional<std::vector<EventNumber>> findings_;
};

}  // namespace docket::step
