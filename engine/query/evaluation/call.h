// A function call during evaluation: its arguments, its context, and its line of the explanation. The interface between
// the evaluation and the families of functions (families.h). Internal to engine/query/evaluation.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/evaluation.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

/// For a switch over the functions of a family that lacks one of them, which is a programming error.
[[noreturn]] void notOfFamily(Function function);

class Call {
 public:
  using LineIndex = Evaluation::LineIndex;

  Call(Evaluation& evaluation, NodeIndex index, const EvaluationContext& context, LineIndex line)
      : evaluation_(evaluation), index_(index), context_(context), line_(line) {}

  [[nodiscard]] Function function() const { return node(index_).function; }
  /// The type of its result.
  [[nodiscard]] Type type() const { return node(index_).type; }
  [[nodiscard]] const Node& node(NodeIndex index) const { return expression().node(index); }
  /// The node of an argument, from 0; kNone if it is not given.
  [[nodiscard]] NodeIndex child(std::size_t which) const { return expression().child(index_, which); }
  /// The text of a text argument.
  [[nodiscard]] const std::string& text(std::size_t which) const { return expression().textOf(child(which)); }

  /// The value of an argument on its own; it must be given.
  [[nodiscard]] Value argument(std::size_t which) const { return below(child(which)); }
  /// The value of a node on its own.
  [[nodiscard]] Value below(NodeIndex index) const { return evaluation_.below(index, context_, line_); }
  /// The value of a node for a calculation or comparison, or to pass it on.
  [[nodiscard]] Value valueForCalculation(NodeIndex index) const {
    return evaluation_.valueForCalculation(index, context_, line_);
  }
  /// The value of a node on its own, without lines.
  [[nodiscard]] Value valueWithoutLines(NodeIndex index) const {
    return evaluation_.valueWithoutLines(index, context_);
  }

  /// This call in another state, for another card, or for another player.
  [[nodiscard]] Call in(const State& state) const {
    return {evaluation_, index_, {.state = &state, .it = context_.it, .each = context_.each}, line_};
  }
  [[nodiscard]] Call of(CardIndex it) const {
    return {evaluation_, index_, {.state = context_.state, .it = it, .each = context_.each}, line_};
  }
  [[nodiscard]] Call of(CardIndex it, LineIndex line) const {
    return {evaluation_, index_, {.state = context_.state, .it = it, .each = context_.each}, line};
  }
  [[nodiscard]] Call forPlayer(Seat each) const {
    return {evaluation_, index_, {.state = context_.state, .it = context_.it, .each = each}, line_};
  }

  [[nodiscard]] const State& state() const { return *context_.state; }
  [[nodiscard]] const Point& point() const { return evaluation_.point(); }
  [[nodiscard]] const Rules& rules() const { return point().rules; }
  [[nodiscard]] const Ruleset& ruleset() const { return evaluation_.ruleset(); }

  /// True if an explanation is wanted. Without one, the following functions about lines do nothing.
  [[nodiscard]] bool explains() const { return evaluation_.explains(); }
  /// Sets the content of its line: the event behind the value, and the clause that decides it.
  void setEvent(EventNumber event) const {
    if (explains()) evaluation_.at(line_).event = event;
  }
  void setClause(std::string_view clause) const {
    if (explains()) evaluation_.at(line_).clause = clause;
  }
  /// Adds the reasons of a value to that of its line.
  void addReasonsOf(const Value& value) const {
    if (explains()) takeReasons(evaluation_.at(line_).value, value);
  }
  /// Adds a line below its own, or below another.
  LineIndex note(Line what) const { return evaluation_.note(line_, std::move(what)); }
  LineIndex note(LineIndex line, Line what) const { return evaluation_.note(line, std::move(what)); }
  /// Removes the line last added below its own, with all lines after it.
  void removeLastBelow() const { evaluation_.removeLastBelow(line_); }
  /// Adds the lines of a node whose value is known without evaluating it; it takes no steps.
  void show(NodeIndex index) const { evaluation_.show(index, context_, line_); }
  /// Notes that a stat or value was read; in a state other than the current one it belongs to that state.
  void noteRead(const AmountOf& amount) const {
    if (&state() == &point().state) evaluation_.noteRead(amount);
  }
  /// Uses steps of the budget; false if it is exhausted.
  [[nodiscard]] bool spend(std::size_t steps) const { return evaluation_.spend(steps); }
  [[nodiscard]] bool isSpent() const { return evaluation_.isSpent(); }
  /// True if unread words in play can matter where it is called.
  [[nodiscard]] bool unreadMayMatter() const { return evaluation_.unreadMayMatterIn(state()); }
  [[nodiscard]] const Expression& expression() const { return evaluation_.expression(); }

 private:
  Evaluation& evaluation_;
  NodeIndex index_;
  EvaluationContext context_;
  LineIndex line_;
};

/// The event with a known number; 0 if no event can have that number, or the number is absent.
inline EventNumber nameable(const Value& number) {
  const bool can = number.isKnown() && number.number > 0 && number.number <= std::numeric_limits<EventNumber>::max();
  return can ? static_cast<EventNumber>(number.number) : EventNumber{0};
}

/// A player; absent for 0.
inline Value playerValue(Seat seat) {
  return seat == 0 ? Value::absent(Type::player)
                   : Value::ofEntity(Type::player, docket::entityOf(EntityKind::player, seat));
}

/// The controller of a card; uncertain if unread words of a card in play can give control of it to another player.
inline Value controllerOf(const State& state, const Rules& rules, CardIndex card) {
  Value controller = playerValue(state.cards[card].controller);
  if (const CardIndex unread = unreadOnController(state, rules, card); unread != kNone) {
    addReason(controller, {.kind = Reason::Kind::text_unknown, .subject = unread});
  }
  return controller;
}

/// The unknown value for an unidentified card.
inline Value unknownCard(Type type, CardIndex card) {
  return Value::unknown(type, {.kind = Reason::Kind::identity_unknown, .subject = card});
}

/// The result of reading a card's text, or unknown: if part of the text is unread, it is certain that something was
/// found, but not that something is absent, nor how many there are.
inline Value unknownIfUnread(const State& state, CardIndex card, Value value) {
  const bool is_found = value.type == Type::boolean && value.isTrue();
  if (value.isUnknown() || is_found || !unreadMattersOf(state, card).any()) return value;
  return Value::unknown(value.type, {.kind = Reason::Kind::text_unknown, .subject = card});
}

}  // namespace docket::expression
