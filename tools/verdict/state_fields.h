// Splits a table into comparable fields: each fact about a card, a player or the game as a subject, a field and a value
// in words. `docket diff` compares these.
// Invariant: two tables that differ in anything that the board shows differ in a field; equal tables have equal fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tools/words/words.h"

namespace docket {

struct StateField {
  /// The sort key: cards by number, then players, places, units, the game.
  struct Key {
    Entity subject = kNone;  ///< as the record names it: a card by its number
    std::uint32_t rank = 0;  ///< of the field among those of the subject
    std::string field;
    friend bool operator==(const Key&, const Key&) = default;
    friend bool operator<(const Key& one, const Key& other) {
      return std::tie(one.subject, one.rank, one.field) < std::tie(other.subject, other.rank, other.field);
    }
  };
  Key key;
  std::string value;
  std::string clause{};             ///< of a limit: the clause that states it
  std::optional<StatIndex> stat{};  ///< the field is this stat
};

/// A subject as the record names it: a card by its number.
[[nodiscard]] Entity recorded(const State& state, Entity subject);

/// The fields of a whole table, by key.
[[nodiscard]] std::vector<StateField> stateFieldsOf(const Words& words);
/// The fields of some subjects only, as the record names them; for the game, every field that is not about a card.
[[nodiscard]] std::vector<StateField> stateFieldsOf(const Words& words, const std::vector<Entity>& subjects);

}  // namespace docket
