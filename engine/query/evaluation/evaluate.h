// Evaluates an expression at a point of a game, with an explanation. A pure function of the state, the rules and the
// record: it changes nothing, always ends (a budget of steps) and never throws on account of the expression. Readings
// that evaluate expressions include only this header, which depends on no reading; evaluating.cpp implements it.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/query/cards/granted_ability.h"
#include "engine/query/tri_state.h"
#include "engine/rules/expression/expression.h"
#include "engine/state/state.h"
#include "events/held_event.h"

namespace docket {
struct Finding;
}

namespace docket::expression {

/// The status of an event on the path to a point of the game.
enum class EventStatus : std::uint8_t {
  recorded,  ///< it happened as recorded
  replaced,  ///< a correction replaces it
  nothing,   ///< a correction says that it did not happen
  off_path,  ///< it is off the path: later, or taken back by a judge
};

/// The record of the game, for questions that a state alone cannot answer: `legal(57)`, `before(57, ...)`. Queried at a
/// point: for an event that a judge corrected before that point it gives the corrected event, otherwise the recorded
/// one.
class GameRecord {
 public:
  virtual ~GameRecord() = default;
  /// The number of the last event of the record.
  [[nodiscard]] virtual EventNumber size() const = 0;
  /// The state just before event `number`, along the effective path; 1 to size() + 1, which is after the last event.
  /// Null if it is not available. Callers ask for the same event repeatedly: an implementation should cache the last
  /// state.
  [[nodiscard]] virtual std::shared_ptr<const State> before(EventNumber number) const = 0;
  /// The judge's findings against event `number` in its place. Valid for 1 to size().
  [[nodiscard]] virtual std::vector<Finding> findings(EventNumber number) const = 0;
  /// The doubt about the legality of event `number` (doubt.h). Valid for 1 to size().
  [[nodiscard]] virtual std::optional<Reason> doubt(EventNumber number) const = 0;
  /// Event `number`, or the event that replaces it. Valid for 1 to size().
  [[nodiscard]] virtual HeldEvent event(EventNumber number) const = 0;
  /// Its status on the path to the point. Valid for 1 to size().
  [[nodiscard]] virtual EventStatus statusOf(EventNumber number) const = 0;
};

/// The context of an evaluation.
struct Point {
  const State& state;
  Rules rules;
  const GameRecord* record = nullptr;   ///< null: anything that needs the record is unknown (Reason::Kind::no_record)
  Entity self = kNone;                  ///< the meaning of `this`; `me` is its controller, or itself
  CardIndex it = kNone;                 ///< outside filters: the card of the event; kNone: it has none
  Seat who = 0;                         ///< its player; 0: it has none
  Entity that = kNone;                  ///< its host or target; kNone: it has none
  std::int64_t amount = 0;              ///< its number: chosen, gained or drawn; 0: it has none
  bool amount_known = true;             ///< false: the number depends on a value whose amount is unknown
  AbilityKey used{};                    ///< the ability that it uses; a key of nothing: none
  const EventContext* event = nullptr;  ///< the event that is judged; null: there is none
  Seat each = 0;                        ///< the current player, in a question to each player; 0: none
};

/// The budget: evaluating a node or visiting a card is one step, reading the record kRecordSteps.
inline constexpr std::uint32_t kMaxSteps = 100'000;
inline constexpr std::uint32_t kRecordSteps = 200;

/// A line of the explanation: a value and its origin.
struct Line {
  enum class Kind : std::uint8_t {
    node,         ///< a part of the expression: `node`
    candidate,    ///< a card that a selection holds, or may hold: `value` is the card; the filters are below it
    printed,      ///< what is printed on the card
    change,       ///< an entry of the ledger, begun by `event`: `value` is its amount; counted if `counted`
    sum,          ///< the sum of the printed value and the changes
    floor,        ///< the value after the floor
    bounds,       ///< the value after minimum and maximum
    observation,  ///< what the recorder saw at `event`
    finding,      ///< a finding of the judge against `event`, with its clause; the events that it rests on are below it
    use,          ///< a use that counts, at `event`
    doubtful_use,  ///< a use at `event` that may count
    given_back,    ///< a use at `event` that was given back
    saying,  ///< what a rule or card says about an act: `value` is may, cannot or must; `source` a card, else the rules
  };
  Kind kind = Kind::node;
  NodeIndex node = kNone;
  Value value{};
  std::string clause{};                      ///< the ruleset's clause; empty if there is no single one
  EventNumber event = 0;                     ///< the event behind it; 0: none
  bool counted = true;                       ///< false: an entry without effect here
  schema::Change::Kind change{};             ///< for Kind::change
  CardIndex source = kNone;                  ///< for Kind::change: the card it comes from
  std::shared_ptr<const Finding> finding{};  ///< for Kind::finding
  std::vector<std::uint32_t> below{};        ///< indices into Answer::lines
};

/// The result of an expression. The explanation is a tree; it omits parts that were not evaluated because they did not
/// matter.
struct Answer {
  Value value;
  std::vector<Line> lines;  ///< lines[root] is the whole expression
  std::uint32_t root = 0;
  std::uint32_t steps = 0;        ///< the number of steps used
  std::vector<AmountOf> amounts;  ///< the stats and values that it read at its point, in order
};

/// Evaluates an expression. An unknown result is a value too (Value::Presence::unknown), with its reasons; an unknown
/// part has no effect if the rest decides: `false and unknown` is false.
Answer evaluate(const Expression& expression, const Point& point, std::uint32_t most_steps = kMaxSteps);

/// Only the value, equal to that of evaluate(), without the cost of an explanation.
[[nodiscard]] Value valueAt(const Expression& expression, const Point& point);

/// The truth value of a condition.
[[nodiscard]] TriState metAt(const Expression& condition, const Point& point);

/// The cards of a selection; mostly few.
using SelectedCards = boost::container::small_vector<CardIndex, 32>;

/// Adds the cards that an expression selects to an empty list, without allocating if they are few. Returns true if it
/// is certain that these are all; if not, or if it is not a call of `cards`, the content of the list is unspecified.
[[nodiscard]] bool addCertainCards(const Expression& selection, const Point& point, SelectedCards& into);

}  // namespace docket::expression
