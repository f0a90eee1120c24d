#include "engine/expression/typing.h"
#include "engine/table_clauses.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "engine/attributes.h"
#include "engine/expression/builder.h"
#include "engine/expression/functions.h"
#include "engine/expression/grammar.h"
#include "engine/ruleset.h"
#include "events/nearest.h"
#include "events/quoted.h"

namespace docket::expression {
namespace {

std::string_view wordFor(Type type) {
  constexpr std::array<std::string_view, 7> kWords = {"a number", "true or false", "a text",        "a card",
                                                      "a player", "an entity",     "a set of cards"};
  return kWords[static_cast<std::size_t>(type)];
}

/// The type that an argument has to have; `stands` false for one that is no value.
struct Wanted {
  bool stands;
  Type type;
};
Wanted wantedBy(Argument argument) {
  switch (argument) {
    case Argument::number:
    case Argument::event:
      return {true, Type::number};
    case Argument::card:
      return {true, Type::card};
    case Argument::entity:
      return {true, Type::entity};
    case Argument::player:
      return {true, Type::player};
    case Argument::cards:
      return {true, Type::cards};
    case Argument::filters:
      return {true, Type::boolean};
    case Argument::none:
    case Argument::anything:
    case Argument::selection:
      return {false, Type::boolean};
    default:
      return {true, Type::text};
  }
}

bool isEntity(Type type) { return type == Type::card || type == Type::player || type == Type::entity; }

class Typing {
 public:
  Typing(Expression& expression, const Scope& scope, const Source& source)
      : expression_(expression), scope_(scope), source_(source) {}

  Type type(NodeIndex index) {
    Node& one = node(index);
    one.type = typeOf(index);
    return one.type;
  }

 private:
  Node& node(NodeIndex index) { return expression_.nodes[index]; }

  [[noreturn]] void refuseAt(NodeIndex at, const std::string& message) const {
    refuse(expression_.source, source_, expression_.nodes[at].begin, message);
  }

  std::vector<NodeIndex> childrenOf(NodeIndex parent) {
    std::vector<NodeIndex> all;
    for (NodeIndex i = node(parent).first_child; i != kNone; i = node(i).next) all.push_back(i);
    return all;
  }

  /// Types a node that has to be of a type.
  void want(NodeIndex index, Type wanted) {
    const Type given = type(index);
    if (!fits(given, wanted)) refuseAt(index, fmt::format("expected {}; this is {}", wordFor(wanted), wordFor(given)));
  }
  Type wantAll(NodeIndex parent, Type wanted) {
    for (const NodeIndex child : childrenOf(parent)) want(child, wanted);
    return wanted;
  }

  Type typeOf(NodeIndex index) {
    switch (node(index).op) {
      case Operator::literal_number:
        return Type::number;
      case Operator::literal_boolean:
        return Type::boolean;
      case Operator::literal_text:
        return Type::text;
      case Operator::card_number:
        return Type::card;
      case Operator::player:
        return Type::player;
      case Operator::place:
      case Operator::unit:
      case Operator::game:
        return Type::entity;
      case Operator::it:
        if (!it_ && !scope_.has_event)
          refuseAt(index, "this is about no card: it belongs into a filter, or needs a card");
        return Type::card;
      case Operator::self:
      case Operator::me:
        if (!scope_.has_self) refuseAt(index, "only the text of a card says \"this\" or \"me\"");
        return node(index).op == Operator::self ? scope_.self : Type::player;
      case Operator::who:
      case Operator::that:
        if (!scope_.has_event) refuseAt(index, "only what is about an event says \"who\" or \"that\"");
        return node(index).op == Operator::who ? Type::player : Type::entity;
      case Operator::nothing:
        refuseAt(index, "\"nothing\" stands only after \"then\" or \"else\"");
      case Operator::add:
      case Operator::subtract:
      case Operator::multiply:
      case Operator::divide_down:
      case Operator::divide_up:
      case Operator::negate:
        return wantAll(index, Type::number);
      case Operator::conjunction:
      case Operator::disjunction:
      case Operator::negation:
        return wantAll(index, Type::boolean);
      case Operator::less:
      case Operator::at_most:
      case Operator::more:
      case Operator::at_least:
        wantAll(index, Type::number);
        return Type::boolean;
      case Operator::equal:
      case Operator::unequal:
        return equality(index);
      case Operator::choice:
        return choice(index);
      case Operator::zone:
        refuseAt(index, "cards in a zone stand only in count, any, cards and sum");
      case Operator::call:
        return call(index);
    }
    return Type::boolean;
  }

  Type equality(NodeIndex index) {
    const auto sides = childrenOf(index);
    const Type left = type(sides[0]);
    const Type right = type(sides[1]);
    if (left == Type::cards || right == Type::cards) refuseAt(index, "sets of cards are counted, not compared");
    if (!fits(left, right) && !fits(right, left)) {
      refuseAt(index, fmt::format("{} is never {}", wordFor(left), wordFor(right)));
    }
    return Type::boolean;
  }

  Type choice(NodeIndex index) {
    const auto parts = childrenOf(index);
    want(parts[0], Type::boolean);
    for (const std::size_t none : {1U, 2U}) {  // of the type of the other branch
      if (node(parts[none]).op != Operator::nothing || node(parts[3 - none]).op == Operator::nothing) continue;
      return node(parts[none]).type = type(parts[3 - none]);
    }
    const Type yes = type(parts[1]);
    const Type no = type(parts[2]);
    if (yes == no) return yes;
    if (isEntity(yes) && isEntity(no)) return Type::entity;
    refuseAt(parts[2], fmt::format("expected {}, as after \"then\"; this is {}", wordFor(yes), wordFor(no)));
  }

  // -- calls

  /// Whether the arguments can be those of a signature, as far as that shows before they are typed.
  bool countFits(const Signature& signature, std::size_t given) const {
    std::size_t most = 0;
    bool endless = false;
    for (const Argument argument : signature.arguments) {
      most += argument != Argument::none ? 1U : 0U;
      endless = endless || argument == Argument::filters;
    }
    return given >= signature.required && (endless || given <= most);
  }

  Type call(NodeIndex index) {
    const std::string name = expression_.texts[node(index).text];
    const auto arguments = childrenOf(index);
    std::vector<const Signature*> candidates;
    bool exists = false;
    for (const Signature& signature : signatures()) {
      if (signature.name != name) continue;
      exists = true;
      if (countFits(signature, arguments.size())) candidates.push_back(&signature);
    }
    if (!exists) unknownFunction(index, name);
    if (candidates.empty()) {
      refuseAt(index, fmt::format("{} does not take {} argument{}: it is {}", name, arguments.size(),
                                  arguments.size() == 1 ? "" : "s", usageOf(name)));
    }
    const Signature& signature = *chosen(candidates, arguments);
    node(index).function = signature.function;
    if (signature.function == Function::turn || signature.function == Function::turn_player) needPeriod(index, "turn");
    if (signature.function == Function::phase) needPeriod(index, "phase");
    const bool of_deck = signature.function == Function::deck_legal || signature.function == Function::deck_broke;
    // Rules of decks are expressions themselves: what asks them can be no part of one.
    if (of_deck && scope_.names == nullptr) refuseAt(index, "only a question about a game asks that, no document");
    return takeArguments(signature, arguments);
  }

  void needPeriod(NodeIndex index, std::string_view period) const {
    if (scope_.ruleset.period(period) == kUnbound)
      refuseAt(index, fmt::format("the ruleset has no period \"{}\"", period));
  }

  [[noreturn]] void unknownFunction(NodeIndex index, std::string_view name) const {
    std::vector<std::string_view> known;
    for (const Signature& signature : signatures()) known.push_back(signature.name);
    refuseAt(index, fmt::format("unknown function {}{}", quoted(name), didYouMean(name, known)));
  }

  /// Of several signatures, the first that the type of the first argument fits; the last where none does.
  const Signature* chosen(const std::vector<const Signature*>& candidates, const std::vector<NodeIndex>& arguments) {
    if (candidates.size() == 1) return candidates.front();
    const Type first = type(arguments.front());
    for (const Signature* one : candidates) {
      const Wanted wanted = wantedBy(one->arguments[0]);
      if (!wanted.stands || fits(first, wanted.type)) return one;
    }
    return candidates.back();
  }

  Type takeArguments(const Signature& signature, const std::vector<NodeIndex>& arguments) {
    Type result = signature.result;
    // What `sum` adds up is about the cards that it selects.
    const bool sums = signature.function == Function::sum;
    Argument argument = Argument::none;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (argument != Argument::filters) argument = signature.arguments[i];
      const bool about_it = argument == Argument::filters || (sums && i == 0);
      const bool outer = std::exchange(it_, it_ || about_it);
      take(argument, arguments[i]);
      it_ = outer;
      if (argument == Argument::anything &&
          (signature.function == Function::before || signature.function == Function::after ||
           signature.function == Function::last_known)) {
        result = node(arguments[i]).type;
      }
    }
    return result;
  }

  void take(Argument argument, NodeIndex given) {
    if (argument == Argument::selection) return selection(given);
    const Wanted wanted = wantedBy(argument);
    if (!wanted.stands) {
      type(given);
      return;
    }
    want(given, wanted.type);
    switch (argument) {
      case Argument::stat_name:
        return statName(given);
      case Argument::value_name:
        return valueName(given);
      case Argument::limit_name:
        return name(given, "limit", scope_.ruleset.limits, &Limit::name);
      case Argument::period_name:
        return name(given, "period", scope_.ruleset.periods, &Period::name);
      case Argument::clause_name:
        if (tableClause(textOf(given)) != nullptr) return mustBeQuoted(given, "clause");
        return name(given, "clause", scope_.ruleset.clauses, &Clause::id);
      case Argument::kind_name:
        return name(given, "kind of keywords", scope_.ruleset.keyword_kinds, &KeywordKind::name);
      case Argument::characteristic_name:
        return oneOf(given, "characteristic", characteristicNames(scope_.ruleset));
      case Argument::attribute_name:
        return oneOf(given, "attribute", attributeNames(scope_.ruleset));
      case Argument::part_name:
        return oneOf(given, "part of a text box", {kTextParts.begin(), kTextParts.end()});
      case Argument::act_name:
        return name(given, "permission", scope_.ruleset.permissions, &Permission::act);
      case Argument::zone_name:
        return name(given, "zone", scope_.ruleset.zones, &Zone::name);
      case Argument::free_name:
        return mustBeQuoted(given, "name");
      default:
        return;
    }
  }

  void mustBeQuoted(NodeIndex given, std::string_view what) {
    if (node(given).op != Operator::literal_text) refuseAt(given, fmt::format("expected the {} in quotes", what));
  }

  std::string_view textOf(NodeIndex index) { return expression_.texts[node(index).text]; }

  /// Puts the place of a name in one of the ruleset's tables into Node::number.
  template <class Thing>
  void name(NodeIndex given, std::string_view what, const std::vector<Thing>& things, std::string Thing::*called) {
    mustBeQuoted(given, what);
    if (!find(given, things, called)) unknownName(given, what, namesOf(things, called));
  }

  template <class Thing>
  bool find(NodeIndex given, const std::vector<Thing>& things, std::string Thing::*called) {
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (things[i].*called != textOf(given)) continue;
      node(given).number = static_cast<std::int64_t>(i);
      return true;
    }
    return false;
  }

  template <class Thing>
  static std::vector<std::string_view> namesOf(const std::vector<Thing>& things, std::string Thing::*called) {
    return things | ranges::views::transform([&](const Thing& one) { return std::string_view(one.*called); }) |
           ranges::to_vector;
  }

  [[noreturn]] void unknownName(NodeIndex given, std::string_view what, const std::vector<std::string_view>& known) {
    refuseAt(given,
             fmt::format("the ruleset has no {} {}{}", what, quoted(textOf(given)), didYouMean(textOf(given), known)));
  }

  void statName(NodeIndex given) {
    mustBeQuoted(given, "stat");
    const auto& stats = scope_.ruleset.stats;
    if (find(given, stats, &Stat::name) || (!textOf(given).empty() && find(given, stats, &Stat::short_name))) return;
    unknownName(given, "stat", namesOf(stats, &Stat::name));
  }

  /// A value that the ruleset does not have is one of the game's own where the game uses such a name.
  void valueName(NodeIndex given) {
    mustBeQuoted(given, "value");
    if (find(given, scope_.ruleset.values, &docket::Value::name)) return;
    node(given).number = -1;
    if (scope_.names != nullptr && scope_.names->find(textOf(given)) != 0) return;
    unknownName(given, "value", namesOf(scope_.ruleset.values, &docket::Value::name));
  }

  void oneOf(NodeIndex given, std::string_view what, const std::vector<std::string_view>& known) {
    mustBeQuoted(given, what);
    node(given).number = std::find(known.begin(), known.end(), textOf(given)) - known.begin();
    if (node(given).number == std::ssize(known)) unknownName(given, what, known);
  }

  void selection(NodeIndex given) {
    Node& one = node(given);
    if (one.op != Operator::zone) refuseAt(given, "expected \"in\" and a zone");
    one.type = Type::cards;
    if (one.first_child != kNone) want(one.first_child, Type::player);
    if (find(given, scope_.ruleset.zones, &Zone::name)) return;
    if (textOf(given) != "play" && textOf(given) != "anywhere") {
      auto known = namesOf(scope_.ruleset.zones, &Zone::name);
      known.insert(known.end(), {"play", "anywhere"});
      unknownName(given, "zone", known);
    }
    node(given).number = textOf(given) == "play" ? kInPlay : kAnywhere;
  }

  Expression& expression_;
  const Scope& scope_;
  const Source& source_;
  bool it_ = false;  // whether there is a card that a filter is about
};

}  // namespace

bool fits(Type given, Type wanted) {
  return given == wanted || (isEntity(given) && isEntity(wanted) && (given == Type::entity || wanted == Type::entity));
}

void giveTypes(Expression& expression, const Scope& scope, const Source& source) {
  Typing(expression, scope, source).type(expression.root);
}

Expression parse(std::string_view text, const Scope& scope, const Source& source) {
  Expression expression = parseTree(text, source);
  giveTypes(expression, scope, source);
  return expression;
}

Expression parseTyped(std::string_view text, Type type, const Scope& scope, const Source& source) {
  Expression expression = parse(text, scope, source);
  if (!fits(expression.type(), type)) {
    refuse(text, source, expression.nodes[expression.root].begin,
           fmt::format("expected {}{}; this is {}", wordFor(type), type == Type::boolean ? ", as a comparison is" : "",
                       wordFor(expression.type())));
  }
  return expression;
}

Expression parseCondition(std::string_view text, const Scope& scope, const Source& source) {
  return parseTyped(text, Type::boolean, scope, source);
}

}  // namespace docket::expression
