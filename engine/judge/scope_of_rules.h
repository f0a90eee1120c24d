// What the rules at hand speak of: of an act, which of their rules look at it at all. A game that breaks no rule here
// may break many that are not here, so whoever says that it is legal says of how many acts, and in what respect.
// Invariant: what no rule looks at has no finding but one of table sense.
#pragma once

#include <bitset>

#include "engine/query/acts/event_at_hand.h"
#include "schemas/event.capnp.h"

namespace docket {

/// In what respect rules look at an act.
enum class Aspect : std::uint8_t {
  requirement,  ///< what has to hold for it
  permission,   ///< whether it may be done, and who says so
  uses,         ///< how often it is done
  copies,       ///< how many copies there are
  text,         ///< what the text of the card says of it
  number,       ///< which number is chosen
  outcome,      ///< whether it is the end
  count_,
};

/// What the rules say of an act.
struct ScopeOfAct {
  std::bitset<static_cast<std::size_t>(Aspect::count_)> aspects;
  bool whole = false;  ///< and that is everything that the game's own rules say of such an act

  [[nodiscard]] bool has(Aspect aspect) const { return aspects.test(static_cast<std::size_t>(aspect)); }
  /// Whether a rule here speaks of it at all.
  [[nodiscard]] bool spoken() const { return aspects.any(); }
  friend bool operator==(const ScopeOfAct&, const ScopeOfAct&) = default;
};

/// Whether an event is one that players do in every game: a play, a use of an ability or a trait, an attack, a draw.
/// Other events are acts where a rule speaks of them.
[[nodiscard]] bool isPlayersAct(schema::Event::Which which);

/// Of an event, in the state that it was told to (state_for_event.h); nothing of the time, which nobody does.
[[nodiscard]] ScopeOfAct scopeOf(const EventAtHand& at);

/// Of a kind of event: what the rules can say of one.
[[nodiscard]] ScopeOfAct scopeOfKind(const Rules& rules, schema::Event::Which which);

}  // namespace docket
