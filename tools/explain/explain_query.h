// A question about a game at a point, as typed after the game's name in `docket explain` or while stepping through a
// game.
//   '#12' Force       a stat          limit '#12' [2]   the limits of a card, of its ability 2
//   P1 honor          a value         legal [57]        an event; without a number the one after which the point is
//   '#12' controller  who has it      any other word    an expression
// Invariant: a question only reads the game; the same question has the same answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/explain/explanation.h"
#include "tools/game/game_loader.h"
#include "tools/game/open_game_record.h"
#include "tools/words/turn_labels.h"

namespace docket {

class Question {
 public:
  /// A question after event `at`; an event that a judge corrected before that counts as corrected. `player`: the user
  /// for questions about limits; 0: the card's controller. The game and the turn labels must outlive it. Throws
  /// BadInput for an event that does not exist.
  Question(const OpenGame& game, const TurnLabels& turn_labels, std::vector<std::string> asked, EventNumber at,
           Seat player = 0);

  /// The event that the answer is about: the one asked for if the question is about legality.
  [[nodiscard]] EventNumber at() const { return at_; }
  /// The words about the table on which it is answered.
  [[nodiscard]] const Words& words() const { return words_; }
  /// "After event 30, turn 3, action phase".
  [[nodiscard]] std::string when() const;

  /// The explanation. Throws BadInput for an invalid question, with the nearest valid one.
  [[nodiscard]] Explained answer() const;
  /// The answer to a question "why not": `legal [57]`, what forbids an event; an act that did not happen, as
  /// `docket ask --act` takes it; `'#12' Force [15 or '#3']`, the changes that do not count among those that event 15
  /// or card #3 began. Throws BadInput.
  [[nodiscard]] Explained whyNot() const;

 private:
  [[nodiscard]] State stateFor() const;
  [[nodiscard]] Entity subject() const;
  [[nodiscard]] Explained limits() const;
  [[nodiscard]] Explained reading(Entity subject) const;
  /// Explains a value that is the base of a stat: each event that changed it, then the steps of the stat, if changes
  /// apply.
  [[nodiscard]] Explained boundedValue(Entity subject, StatIndex stat, ValueIndex base) const;
  [[nodiscard]] Explained expressionAnswer() const;
  /// The answer for an event that a correction removed.
  [[nodiscard]] Explained nothingHappened() const;
  [[nodiscard]] std::optional<StatIndex> statNamed(std::string_view name) const;
  [[nodiscard]] std::uint32_t valueNamed(Entity subject, std::string_view name) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  OpenGameRecord record_;
  std::vector<std::string> asked_;
  Seat player_;
  Rules rules_;
  bool about_legality_;
  EventNumber at_;
  State state_;
  Words words_;
};

}  // namespace docket
