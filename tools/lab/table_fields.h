// The fields of a table that two rulesets can read differently: a stat, a card's zone, its types, ...
// Invariant: reading a field twice gives the same text, which names cards by number, as the record does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/state/state.h"

namespace docket::lab {

struct TableField {
  enum class Kind : std::uint8_t {
    zone,  ///< the card's zone; "nowhere" if the card does not exist
    face,
    orientation,
    controller,
    host,  ///< the card that it is attached to
    title,
    types,  ///< its supertypes, types and subtypes
    keywords,
    counters,  ///< of all kinds
    stat,      ///< `name`
    value,     ///< `name`: life, honor, ...
  };
  Kind kind{};
  std::string name{};  ///< the stat's or value's name in the ruleset
};

/// "Force", "zone".
[[nodiscard]] std::string fieldWord(const TableField& field);

/// The text of a subject's field; cards are named by their number on this table. Empty if the subject has no such
/// field.
[[nodiscard]] std::string readField(const State& state, const Rules& rules, Entity subject, const TableField& field);

/// Makes the same lookups as readField() for a card's title, types and keywords, without building the text.
void askNames(const State& state, const Rules& rules, CardIndex card);

/// "Steady Guard #2", "P1", "place 3", "the game": the words for a subject as the record names it.
[[nodiscard]] std::string subjectWords(const State& state, const Rules& rules, Entity subject);

}  // namespace docket::lab
