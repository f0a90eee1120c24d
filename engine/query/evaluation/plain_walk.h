// The tree walk of the fast evaluation (plain.h). Each operator and function has its own evaluation function, found by
// one table lookup rather than by branching on the kind of node.
// Invariant: it walks the tree like Evaluation, and stops at the first part that is not plain: each function returns
// whether it had a plain value. It counts a step wherever Evaluation does. Internal to plain*.cpp.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>

#include "engine/query/evaluation/plain_functions.h"
#include "engine/query/evaluation/plain_operators.h"

namespace docket::expression {

struct Candidates;

class PlainWalk {
 public:
  PlainWalk(const Expression& expression, const Point& point)
      : expression_(expression), point_(point), unheard_(countsAny(point.state.unheard_in_play, Matters::all())) {}

  bool run(Plain& value) {
    return evaluate(expression_.root, {.state = &point_.state, .it = point_.it}, value) && alone(value);
  }
  bool run(SelectedCards& cards);
  /// Sets `is` to whether a card is in a selection from a zone of all players.
  bool among(CardIndex card, bool& is);

  [[nodiscard]] const Expression& expression() const { return expression_; }
  [[nodiscard]] const Point& point() const { return point_; }
  [[nodiscard]] const Rules& rules() const { return point_.rules; }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }
  [[nodiscard]] const State& state() const { return point_.state; }
  [[nodiscard]] const Node& node(NodeIndex index) const { return expression_.node(index); }
  [[nodiscard]] const std::string& textOf(const Node& one) const { return expression_.texts[one.text]; }
  [[nodiscard]] bool isThere(CardIndex card) const {
    return card < state().cards.size() && state().cards[card].exists();
  }

  bool evaluate(NodeIndex index, const Where& where, Plain& value) {
    const Node& one = node(index);
    if (!spend(1)) return false;
    if (one.op == Operator::it && isThere(where.it)) return entity(value, Type::card, where.it);  // what is asked most
    if (unheard_ && one.op == Operator::call && countsAny(state().unheard_in_play, mattersOf(one.function)))
      return false;
    const PlainAnswer answer = one.op == Operator::call ? kPlainFunctions[static_cast<std::size_t>(one.function)]
                                                        : kPlainOperators[static_cast<std::size_t>(one.op)];
    return answer(*this, one, where, value);
  }
  /// The same for a value on its own, rather than for use in a calculation.
  bool below(NodeIndex index, const Where& where, Plain& value) {
    return evaluate(index, where, value) && alone(value);
  }
  /// Like evaluate(), but evaluates a part that is the same for each card of a selection only once: null if it is not
  /// plain. `room`: storage for a fresh result. Valid until the next node is evaluated.
  const Plain* once(NodeIndex index, const Where& where, Plain& room) {
    if (!fixed_.empty()) return onceOfFixed(index, where, room);
    return evaluate(index, where, room) ? &room : nullptr;
  }
  /// Conditions from `first` on, joined by "and" or "or": `decides` is the truth value that decides the result.
  bool junction(NodeIndex first, bool decides, const Where& where, Plain& value) {
    for (NodeIndex i = first; i != kNone; i = node(i).next) {
      if (!below(i, where, value)) return false;
      if (value.isTrue() == decides) return boolean(value, decides);
    }
    return boolean(value, !decides);
  }
  /// count, any and sum.
  bool selection(const Node& one, const Where& where, Plain& value);
  /// The number of a choice's name. A selection looks up the same name for each of its cards.
  NameNumber chosenName(NodeIndex text);

  static bool alone(Plain& value) {
    if (value.zero_alone) value.number = 0;
    value.zero_alone = false;
    return true;
  }
  static bool number(Plain& value, std::int64_t amount) {
    value.number = amount;
    return is(value, Type::number);
  }
  static bool boolean(Plain& value, bool holds) {
    value.number = holds ? 1 : 0;
    return is(value, Type::boolean);
  }
  static bool text(Plain& value, std::string_view words) {
    value.number = 0;
    value.text = words;
    return is(value, Type::text);
  }
  static bool entity(Plain& value, Type type, Entity one) {
    value.number = 0;
    value.entity = one;
    return is(value, type);
  }
  static bool absent(Plain& value, Type type) {
    value.number = 0;
    return is(value, type, true);
  }
  static bool player(Plain& value, Seat seat) {
    return seat == 0 ? absent(value, Type::player)
                     : entity(value, Type::player, docket::entityOf(EntityKind::player, seat));
  }
  /// The result of an arithmetic operator on two numbers.
  static bool calculate(Operator op, std::int64_t left, std::int64_t right, Plain& value);
  /// True if two values other than numbers are equal.
  static bool same(const Plain& left, const Plain& right) {
    if (left.type == Type::boolean) return left.isTrue() == right.isTrue();
    if (left.is_absent || right.is_absent) return left.is_absent && right.is_absent;
    return left.type == Type::text ? left.text == right.text : left.entity == right.entity;
  }

 private:
  /// A part of a filter that is the same for each card of the selection, with its value for the first card.
  struct Fixed {
    NodeIndex node = kNone;
    bool is_known = false;
    Plain value{};
    std::size_t steps = 0;
  };

  /// A filter that compares a card's arrival with a value that is the same for each card, as in `arrived(it) >
  /// chosenAt("a name")`: evaluated without a walk for each card.
  struct Arrival {
    NodeIndex filter = kNone;
    bool is_known = false;
    std::int64_t at = 0;    ///< the value to compare with
    std::size_t steps = 0;  ///< the steps of a walk
  };

  static bool is(Plain& value, Type type, bool is_absent = false) {
    value.type = type;
    value.is_absent = is_absent;
    value.zero_alone = false;
    return true;
  }
  bool spend(std::size_t steps) {
    steps_ += steps;
    return steps_ <= kMostSteps;
  }
  const Plain* onceOfFixed(NodeIndex index, const Where& where, Plain& room);
  [[nodiscard]] bool asksIt(NodeIndex index) const;
  void fix(const Candidates& chosen);
  [[nodiscard]] bool asksArrival(NodeIndex filter) const;
  bool cameWhen(Arrival& arrival, const Where& about, bool& holds);
  enum class Wanted : std::uint8_t;
  Candidates candidates(NodeIndex zone, const Narrowing* narrowing, const Where& where);
  bool fits(const Candidates& chosen, const Where& about, bool& all_hold);
  template <class Take>
  bool select(const Node& one, const Where& where, const Take& take);
  /// `zone`: as in Operator::zone.
  [[nodiscard]] bool isFrom(std::int64_t zone, ZoneIndex lies_in) const {
    if (zone == kAnywhere) return true;
    return zone == kInPlay ? ruleset().zones[lies_in].in_play : zone == lies_in;
  }

  const Expression& expression_;
  const Point& point_;
  bool unheard_;  // whether unread words in play can change anything
  std::size_t steps_ = 0;
  boost::container::small_vector<Fixed, 2> fixed_;  // for the selections being evaluated
  NodeIndex named_ = kNone;                         // the last argument of chosenName()
  NameNumber name_ = 0;
};

}  // namespace docket::expression
