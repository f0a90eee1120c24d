#include "engine/rules/expression/words.h"

#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

using K = schema::NameKind;

/// The argument that is a name, from 0; kResult: the result is a name, and so is a text that it is compared with.
struct NamedBy {
  Function function;
  std::size_t argument;
  K kind;
  std::size_t of = 0;  ///< only in a call with this many arguments; 0: in every call
};
constexpr std::size_t kResult = static_cast<std::size_t>(-1);

constexpr std::array kNamed = {
    NamedBy{Function::keyword, 1, K::KEYWORD},
    NamedBy{Function::base_keyword, 1, K::KEYWORD},
    NamedBy{Function::grants_keyword, 1, K::KEYWORD},
    NamedBy{Function::ability_keyword, 1, K::ABILITY},
    NamedBy{Function::ability_keyword, 2, K::KEYWORD},
    NamedBy{Function::act_keyword, 0, K::KEYWORD},
    NamedBy{Function::effect_keyword, 1, K::KEYWORD},
    NamedBy{Function::type, 1, K::TYPE},
    NamedBy{Function::subtype, 1, K::SUBTYPE},
    NamedBy{Function::supertype, 1, K::SUPERTYPE},
    NamedBy{Function::printed_type, 1, K::TYPE},
    NamedBy{Function::printed_subtype, 1, K::SUBTYPE},
    NamedBy{Function::counters, 1, K::COUNTER},
    NamedBy{Function::trait, 1, K::ABILITY},
    NamedBy{Function::card, 0, K::TITLE},
    NamedBy{Function::title, 1, K::TITLE},
    NamedBy{Function::title, kResult, K::TITLE},
    NamedBy{Function::zone, 1, K::ZONE},
    NamedBy{Function::zone, kResult, K::ZONE},
    NamedBy{Function::orientation, 1, K::ORIENTATION},
    NamedBy{Function::orientation, kResult, K::ORIENTATION},
    NamedBy{Function::attribute, kResult, K::ATTRIBUTE_VALUE},
    NamedBy{Function::clause, kResult, K::CLAUSE},
    NamedBy{Function::designator, 1, K::DESIGNATOR, 2},
    NamedBy{Function::designator, 1, K::ABILITY, 3},
    NamedBy{Function::designator, 2, K::DESIGNATOR},
    NamedBy{Function::open_obligations, 1, K::ABILITY},
    NamedBy{Function::obligation, 2, K::ABILITY},
    NamedBy{Function::used, 1, K::ABILITY},
    NamedBy{Function::max_uses, 1, K::ABILITY},
    NamedBy{Function::chosen, 0, K::CHOICE},
    NamedBy{Function::chosen, 1, K::CHOICE},
    NamedBy{Function::chosen_at, 0, K::CHOICE},
    NamedBy{Function::chosen_at, 1, K::CHOICE},
    NamedBy{Function::thrown, 1, K::CHOICE},
    NamedBy{Function::told, 1, K::TOLD},
    NamedBy{Function::told_player, 2, K::TOLD},
    NamedBy{Function::follow_up, 1, K::FOLLOWING},
    NamedBy{Function::from_zone, kResult, K::ZONE},
};

class NamesInExpression {
 public:
  explicit NamesInExpression(const Expression& expression) : expression_(expression) {}

  std::vector<NameInText> names() {
    for (const Node& node : expression_.nodes) {
      if (node.op == Operator::call) arguments(node);
      if (node.op == Operator::equal || node.op == Operator::unequal) compared(node);
    }
    return std::move(names_);
  }

  WordsAbout about() {
    walk(expression_.root, false);
    return about_;
  }

 private:
  [[nodiscard]] NodeIndex child(const Node& node, std::size_t which) const {
    NodeIndex index = node.first_child;
    for (; which > 0 && index != kNone; --which) index = expression_.nodes[index].next;
    return index;
  }
  [[nodiscard]] bool isText(NodeIndex index) const {
    return index != kNone && expression_.nodes[index].op == Operator::literal_text;
  }
  [[nodiscard]] std::string_view textOf(NodeIndex index) const {
    return expression_.texts[expression_.nodes[index].text];
  }

  void arguments(const Node& call) {
    std::size_t count = 0;
    while (child(call, count) != kNone) ++count;
    for (const NamedBy& one : kNamed) {
      const bool is_such = one.function == call.function && (one.of == 0 || one.of == count);
      if (!is_such || one.argument == kResult) continue;
      if (const NodeIndex given = child(call, one.argument); isText(given)) {
        names_.push_back({.kind = one.kind, .node = given});
      }
    }
  }

  /// A text that is compared with an expression that is always a name.
  void compared(const Node& node) {
    const NodeIndex left = child(node, 0), right = child(node, 1);
    for (const auto& [call, text] : {std::pair{left, right}, std::pair{right, left}}) {
      const Node& gives = expression_.nodes[call];
      if (gives.op != Operator::call || !isText(text) || textOf(text).empty()) continue;
      const auto found = ranges::find_if(
          kNamed, [&](const NamedBy& one) { return one.function == gives.function && one.argument == kResult; });
      if (found != kNamed.end()) names_.push_back({.kind = found->kind, .node = text});
      if (gives.function == Function::phase) names_.push_back({.kind = K::PERIOD_NAME, .node = text, .of = "phase"});
      if (gives.function != Function::period_name) continue;
      if (const NodeIndex period = child(gives, 0); isText(period)) {
        names_.push_back({.kind = K::PERIOD_NAME, .node = text, .of = textOf(period)});
      }
    }
  }

  void walk(NodeIndex index, bool in_filter) {
    const Node& node = expression_.nodes[index];
    const auto note = [&](NodeIndex& word) { word = word == kNone ? index : word; };
    if (node.op == Operator::it && !in_filter) note(about_.it);
    if (node.op == Operator::who) note(about_.who);
    if (node.op == Operator::that) note(about_.that);
    const bool calls = node.op == Operator::call;
    if (calls && node.function == Function::amount) note(about_.amount);
    if (calls && node.function == Function::act_keyword) note(about_.use);
    std::size_t argument = 0;
    for (NodeIndex i = node.first_child; i != kNone; i = expression_.nodes[i].next, ++argument) {
      walk(i, in_filter || (calls && isAboutEach(node.function, argument)));
    }
  }

  const Expression& expression_;
  std::vector<NameInText> names_;
  WordsAbout about_;
};

/// The value of an expression of literals and operators; empty for any other.
std::optional<std::int64_t> constant(const Expression& expression, NodeIndex index) {
  const Node& node = expression.nodes[index];
  if (node.op == Operator::literal_boolean || node.op == Operator::literal_number) return node.number;
  std::vector<std::optional<std::int64_t>> parts;
  for (NodeIndex i = node.first_child; i != kNone; i = expression.nodes[i].next) {
    parts.push_back(constant(expression, i));
  }
  const auto decides = [&](bool value) {
    return ranges::find_if(parts, [&](const auto& part) { return part && (*part != 0) == value; }) != parts.end();
  };
  if (node.op == Operator::conjunction && decides(false)) return 0;
  if (node.op == Operator::disjunction && decides(true)) return 1;
  if (parts.empty() || ranges::contains(parts, std::optional<std::int64_t>{})) return std::nullopt;
  switch (node.op) {
    case Operator::conjunction:
      return 1;
    case Operator::disjunction:
      return 0;
    case Operator::negation:
      return *parts[0] == 0;
    case Operator::equal:
      return *parts[0] == *parts[1];
    case Operator::unequal:
      return *parts[0] != *parts[1];
    case Operator::less:
      return *parts[0] < *parts[1];
    case Operator::at_most:
      return *parts[0] <= *parts[1];
    case Operator::more:
      return *parts[0] > *parts[1];
    case Operator::at_least:
      return *parts[0] >= *parts[1];
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<NameInText> namesIn(const Expression& expression) { return NamesInExpression(expression).names(); }

WordsAbout wordsAbout(const Expression& expression) { return NamesInExpression(expression).about(); }

std::optional<bool> constantTruth(const Expression& expression) {
  if (expression.type() != Type::boolean) return std::nullopt;
  const auto value = constant(expression, expression.root);
  return value ? std::optional(*value != 0) : std::nullopt;
}

}  // namespace docket::expression
