#include "tools/lab/consulted_readings.h"

#include "tools/lab/compared_item.h"

namespace docket::lab {

ConsultedReadings::ConsultedReadings(const GameAtHand& game, NotingRules& noting)
    : game_(game),
      noting_(noting),
      tables_({.left = noting.rules->rules(), .right = noting.rules->rules(), .one_table = true}, none_) {
  noting.consulted = {};
}

void ConsultedReadings::read(const RunningState& running, EventNumber number, const HeldEvent& event,
                             const std::optional<EffectiveEvent>& judged) {
  const State& state = running.state();
  if (running.jumped()) {
    tables_.compareAll(state, state, number);
  } else {
    tables_.compare(state, state, running.step(), running.step(), number);
  }
  if (event->isRulingGiven()) {
    static_cast<void>(rulingWords(game_, noting_.rules, running.asKnownThen(), number, event->getRulingGiven()));
  }
  if (judged && judged->event->isDeckRegistered()) readDeck(state, judged->event->getDeckRegistered().getPlayer());
}

void ConsultedReadings::finish(const State& state) {
  tables_.finish(state, state, game_.last());
  static_cast<void>(outcomeWords(state, noting_.rules->rules()));
  noting_.cards.note(state);
}

void ConsultedReadings::readDeck(const State& state, Seat player) const {
  if (player == 0 || noting_.rules->ruleset.decks.empty()) return;
  const auto format = game_.header().getFormat();
  static_cast<void>(deckFaults(state, noting_.rules->rules(), player, {format.begin(), format.size()}));
}

}  // namespace docket::lab
