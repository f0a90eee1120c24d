#include "tools/lab/game_at_hand.h"

#include "engine/fold/reduce.h"
namespace docket::lab {

const Names& GameAtHand::names() const {
  if (!names_) {
    names_ = std::make_unique<Names>();
    forEach(1, last(), [&](EventNumber, schema::Event::Reader event) { names_->addOf(event); });
  }
  return *names_;
}

const History& GameAtHand::history() const {
  if (!history_) {
    history_ = std::make_unique<History>();
    forEach(1, last(), [&](EventNumber number, schema::Event::Reader event) { history_->add(number, event); });
  }
  return *history_;
}

State GameAtHand::stateAlong(const Rules& rules, const Path& path) const {
  State state = initialState(header(), rules);
  foldAlong(state, rules, *this, path);
  return state;
}

}  // namespace docket::lab
