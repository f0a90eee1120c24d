// Permissions: whether a player or card may, must or cannot do something, who says so, and which saying prevails. The
// rules speak through the ruleset's grants, cards through ledger entries (forbid, permit, must), recorded or computed,
// and an effect that does the act speaks for it. The ruleset's precedence lines weigh them (schemas/ruleset.capnp,
// Precedence). This code is independent of any game.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/query/acts/pending_event.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/acts/saying.h"
#include "engine/state/state.h"

namespace docket {

class StateReader;

/// The sayings about an act: usually only the rules'.
using Sayings = boost::container::small_vector<Saying, 4>;

/// Whether an act may be done, with everything that is said about it.
struct PermissionReading {
  bool known = true;    ///< false: something unknown decides; the other fields ignore the unknown
  bool unsaid = false;  ///< nothing is said about it; the rules that apply then are not in this ruleset
  bool may = true;
  bool must = false;
  bool perhaps_must = false;   ///< something unknown would make it a must
  Sayings sayings;             ///< the default, then the rules' grants, then cards, oldest first
  std::size_t prevailing = 0;  ///< the index in `sayings` of the one that prevails
  std::string_view clause{};   ///< the clause of the line that decided, else of the saying; owned by the ruleset
};

/// The kind of saying of a ledger entry; empty if the entry is not a saying.
std::optional<Says> saysOf(schema::Change::Kind kind);

/// The party that does an act or undergoes it, and the other party.
struct ActParties {
  Entity who_does = kNone;  ///< a card by its index, or a player
  Entity other = kNone;     ///< a host, a target, or the attached entity; kNone: none
  Seat player = 0;          ///< the player of the act; 0: the controller, or the player that does it
  EventNumber group = 0;    ///< the first of the simultaneous events; 0: it happens alone, or it is a hypothetical act
  const EventContext* event = nullptr;  ///< the event that does the act; null: a hypothetical question
  EventNumber attempt = 0;              ///< the act that has this as an effect, if a card does it (State::useOf)
};

PermissionReading readPermission(const State& state, const Rules& rules, const Permission& permission,
                                 const ActParties& parties);
/// A card with unread words that can change the answer of a reading: the one that does the act, one in play, or one
/// whose use lasts; or kNone. Only words that permit can change what is forbidden.
[[nodiscard]] CardIndex unreadOnPermission(const State& state, const Rules& rules, const Permission& permission,
                                           const ActParties& parties, const PermissionReading& reading);
/// True if anything says, or may say, that a card must do the act. If false, a reading gives neither `must` nor
/// `perhaps_must`. A fast check: it is false for most cards most of the time.
[[nodiscard]] bool mayOblige(StateReader& reader, const Permission& permission, CardIndex card);

/// The first permission with that name, or null.
const Permission* findPermission(const Ruleset& ruleset, std::string_view act);

/// True if a `replaced` that names an act refers to a permission: by its name, or by the act that was replaced, as a
/// card is moved as "KO".
[[nodiscard]] bool isMeantBy(const Permission& permission, std::string_view act);

/// The way in which an event does an act. `known` is false if something unknown decides whether it does.
struct DoneAct {
  ActParties parties;
  bool known = true;
};
/// Empty if an event is not such an act; several if it happens to each of several targets.
using DoneActs = boost::container::small_vector<DoneAct, 1>;
DoneActs doneActsOf(const PendingEvent& pending, const Permission& permission);

/// True if an event is an act that is certainly forbidden. Evaluated once, by the judge or the fold.
bool isForbidden(const PendingEvent& pending);

}  // namespace docket
