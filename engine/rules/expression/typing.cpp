#include "engine/rules/expression/typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "engine/rules/expression/builder.h"
#include "engine/rules/expression/functions.h"
#include "engine/rules/expression/grammar.h"
#include "engine/rules/expression/literals.h"
#include "engine/rules/expression/names.h"
#include "engine/rules/expression/narrowing.h"
#include "engine/rules/expression/reads.h"
#include "engine/rules/ruleset.h"
#include "events/errors.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"

namespace docket::expression {
namespace {

/// The type that an argument has to have; `is_value`: false for one that is not a value, such as a name.
struct Wanted {
  bool is_value;
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
    case Argument::condition:
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

bool isEntityType(Type type) { return type == Type::card || type == Type::player || type == Type::entity; }

class ExpressionTyper {
 public:
  ExpressionTyper(Expression& expression, const Scope& scope, const Source& source)
      : expression_(expression), scope_(scope), source_(source) {}

  Type type(NodeIndex index) {
    Node& one = node(index);
    one.type = typeOf(index);
    return one.type;
  }

 private:
  Node& node(NodeIndex index) { return expression_.nodes[index]; }

  [[noreturn]] void refuseAt(NodeIndex at, const std::string& message) const {
    refuse(expression_, source_, at, message);
  }

  using Nodes = boost::container::small_vector<NodeIndex, 8>;

  Nodes childrenOf(NodeIndex parent) {
    Nodes all;
    for (NodeIndex i = node(parent).first_child; i != kNone; i = node(i).next) all.push_back(i);
    return all;
  }

  /// True if it is a text that can name a card or a player.
  bool canName(NodeIndex index) { return scope_.subjects != nullptr && node(index).op == Operator::literal_text; }
  /// Replaces a text by the subject that it names.
  Type name(NodeIndex index) {
    try {
      const NamedSubject named_subject = scope_.subjects->inExpression(expression_.textOf(index));
      node(index).op = named_subject.op;
      node(index).number = named_subject.number;
    } catch (const BadInput& unknown) {
      refuseAt(index, unknown.message());
    }
    return type(index);
  }

  /// Types a node that has to be of a type.
  void want(NodeIndex index, Type wanted) {
    const Type given = isEntityType(wanted) && canName(index) ? name(index) : type(index);
    if (!fits(given, wanted))
      refuseAt(index, fmt::format("expected {}; this is {}", typeWords(wanted), typeWords(given)));
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
          refuseAt(index, "this is about no card: it belongs in a filter, or needs a card");
        return Type::card;
      case Operator::self:
      case Operator::me:
        if (!scope_.has_self) refuseAt(index, "\"this\" and \"me\" are allowed only in the text of a card");
        return node(index).op == Operator::self ? scope_.self : Type::player;
      case Operator::who:
      case Operator::that:
        if (!scope_.has_event) refuseAt(index, "\"who\" and \"that\" are allowed only where an event is judged");
        return node(index).op == Operator::who ? Type::player : Type::entity;
      case Operator::each:
        if (!each_ && !scope_.has_each)
          refuseAt(index, "only everyPlayer, playerWithMost and the \"winners\" of a win are about \"each\" player");
        return Type::player;
      case Operator::nothing:
        refuseAt(index, "\"nothing\" is allowed only after \"then\" or \"else\"");
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
        refuseAt(index, "cards in a zone are allowed only in count, any, cards and sum");
      case Operator::call:
        return call(index);
    }
    return Type::boolean;
  }

  Type equality(NodeIndex index) {
    const auto sides = childrenOf(index);
    Type left = type(sides[0]);
    Type right = type(sides[1]);
    if (isEntityType(left) && canName(sides[1])) right = name(sides[1]);
    if (isEntityType(right) && canName(sides[0])) left = name(sides[0]);
    if (left == Type::cards || right == Type::cards) refuseAt(index, "sets of cards are counted, not compared");
    if (!fits(left, right) && !fits(right, left)) {
      refuseAt(index, fmt::format("{} is never {}", typeWords(left), typeWords(right)));
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
    if (isEntityType(yes) && isEntityType(no)) return Type::entity;
    refuseAt(parts[2], fmt::format("expected {}, as after \"then\"; this is {}", typeWords(yes), typeWords(no)));
  }

  // -- calls

  /// True if the arguments can be those of a signature, judged by their number alone, before they are typed.
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
    const std::string& name = expression_.texts[node(index).text];
    const auto arguments = childrenOf(index);
    Signatures candidates = signaturesOf(name);
    if (candidates.empty()) refuseUnknownFunction(index, name);
    const auto other_number = [&](const Signature* one) { return !countFits(*one, arguments.size()); };
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), other_number), candidates.end());
    if (candidates.empty()) {
      refuseAt(index, fmt::format("{} does not take {} argument{}: it is {}", name, arguments.size(),
                                  arguments.size() == 1 ? "" : "s", usageOf(name)));
    }
    const Signature& signature = *chosen(candidates, arguments);
    node(index).function = signature.function;
    if (signature.function == Function::turn || signature.function == Function::turn_player)
      requireDeclaredPeriod(index, "turn");
    if (signature.function == Function::phase) requireDeclaredPeriod(index, "phase");
    const bool of_deck = signature.function == Function::deck_legal || signature.function == Function::deck_broke;
    // Rules of decks are expressions themselves, so an expression that asks about them must not be part of one.
    if (of_deck && scope_.names == nullptr)
      refuseAt(index, "this is allowed only in a question about a game, not in a document");
    const Type result = takeArguments(signature, arguments);
    if (signature.function == Function::value) readBoundedAsStat(index, arguments[1]);
    return result;
  }

  /// A value that is the base of a stat counts as that stat does.
  void readBoundedAsStat(NodeIndex call, NodeIndex name) {
    const std::int64_t value = node(name).number;
    const StatIndex stat = value < 0 ? kUnbound : scope_.ruleset.values[static_cast<std::size_t>(value)].stat;
    if (stat == kUnbound) return;
    node(call).function = Function::stat;
    node(name).number = stat;
  }

  void requireDeclaredPeriod(NodeIndex index, std::string_view period) const {
    if (scope_.ruleset.period(period) == kUnbound)
      refuseAt(index, fmt::format("the ruleset has no period \"{}\"", period));
  }

  [[noreturn]] void refuseUnknownFunction(NodeIndex index, std::string_view name) const {
    std::vector<std::string_view> known;
    for (const Signature& signature : signatures()) known.push_back(signature.name);
    refuseAt(index, fmt::format("unknown function {}{} (docs/expressions.md lists them)", docket::quoted(name),
                                didYouMean(name, known)));
  }

  /// Chooses an overload: the first signature whose parameters accept the types of all arguments; else the first that
  /// accepts them if texts are read as names of subjects; else, for the error message, the last that accepts the first
  /// argument, or the last of all.
  const Signature* chosen(const Signatures& candidates, const Nodes& arguments) {
    if (candidates.size() == 1) return candidates.front();
    boost::container::small_vector<Type, 8> given;
    for (const NodeIndex argument : arguments) given.push_back(type(argument));
    const auto fits_at = [&](const Signature& one, std::size_t i, bool named) {
      const Wanted wanted = wantedBy(one.arguments[i]);
      const bool is_name = wanted.type == Type::text && one.arguments[i] != Argument::text;
      if (wanted.is_value && is_name && node(arguments[i]).op != Operator::literal_text) return false;
      return !wanted.is_value || fits(given[i], wanted.type) ||
             (named && isEntityType(wanted.type) && canName(arguments[i]));
    };
    const Signature* nearest = candidates.back();
    for (const bool named : {false, true}) {
      for (const Signature* one : candidates) {
        std::size_t fitting = 0;
        while (fitting < given.size() && fits_at(*one, fitting, named)) ++fitting;
        if (fitting == given.size()) return one;
        if (fitting > 0) nearest = one;
      }
    }
    return nearest;
  }

  Type takeArguments(const Signature& signature, const Nodes& arguments) {
    Type result = signature.result;
    // What `sum` adds up is about the cards that it selects.
    const bool sums = signature.function == Function::sum;
    Argument argument = Argument::none;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (argument != Argument::filters) argument = signature.arguments[i];
      const bool about_it = argument == Argument::filters || (sums && i == 0);
      const bool outer = std::exchange(it_, it_ || about_it);
      const bool about_each = signature.family == Family::players;
      const bool outer_each = std::exchange(each_, each_ || about_each);
      take(argument, arguments[i]);
      it_ = outer;
      each_ = outer_each;
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
    if (!wanted.is_value) {
      type(given);
      return;
    }
    want(given, wanted.type);
    NameLookup(expression_, scope_, source_).lookUp(argument, given);
  }

  void selection(NodeIndex given) {
    Node& one = node(given);
    if (one.op != Operator::zone) refuseAt(given, "expected \"in\" and a zone");
    one.type = Type::cards;
    if (one.first_child != kNone) want(one.first_child, Type::player);
    NameLookup(expression_, scope_, source_).lookUpZone(given);
  }

  Expression& expression_;
  const Scope& scope_;
  const Source& source_;
  bool it_ = false;    // whether there is a card that a filter is about
  bool each_ = false;  // it is evaluated for each player
};

}  // namespace

bool fits(Type given, Type wanted) {
  return given == wanted ||
         (isEntityType(given) && isEntityType(wanted) && (given == Type::entity || wanted == Type::entity));
}

namespace {

bool isSameBelow(const Expression& one, NodeIndex of_one, const Expression& other, NodeIndex of_other) {
  for (; of_one != kNone && of_other != kNone; of_one = one.nodes[of_one].next, of_other = other.nodes[of_other].next) {
    const Node& left = one.nodes[of_one];
    const Node& right = other.nodes[of_other];
    const bool same = left.op == right.op && left.type == right.type && left.function == right.function &&
                      left.number == right.number && one.texts[left.text] == other.texts[right.text];
    if (!same || !isSameBelow(one, left.first_child, other, right.first_child)) return false;
  }
  return of_one == of_other;
}

}  // namespace

bool isSame(const Expression& one, const Expression& other) { return isSameBelow(one, one.root, other, other.root); }

void giveTypes(Expression& expression, const Scope& scope, const Source& source) {
  ExpressionTyper(expression, scope, source).type(expression.root);
}

NamedExpression define(std::string_view name, std::string_view text, const std::vector<NamedExpression>& definitions) {
  return {.name = std::string(name), .tree = parseTree(text, {}, definitions)};
}

Expression parse(std::string_view text, const Scope& scope, const Source& source) {
  Expression expression = parseTree(text, source, scope.ruleset.definitions);
  giveTypes(expression, scope, source);
  expression.reads = readsOf(expression, scope.ruleset);
  expression.narrowings = narrowingsOf(expression, scope.ruleset);
  return expression;
}

Expression parseTyped(std::string_view text, Type type, const Scope& scope, const Source& source) {
  Expression expression = parse(text, scope, source);
  if (!fits(expression.type(), type)) {
    refuse(expression, source, expression.root,
           fmt::format("expected {}{}; this is {}", typeWords(type),
                       type == Type::boolean ? ", as a comparison is" : "", typeWords(expression.type())));
  }
  return expression;
}

Expression parseCondition(std::string_view text, const Scope& scope, const Source& source) {
  return parseTyped(text, Type::boolean, scope, source);
}

}  // namespace docket::expression
