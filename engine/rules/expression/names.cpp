#include "engine/rules/expression/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/rules/listed_characteristics.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/table_clauses.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"

namespace docket::expression {
namespace {

template <class Thing>
std::vector<std::string_view> namesOf(const std::vector<Thing>& things, std::string Thing::*called) {
  return things | ranges::views::transform([&](const Thing& one) { return std::string_view(one.*called); }) |
         ranges::to_vector;
}

}  // namespace

void NameLookup::lookUp(Argument argument, NodeIndex given) {
  switch (argument) {
    case Argument::stat_name:
      return lookUpStat(given);
    case Argument::value_name:
      return lookUpValue(given);
    case Argument::changed_name:
      return lookUpChanged(given);
    case Argument::limit_name:
      return lookUpName(given, "limit", scope_.ruleset.limits, &Limit::name);
    case Argument::period_name:
      return lookUpName(given, "period", scope_.ruleset.periods, &Period::name);
    case Argument::clause_name:
      if (tableClause(textOf(given)) != nullptr) return requireQuoted(given, "clause");
      return lookUpName(given, "clause", scope_.ruleset.clauses, &Clause::id);
    case Argument::kind_name:
      return lookUpName(given, "kind of keywords", scope_.ruleset.keyword_kinds, &KeywordKind::name);
    case Argument::characteristic_name:
      return requireOneOf(given, "characteristic", characteristicNames(scope_.ruleset));
    case Argument::attribute_name:
      return requireOneOf(given, "attribute", attributeNames(scope_.ruleset));
    case Argument::part_name:
      return requireOneOf(given, "part of a text box", {kTextParts.begin(), kTextParts.end()});
    case Argument::act_name:
      return lookUpName(given, "permission", scope_.ruleset.permissions, &Permission::act);
    case Argument::zone_name:
      return lookUpName(given, "zone", scope_.ruleset.zones, &Zone::name);
    case Argument::follow_up_name:
      return lookUpName(given, "line of what must follow", scope_.ruleset.obligations.follows, &FollowUpRule::name);
    case Argument::tally_name:
      return lookUpName(given, "tally", scope_.ruleset.tallies, &Tally::name);
    case Argument::free_name:
      return requireQuoted(given, "name");
    default:
      return;
  }
}

void NameLookup::requireQuoted(NodeIndex given, std::string_view what) {
  if (node(given).op == Operator::literal_text) return;
  refuse(expression_, source_, given, fmt::format("expected the {} in quotes", what));
}

void NameLookup::refuseUnknownName(NodeIndex given, std::string_view what, const std::vector<std::string_view>& known) {
  refuse(
      expression_, source_, given,
      fmt::format("the ruleset has no {} {}{}", what, docket::quoted(textOf(given)), didYouMean(textOf(given), known)));
}

template <class Thing>
void NameLookup::lookUpName(NodeIndex given, std::string_view what, const std::vector<Thing>& things,
                            std::string Thing::*called) {
  requireQuoted(given, what);
  if (!find(given, things, called)) refuseUnknownName(given, what, namesOf(things, called));
}

template <class Thing>
bool NameLookup::find(NodeIndex given, const std::vector<Thing>& things, std::string Thing::*called) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (things[i].*called != textOf(given)) continue;
    node(given).number = static_cast<std::int64_t>(i);
    return true;
  }
  return false;
}

bool NameLookup::findStat(NodeIndex given) {
  const auto& stats = scope_.ruleset.stats;
  return find(given, stats, &Stat::name) || (!textOf(given).empty() && find(given, stats, &Stat::short_name));
}

void NameLookup::lookUpStat(NodeIndex given) {
  requireQuoted(given, "stat");
  if (!findStat(given)) refuseUnknownName(given, "stat", namesOf(scope_.ruleset.stats, &Stat::name));
}

/// A value that the ruleset does not have is one of the game's own if the game uses such a name.
void NameLookup::lookUpValue(NodeIndex given) {
  requireQuoted(given, "value");
  if (find(given, scope_.ruleset.values, &docket::Value::name)) return;
  node(given).number = -1;
  if (scope_.names != nullptr && scope_.names->find(textOf(given)) != 0) return;
  refuseUnknownName(given, "value", namesOf(scope_.ruleset.values, &docket::Value::name));
}

/// A stat is given by its index; a value by the complement of its index.
void NameLookup::lookUpChanged(NodeIndex given) {
  requireQuoted(given, "stat or value");
  if (findStat(given)) return;
  if (find(given, scope_.ruleset.values, &docket::Value::name)) {
    node(given).number = ~node(given).number;
    return;
  }
  auto known = namesOf(scope_.ruleset.stats, &Stat::name);
  const auto values = namesOf(scope_.ruleset.values, &docket::Value::name);
  known.insert(known.end(), values.begin(), values.end());
  refuseUnknownName(given, "stat or value", known);
}

void NameLookup::requireOneOf(NodeIndex given, std::string_view what, const std::vector<std::string_view>& known) {
  requireQuoted(given, what);
  node(given).number = std::find(known.begin(), known.end(), textOf(given)) - known.begin();
  if (node(given).number == std::ssize(known)) refuseUnknownName(given, what, known);
}

void NameLookup::lookUpZone(NodeIndex given) {
  if (find(given, scope_.ruleset.zones, &Zone::name)) return;
  if (textOf(given) != "play" && textOf(given) != "anywhere") {
    auto known = namesOf(scope_.ruleset.zones, &Zone::name);
    known.insert(known.end(), {"play", "anywhere"});
    refuseUnknownName(given, "zone", known);
  }
  node(given).number = textOf(given) == "play" ? kInPlay : kAnywhere;
}

}  // namespace docket::expression
