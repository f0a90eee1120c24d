// What an ability raises "(to a maximum of ...)": of one stat, the bonuses with such words and those without, and how
// far they raise it together. Two kinds: a maximum of the bonus ("+3") and one of what is raised ("a hand size of 7").
// Invariant: what comes out does not depend on the order in which the bonuses began.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "engine/state.h"

namespace docket {

class CappedBonuses {
 public:
  /// Takes in a bonus; penalties are no matter of a maximum, and are left alone.
  void add(const Entry& bonus);
  /// What all of them together add to `rest`: the base value with everything else, penalties too.
  [[nodiscard]] std::int64_t raise(const Ruleset& ruleset, std::int64_t rest) const;

 private:
  struct Capped {
    std::int64_t amount, most;
  };
  using List = boost::container::small_vector<Capped, 2>;

  List of_bonus_, of_value_;  // by the maximum, the lowest first
  std::int64_t uncapped_ = 0;
};

}  // namespace docket
