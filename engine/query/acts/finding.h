// A finding: an event violates the rules or contradicts the table. Data only; the judge makes findings (judge.h).
// Invariant: a finding holds the common fields and those of its own kind only.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
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
  enum class Certainty : std::uint8_t {
    certain,    ///< the act was illegal, whatever is unknown
    undecided,  ///< something unknown decides whether it was illegal
  };

  /// An act beyond a limit: one use or one copy too many.
  struct LimitExceeded {
    LimitIndex limit = kUnbound;
    std::int32_t used = 0, max = 0;  ///< before the act
  };

  /// A requirement of the rules on such an event is not met.
  struct RequirementUnmet {
    const Requirement* requirement = nullptr;  ///< never null; owned by the ruleset, which outlives the finding
    std::shared_ptr<const expression::Answer> answer{};  ///< the result of its condition; null: it has none
  };

  /// A period begins after one that follows it in its order; `rests_on` says when that one began.
  struct OutOfOrder {};

  /// With the event, continuous traits begin to undo themselves or each other.
  struct Cycle {
    std::string trait{};  ///< the name of the trait of the finding's card
  };

  /// The card, or the player if there is no card, did something forbidden or failed to do something required.
  struct NotPermitted {
    enum class Breach : std::uint8_t {
      may_not,        ///< the act is forbidden
      must,           ///< the act had to be done by now
      irreplaceable,  ///< it replaces an event that could not happen
    };
    Breach breach{};
    std::string act{};              ///< the permission's name
    std::vector<Saying> sayings{};  ///< everything that is said about the act
    std::size_t prevailing = 0;     ///< the index of the saying that applies
  };

  /// The events in `rests_on` pay a cost that cannot be paid, or pay for an act that cannot be done.
  struct Unpaid {};

  /// The chosen number is out of bounds.
  struct NumberOutOfBounds {
    std::int64_t chosen = 0, least = 0, most = 0;
  };

  /// The recorded end differs from the one that the rules give.
  struct OtherWinner {
    Seats winners = 0;              ///< the winners by the rules; the finding's player, if there is only one
    schema::Everybody everybody{};  ///< or all players have won or lost, or none has
  };

  /// An act after the end of the game.
  struct AfterTheEnd {};

  /// A trait that had to happen has not happened by now; the finding rests on its trigger.
  struct TraitMissed {
    std::uint16_t trait = 0;  ///< the number of the card's ability or trait, from 1; 0: `named` gives it
    std::string named{};      ///< the name of a granted trait
  };

  /// The rules require an act to follow an earlier one, and it has not happened by now; the finding rests on the
  /// earlier act.
  struct FollowUpMissed {
    std::string rule{};  ///< the name of the rule that requires it
  };

  /// An ability was used, or a trait happened, against its own text.
  struct AgainstText {
    enum class Fault : std::uint8_t {
      twice,       ///< it already happened for this occurrence of its trigger
      no_trigger,  ///< no event triggered it
      place,       ///< it does not trigger from the card's zone
      condition,   ///< its condition does not hold
      cost,        ///< its cost is not among those paid
      target,      ///< a target does not fit, or one is missing
      designator,  ///< it cannot be used as that
      lost,        ///< its card no longer has it
      trait,       ///< it is a trait, which players cannot use
    };
    /// The text's condition and its result; null for a fault without a condition to show.
    struct TestedCondition {
      std::shared_ptr<const expression::Expression> condition{};
      std::shared_ptr<const expression::Answer> answer{};
    };
    bool of_trait = false;  ///< true: a trait, which happens by itself; false: an ability, which is used
    Fault fault{};
    std::uint16_t ability = 0;  ///< the number of the card's ability or trait, from 1
    std::string named{};        ///< the name of a granted one
    TestedCondition tested{};
  };

  /// The effects in the record differ from those of the text; the finding rests on the act whose text it is.
  struct OtherEffect {
    enum class Fault : std::uint8_t {
      missing,    ///< the effect should have happened by now
      surplus,    ///< the text has no such effect
      different,  ///< the text gives another amount
      early,      ///< an effect that comes before it has not happened yet
      lasting,    ///< the text gives another duration
    };
    Fault fault{};
    std::uint16_t ability = 0;                           ///< the number of the card's ability or trait, from 1
    std::string named{};                                 ///< the name of a granted one
    std::uint16_t effect = 0;                            ///< the number of its effect, from 1; 0: none of them
    Entity subject = kNone;                              ///< the entity that it affects
    std::optional<std::int64_t> expected{}, recorded{};  ///< the amounts by the text and by the record, if any
  };

  /// An assumption of the event about the table does not hold (table_check.h).
  struct Impossible {
    /// The claimed number and the actual number.
    struct Amounts {
      std::int64_t recorded = 0, there = 0;
    };
    schema::Assumption assumption{};  ///< the assumption; it defines the meaning of the other fields
    Entity subject = kNone;           ///< the entity that contradicts it
    std::uint32_t missing = 0;        ///< the number of the missing card; 0: no card is missing
    std::string claimed{};            ///< the zone, period, value or kind of counter for which it does not hold
    std::optional<Amounts> amounts{};
  };

  /// The event has no recorded cause, and only something that is not recorded can have caused it.
  struct Unexplained {
    bool of_anothers_card = false;  ///< true: a player acts with another player's card; false: control changes
  };

  using What = std::variant<LimitExceeded, RequirementUnmet, OutOfOrder, Cycle, NotPermitted, Unpaid, NumberOutOfBounds,
                            OtherWinner, AfterTheEnd, TraitMissed, FollowUpMissed, AgainstText, OtherEffect, Impossible,
                            Unexplained>;

  Certainty certainty = Certainty::certain;
  EventNumber event = 0;
  CardIndex card = kNone;  ///< the card that it is about; kNone: none
  Seat player = 0;         ///< the player that it is about; 0: none
  std::string clause{};
  std::vector<EventNumber> rests_on{};  ///< oldest first
  What what;

  [[nodiscard]] bool isCertain() const { return certainty == Certainty::certain; }
  template <class Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(what);
  }
  /// The data of the finding if it is of that kind, else null.
  template <class Kind>
  [[nodiscard]] const Kind* as() const {
    return std::get_if<Kind>(&what);
  }
};

[[nodiscard]] inline bool hasCertain(const std::vector<Finding>& findings) {
  return ranges::any_of(findings, &Finding::isCertain);
}

/// The certainty of a finding that is certain, or is not.
constexpr Finding::Certainty certaintyOf(bool certain) {
  return certain ? Finding::Certainty::certain : Finding::Certainty::undecided;
}

}  // namespace docket
