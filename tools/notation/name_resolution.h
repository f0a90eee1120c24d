// What a line of the transcript leaves unsaid, and by which key a title goes: asked when a line is written and when it
// is read, so that both take the same for granted.
// Invariant: functions of the table and the rules alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "tools/notation/mistake.h"
#include "tools/notation/phrases.h"
#include "tools/notation/spelling.h"

namespace docket::notation {

/// The player whose turn it is: of the innermost period under way that is somebody's; 0 nobody's.
[[nodiscard]] Seat playerOfTurn(const State& state, const Ruleset& ruleset);

/// Whose zone is meant by its name alone, said by `who`: nobody's where players share it.
[[nodiscard]] Seat ownerUnsaid(const Ruleset& ruleset, std::string_view zone, Seat who);

/// The names that the ruleset has for what stands in a field (zones, values, orientations, ...); none where any will
/// do.
[[nodiscard]] std::vector<std::string_view> knownNames(const Ruleset& ruleset, const FieldShape& field);
/// The same of a field of such an event, and the words by which the documents of the game say as what it is done: why a
/// card moves, how it is played, as what an ability is used, also where the texts of cards say it.
[[nodiscard]] std::vector<std::string_view> knownNames(const Rules& rules, const FieldShape& field,
                                                       schema::Event::Which payload);
/// The field of a payload that says as what it is done; none where it has none.
[[nodiscard]] const FieldShape* asWhat(schema::Event::Which payload);
/// As which an ability can be used, as its text says.
[[nodiscard]] std::vector<std::string_view> designatorsOf(const Ability& ability);

/// What may stand in place of a name in a field.
struct Slip {
  std::vector<Choice> choices{};
};
/// What a name in a field is most likely a slip for; nothing for a name that can stand there.
[[nodiscard]] std::optional<Slip> slipIn(const Ruleset& ruleset, const FieldShape& field, std::string_view name);

/// The cards of a catalogue by title. Reprints of a title are one card where their texts are the same.
class Titles {
 public:
  explicit Titles(const Catalogue& catalogue);

  /// Whether there is no catalogue: then a title says all that is known of a card.
  [[nodiscard]] bool areNone() const { return by_title_.empty(); }
  /// The key of the card of that title; of a catalogue without cards the title itself. Nothing where no card or more
  /// than one has it. Where it has a label, as "Twin [d2]", the card of that title whose key that is.
  [[nodiscard]] std::optional<std::string> key(std::string_view title) const;
  /// The titles that a text can be (spelling.h); none without a catalogue.
  [[nodiscard]] std::vector<std::string_view> meantBy(std::string_view typed) const { return spelled().meantBy(typed); }
  /// What else may be typed for a title that has no key: the cards of that title with their labels, else the title that
  /// it is a slip for. A catalogue need not have every card: a title that is near to none is that of another card.
  [[nodiscard]] std::vector<Choice> choicesFor(std::string_view title) const;
  /// Every title.
  [[nodiscard]] const std::vector<std::string_view>& all() const { return spelled().all(); }

 private:
  using Cards = std::vector<const Definition*>;  // every printing of a title
  [[nodiscard]] const KnownNames& spelled() const;

  std::map<std::string_view, Cards> by_title_;
  mutable std::unique_ptr<KnownNames> spelled_;  // made when somebody first spells one
};

}  // namespace docket::notation
