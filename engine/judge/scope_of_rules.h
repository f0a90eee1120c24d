// The scope of the ruleset: for an act, which of its rules apply at all. A game that breaks none of these rules may
// break others that the ruleset lacks, so every report of legality says how many acts were judged, and in which
// respects.
// Invariant: an act that no rule applies to has no findings except those of the table check.
#pragma once

#include <bitset>

#include "engine/query/acts/pending_event.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The respects in which rules can judge an act.
enum class Aspect : std::uint8_t {
  requirement,  ///< what must hold for it
  permission,   ///< whether it may be done, and who says so
  uses,         ///< how often it is done
  copies,       ///< how many copies there are
  text,         ///< what the card's text says about it
  number,       ///< which number is chosen
  outcome,      ///< whether the game is over
  count_,
};

/// The respects in which the rules judge an act.
struct ScopeOfAct {
  std::bitset<static_cast<std::size_t>(Aspect::count_)> aspects;
  bool whole = false;  ///< true: the aspects cover everything in the game's own rules on such an act

  [[nodiscard]] bool has(Aspect aspect) const { return aspects.test(static_cast<std::size_t>(aspect)); }
  /// True if any rule here judges it.
  [[nodiscard]] bool isCovered() const { return aspects.any(); }
  friend bool operator==(const ScopeOfAct&, const ScopeOfAct&) = default;
};

/// True if an event is an act of players in every game: a play, a use of an ability or a trait, an attack, a draw.
/// Other events are acts only if a rule covers them.
[[nodiscard]] bool isPlayersAct(schema::Event::Which which);

/// The scope for an event, in the state that knows what it gives (PendingEvent::informedState); empty for the passing
/// of time, which is not a player's act.
[[nodiscard]] ScopeOfAct scopeOf(const PendingEvent& pending);

/// The scope for a kind of event: every respect in which the rules can judge one.
[[nodiscard]] ScopeOfAct scopeOfKind(const Rules& rules, schema::Event::Which which);

}  // namespace docket
