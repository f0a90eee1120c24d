#include "tools/lab/game_at_hand.h"

#include <algorithm>

#include "engine/judge.h"

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

std::shared_ptr<const State> RecordAtHand::before(EventNumber number) const {
  if (kept_ == nullptr || kept_before_ != number) {
    kept_ = std::make_shared<const State>(game_.stateAt(rules_, number - 1));
    kept_before_ = number;
  }
  return kept_;
}

std::vector<Finding> RecordAtHand::findings(EventNumber number) const {
  const HeldEvent asked = event(number);
  return judge(*before(number), rules_, number, asked);
}

}  // namespace docket::lab
