// What an expression gives at a point of a game, and why. A pure function of the state, the rules and the record;
// it changes nothing, always ends (a budget of steps) and never throws for what it is asked.
// Readings that ask an expression include this and nothing of what answers it; that is both_ways.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/cards/given_ability.h"
#include "engine/query/tri_state.h"
#include "engine/rules/expression/expression.h"
#include "engine/state/state.h"
#include "events/held_event.h"

namespace docket {
struct Finding;
}

namespace docket::expression {

/// What an event comes to on the way that leads to a point of the game.
enum class Standing : std::uint8_t {
  recorded,  ///< it happened as it was recorded
  replaced,  ///< a correction says what happened in its place
  nothing,   ///< a correction says that nothing did
  apart,     ///< it is not on that way: it comes later, or a judge took it back
};

/// The record of the game, for what a state alone cannot answer: `legal(57)`, `before(57, ...)`. It is asked at a
/// point: of what a judge corrected before that point it has what happened instead; of all else what was recorded.
class GameRecord {
 public:
  virtual ~GameRecord() = default;
  /// The number of the last event of the record.
  [[nodiscard]] virtual EventNumber size() const = 0;
  /// The state just before event `number`, as the path that is in effect leads there; 1 to size() + 1, which is after
  /// the last event.
  /// Null where it cannot be had. Asked for the same event again and again: a record should keep the last one.
  [[nodiscard]] virtual std::shared_ptr<const State> before(EventNumber number) const = 0;
  /// What the judge has against event `number` in its place. Valid for 1 to size().
  [[nodiscard]] virtual std::vector<Finding> findings(EventNumber number) const = 0;
  /// What nobody knows and the legality of event `number` rests on (doubt.h). Valid for 1 to size().
  [[nodiscard]] virtual std::optional<Reason> doubt(EventNumber number) const = 0;
  /// Event `number`, or what happened in its place. Valid for 1 to size().
  [[nodiscard]] virtual HeldEvent event(EventNumber number) const = 0;
  /// What it gives on the way to the point. Valid for 1 to size().
  [[nodiscard]] virtual Standing standing(EventNumber number) const = 0;
};

/// Where an expression is asked.
struct Point {
  const State& state;
  Rules rules;
  const GameRecord* record = nullptr;  ///< without it, what needs the record is unknown (Reason::Kind::no_record)
  Entity self = kNone;                 ///< what `this` is; `me` is who controls it, or itself
  CardIndex it = kNone;                ///< outside filters: the card of the event; kNone: it has none
  Seat who = 0;                        ///< its player; 0: it has none
  bool own_act = true;                 ///< false: somebody else did it for that player
  Entity that = kNone;                 ///< its host or target; kNone: it has none
  std::int64_t amount = 0;             ///< its number: what was chosen, gained, drawn; 0: it has none
  bool amount_known = true;            ///< else its number rests on a value of which nobody said what it was
  AbilityKey used{};                   ///< the ability that it uses; of nothing: none
  EventNumber group = 0;               ///< the first of the events that happen at the same time as it; 0: it is alone
};

/// The budget: a node evaluated or a card looked at is a step, a look into the record kRecordSteps of them.
inline constexpr std::uint32_t kMostSteps = 100'000;
inline constexpr std::uint32_t kRecordSteps = 200;

/// A line of the explanation: a value, and what it comes from.
struct Line {
  enum class Kind : std::uint8_t {
    node,          ///< a part of the expression: `node`
    candidate,     ///< a card that a selection holds, or may hold: `value` is that card; below it the filters
    printed,       ///< what is printed on the card
    change,        ///< an entry of the ledger, begun by `event`: `value` is its amount; counted if `counted`
    sum,           ///< of printed value and changes
    floor,         ///< the value that the floor leaves
    bounds,        ///< the value that minimum and maximum leave
    observation,   ///< what the recorder saw at `event`
    finding,       ///< what the judge has against `event`, with its clause; the events it rests on below
    use,           ///< a use that counts, at `event`
    doubtful_use,  ///< a use at `event` of which it is not known whether it counts
    given_back,    ///< a use at `event` that was given back
    saying,        ///< what somebody says of an act: `value` may, cannot or must; `source` a card, else the rules
  };
  Kind kind = Kind::node;
  NodeIndex node = kNone;
  Value value{};
  std::string clause{};                      ///< of the ruleset; empty where no single clause says it
  EventNumber event = 0;                     ///< the event behind it; 0 none
  bool counted = true;                       ///< false: an entry that has no effect here
  schema::Change::Kind change{};             ///< for Kind::change
  CardIndex source = kNone;                  ///< for Kind::change: the card it comes from
  std::shared_ptr<const Finding> finding{};  ///< for Kind::finding
  std::vector<std::uint32_t> below{};        ///< indices into Answer::lines
};

/// What an expression gave. The explanation is a tree; a part that was not evaluated, because it did not matter,
/// is not in it.
struct Answer {
  Value value;
  std::vector<Line> lines;  ///< lines[root] is the whole expression
  std::uint32_t root = 0;
  std::uint32_t steps = 0;        ///< that it took
  std::vector<AmountOf> amounts;  ///< stats and values that it asked for at its point, in the order asked
};

/// Evaluates. What is not known is a value too (Value::Presence::unknown), with its reasons; it does not matter where
/// the rest decides: `false and unknown` is false.
Answer evaluate(const Expression& expression, const Point& point, std::uint32_t most_steps = kMostSteps);

/// The value alone, as evaluate() gives it; much quicker where everything that is asked is known for certain.
[[nodiscard]] Value valueAt(const Expression& expression, const Point& point);

/// What a condition gives.
[[nodiscard]] TriState metAt(const Expression& condition, const Point& point);

}  // namespace docket::expression
