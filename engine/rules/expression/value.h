// What an expression gives: a value of a type, or that there is none (absent), or that it is not known and why.
// Data only; words are the tools' business.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/ids.h"

namespace docket::expression {

/// What an expression can come to. Known when it is parsed; a card and a player are entities too.
enum class Type : std::uint8_t { number, boolean, text, card, player, entity, cards };

/// Why something is not known, or is known but not by recomputing it.
struct Reason {
  enum class Kind : std::uint8_t {
    identity_unknown,  ///< it is not known what the card `subject` is
    text_unknown,      ///< no catalogue has the card `subject`, and its text can matter
    observed,          ///< the recorder observed it at `event`, and the rules claim nothing else
    differs,           ///< the rules give it, and the recorder observed something else at `event`: `seen`
    seen_otherwise,    ///< the rules give it, and the recorder saw the expression come to something else at `event`
    part_differs,      ///< an expression that asks for it was seen to come to something else at `event`
    stale,             ///< observed at `event`, but the last thing that can have changed it happened at `since`
    no_such_card,      ///< the game has no card of that number (`number`) now
    no_such_player,    ///< nor a player of that seat (`number`)
    no_such_title,     ///< no card in play is known to have that title
    no_such_stat,      ///< no stat is called so, or nothing says which is meant
    unsaid,            ///< nobody says anything of it, and what holds then stands in rules that are not here
    ambiguous_title,   ///< several have it, `subject` among them
    no_such_event,     ///< at that point no event `event` has happened
    no_record,         ///< asked without the record (GameRecord) that it needs
    undecided,         ///< whether event `event` was legal depends on something that is not known
    uses_uncertain,    ///< of the use at `event` it is not known whether it counts
    not_computed,      ///< the rules do not say how a stat of `subject` is computed, and nobody observed it
    print_unsaid,      ///< the catalogue of the card `subject` does not say what is printed there; or, where it is no
                       ///< card, nobody says what it has of a stat
    no_start,          ///< nobody said what the value `number` (State::valueKey) of `subject` was at the start; of the
                       ///< value that is set at hand without a subject
    trait_uncertain,   ///< something unknown decides what a trait of the card `subject` does to it
    place_uncertain,   ///< of the card `subject` nobody says that its ability works from where it is
    face_uncertain,    ///< nor on the side on which it lies: face-down where `number` is 1
    limits_uncertain,  ///< it is not known which limits `subject` has, nor that it has what it uses at `event`, if any
    untold,            ///< with event `event` something was told of a card, and the record does not say what
    skipped,           ///< something happened at `event` that the recorder could not read: all may be otherwise since
    no_rule,           ///< no rule here speaks of such an act as event `event`
    overflow,          ///< a number beyond 64 bits
    division_by_zero,
    out_of_steps,  ///< the budget of steps was used up
  };
  Kind kind{};
  Entity subject = kNone;  ///< as the state names it: a card by its index
  EventNumber event = 0;
  EventNumber since = 0;
  std::uint32_t number = 0;
  std::optional<std::int64_t> seen{};  ///< of `differs`; nothing: that there is no such stat
  friend bool operator==(const Reason&, const Reason&) = default;
};

/// How far a value can be relied on.
enum class Grade : std::uint8_t {
  exact,       ///< it follows from the record, the definitions and the ruleset
  unverified,  ///< something in it was only observed, or is unknown: Value::reasons say what
  diverged,    ///< the rules give it, and what the recorder observed at that very point differs
};

struct Value {
  enum class Presence : std::uint8_t {
    known,
    absent,   ///< there is none: a stat that the card lacks, the host of what is not attached, the winner of a draw
    unknown,  ///< `reasons` say why; `low`, `high` and `cards` hold what is known all the same
  };
  Type type = Type::boolean;
  Presence presence = Presence::known;
  Grade grade = Grade::exact;  ///< the worst of all that it rests on
  std::int64_t number = 0;     ///< a number; a boolean as 0 or 1; 0 unless known
  Entity entity = kNone;       ///< a card (by its index, State::cards), a player or another entity; kNone unless known
  std::string text{};
  std::vector<CardIndex> cards{};  ///< a set, ascending; of an unknown set those that certainly are in it
  /// A number that is not exact lies certainly between these, both included; the ends of the type mean "no bound".
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  bool zero_alone = false;        ///< a number below zero that counts as 0 but in a calculation or a comparison
  std::vector<Reason> reasons{};  ///< why it is unknown or unverified; empty for what is exact

  [[nodiscard]] bool isKnown() const { return presence == Presence::known; }
  [[nodiscard]] bool isAbsent() const { return presence == Presence::absent; }
  [[nodiscard]] bool isUnknown() const { return presence == Presence::unknown; }
  /// Known and, as a condition, true. An absent condition (of a card that is none) is false.
  [[nodiscard]] bool isTrue() const { return isKnown() && number != 0; }
  [[nodiscard]] bool isFalse() const { return isAbsent() || (isKnown() && number == 0); }

  static Value ofNumber(std::int64_t number) { return {.type = Type::number, .number = number}; }
  static Value ofBoolean(bool holds) { return {.type = Type::boolean, .number = holds ? 1 : 0}; }
  static Value ofText(std::string text) { return {.type = Type::text, .text = std::move(text)}; }
  static Value ofEntity(Type type, Entity entity) { return {.type = type, .entity = entity}; }
  static Value absent(Type type) { return {.type = type, .presence = Presence::absent}; }
  static Value unknown(Type type, Reason reason) {
    return {.type = type, .presence = Presence::unknown, .grade = Grade::unverified, .reasons = {reason}};
  }

  friend bool operator==(const Value&, const Value&) = default;
};

}  // namespace docket::expression
