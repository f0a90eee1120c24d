// What can be read of a table, as things that two rulesets can read otherwise: a stat, where a card is, its types, ...
// Invariant: a field read twice of one table says the same; what it says names cards by number, as the record does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/state/state.h"

namespace docket::lab {

struct TableField {
  enum class Kind : std::uint8_t {
    zone,  ///< where a card is; "nowhere" where it does not exist
    face,
    orientation,
    controller,
    host,  ///< what it is attached to
    title,
    types,  ///< its supertypes, types and subtypes
    keywords,
    counters,  ///< of all kinds
    stat,      ///< `name`
    value,     ///< `name`: life, honor, ...
  };
  Kind kind{};
  std::string name{};  ///< of the stat or value, as the ruleset says it
};

/// "Force", "zone".
[[nodiscard]] std::string fieldWord(const TableField& field);

/// What the field of a subject is; cards are named by the number that they have on this table. Empty: it has none.
[[nodiscard]] std::string readField(const State& state, const Rules& rules, Entity subject, const TableField& field);

/// Asks of a card what readField() would for its title, types and keywords, without words for what they come to.
void askNames(const State& state, const Rules& rules, CardIndex card);

/// "Steady Guard #2", "P1", "place 3", "the game", of a subject as the record names it.
[[nodiscard]] std::string subjectWords(const State& state, const Rules& rules, Entity subject);

}  // namespace docket::lab
