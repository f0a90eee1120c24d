#include "tools/lab/lab_game.h"

#include "engine/fold/reduce.h"
namespace docket::lab {

const Names& LabGame::names() const {
  if (!names_) {
    names_ = std::make_unique<Names>();
    forEach(1, last(), [&](EventNumber, schema::Event::Reader event) { names_->addOf(event); });
  }
  return *names_;
}

const History& LabGame::history() const {
  if (!history_) {
    history_ = std::make_unique<History>();
    forEach(1, last(), [&](EventNumber number, schema::Event::Reader event) { history_->add(number, event); });
  }
  return *history_;
}

State LabGame::stateAlong(const Rules& rules, const Path& path) const {
  State state = initialState(header(), rules);
  foldAlong(state, rules, *this, path);
  return state;
}

}  // namespace docket::lab
