// The result of an expression: a value of a type, absent, or unknown with reasons. Data only; the tools put it into
// words.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/ids.h"

namespace docket::expression {

/// The type of an expression, known when it is parsed; a card and a player are entities too.
enum class Type : std::uint8_t { number, boolean, text, card, player, entity, cards };

/// A reason why a value is unknown, or is known but not from the rules.
struct Reason {
  enum class Kind : std::uint8_t {
    identity_unknown,  ///< the card `subject` is unidentified
    text_unknown,      ///< no catalogue has the card `subject`, and its text can matter
    observed,          ///< the recorder observed it at `event`, and the rules give nothing else
    differs,           ///< the rules give it, but the recorder observed another amount at `event`: `seen`
    seen_otherwise,    ///< the rules give it, but the recorder observed another result of the expression at `event`
    part_differs,      ///< an expression that reads it was observed to have another result at `event`
    stale,             ///< observed at `event`, but something at `since` can have changed it
    no_such_card,      ///< the game has no card with that number (`number`) now
    no_such_player,    ///< the game has no player at that seat (`number`)
    no_such_title,     ///< no known card in play has that title
    no_such_stat,      ///< no stat has that name, or it is unclear which is meant
    not_in_ruleset,    ///< nothing decides it, and the rules that apply then are not in this ruleset
    unrecorded,        ///< the record leaves it open
    no_event,          ///< it is a property of the judged event, and there is none
    ambiguous_title,   ///< several cards have that title, `subject` among them
    no_such_event,     ///< event `event` has not happened at that point
    no_record,         ///< it needs the record (GameRecord), which was not given
    undecided,         ///< the legality of event `event` depends on something unknown
    uses_uncertain,    ///< the use at `event` may count
    not_computed,      ///< the rules do not say how a stat of `subject` is computed, and it was not observed
    print_unsaid,      ///< the catalogue of the card `subject` does not say what is printed there; or `subject` is not
                       ///< a card and its amount of a stat is not recorded
    no_start,          ///< the initial amount of the value `number` (State::valueKey) of `subject` is not recorded;
                       ///< without a subject, of the value that the event sets
    trait_uncertain,   ///< something unknown decides how a trait of the card `subject` affects it
    place_uncertain,   ///< the ability of the card `subject` is not known to work from its zone
    face_uncertain,    ///< nor on the side that it shows: face-down if `number` is 1
    limits_uncertain,  ///< the limits on `subject` are unknown, or whether it has what it uses at `event`, if any
    untold,            ///< event `event` told something about a card, and the record does not say what
    skipped,           ///< something at `event` could not be read by the recorder: everything may have changed since
    no_rule,           ///< no rule here covers such an act as event `event`
    overflow,          ///< a number beyond 64 bits
    division_by_zero,
    out_of_steps,  ///< the step budget was exhausted
  };
  Kind kind{};
  Entity subject = kNone;  ///< as the state names it: a card by its index
  EventNumber event = 0;
  EventNumber since = 0;
  std::uint32_t number = 0;
  std::optional<std::int64_t> seen{};  ///< for `differs`; empty: there is no such stat
  friend bool operator==(const Reason&, const Reason&) = default;
};

/// How reliable a value is.
enum class Grade : std::uint8_t {
  exact,       ///< it follows from the record, the definitions and the ruleset
  unverified,  ///< a part of it was only observed, or is unknown: Value::reasons say which
  diverged,    ///< the rules give it, but the recorder observed another value at that very point
};

/// The parts of a value that most values do not have.
struct ValueDetails {
  std::string text{};
  std::vector<CardIndex> cards{};  ///< a set, ascending; for an unknown set, the cards that are certainly in it
  std::vector<Reason> reasons{};   ///< why it is unknown or unverified; empty if it is exact
  /// The bounds of a number that is not exact, inclusive; the limits of the type mean "no bound".
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  friend bool operator==(const ValueDetails&, const ValueDetails&) = default;
};

/// Details that are allocated when one of them is set, so that values without them are small and cheap to pass.
class RareDetails {
 public:
  RareDetails() = default;
  RareDetails(const RareDetails& other)
      : held_(other.held_ == nullptr ? nullptr : std::make_unique<ValueDetails>(*other.held_)) {}
  RareDetails(RareDetails&&) noexcept = default;
  RareDetails& operator=(const RareDetails& other) { return *this = RareDetails(other); }
  RareDetails& operator=(RareDetails&&) noexcept = default;
  ~RareDetails() = default;

  [[nodiscard]] const ValueDetails& operator*() const { return held_ == nullptr ? kNothing : *held_; }
  [[nodiscard]] ValueDetails& edit() {
    if (held_ == nullptr) held_ = std::make_unique<ValueDetails>();
    return *held_;
  }
  friend bool operator==(const RareDetails& one, const RareDetails& other) { return *one == *other; }

 private:
  static const ValueDetails kNothing;
  std::unique_ptr<ValueDetails> held_;
};

struct Value {
  enum class Presence : std::uint8_t {
    known,
    absent,   ///< there is none: a stat that the card lacks, the host of an unattached card, the winner of a draw
    unknown,  ///< reasons() say why; bounds and cards() hold what is still known
  };
  Type type = Type::boolean;
  Presence presence = Presence::known;
  Grade grade = Grade::exact;  ///< the worst grade of its parts
  bool zero_alone = false;     ///< a negative number that counts as 0, except in a calculation or a comparison
  Entity entity = kNone;       ///< a card (by its index, State::cards), a player or another entity; kNone if unknown
  std::int64_t number = 0;     ///< a number; a boolean as 0 or 1; 0 if unknown
  RareDetails details{};

  [[nodiscard]] bool isKnown() const { return presence == Presence::known; }
  [[nodiscard]] bool isAbsent() const { return presence == Presence::absent; }
  [[nodiscard]] bool isUnknown() const { return presence == Presence::unknown; }
  /// Known and, as a condition, true. An absent condition (about a card that does not exist) is false.
  [[nodiscard]] bool isTrue() const { return isKnown() && number != 0; }
  [[nodiscard]] bool isFalse() const { return isAbsent() || (isKnown() && number == 0); }

  [[nodiscard]] const std::string& text() const { return (*details).text; }
  [[nodiscard]] const std::vector<CardIndex>& cards() const { return (*details).cards; }
  [[nodiscard]] const std::vector<Reason>& reasons() const { return (*details).reasons; }
  [[nodiscard]] std::int64_t low() const { return (*details).low; }
  [[nodiscard]] std::int64_t high() const { return (*details).high; }
  void setBounds(std::int64_t low, std::int64_t high) {
    details.edit().low = low;
    details.edit().high = high;
  }

  static Value ofNumber(std::int64_t number) { return {.type = Type::number, .number = number}; }
  static Value ofBoolean(bool holds) { return {.type = Type::boolean, .number = holds ? 1 : 0}; }
  static Value ofText(std::string text) {
    Value value{.type = Type::text};
    value.details.edit().text = std::move(text);
    return value;
  }
  static Value ofEntity(Type type, Entity entity) { return {.type = type, .entity = entity}; }
  static Value ofCards(std::vector<CardIndex> cards) {
    Value value{.type = Type::cards};
    if (!cards.empty()) value.details.edit().cards = std::move(cards);
    return value;
  }
  static Value absent(Type type) { return {.type = type, .presence = Presence::absent}; }
  static Value unknown(Type type, Reason reason) {
    Value value{.type = type, .presence = Presence::unknown, .grade = Grade::unverified};
    value.details.edit().reasons.push_back(reason);
    return value;
  }

  friend bool operator==(const Value&, const Value&) = default;
};
static_assert(sizeof(Value) <= 24);  // each part of an expression returns one

}  // namespace docket::expression
