// A finding: what the rules, or the table itself, have against an event. Data; the judge makes them (judge.h).
// Invariant: beside what every finding has it holds what its kind has, and nothing of another kind.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/query/acts/saying.h"
#include "engine/rules/ids.h"
#include "schemas/event.capnp.h"
#include "schemas/marks.capnp.h"

namespace docket {

struct Requirement;

namespace expression {
struct Answer;
struct Expression;
}  // namespace expression

struct Finding {
  enum class Grade : std::uint8_t {
    certain,    ///< whatever is unknown, the act was illegal
    undecided,  ///< something unknown decides whether it was
  };

  /// An act beyond a limit: a use too many, or a copy.
  struct LimitExceeded {
    LimitIndex limit = kUnbound;
    std::int32_t used = 0, max = 0;  ///< before the act
  };

  /// What the rules require of such an event is not so.
  struct RequirementUnmet {
    const Requirement* asked = nullptr;                  ///< never null; of the ruleset, which outlives the finding
    std::shared_ptr<const expression::Answer> answer{};  ///< what its condition gave; null: it has none
  };

  /// A period begins after one that comes later in its order; `rests_on` says when that one began.
  struct OutOfOrder {};

  /// With the event, continuous traits begin to undo themselves or each other.
  struct Cycle {
    std::string trait{};  ///< the name of the one that the finding's card has
  };

  /// The card, or without one the player, did what it may not, or did not what it must.
  struct NotPermitted {
    enum class Breach : std::uint8_t {
      may_not,        ///< the act may not be done
      must,           ///< by now it had to be done
      irreplaceable,  ///< it replaces what could not happen
    };
    Breach breach{};
    std::string act{};              ///< the permission's name
    std::vector<Saying> sayings{};  ///< what is said of it
    std::size_t holds = 0;          ///< the one that holds
  };

  /// The events that it rests on pay a cost that cannot be paid, or pay for what cannot be done.
  struct Unpaid {};

  /// A number was chosen that may not be.
  struct NumberOutOfBounds {
    std::int64_t chosen = 0, least = 0, most = 0;
  };

  /// The game is said to end otherwise than the rules come to: to them the finding's player has won, or nobody.
  struct OtherWinner {
    schema::Everybody everybody{};  ///< or all of them, or none
  };

  /// Something is done when the game was over.
  struct AfterTheEnd {};

  /// A trait that had to happen did not by now; it rests on its trigger.
  struct TraitMissed {
    std::uint16_t trait = 0;  ///< which of the card's abilities and traits, from 1; 0: `named` says it
    std::string named{};      ///< of one that was given: its name
  };

  /// What the rules want after an earlier act did not follow by now; it rests on that act.
  struct FollowingMissed {
    std::string rule{};  ///< the name of the rule that wants it
  };

  /// An ability was used, or a trait happened, against its own text.
  struct AgainstText {
    enum class Fault : std::uint8_t {
      twice,       ///< it happened already for this occurrence of its trigger
      no_trigger,  ///< nothing that it answers happened
      place,       ///< it does not trigger from where its card is
      condition,   ///< its condition does not hold
      cost,        ///< its cost is not among those paid
      target,      ///< a target does not fit, or one is missing
      designator,  ///< it cannot be used as that
      lost,        ///< its card does not have it any more
      trait,       ///< it is a trait, which nobody uses
    };
    /// What the text asks, and what that gave; null for a fault in which no condition is to be shown.
    struct Asked {
      std::shared_ptr<const expression::Expression> condition{};
      std::shared_ptr<const expression::Answer> answer{};
    };
    bool of_trait = false;  ///< it is a trait, which happens by itself; else an ability, which is used
    Fault fault{};
    std::uint16_t ability = 0;  ///< which of the card's abilities and traits, from 1
    std::string named{};        ///< of one that was given: its name
    Asked asked{};
  };

  /// What a text does and what the record has are not the same; it rests on the act whose text it is.
  struct OtherEffect {
    enum class Fault : std::uint8_t {
      missing,    ///< the effect should have happened by now
      surplus,    ///< its text has no such effect
      different,  ///< its text has another amount
      early,      ///< an effect that stands before it has not happened yet
      lasting,    ///< its text has another end
    };
    Fault fault{};
    std::uint16_t ability = 0;                           ///< which of the card's abilities and traits, from 1
    std::string named{};                                 ///< of one that was given: its name
    std::uint16_t effect = 0;                            ///< which of its effects, from 1; 0 none of them
    Entity subject = kNone;                              ///< to which it happens
    std::optional<std::int64_t> expected{}, recorded{};  ///< its amounts by the text and by the record, if it has any
  };

  /// What the event takes for granted of the table is not so (table_sense.h).
  struct Impossible {
    /// How many there are said to be, and how many there are.
    struct Amounts {
      std::int64_t recorded = 0, there = 0;
    };
    schema::Assumption assumption{};  ///< which says of what the rest speaks
    Entity subject = kNone;           ///< what is in the way
    std::uint32_t missing = 0;        ///< the number of the card that is not there; 0: it is not about one
    std::string claimed{};            ///< the zone, period, value or kind of counter of which it is not so
    std::optional<Amounts> amounts{};
  };

  /// The event has no cause, where only something that the record does not have can be one.
  struct Unexplained {
    bool of_anothers_card = false;  ///< a player does it with a card that is another's; else control changes
  };

  using What = std::variant<LimitExceeded, RequirementUnmet, OutOfOrder, Cycle, NotPermitted, Unpaid, NumberOutOfBounds,
                            OtherWinner, AfterTheEnd, TraitMissed, FollowingMissed, AgainstText, OtherEffect,
                            Impossible, Unexplained>;

  Grade grade = Grade::certain;
  EventNumber event = 0;
  CardIndex card = kNone;  ///< that it is about; kNone: none
  Seat player = 0;         ///< likewise; 0: nobody
  std::string clause{};
  std::vector<EventNumber> rests_on{};  ///< the oldest first
  What what;

  template <class Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(what);
  }
  /// What it says where it is of that kind, else null.
  template <class Kind>
  [[nodiscard]] const Kind* as() const {
    return std::get_if<Kind>(&what);
  }
};

/// The grade of what is certain, or not.
constexpr Finding::Grade gradeOf(bool certain) { return certain ? Finding::Grade::certain : Finding::Grade::undecided; }

}  // namespace docket
