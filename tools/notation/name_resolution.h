// What a line of the transcript leaves unsaid, and by which key a title goes: asked when a line is written and when it
// is read, so that both take the same for granted.
// Invariant: functions of the table and the rules alone.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/state.h"
#include "tools/notation/phrases.h"

namespace docket::notation {

/// The player whose turn it is: of the innermost period under way that is somebody's; 0 nobody's.
[[nodiscard]] Seat playerOfTurn(const State& state, const Ruleset& ruleset);

/// Whose zone is meant by its name alone, said by `who`: nobody's where players share it.
[[nodiscard]] Seat ownerUnsaid(const Ruleset& ruleset, std::string_view zone, Seat who);

/// The names that the ruleset has for what stands in a field (zones, values, orientations, ...); none where any will
/// do.
[[nodiscard]] std::vector<std::string_view> knownNames(const Ruleset& ruleset, const FieldShape& field);
/// What a name in a field is most likely a slip for: ` (did you mean "hand"?)`; empty for a name that can stand there.
[[nodiscard]] std::string slipIn(const Ruleset& ruleset, const FieldShape& field, std::string_view name);

/// The cards of a catalogue by title.
class Titles {
 public:
  explicit Titles(const Catalogue& catalogue);

  /// Whether there is no catalogue: then a title says all that is known of a card.
  [[nodiscard]] bool areNone() const { return by_title_.empty(); }
  /// The key of the card of that title; of a catalogue without cards the title itself. Nothing where no card or more
  /// than one has it.
  [[nodiscard]] std::optional<std::string> key(std::string_view title) const;
  /// ` (did you mean "Unbowed Champion"?)`, or nothing.
  [[nodiscard]] std::string nearest(std::string_view title) const;

 private:
  std::map<std::string_view, const Definition*> by_title_;  // null: of several
};

}  // namespace docket::notation
