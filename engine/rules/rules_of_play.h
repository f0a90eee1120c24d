// The rules of a ruleset that are conditions: permissions and their precedence, obligations, valid decks, and wins.
// Compiled from the document (schemas/ruleset.capnp defines the fields); permissions.h, obligations.h, decks.h and
// outcome.h evaluate them.
// Invariant: every expression here was typed against its ruleset.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "engine/rules/ids.h"
#include "engine/rules/payload_set.h"
#include "schemas/event.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

using Condition = std::optional<expression::Expression>;  ///< empty: it always holds
using Says = schema::Permission::Grant::Says;

/// The name in texts for any event with which a card comes into play.
inline constexpr std::string_view kEntersPlay = "entersPlay";

/// The payload of an event that a rule is about, and the name that it must have; see read_event.h.
struct EventKind {
  std::optional<schema::Event::Which> which;  ///< empty: any
  std::string named;                          ///< empty: any
  bool enters = false;  ///< any event with which a card that was not in play enters play; `which` is one of them
  /// The payloads that such an event can have; empty: any.
  [[nodiscard]] PayloadSet payloads() const {
    using Event = schema::Event;
    if (enters) {
      return payloadBit(Event::CARD_MOVED) | payloadBit(Event::CARD_PLAYED) | payloadBit(Event::CARD_CREATED) |
             payloadBit(Event::CARD_ATTACHED);
    }
    return which ? payloadBit(*which) : PayloadSet{0};
  }
};

struct Grant {
  Condition to;
  Says says{};
  std::string clause;
};

struct Permission {
  std::string act;
  bool can_happen = false;  ///< true: `on` gives the events that do the act; false: no event does it, but expressions
                            ///< can ask about it
  EventKind on;
  Condition if_;
  bool forbidden = false;
  std::string clause;
  std::vector<Grant> grants;
  schema::Permission::By by{};
  PeriodIndex period = kUnbound;  ///< for By::PARTY: the period of the parties; kUnbound otherwise
  bool unsaid = false;            ///< anything not said about it is unknown
};

struct PrecedenceSide {
  std::vector<std::string> speakers, acts;
  std::vector<Says> says;
  bool own_text = false, ended = false;
};

struct Precedence {
  std::string clause;
  PrecedenceSide winner, loser;
};

struct OptionalTrait {
  std::string trigger, produces, clause;
};

/// The meaning of a named trigger in texts.
struct NamedTrigger {
  std::string name, clause;
  EventKind on;  ///< without a payload it never occurs: it is lifted
  Condition if_;
  bool before = false;
};

struct TriggerPlace {
  ZoneIndex zone;  ///< kUnbound: every zone that is in play
  std::string clause;
};

/// An event of a kind for which a condition holds, evaluated just before the event.
struct Moment {
  EventKind kind;
  Condition if_;
};

/// A count of events (tally(...) in expressions).
struct Tally {
  std::string name;
  std::vector<Moment> of;
  schema::Tally::By by{};
  PeriodIndex within = kUnbound;  ///< the period in which it counts; kUnbound: the whole game
};

/// An act that another act has to follow.
struct FollowUpRule {
  std::string name, clause;
  Moment after, must;
  schema::Following::By by{};
  std::vector<EventKind> before;  ///< it is missed at the first of these; empty: the deadlines of all obligations
  PeriodIndex within = kUnbound;  ///< it is also missed at the end of this period; kUnbound: none
  bool lifted = false;            ///< expressions can ask about it, but nothing has to follow
};

struct ObligationRules {
  std::vector<EventKind> deadlines;
  std::vector<FollowUpRule> follows;
  std::vector<TriggerPlace> places;
  std::vector<OptionalTrait> optional;
  std::string clause, fires_clause, costs_clause, effects_clause;
};

struct DeckRule {
  std::string format, clause, gist;
  Condition that;
};

struct WinRule {
  std::string name, clause;
  EventKind on;
  Condition if_;
  Condition winner;               ///< a player
  Condition winners;              ///< a condition on each player instead
  schema::Everybody everybody{};  ///< all players win, or lose, and the two before it are empty
  ZoneIndex terms = kUnbound;     ///< a zone whose cards have the terms; kUnbound: none
  bool at_once = false;
  PeriodIndex at_end_of = kUnbound;  ///< a period: evaluated only when one of it has ended; kUnbound: after any event
};

/// Which win rules to evaluate after an event, one bit each: a fast check that skips nearly all events.
class WinTimes {
 public:
  static constexpr std::size_t kMax = 64;  ///< the most win rules of a ruleset

  /// Adds the next rule.
  void add(const WinRule& rule) {
    const std::uint64_t bit = std::uint64_t{1} << count_++;
    (rule.at_end_of == kUnbound ? whenever_ : at_end_of_[rule.at_end_of]) |= bit;
    if (rule.on.which) {
      on_[static_cast<std::size_t>(*rule.on.which)] |= bit;
    } else {
      for (std::uint64_t& payload : on_) payload |= bit;
    }
  }
  /// `ended`: the kinds of periods that ended with the event, one bit each.
  [[nodiscard]] std::uint64_t after(schema::Event::Which event, std::uint32_t ended) const {
    std::uint64_t asked = whenever_;
    for (; ended != 0; ended &= ended - 1) asked |= at_end_of_[static_cast<unsigned>(std::countr_zero(ended))];
    return asked & on_[static_cast<std::size_t>(event)];
  }

 private:
  std::array<std::uint64_t, kMaxPayloads> on_{};        // by schema::Event::Which
  std::array<std::uint64_t, kMaxPeriods> at_end_of_{};  // by period
  std::uint64_t whenever_ = 0;                          // rules that do not wait for the end of a period
  std::size_t count_ = 0;
};

struct NumberRule {
  std::string what, clause, unless;
  std::int64_t least, most;
  std::int64_t permitted;  ///< by a permission, for `unless`
};

struct KeywordKind {
  std::string name, clause;
  std::vector<std::string> keywords, of;
  std::string ending_in;  ///< keywords that end in this word are eligible too; empty: only listed ones
};

/// An attribute of types, with the order in which values are more restrictive.
struct TypeAttribute {
  std::string name, clause;
  std::vector<std::string> restrictive;
};

}  // namespace docket
