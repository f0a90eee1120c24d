// The parts of a state, as fine as is cheap: what an expression can read, and what an event can change. A cached result
// is valid as long as no part that it read has changed.
// Invariant: sets may be too large, never too small. Anything without a part of its own is `other`, which always counts
// as changed.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

enum class StatePart : std::uint8_t {
  // -- 0 to 31: the cards in a zone, their owners and arrivals (ofZone)
  orientation = 32,
  face,
  control,     ///< the owners and controllers of cards
  attachment,  ///< which cards are attached to what
  identity,    ///< the identities of cards
  shown,       ///< the identities of cards in play that stay in place; for moved cards, their zones change
  counters,
  values,           ///< of players and others: life, honor
  characteristics,  ///< changes of keywords, types, titles
  traits,           ///< changes of traits
  sayings,          ///< what the ledger says of acts: may, cannot, must
  periods,
  choices,
  observations,
  outcome,
  piles,    ///< the order of cards in piles
  bearers,  ///< cards that have a continuous trait or are attached to another card
  tallies,
  event,  ///< the event that the expression is evaluated for
  other,
};

struct StateParts {
  std::uint64_t facts = 0;  ///< a bit each
  std::uint64_t stats = 0;  ///< changes of stats, a bit for each stat of the ruleset

  static constexpr StateParts of(StatePart part) { return {.facts = bit(part)}; }
  static constexpr StateParts ofZone(ZoneIndex zone) { return {.facts = std::uint64_t{1} << (zone & 31U)}; }
  static constexpr StateParts ofStat(StatIndex stat) { return {.stats = std::uint64_t{1} << (stat & 63U)}; }
  static constexpr StateParts allZones() { return {.facts = 0xFFFFFFFFU}; }
  static constexpr StateParts allStats() { return {.stats = ~std::uint64_t{0}}; }
  static constexpr StateParts everything() { return {.facts = ~std::uint64_t{0}, .stats = ~std::uint64_t{0}}; }

  constexpr StateParts& operator|=(StateParts more) {
    facts |= more.facts;
    stats |= more.stats;
    return *this;
  }
  friend constexpr StateParts operator|(StateParts one, StateParts other) { return one |= other; }
  [[nodiscard]] constexpr bool has(StatePart part) const { return (facts & bit(part)) != 0; }
  [[nodiscard]] constexpr StateParts without(StatePart part) const {
    return {.facts = facts & ~bit(part), .stats = stats};
  }
  [[nodiscard]] constexpr bool none() const { return facts == 0 && stats == 0; }
  /// True if they have a part in common.
  [[nodiscard]] constexpr bool touch(StateParts more) const {
    return (facts & more.facts) != 0 || (stats & more.stats) != 0;
  }
  friend constexpr bool operator==(const StateParts&, const StateParts&) = default;

 private:
  static constexpr std::uint64_t bit(StatePart part) { return std::uint64_t{1} << static_cast<unsigned>(part); }
};

}  // namespace docket
