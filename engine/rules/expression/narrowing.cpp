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

  /// Counts the nodes of a filter, each of which takes a step; false if one of them can take more.
  bool addSteps(NodeIndex index, Narrowing& found) const {  // NOLINT(misc-no-recursion): bounded by kMaxDepth
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
    if (place < static_cast<std::ptrdiff_t>(std::min(ruleset_.types.size(), kMaxTypesOfSets))) {
      found.type = static_cast<TypeIndex>(place);
    }
  }

  /// True if a player expression gives the same player for every card.
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

}  // namespace docket::expression
