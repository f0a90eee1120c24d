// The rules of a ruleset that are conditions: what may be done and who says so, whose word counts more, what must
// happen, what a deck must be, when a game is won. Compiled from the document (schemas/ruleset.capnp says what each
// field means); the readings of them are in permissions.h, obligations.h, decks.h and outcome.h.
// Invariant: every expression in here was typed against the ruleset that it stands in.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/rules/expression/expression.h"
#include "schemas/event.capnp.h"
#include "schemas/ruleset.capnp.h"

namespace docket {

using Condition = std::optional<expression::Expression>;  ///< nothing: it always holds
using Says = schema::Permission::Grant::Says;

/// The payload of an event that a rule is about, and the name that it has to have; see read_event.h.
/// What a text calls any event with which a card comes into play.
inline constexpr std::string_view kEntersPlay = "entersPlay";

struct EventKind {
  std::optional<schema::Event::Which> which;  ///< nothing: any
  std::string named;                          ///< empty: any
  bool enters = false;  ///< any event with which a card comes into play that was not there; `which` is one of them
  /// The payloads that such an event can have, a bit each; none where any can.
  [[nodiscard]] std::uint64_t payloads() const {
    using Event = schema::Event;
    const auto bit = [](Event::Which one) { return std::uint64_t{1} << static_cast<unsigned>(one); };
    if (enters) {
      return bit(Event::CARD_MOVED) | bit(Event::CARD_PLAYED) | bit(Event::CARD_CREATED) | bit(Event::CARD_ATTACHED);
    }
    return which ? bit(*which) : 0;
  }
};

struct Grant {
  Condition to;
  Says says{};
  std::string clause;
  bool of_it_alone = false;  ///< `to` asks of nothing but the card that it is asked about (asksOfItAlone())
};

struct Permission {
  std::string act;
  bool can_happen = false;  ///< `on` says which events are such acts; else it can only be asked
  EventKind on;
  Condition if_;
  bool forbidden = false;
  std::string clause;
  std::vector<Grant> grants;
  schema::Permission::By by{};
  std::uint8_t period = 0xFF;  ///< for By::PARTY: whose parties they are; kUnbound otherwise
  bool unsaid = false;         ///< what nobody says of it is not known
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

/// What a trigger is that texts call by a name.
struct NamedTrigger {
  std::string name, clause;
  EventKind on;  ///< nothing is an occurrence of one without a payload: it is lifted
  Condition if_;
  bool before = false;
};

struct TriggerPlace {
  std::uint8_t zone;  ///< kUnbound: every zone that is in play
  std::string clause;
};

/// An event of some kind of which a condition holds, as it is asked just before it.
struct Moment {
  EventKind kind;
  Condition if_;
};

/// An act that has to be followed by another.
struct FollowingRule {
  std::string name, clause;
  Moment after, must;
  schema::Following::By by{};
  std::vector<EventKind> before;  ///< the first of these finds it missed; empty: the deadlines of all obligations
  std::uint8_t within = 0xFF;     ///< a period at whose end it is missed too; kUnbound: none
  bool lifted = false;            ///< it can be asked about, and nothing has to follow
};

struct ObligationRules {
  std::vector<EventKind> deadlines;
  std::vector<FollowingRule> follows;
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
  Condition if_, winner;
  schema::Everybody everybody{};  ///< all players win, or lose, and `winner` is empty
  std::uint8_t terms = 0xFF;      ///< a zone: the terms of the cards in it; kUnbound: none
  bool at_once = false;
  std::uint8_t at_end_of = 0xFF;  ///< a period: it is asked only when one of it has ended; kUnbound: after any event
};

/// Which rules of winning are asked after an event, a bit each: what nearly all events are passed by with.
class WinTimes {
 public:
  static constexpr std::size_t kMost = 64;  ///< how many rules of winning a ruleset can have

  /// Adds the rule of the next place.
  void add(const WinRule& rule) {
    const std::uint64_t bit = std::uint64_t{1} << count_++;
    (rule.at_end_of == 0xFF ? whenever_ : at_end_of_[rule.at_end_of]) |= bit;
    if (rule.on.which) {
      on_[static_cast<std::size_t>(*rule.on.which)] |= bit;
    } else {
      for (std::uint64_t& payload : on_) payload |= bit;
    }
  }
  /// `ended`: the periods of which one has ended with the event, a bit each.
  [[nodiscard]] std::uint64_t after(schema::Event::Which event, std::uint32_t ended) const {
    std::uint64_t asked = whenever_;
    for (; ended != 0; ended &= ended - 1) asked |= at_end_of_[static_cast<unsigned>(std::countr_zero(ended))];
    return asked & on_[static_cast<std::size_t>(event)];
  }

 private:
  std::array<std::uint64_t, 64> on_{};         // by schema::Event::Which
  std::array<std::uint64_t, 32> at_end_of_{};  // by period
  std::uint64_t whenever_ = 0;                 // those that wait for the end of no period
  std::size_t count_ = 0;
};

struct NumberRule {
  std::string what, clause, unless;
  std::int64_t least, most;
  std::int64_t permitted;  ///< by a permission for `unless`
};

struct KeywordKind {
  std::string name, clause;
  std::vector<std::string> keywords, of;
  std::string ending_in;  ///< keywords that end in this word are eligible too; empty: only those that are listed
};

/// Something that types have a value of, and which value is the more restrictive.
struct TypeAttribute {
  std::string name, clause;
  std::vector<std::string> restrictive;
};

}  // namespace docket
