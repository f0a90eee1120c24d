// One expression being evaluated: the tree is walked, and each part leaves a line of the explanation. What the parts
// share is here; operators are in evaluate.cpp, functions in call.cpp, sets in selection.cpp, readings in
// rule_switches.cpp. Invariant: lines are only added at the end, and taken off there (a card that a filter leaves out),
// so an index stays with its line. Internal to engine/rules/expression.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/query/evaluation/evaluate.h"
#include "engine/query/given_ability.h"

namespace docket {
struct AmountOf;
}

namespace docket::expression {

/// Where a part is evaluated: `before(57, ...)` changes the state, a filter says which card `it` is.
struct Where {
  const State* state;
  CardIndex it = kNone;
  Seat each = 0;  ///< the player that `everyPlayer` asks; 0: none
};

/// The event that a known number names; 0 where no event can have it, as where there is none.
inline EventNumber nameable(const Value& number) {
  const bool can = number.isKnown() && number.number > 0 && number.number <= std::numeric_limits<EventNumber>::max();
  return can ? static_cast<EventNumber>(number.number) : EventNumber{0};
}

class Evaluation {
 public:
  Evaluation(const Expression& expression, const Point& point, std::uint32_t most_steps)
      : expression_(expression), point_(point), most_steps_(most_steps) {}

  Answer run();

 private:
  using LineIndex = std::uint32_t;

  // -- evaluate.cpp
  /// Evaluates a node into a new line and gives the line.
  LineIndex evaluate(NodeIndex node, const Where& where);
  Value valueOf(NodeIndex node, const Where& where, LineIndex line);
  Value junction(NodeIndex node, const Where& where, LineIndex line);
  Value choice(NodeIndex node, const Where& where, LineIndex line);
  Value operation(NodeIndex node, const Where& where, LineIndex line);
  Value entityOf(NodeIndex node, const Where& where) const;
  /// Whether a node asks for a stat.
  [[nodiscard]] bool isStat(NodeIndex node) const;
  /// Evaluates a child, as it counts by itself; its line comes below `line`.
  Value below(NodeIndex child, const Where& where, LineIndex line) { return alone(calculable(child, where, line)); }
  /// The same, as it counts in a calculation or a comparison, or where it is passed on.
  Value calculable(NodeIndex child, const Where& where, LineIndex line);
  static Value alone(Value value);
  /// Adds a line that is no part of the expression below `line`.
  LineIndex note(LineIndex line, Line what);
  /// Takes steps of the budget; false where it is used up.
  bool spend(std::uint32_t steps);

  // -- call.cpp
  Value call(NodeIndex node, const Where& where, LineIndex line);
  Value ofPresence(NodeIndex node, const Where& where, LineIndex line);
  Value ofOneCard(NodeIndex node, const Where& where, LineIndex line);
  Value ofCard(NodeIndex node, CardIndex card, const Where& where, LineIndex line);
  Value ofCardLiterally(Function function, const State& state, CardIndex card, LineIndex line);
  Value hasTrait(NodeIndex node, const Where& where, LineIndex line);
  Value cardOfTitle(NodeIndex node, const Where& where) const;
  Value ofPeriod(NodeIndex node, const Where& where, LineIndex line);
  Value ofPeriod(Function function, PeriodIndex period, const Where& where, LineIndex line);
  Value extreme(NodeIndex node, const Where& where, LineIndex line);

  // -- sight.cpp
  Value ofSight(NodeIndex node, const Where& where, LineIndex line);

  // -- features.cpp
  Value ofFeature(NodeIndex node, const Where& where, LineIndex line);
  Value ofCardFeature(NodeIndex node, CardIndex card, const Where& where, LineIndex line);
  Value stateNamed(const State& state, CardIndex card, std::string_view name) const;
  Value characteristic(NodeIndex node, Entity subject, const Where& where, LineIndex line);
  Value comparedKeywords(NodeIndex node, const Where& where, LineIndex line);
  Value sameCharacteristics(NodeIndex node, CardIndex card, const Where& where, LineIndex line);
  Value attribute(NodeIndex node, CardIndex card, const Where& where, LineIndex line);
  Value partOfText(NodeIndex node, const Definition& definition, const Where& where, LineIndex line);

  // -- record.cpp
  Value ofEvent(NodeIndex node, const Where& where, LineIndex line);
  Value legality(NodeIndex node, EventNumber event, LineIndex line);
  Value elsewhere(NodeIndex node, EventNumber event, const Where& where, LineIndex line);
  Value lastKnown(NodeIndex node, const Where& where, LineIndex line);
  Value changeOf(NodeIndex node, EventNumber event, const Where& where, LineIndex line);
  /// Whether an event is a gain or a loss of a value of a subject.
  Value gainBy(EventNumber event, const State& before, const State& after, const Value& subject,
               ValueIndex value) const;
  Value ofLimit(NodeIndex node, const Where& where, LineIndex line);

  // -- fold_play.cpp
  Value ofPlay(NodeIndex node, const Where& where, LineIndex line);
  Value ofChoice(NodeIndex node, const Where& where, LineIndex line);
  Value ofPermission(NodeIndex node, const Where& where, LineIndex line);
  Value ofDeck(NodeIndex node, const Where& where, LineIndex line);
  Value ofEnd(Function function, const State& state, LineIndex line);
  Value ofEndFor(NodeIndex node, const Where& where, LineIndex line);
  Value everyPlayer(NodeIndex node, const Where& where, LineIndex line);
  Value playerWithMost(NodeIndex node, const Where& where, LineIndex line);
  Value playerBy(NodeIndex node, const Where& where, LineIndex line);
  Value placeOf(NodeIndex node, const Where& where, LineIndex line);
  // -- abilities.cpp
  Value ofText(NodeIndex node, const Where& where, LineIndex line);
  Value ofObligation(NodeIndex node, const Where& where, LineIndex line);
  Value openObligations(NodeIndex node, const Where& where, LineIndex line);
  Value ofFollowing(NodeIndex node, const Where& where, LineIndex line);
  /// What is owed for an event, or was when it was last kept; with the state that has it, or why it is not known.
  struct Owed {
    const Obligation* found = nullptr;    ///< null: nothing is, unless `unknown` says otherwise
    std::shared_ptr<const State> then{};  ///< after the event, or what has `found`; null: the state that is asked
    std::optional<Reason> unknown{};
    EventNumber waived_by = 0;      ///< the event by which a judge waived it when the table had forgotten it
    EventNumber may_be_waived = 0;  ///< one that waives something which it does not name, and which may be this
  };
  void findWaiver(Owed& owed, EventNumber last);
  template <class Find>
  Owed owedFor(const Value& event, const Where& where, const Find& find);
  Value statementsAbout(const Owed& owed, const std::string& clause, LineIndex line);
  Value hasDesignator(const State& state, const AbilityKey& key, const std::string& name) const;
  Value ofAbility(Function function, const AbilityKey& key, const std::string& name, const State& state) const;
  Value actKeyword(const std::string& name, const State& state) const;
  /// The ability that the arguments of a call name: a card's by its number, or by the name under which it was given to
  /// a card or a player. `from` gets the values that it was read from.
  std::optional<AbilityKey> abilityNamed(NodeIndex node, const Where& where, LineIndex line, std::vector<Value>& from);
  Value effectKeyword(NodeIndex node, EventNumber event, const Where& where, LineIndex line);

  // -- selection.cpp
  Value selection(NodeIndex node, const Where& where, LineIndex line);
  Value filtered(NodeIndex first_filter, const Where& where, LineIndex line);

  // -- rule_switches.cpp
  Value ofStat(NodeIndex node, const Where& where, LineIndex line);
  Value ofDelta(NodeIndex node, const Where& where, LineIndex line);
  Value printedStat(NodeIndex node, const Where& where, LineIndex line);
  Value ofValue(NodeIndex node, const Where& where, LineIndex line);
  Value ofCounters(NodeIndex node, const Where& where, LineIndex line);
  Value amount(const AmountOf& of, const Where& where, LineIndex line);
  void explainStat(const State& state, Entity subject, StatIndex stat, LineIndex line);

  [[nodiscard]] const Node& node(NodeIndex index) const { return expression_.nodes[index]; }
  [[nodiscard]] NodeIndex child(NodeIndex parent, std::size_t which) const {
    NodeIndex one = node(parent).first_child;
    for (; which > 0 && one != kNone; --which) one = node(one).next;
    return one;
  }
  [[nodiscard]] const std::string& textOf(NodeIndex index) const { return expression_.texts[node(index).text]; }
  [[nodiscard]] const Ruleset& ruleset() const { return point_.rules.ruleset; }
  Line& at(LineIndex line) { return answer_.lines[line]; }

  const Expression& expression_;
  const Point& point_;
  const std::uint32_t most_steps_;
  bool spent_ = false;
  Answer answer_;
};

}  // namespace docket::expression
