// The nearest known name to one that is not known: what an error message suggests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

/// The number of single-character changes between two names (insertion, deletion, replacement), byte by byte.
inline std::size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[to.size()];
}

/// ` (did you mean "Force"?)` for the nearest of `known`, the first one where several are as near; empty where none is
/// near enough to be meant. Names of more than 100 bytes are not compared, so that hostile input costs nothing.
template <class Known>
std::string didYouMean(std::string_view unknown, const Known& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, unknown.size() / 3) + 1;
  if (unknown.size() > 100) return {};
  for (const auto& name : known) {
    const std::string_view candidate = name;
    if (candidate.size() > 100 || candidate.empty()) continue;
    if (const std::size_t distance = editDistance(unknown, candidate); distance < best_distance) {
      best_distance = distance;
      best = std::string(candidate);
    }
  }
  return best.empty() ? best : " (did you mean \"" + best + "\"?)";
}

}  // namespace docket
