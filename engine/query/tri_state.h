// A truth value that may be undecided.
#pragma once

#include <cstdint>

namespace docket {

/// `undecided`: it depends on something unknown.
enum class TriState : std::uint8_t { yes, no, undecided };

constexpr TriState triState(bool holds) { return holds ? TriState::yes : TriState::no; }

/// Whether two conditions both hold.
constexpr TriState bothHold(TriState one, TriState other) {
  if (one == TriState::no || other == TriState::no) return TriState::no;
  return one == TriState::yes ? other : TriState::undecided;
}

}  // namespace docket
