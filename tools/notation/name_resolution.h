// Resolves what a transcript line leaves unsaid, and maps titles to keys. Writing and reading use the same functions,
// so that both assume the same.
// Invariant: the functions depend on the table and the rules alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "events/names.h"
#include "tools/notation/mistake.h"
#include "tools/notation/phrases.h"
#include "tools/notation/spelling.h"

namespace docket::notation {

/// The player whose turn it is: the player of the innermost current period that belongs to one; 0 if none does.
[[nodiscard]] Seat playerOfTurn(const State& state, const Ruleset& ruleset);

/// The owner of a zone that `who` gives by its name alone; 0 if players share the zone.
[[nodiscard]] Seat ownerUnsaid(const Ruleset& ruleset, std::string_view zone, Seat who);

/// The ruleset's names for a field's values (zones, values, orientations, ...); empty if the field takes any name.
[[nodiscard]] std::vector<std::string_view> knownNames(const Ruleset& ruleset, const FieldShape& field);
/// The names for a field of an event, including the designators of the game's documents and card texts: why a card
/// moves, how it is played, as what an ability is used.
[[nodiscard]] std::vector<std::string_view> knownNames(const Rules& rules, const FieldShape& field,
                                                       schema::Event::Which payload);
/// The field of a payload whose names the vocabulary of a document lists; null if it has none.
[[nodiscard]] const FieldShape* vocabularyField(schema::Event::Which payload);
/// What the field says: "how a card is played"; empty if it has none.
[[nodiscard]] std::string_view vocabularyMeaning(schema::Event::Which payload);
/// The word in that field of an event (its reason, method, designator, ...); empty if it has none.
[[nodiscard]] std::string_view vocabularyWord(schema::Event::Reader event, const Names& names);
/// The designators that an ability can be used as, from its text.
[[nodiscard]] std::vector<std::string_view> designatorsOf(const Ability& ability);

/// A replacement for a name in a field.
struct Slip {
  std::vector<Choice> choices{};
};
/// The most likely correction of a name in a field; empty if the name is valid.
[[nodiscard]] std::optional<Slip> slipIn(const Ruleset& ruleset, const FieldShape& field, std::string_view name);

/// The cards of a catalogue by title. Reprints with the same title and text are one card.
class Titles {
 public:
  explicit Titles(const Catalogue& catalogue);

  /// True if there is no catalogue; a title is then all that is known of a card.
  [[nodiscard]] bool areNone() const { return by_title_.empty(); }
  /// The key of the card with that title; without a catalogue, the title itself. Empty unless exactly one card has it.
  /// A label selects the card with that key: "Twin [d2]".
  [[nodiscard]] std::optional<std::string> key(std::string_view title) const;
  /// The titles that a typed text can mean (spelling.h); none without a catalogue.
  [[nodiscard]] std::vector<std::string_view> meantBy(std::string_view typed) const { return spelled().meantBy(typed); }
  /// Other titles for one that has no key: the cards of that title with their labels, else the title of which it is a
  /// misspelling. A catalogue need not have every card: a title that is near to none is that of another card.
  [[nodiscard]] std::vector<Choice> choicesFor(std::string_view title) const;
  /// Every title.
  [[nodiscard]] const std::vector<std::string_view>& all() const { return spelled().all(); }

 private:
  using Cards = std::vector<const Definition*>;  // every printing of a title
  [[nodiscard]] const KnownNames& spelled() const;

  std::map<std::string_view, Cards> by_title_;
  mutable std::unique_ptr<KnownNames> spelled_;  // built on first use
};

}  // namespace docket::notation
