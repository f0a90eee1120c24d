#include "engine/rules/expression/narrowing.h"

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/rules/catalogue.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/ruleset.h"

namespace docket::expression {
namespace {

class NarrowingOf {
 public:
  NarrowingOf(const Expression& expression, const Ruleset& ruleset) : expression_(expression), ruleset_(ruleset) {}

  [[nodiscard]] std::optional<Narrowing> of(NodeIndex zone) const {
    Narrowing found{.zone = zone};
    for (NodeIndex filter = at(zone).next; filter != kNone; filter = at(filter).next) {
      if (!addSteps(filter, found)) return std::nullopt;
      addFilter(filter, found);
    }
    return found;
  }

 private:
  [[nodiscard]] const Node& at(NodeIndex index) const { return expression_.node(index); }

  /// Counts the nodes of a filter, each of which takes a step; false where one of them can take more.
  bool addSteps(NodeIndex index, Narrowing& found) const {  // NOLINT(misc-no-recursion): bounded by kMostDepth
    const Node& one = at(index);
    const Family family = one.op == Operator::call ? familyOf(one.function) : Family::card;
    if (one.op == Operator::zone || family == Family::selection || family == Family::players) return false;
    ++found.steps;
    for (NodeIndex i = one.first_child; i != kNone; i = at(i).next) {
      if (!addSteps(i, found)) return false;
    }
    return true;
  }

  void addFilter(NodeIndex filter, Narrowing& found) const {
    const Node& one = at(filter);
    if (one.op != Operator::call || one.first_child == kNone || at(one.first_child).op != Operator::it) return;
    const NodeIndex second = at(one.first_child).next;
    if (second == kNone) return;
    if (one.function == Function::controller && isSameForEach(at(second).op)) found.controller = second;
    if (one.function != Function::type || at(second).op != Operator::literal_text) return;
    const auto place = ranges::find(ruleset_.types, expression_.textOf(second)) - ruleset_.types.begin();
    if (place < static_cast<std::ptrdiff_t>(std::min(ruleset_.types.size(), kMostTypesOfSets))) {
      found.type = static_cast<TypeIndex>(place);
    }
  }

  /// Whether a player is the same one whichever card is asked.
  static bool isSameForEach(Operator op) {
    return op == Operator::player || op == Operator::me || op == Operator::who || op == Operator::each;
  }

  const Expression& expression_;
  const Ruleset& ruleset_;
};

}  // namespace

std::vector<Narrowing> narrowingsOf(const Expression& expression, const Ruleset& ruleset) {
  const NarrowingOf reader(expression, ruleset);
  std::vector<Narrowing> all;
  for (NodeIndex i = 0; i < expression.nodes.size(); ++i) {
    if (expression.nodes[i].op != Operator::zone) continue;
    if (auto found = reader.of(i)) all.push_back(*found);
  }
  return all;
}

namespace {

bool isOfOneCard(Function function) {
  switch (function) {
    case Function::type:
    case Function::subtype:
    case Function::supertype:
    case Function::keyword:
    case Function::printed:
    case Function::controller:
    case Function::owner:
    case Function::zone:
    case Function::in_play:
    case Function::orientation:
    case Function::face_up:
    case Function::has:
      return true;
    default:
      return false;
  }
}

bool asksOneAlone(const Expression& expression, NodeIndex index) {  // NOLINT(misc-no-recursion): bounded by kMostDepth
  const Node& one = expression.node(index);
  switch (one.op) {
    case Operator::card_number:
    case Operator::that:
    case Operator::each:
    case Operator::zone:
      return false;
    case Operator::call:
      if (!isOfOneCard(one.function)) return false;
      break;
    default:
      break;
  }
  for (NodeIndex i = one.first_child; i != kNone; i = expression.node(i).next) {
    if (!asksOneAlone(expression, i)) return false;
  }
  return true;
}

}  // namespace

bool asksOfItAlone(const Expression& expression, const Ruleset& ruleset) {
  return ranges::all_of(expression.nodes, [&](const Node& one) {
    if (one.op != Operator::call) return !isEntity(one.op) || one.op == Operator::it;
    switch (one.function) {
      case Function::stat: {
        const auto stat = static_cast<std::size_t>(expression.node(expression.node(one.first_child).next).number);
        return ruleset.total_reads[stat].none();
      }
      case Function::counters:
      case Function::orientation:
      case Function::face_up:
      case Function::type:
      case Function::keyword:
        return true;
      default:
        return false;
    }
  });
}

bool asksEachAlone(const Expression& expression) {
  const Node& root = expression.node(expression.root);
  if (root.op != Operator::call || root.function != Function::cards) return false;
  const Node& zone = expression.node(root.first_child);
  if (zone.op != Operator::zone || zone.first_child != kNone) return false;
  for (NodeIndex filter = zone.next; filter != kNone; filter = expression.node(filter).next) {
    if (!asksOneAlone(expression, filter)) return false;
  }
  return true;
}

}  // namespace docket::expression
