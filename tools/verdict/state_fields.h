// A table taken apart into what can be compared: each thing that is so about a card, a player or the game, as a line of
// subject, field and value in words. What diff compares.
// Invariant: two tables that differ in anything that the board shows differ in a facet; the same table has the same
// ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tools/words/words.h"

namespace docket {

struct StateField {
  /// What it is about, as one sorts it: cards by number, then players, places, units, the game.
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
  std::string clause{};             ///< where one says it: of a limit
  std::optional<StatIndex> stat{};  ///< the field is this stat
};

/// The facets of a whole table, by key.
[[nodiscard]] std::vector<StateField> stateFieldsOf(const Words& words);
/// Those about some subjects only, as the record names them; of the game, everything that is about no card.
[[nodiscard]] std::vector<StateField> stateFieldsOf(const Words& words, const std::vector<Entity>& subjects);

}  // namespace docket
