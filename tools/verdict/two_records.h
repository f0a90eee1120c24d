// Two records of one game, as two of its players or a spectator had them: what both know, what only one of them was
// shown, and where they contradict each other. A card has the same number in both.
// Invariant: what one record does not know contradicts nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/verdict/difference.h"

namespace docket {

/// Something that both records say, each otherwise.
struct Contradiction {
  std::string subject, field;  ///< "Steady Guard #2", "zone"
  std::string left, right;
};

struct TwoRecords {
  std::size_t cards = 0;  ///< that either has
  std::size_t known_to_both = 0, known_left = 0, known_right = 0, known_to_neither = 0;
  std::size_t same = 0;                       ///< things that both say, and alike
  std::size_t said_left = 0, said_right = 0;  ///< things that only one of them can say
  std::vector<Contradiction> contradictions{};
};

/// Compares two tables that stand after the same moment of one game.
[[nodiscard]] TwoRecords compareRecords(const Side& left, const Side& right);

}  // namespace docket
