#include "tools/lab/consulted_readings.h"

#include <utility>

#include "engine/query/consulted_cards.h"
#include "tools/lab/compared_item.h"

namespace docket::lab {

ConsultedReadings::ConsultedReadings(const GameAtHand& game, std::shared_ptr<const GameRules> rules)
    : game_(game),
      rules_(std::move(rules)),
      tables_({.left = rules_->rules(), .right = rules_->rules()}, none_) {}  // the same, read as if it were not

void ConsultedReadings::read(const JudgedRunningState& follower, EventNumber number, const HeldEvent& event,
                             const std::optional<Judged>& judged) {
  const State& state = follower.state();
  if (follower.jumped()) {
    tables_.compareAll(state, state, number);
  } else {
    tables_.compare(state, state, follower.step(), follower.step(), number);
  }
  if (event->isRulingGiven()) {
    (void)rulingWords(game_, rules_, follower.asKnownThen(), number, event->getRulingGiven());
  }
  if (judged && judged->event->isDeckRegistered()) readDeck(state, judged->event->getDeckRegistered().getPlayer());
}

void ConsultedReadings::finish(const State& state) {
  tables_.finish(state, state, game_.last());
  (void)outcomeWords(state, rules_->rules());
  noteCards(state, rules_->rules());
}

void ConsultedReadings::readDeck(const State& state, Seat player) const {
  if (player == 0 || rules_->ruleset.decks.empty()) return;
  const auto format = game_.header().getFormat();
  (void)deckFaults(state, rules_->rules(), player, {format.begin(), format.size()});
}

}  // namespace docket::lab
