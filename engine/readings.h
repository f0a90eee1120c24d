// Readings: how a ruleset takes what the engine could take in two ways. Each is a switch that has a name, so that a
// ruleset's document says it in a line beside its clause, and a clause that is switched off is a line that is gone.
// Invariant: without its line the engine does what is the nearest plausible misreading (or another game's rule), never
// nothing at all; docs/adding_a_game.md tells each switch in both positions, and a test holds the page to this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace docket {

enum class Reading : std::uint8_t {
  // -- stats
  absent_reads_as_zero,
  absent_takes_no_changes,
  absent_is_set_from_zero,
  stats_of_all_entities,
  // -- changes of a stat
  change_is_bonus_or_penalty,
  bound_is_no_change,
  ending_is_no_change,
  fluctuation_is_no_change,
  total_is_no_change,
  zero_is_no_change,
  count_,  ///< how many there are
};

struct ReadingName {
  Reading reading;
  std::string_view name;  ///< as documents say it
};

/// Every reading with its name, in the order of the enumeration.
[[nodiscard]] std::span<const ReadingName> readings();

}  // namespace docket
