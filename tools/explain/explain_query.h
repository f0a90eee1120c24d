// What can be explained about a game at a point, as it is asked: in the words that follow the game's name after
// `docket explain`, or that a step through a game takes.
//   '#12' Force       a stat          limit '#12' [2]   the limits of a card, of its ability 2
//   P1 honor          a value         legal [57]        an event; without a number the one after which the point is
//   '#12' controller  who has it      any other word    an expression
// Invariant: a question reads the game and changes nothing; asked again it has the same answer.
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
  /// Asked after event `at`: of an event that a judge corrected before that, what happened in its place. `player`:
  /// whose use a limit is asked for; 0: of who controls the card. Game and moments must outlive it. Throws BadInput for
  /// an event that is not there.
  Question(const OpenGame& game, const TurnLabels& turn_labels, std::vector<std::string> asked, EventNumber at,
           Seat player = 0);

  /// The event that the answer is about: the one asked for if the question is about legality.
  [[nodiscard]] EventNumber at() const { return at_; }
  /// About the table with which it is answered.
  [[nodiscard]] const Words& words() const { return words_; }
  /// "After event 30, turn 3, action phase".
  [[nodiscard]] std::string when() const;

  /// Why it is so. Throws BadInput for what cannot be asked, with the nearest that can.
  [[nodiscard]] Explained answer() const;
  /// Why not, for other words: legal [57], what forbids an event; an act that did not happen, as
  /// `docket ask --act` takes it; '#12' Force [15 or '#3'], the changes that do not count, of those that event 15 or
  /// card #3 began. Throws BadInput likewise.
  [[nodiscard]] Explained whyNot() const;

 private:
  [[nodiscard]] State stateFor() const;
  [[nodiscard]] Entity subject() const;
  [[nodiscard]] Explained limits() const;
  [[nodiscard]] Explained reading(Entity subject) const;
  /// Of a value that is the base of a stat: each event that changed it, then the steps of the stat if changes apply.
  [[nodiscard]] Explained boundedValue(Entity subject, StatIndex stat, ValueIndex base) const;
  [[nodiscard]] Explained expressionAnswer() const;
  /// Of an event in whose place nothing happened.
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
