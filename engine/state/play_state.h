// What the rules of play go by, beside the board: what was chosen and thrown, what could not be done, whose word ended
// just now, and who has won by the ruleset's terms. Part of the state (state.h); fold_play.h folds it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules/ids.h"
#include "engine/state/event_context.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

/// The latest number that a player chose for something, the latest result of chance, or that a pile was shuffled.
struct Choice {
  enum class Kind : std::uint8_t { chosen, thrown, shuffled };
  Seat player = 0;
  NameNumber what = 0;  ///< what for; the zone that was shuffled
  Kind kind{};
  std::int64_t number = 0;  ///< of several results the first
  EventNumber event = 0;
};

/// A forbid, permit or must that ended with the latest group of events.
struct EndedSaying {
  Entity subject = kNone;
  schema::Permission::Grant::Says says{};
  std::uint16_t act = 0;     ///< the place of the permission in the ruleset
  CardIndex source = kNone;  ///< the card that said it; kNone: the rules
  EventNumber event = 0;     ///< that had begun it
};

/// Who has won by the ruleset's terms, whether or not the record says so.
struct Won {
  bool won = false;
  Seat winner = 0;
  schema::Everybody everybody{};  ///< all players have won, or lost
  std::uint16_t rule = 0;         ///< the place of the rule in the ruleset
  CardIndex terms = kNone;        ///< the card whose terms they are; kNone: the rule's own
  EventNumber event = 0;          ///< after which it held
  EventContext happening;         ///< of that event: the rule is asked of it again after what happens at the same time
  friend bool operator==(const Won& one, const Won& other) {
    return one.won == other.won && one.winner == other.winner && one.rule == other.rule && one.event == other.event;
  }
};

struct PlayState {
  EventNumber group = 0;        ///< of the latest event: the first of those that happen at the same time
  EventNumber ended_group = 0;  ///< with which the sayings ended
  std::vector<EndedSaying> ended;
  std::vector<EventNumber> forbidden;  ///< events that could not have been done, as far as a cost may cite them
  std::vector<Choice> choices;         ///< in order of player, what, kind
  Won won;
  EventNumber undecided_at =
      0;  ///< the first event after which something unknown decided whether somebody had won; 0: none

  /// The latest choice of a player, or of anybody (player 0); null where there is none.
  [[nodiscard]] const Choice* choice(Seat player, NameNumber what, Choice::Kind kind) const;
};

}  // namespace docket
