// Cards by the title that a person calls them by, with a label in square brackets if there are several: "Ash Blossom",
// "Ash Blossom [b]". Used for lines of the transcript and for other lookups of a card by title.
// Invariant: a card is returned only if no other present card could be meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "tools/notation/card_labels.h"
#include "tools/notation/mistake.h"

namespace docket::notation {

/// A title as it was typed, and its label in square brackets; empty if there is none.
struct TitleAndLabel {
  std::string_view title{}, label{};
};
[[nodiscard]] TitleAndLabel titleAndLabel(std::string_view typed);

class TitledCards {
 public:
  /// `labels`: of the game up to that table. All must outlive this.
  TitledCards(const State& state, const Ruleset& ruleset, const CardLabels& labels)
      : state_(state), ruleset_(ruleset), labels_(labels) {}

  /// The known cards that are there and can be meant: those of exactly that title, else of one that is spelled alike
  /// (spelling.h); with a label only the one that has it.
  [[nodiscard]] std::vector<CardIndex> meantBy(std::string_view typed) const;
  /// The one that is meant. Throws a Mistake at `place` if none or several are, with the choices.
  [[nodiscard]] CardIndex only(std::string_view typed, const Place& place) const;

  /// A name that means only this card, in quotation marks: its title, with its label if others have that title, or with
  /// its number if it has no label.
  [[nodiscard]] std::string nameOf(CardIndex card) const;
  /// The owner and place of a card: "P1 table, slot 2".
  [[nodiscard]] std::string placeOf(CardIndex card) const;
  /// Each card as a choice.
  [[nodiscard]] std::vector<Choice> choices(const std::vector<CardIndex>& cards) const;
  /// The card there whose title is the nearest; empty if none is near.
  [[nodiscard]] std::vector<Choice> nearest(std::string_view typed) const;

 private:
  [[nodiscard]] std::vector<CardIndex> titled(std::string_view title) const;
  [[nodiscard]] std::string_view titleOf(CardIndex card) const;
  [[nodiscard]] bool isKnown(CardIndex card) const;

  const State& state_;
  const Ruleset& ruleset_;
  const CardLabels& labels_;
};

}  // namespace docket::notation
