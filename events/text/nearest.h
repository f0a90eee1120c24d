// Finds the known name nearest to an unknown one, for suggestions in error messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "events/text/letters.h"

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

/// The most changes between a typed text and a name that is still suggested.
inline std::size_t maxEditDistance(std::string_view typed) { return std::max<std::size_t>(2, typed.size() / 3); }

/// The digits of a text, in their order.
inline std::string digitsIn(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), isDigit);
  return digits;
}

/// True if a text is likely a slip for a listed name rather than a new name: at most two characters differ (one in a
/// very short name), and no digits.
inline bool isTypoOf(std::string_view typed, std::string_view name) {
  constexpr std::size_t kShort = 4;
  return digitsIn(typed) == digitsIn(name) &&
         editDistance(asciiLower(typed), asciiLower(name)) <= (typed.size() < kShort ? 1U : 2U);
}

/// The nearest of `known` to a text, ignoring case, the first one if several are as near; empty if none is near enough.
/// Never the text itself. Names of more than 100 bytes are not compared, so that hostile input costs nothing.
template <class Known>
std::string nearestName(std::string_view unknown, const Known& known) {
  constexpr std::size_t kMaxCompared = 100;
  std::string best;
  if (unknown.size() > kMaxCompared) return best;
  std::size_t best_distance = maxEditDistance(unknown) + 1;
  const std::string wanted = asciiLower(unknown);
  for (const auto& name : known) {
    const std::string_view candidate = name;
    if (candidate.size() > kMaxCompared || candidate.empty() || candidate == unknown) continue;
    if (const std::size_t distance = editDistance(wanted, asciiLower(candidate)); distance < best_distance) {
      best_distance = distance;
      best = std::string(candidate);
    }
  }
  return best;
}

/// ` (did you mean "Force"?)`, ` (did you mean "a" or "b"?)`; empty if there are no names.
inline std::string didYouMeanAny(const std::vector<std::string>& names) {
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i) {
    words += i == 0 ? " (did you mean \"" : i + 1 == names.size() ? "\" or \"" : "\", \"";
    words += names[i];
  }
  return words.empty() ? words : words + "\"?)";
}

/// The question for the nearest of `known`.
template <class Known>
std::string didYouMean(std::string_view unknown, const Known& known) {
  const std::string nearest = nearestName(unknown, known);
  return nearest.empty() ? nearest : didYouMeanAny({nearest});
}

}  // namespace docket
