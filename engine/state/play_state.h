// The part of the state that the rules of play need besides the board: choices and results of chance, events that could
// not be done, sayings that have just ended, and the winner by the ruleset's terms. Part of the state (state.h);
// fold_play.h folds it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules/ids.h"
#include "engine/state/event_context.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// A player's latest number chosen for a purpose, the latest result of chance, or the latest shuffle of a pile.
struct Choice {
  enum class Kind : std::uint8_t { chosen, thrown, shuffled };
  Seat player = 0;
  NameNumber what = 0;  ///< the purpose; for a shuffle, the zone
  Kind kind{};
  std::int64_t number = 0;  ///< the first one, if there are several results
  EventNumber event = 0;
};

/// A forbid, permit or must that ended with the latest group of events.
struct EndedSaying {
  Entity subject = kNone;
  schema::Permission::Grant::Says says{};
  std::uint16_t act = 0;     ///< the index of the permission in the ruleset
  CardIndex source = kNone;  ///< the card that said it; kNone: the rules
  EventNumber event = 0;     ///< the event that began it
};

/// The winner by the ruleset's terms, whether or not the record says so.
struct Win {
  bool is_won = false;
  Seats winners = 0;              ///< empty: none, or as `everybody` says
  schema::Everybody everybody{};  ///< all players have won, or lost
  std::uint16_t rule = 0;         ///< the index of the rule in the ruleset
  CardIndex terms = kNone;        ///< the card whose terms were met; kNone: the rule's own terms
  EventNumber event = 0;          ///< the event after which the rule held
  EventContext context;  ///< the context of that event: the rule is evaluated with it again after simultaneous events
  friend bool operator==(const Win& one, const Win& other) {
    return one.is_won == other.is_won && one.winners == other.winners && one.everybody == other.everybody &&
           one.rule == other.rule && one.event == other.event;
  }
};

/// A requirement on the state after one of several simultaneous events, judged when all of them have happened.
struct DeferredRequirement {
  EventNumber event = 0;
  std::uint16_t index = 0;  ///< of the requirement, among those on such an act
  EventContext context;
};

/// A count of events for one subject.
struct TallyCount {
  std::uint16_t tally = 0;  ///< the index in the ruleset
  Entity subject = kNone;   ///< a player, a card, or the game
  EventNumber arrived = 0;  ///< of a card: its stay in a place
  std::uint32_t count = 0;
  std::uint32_t perhaps = 0;          ///< further events for which something unknown decides whether they count
  EventNumber latest = 0;             ///< the latest of them,
  Entity card = kNone, that = kNone;  ///< its card, and its other party
};

/// A card that has just moved, and may be played or used next in its new place.
struct LatestMove {
  CardIndex card = kNone;  ///< kNone: something else has happened since
  ZoneIndex from = kUnbound;
};

struct PlayState {
  EventNumber group = 0;                      ///< the first of the events simultaneous with the latest one
  std::vector<DeferredRequirement> deferred;  ///< of the latest simultaneous events, in order
  EventNumber ended_group = 0;                ///< the group with which the sayings ended
  std::vector<EndedSaying> ended;
  std::vector<EventNumber> forbidden;  ///< events that could not have been done, while a cost may still cite them
  std::vector<Choice> choices;         ///< in order of player, what, kind
  std::vector<TallyCount> tallies;     ///< in order of tally and subject
  LatestMove moved;                    ///< kept only if the ruleset asks for it
  Win win;
  /// The first event after which something unknown decided whether there was a winner; 0: none.
  EventNumber undecided_at = 0;

  /// The latest choice of a player, or of any player (player 0); null if there is none.
  [[nodiscard]] const Choice* choice(Seat player, NameNumber what, Choice::Kind kind) const;
  /// The count of a tally for a subject; null if nothing was counted.
  [[nodiscard]] const TallyCount* tally(std::uint16_t tally, Entity subject) const;
};

}  // namespace docket
