// What a node of an expression gives, the plain way (plain_walk.h): a value, by the answer of its operator or of its
// function.
// Invariant: an answer that gives false has no plain value; what it left in `value` means nothing then.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string_view>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/evaluation/where.h"

namespace docket::expression {

/// A value that is known for certain, or certainly absent; no set of cards. Only what its type needs means something.
struct Plain {
  Type type = Type::boolean;
  bool is_absent = false;
  bool zero_alone = false;  ///< as Value::zero_alone
  Entity entity = kNone;    ///< a card by its index, a player or another entity
  std::int64_t number = 0;  ///< a number; a boolean as 0 or 1; of all else 0
  std::string_view text{};  ///< lives in the expression, the ruleset, the catalogue or the state

  /// As conditions: an absent one is false.
  [[nodiscard]] bool isTrue() const { return !is_absent && number != 0; }
};

/// The cards that a selection gives; mostly few.
using SelectedCards = boost::container::small_vector<CardIndex, 32>;

class PlainWalk;

using PlainAnswer = bool (*)(PlainWalk& walk, const Node& one, const Where& where, Plain& value);

/// For functions without a plain evaluation: never answers.
inline bool notPlain(PlainWalk&, const Node&, const Where&, Plain&) { return false; }

}  // namespace docket::expression
