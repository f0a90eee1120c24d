// The parts of a state, as coarse as is cheap: what an expression can read, and what an event can change. What was
// computed holds as long as nothing of it has changed that it read.
// Invariant: sets only ever say too much. What is in none of the parts is `other`, which always counts as changed.
#pragma once

#include <cstdint>

#include "engine/rules/ids.h"

namespace docket {

enum class StatePart : std::uint8_t {
  // -- 0 to 31: which cards are in a zone, whose, and since when (ofZone)
  orientation = 32,
  face,
  control,     ///< who owns and who controls cards
  attachment,  ///< what is attached to what
  identity,    ///< what cards are known to be
  shown,       ///< the same of cards in play that stay where they lie; of one that moves its zones tell
  counters,
  values,           ///< of players and others: life, honor
  characteristics,  ///< changes of keywords, types, titles
  sayings,          ///< what may, cannot or must be done
  traits,           ///< changes of traits
  periods,
  choices,
  observations,
  outcome,
  piles,    ///< the order of cards in piles
  bearers,  ///< a card that has a continuous trait, or is attached to another one
  event,    ///< what the event is about that the expression is asked of
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
  /// Whether they have one in common.
  [[nodiscard]] constexpr bool touch(StateParts more) const {
    return (facts & more.facts) != 0 || (stats & more.stats) != 0;
  }
  /// Of these, those that `some` has too.
  [[nodiscard]] constexpr StateParts within(StateParts some) const {
    return {.facts = facts & some.facts, .stats = stats & some.stats};
  }
  [[nodiscard]] constexpr bool isPartOf(StateParts more) const { return within(more) == *this; }
  friend constexpr bool operator==(const StateParts&, const StateParts&) = default;

 private:
  static constexpr std::uint64_t bit(StatePart part) { return std::uint64_t{1} << static_cast<unsigned>(part); }
};

}  // namespace docket
