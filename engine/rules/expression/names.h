// Looks up the quoted names in an expression in its ruleset: stats, limits, periods.
// Invariant: a name that is found is stored in Node::number as its index in the ruleset; an unknown name is refused
// with the nearest known one. Internal to engine/rules/expression.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/expression/builder.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

class NameLookup {
 public:
  NameLookup(Expression& expression, const Scope& scope, const Source& source)
      : expression_(expression), scope_(scope), source_(source) {}

  /// Looks up the name in an argument; other arguments are left alone.
  void lookUp(Argument argument, NodeIndex given);

  /// Looks up the zone of a selection: one of the ruleset's, those in play, or all.
  void lookUpZone(NodeIndex given);

 private:
  Node& node(NodeIndex index) { return expression_.nodes[index]; }
  std::string_view textOf(NodeIndex index) { return expression_.texts[node(index).text]; }
  void requireQuoted(NodeIndex given, std::string_view what);
  [[noreturn]] void refuseUnknownName(NodeIndex given, std::string_view what,
                                      const std::vector<std::string_view>& known);

  /// Stores the index of a name in one of the ruleset's tables in Node::number.
  template <class Thing>
  void lookUpName(NodeIndex given, std::string_view what, const std::vector<Thing>& things, std::string Thing::*called);
  template <class Thing>
  bool find(NodeIndex given, const std::vector<Thing>& things, std::string Thing::*called);
  bool findStat(NodeIndex given);
  void lookUpStat(NodeIndex given);
  void lookUpValue(NodeIndex given);
  void lookUpChanged(NodeIndex given);
  void requireOneOf(NodeIndex given, std::string_view what, const std::vector<std::string_view>& known);

  Expression& expression_;
  const Scope& scope_;
  const Source& source_;
};

}  // namespace docket::expression
