// A table that continues with acts that did not happen: refused by the simulator, or planted.
#pragma once

#include <capnp/message.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"

namespace docket::marvel {

class HypotheticalTable {
 public:
  /// The rules must outlive it.
  HypotheticalTable(State state, const Rules& rules) : state_(std::move(state)), rules_(rules) {}

  /// The findings against the use of an ability, given by its place among those of the card.
  [[nodiscard]] std::vector<Finding> used(std::uint32_t card, std::size_t ability, Seat player,
                                          EventNumber trigger) const;
  /// The findings against a card that is played, into the named zone, if any, of the player `to` (0: a shared zone).
  [[nodiscard]] std::vector<Finding> played(std::uint32_t card, Seat player, Seat to, std::string_view zone) const;
  [[nodiscard]] std::vector<Finding> attached(std::uint32_t card, std::uint32_t host) const;

  /// These happen.
  void moves(std::uint32_t card, Seat player, std::string_view zone);
  void turnsOver(std::uint32_t card, const std::string& code);
  void begins(std::string_view period, std::string_view name);

  [[nodiscard]] const State& state() const { return state_; }

 private:
  template <class Fill>
  std::vector<Finding> judged(Fill&& fill) const;
  template <class Fill>
  void happens(Fill&& fill);

  State state_;
  Rules rules_;
};

/// The finding that an act exceeds a limit, a certain one before others; null if there is none.
const Finding* beyondLimit(const std::vector<Finding>& findings);

}  // namespace docket::marvel
