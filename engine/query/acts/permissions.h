// Permissions: whether somebody may, must or cannot do something, who says so, and whose word counts. The rules speak
// by the ruleset's grants, cards by entries of the ledger (forbid, permit, must), recorded or computed, and an effect
// that does the thing speaks for it; the ruleset's lines of precedence weigh them (schemas/ruleset.capnp, Precedence).
// Nothing here knows a game.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/acts/saying.h"
#include "engine/state/state.h"

namespace docket {

/// What is said of an act: mostly by the rules alone.
using Sayings = boost::container::small_vector<Saying, 4>;

/// Whether an act may be done, with all that is said of it.
struct PermissionReading {
  bool known = true;    ///< false: something unknown decides; the rest is given as though it were not said
  bool unsaid = false;  ///< nobody says anything of it, and what holds then stands in rules that are not here
  bool may = true;
  bool must = false;
  bool perhaps_must = false;  ///< something unknown would make it a must
  Sayings sayings;            ///< what stands, then the rules' grants, then cards, the oldest first
  std::size_t holds = 0;      ///< the saying that holds, in `sayings`
  std::string_view clause{};  ///< by which it holds: of the line that decided, else of the saying; the ruleset's
};

/// What an entry of the ledger says; nothing where it is about something else.
std::optional<Says> saysOf(schema::Change::Kind kind);

/// Who does an act, or to whom it happens, and the other party of it.
struct ActParties {
  Entity who_does = kNone;  ///< a card by its index, a player
  Entity other = kNone;     ///< a host, a target, what is attached; kNone: nobody
  Seat player = 0;          ///< the player of it; 0: the controller, or the player that does it
  EventNumber group = 0;    ///< the first of the events that happen at the same time; 0: it is alone, or only asked
  EventNumber attempt = 0;  ///< the act whose effect it is, where a card does it (State::useOf)
};

PermissionReading readPermission(const State& state, const Rules& rules, const Permission& permission,
                                 const ActParties& parties);
/// Whether anything says, or might say, that the act must be done: where nothing does, a reading comes to no `must` and
/// no `perhaps_must`. Most cards, most of the time, are asked of this in vain.
[[nodiscard]] bool mayOblige(const State& state, const Rules& rules, const Permission& permission,
                             const ActParties& parties);

/// The first permission of that name, or null.
const Permission* findPermission(const Ruleset& ruleset, std::string_view act);

/// Whether a `replaced` that names an act means that of a permission: it says its name, or as what it would have been
/// done, as a card is moved as "KO".
[[nodiscard]] bool isMeantBy(const Permission& permission, std::string_view act);

/// How an event does an act. Where something unknown decides whether it is one, `known` is false.
struct DoneAct {
  ActParties parties;
  bool known = true;
};
/// None where an event is no such act; several where it happens to each of its targets.
using DoneActs = boost::container::small_vector<DoneAct, 1>;
DoneActs doneActsOf(const EventAtHand& at, const Permission& permission);

/// Whether an event is an act that certainly may not be done; asked once, by the judge or by the fold.
bool isForbidden(const EventAtHand& at);

}  // namespace docket
