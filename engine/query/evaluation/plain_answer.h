// The result of a node in the fast evaluation (plain_walk.h): each operator and each function has a function that
// computes it.
// Invariant: if that function returns false there is no plain value, and `value` is unspecified.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string_view>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/evaluation/where.h"

namespace docket::expression {

/// A value that is certain, or certainly absent; not a set of cards. Only the members that its type uses are valid.
struct Plain {
  Type type = Type::boolean;
  bool is_absent = false;
  bool zero_alone = false;  ///< as Value::zero_alone
  Entity entity = kNone;    ///< a card by its index, a player or another entity
  std::int64_t number = 0;  ///< a number; a boolean as 0 or 1; otherwise 0
  std::string_view text{};  ///< owned by the expression, the ruleset, the catalogue or the state

  /// As a condition: an absent value is false.
  [[nodiscard]] bool isTrue() const { return !is_absent && number != 0; }
};

/// The cards of a selection; mostly few.
using SelectedCards = boost::container::small_vector<CardIndex, 32>;

class PlainWalk;

using PlainAnswer = bool (*)(PlainWalk& walk, const Node& one, const Where& where, Plain& value);

/// For functions without a plain evaluation: always fails.
inline bool notPlain(PlainWalk&, const Node&, const Where&, Plain&) { return false; }

}  // namespace docket::expression
