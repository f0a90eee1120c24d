// A walk through a game: a position, and the moves to another. views.h shows what is there; nothing here depends on a
// terminal or a script.
// Invariant: the position is 0, before the first event, or the number of an event, the table the one after it.
#pragma once

#include <string>

#include "tools/game/game_loader.h"
#include "tools/render/annotated_log.h"
#include "tools/step/instructions.h"
#include "tools/step/landmarks.h"
#include "tools/step/near_states.h"
#include "tools/words/turn_labels.h"

namespace docket::step {

/// The result of a move.
struct Moved {
  bool moved = false;
  std::string note{};  ///< why not: "no finding after event 30"
};

/// True if an instruction moves.
[[nodiscard]] bool isMove(Verb verb);

class Stepper {
 public:
  /// Begins after event `at`. The game must outlive it.
  Stepper(const OpenGame& game, EventNumber at);

  [[nodiscard]] const OpenGame& game() const { return game_; }
  [[nodiscard]] const TurnLabels& turnLabels() const { return turn_labels_; }
  [[nodiscard]] const AnnotatedLog& log() const { return log_; }
  [[nodiscard]] EventNumber at() const { return at_; }
  /// The table at the position.
  [[nodiscard]] std::shared_ptr<const State> state() { return states_.at(at_); }
  /// The card that `card` followed last; kNone if none was yet.
  [[nodiscard]] CardIndex followed() const { return followed_; }
  /// "event 15 of 43, turn 2, action phase".
  [[nodiscard]] std::string where() const;

  /// Makes the move of an instruction for which isMove() holds. Throws BadInput for words that are no move here; then
  /// the position stays as it was.
  Moved move(const Instruction& instruction);

 private:
  Moved go(EventNumber to, const std::string& otherwise);
  Moved byCount(const Instruction& instruction, Direction direction);
  Moved toTurn(const Instruction& instruction);
  Moved toFinding(const Instruction& instruction);
  Moved toCard(const Instruction& instruction);

  const OpenGame& game_;
  TurnLabels turn_labels_;
  NearStates states_;
  AnnotatedLog log_;
  Landmarks landmarks_;
  EventNumber at_;
  CardIndex followed_ = kNone;
};

}  // namespace docket::step
