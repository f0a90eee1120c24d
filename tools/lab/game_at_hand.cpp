#include "tools/lab/game_at_hand.h"

#include <algorithm>

namespace docket::lab {

const Names& GameAtHand::names() const {
  if (!names_) {
    names_ = std::make_unique<Names>();
    forEach(1, last(), [&](EventNumber, schema::Event::Reader event) {
      if (!event.hasContext()) return;
      for (const auto name : event.getContext().getNames()) names_->number({name.begin(), name.size()});
    });
  }
  return *names_;
}

void GameAtHand::forEach(EventNumber first, EventNumber last, const Visit& visit) const {
  if (stored_ != nullptr) return stored_->forEach(first, last, visit);
  for (EventNumber number = std::max<EventNumber>(first, 1); number <= std::min(last, recorded_->size()); ++number)
    visit(number, recorded_->event(number));
}

State GameAtHand::stateAt(const Rules& rules, EventNumber at) const {
  History history;
  forEach(1, at, [&](EventNumber number, schema::Event::Reader event) { history.add(number, event); });
  State state = begin(header(), rules);
  foldAlong(state, rules, *this, history.pathTo(at));
  return state;
}

RecordTable recordOf(const GameAtHand& game, const Rules& rules) {
  return {game.last(), rules, [&game, rules](EventNumber at) { return game.stateAt(rules, at); },
          [&game](EventNumber number) { return game.event(number); }};
}

}  // namespace docket::lab
