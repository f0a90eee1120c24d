// Sorting that leaves what is equal in its order, and asks for no memory where there is little to sort, as nearly
// always: std::stable_sort asks for room be it for two. Invariant: the same order as std::stable_sort gives.
#pragma once

#include <algorithm>
#include <iterator>

namespace docket {

/// Sorts what lies from `begin` to `end`; `less` says whether one comes before another.
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
