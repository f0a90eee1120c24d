#include "tools/lab/consulted_readings.h"

#include "tools/lab/compared_item.h"

namespace docket::lab {

ConsultedReadings::ConsultedReadings(const LabGame& game, FootprintRules& footprints)
    : game_(game),
      footprints_(footprints),
      tables_({.left = footprints.rules->rules(), .right = footprints.rules->rules(), .one_table = true}, none_) {
  footprints.consulted = {};
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
    static_cast<void>(rulingWords(game_, footprints_.rules, running.recordedState(), number, event->getRulingGiven()));
  }
  if (judged && judged->event->isDeckRegistered()) readDeck(state, judged->event->getDeckRegistered().getPlayer());
}

void ConsultedReadings::finish(const State& state) {
  tables_.finish(state, state, game_.last());
  static_cast<void>(outcomeWords(state, footprints_.rules->rules()));
  footprints_.cards.note(state);
}

void ConsultedReadings::readDeck(const State& state, Seat player) const {
  if (player == 0 || footprints_.rules->ruleset.decks.empty()) return;
  const auto format = game_.header().getFormat();
  static_cast<void>(deckFaults(state, footprints_.rules->rules(), player, {format.begin(), format.size()}));
}

}  // namespace docket::lab
