// A finding: what the rules, or the table itself, have against an event. Data; the judge makes them (judge.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/permissions.h"
#include "engine/state/state.h"
#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

namespace expression {
struct Answer;
struct Expression;
}  // namespace expression

struct Finding {
  enum class Kind : std::uint8_t {
    limit,
    requirement,
    order,
    cycle,
    permission,   ///< somebody did what he may not, or did not what he must: `breach`, `act`, `sayings`
    number,       ///< a number was chosen that may not be: `number`, not from `least` to `most`
    outcome,      ///< the end of the game is not what the rules come to: `breach`
    missed,       ///< a trait that had to happen did not by now: `card`, `ability`; it rests on its trigger
    trait,        ///< a trait happened that should not have, or not so
    ability,      ///< an ability was used against its own text
    effect,       ///< what a text does and what the record has are not the same
    impossible,   ///< what the event takes for granted of the table is not so: `assumption` (table_sense.h)
    unexplained,  ///< the event has no cause, where only something that the record does not have can be one
  };
  /// For permission and outcome: what is wrong.
  enum class Breach : std::uint8_t {
    may_not,        ///< the act may not be done
    must,           ///< by now it had to be done
    unpaid,         ///< it is a cost, or has one, that cannot be paid: `rests_on` says by which events
    irreplaceable,  ///< it replaces what could not happen
    winner,         ///< the rules come to another winner, or to none: `player`
    over,           ///< the game was over by then
  };
  enum class Grade : std::uint8_t {
    certain,    ///< whatever is unknown, the act was illegal
    undecided,  ///< something unknown decides whether it was
  };
  /// For trait, ability and effect: what is wrong with it.
  enum class Fault : std::uint8_t {
    none,
    twice,       ///< it happened already for this occurrence of its trigger
    no_trigger,  ///< nothing that it answers happened
    place,       ///< it does not trigger from where its card is
    condition,   ///< its condition does not hold
    cost,        ///< its cost is not among those paid
    target,      ///< a target does not fit, or one is missing
    designator,  ///< it cannot be used as that
    missing,     ///< the effect should have happened by now
    surplus,     ///< its text has no such effect
    different,   ///< its text has another amount
    early,       ///< an effect that stands before it has not happened yet
    lasting,     ///< its text has another end
  };
  Kind kind;
  Grade grade = Grade::certain;
  EventNumber event = 0;
  CardIndex card = kNone;
  Seat player = 0;
  std::string clause{};
  std::vector<EventNumber> rests_on{};                        ///< the oldest first
  LimitIndex limit = kUnbound;                                ///< for Kind::limit
  std::int32_t used = 0, max = 0;                             ///< before the act
  schema::Act::Requirement::What requirement{};               ///< for Kind::requirement
  const Requirement* asked = nullptr;                         ///< likewise: of the ruleset, which outlives the finding
  std::shared_ptr<const expression::Expression> condition{};  ///< for Fault::condition: what the text asks
  std::shared_ptr<const expression::Answer> answer{};  ///< what the condition of either came to; null: it has none
  Breach breach{};
  schema::Everybody everybody{};                 ///< for Breach::winner: the rules come to all of them
  std::string act{};                             ///< for permission: its name
  std::vector<Saying> sayings{};                 ///< for permission: what is said of it
  std::size_t holds = 0;                         ///< the one that holds
  std::int64_t number = 0, least = 0, most = 0;  ///< for number: the one chosen, and the bounds
  Fault fault = Fault::none;
  std::uint16_t ability = 0;  ///< which of the card's abilities and traits, from 1
  std::string named{};        ///< of an ability that was given: its name; of what had to follow: the rule's
  std::uint16_t effect = 0;   ///< which of its effects, from 1; 0 none of them
  Entity subject = kNone;     ///< of the effect; for impossible: what is in the way
  std::optional<std::int64_t> expected{}, recorded;  ///< amounts of the effect
  std::string trait{};                               ///< for Kind::cycle: the name of the trait
  schema::Assumption assumption{};                   ///< for impossible and unexplained
  std::string claimed{};  ///< for impossible: the zone, period, value or kind of counter of which it is not so
};

/// Whether it finds that an act was not followed by what the rules want after it: `named` is that rule.
inline bool isOfFollowing(const Finding& finding) {
  return finding.kind == Finding::Kind::missed && finding.ability == 0;
}

}  // namespace docket
