// A stable sort that allocates no memory for short ranges, which nearly all are: std::stable_sort allocates even for
// two elements.
// Invariant: the order is the one that std::stable_sort gives.
#pragma once

#include <algorithm>
#include <iterator>

namespace docket {

/// Sorts the range from `begin` to `end`; `less` says whether one element comes before another.
template <std::random_access_iterator Place, class Less>
void sortStably(Place begin, Place end, Less less) {
  constexpr std::ptrdiff_t kFew = 32;
  if (end - begin > kFew) {
    if (!std::is_sorted(begin, end, less)) std::stable_sort(begin, end, less);
    return;
  }
  for (Place one = begin; one != end; ++one) std::rotate(std::upper_bound(begin, one, *one, less), one, one + 1);
}

}  // namespace docket
