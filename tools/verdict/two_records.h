// Compares two records of one game, each as a player or a spectator had it: what both know, what only one was shown,
// and where they contradict each other. A card has the same number in both.
// Invariant: an unknown value contradicts nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/verdict/difference.h"

namespace docket {

/// A value that the two records state differently.
struct Contradiction {
  std::string subject, field;  ///< "Steady Guard #2", "zone"
  std::string left, right;
};

struct TwoRecords {
  std::size_t cards = 0;  ///< cards that either record has
  std::size_t known_to_both = 0, known_left = 0, known_right = 0, known_to_neither = 0;
  std::size_t same = 0;                       ///< values that both state alike
  std::size_t said_left = 0, said_right = 0;  ///< values that only one of them states
  std::vector<Contradiction> contradictions{};
};

/// Compares two tables at the same moment of one game.
[[nodiscard]] TwoRecords compareRecords(const Side& left, const Side& right);

}  // namespace docket
