// The language for claims and questions about a game at a point, and for everything computed from a document: `count(in
// play, keyword "Samurai", controller P1) >= 3`. Integers only, total, no recursion; typed when it is parsed, so that
// evaluation cannot fail, only give an unknown value. docs/expressions.md has the grammar and every function.
// grammar.cpp parses, typing.cpp types, evaluate.h evaluates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/expression/value.h"
#include "engine/rules/ids.h"
#include "engine/rules/state_parts.h"
#include "events/names.h"

namespace docket {
struct Ruleset;
}

namespace docket::expression {

using NodeIndex = std::uint32_t;  ///< an index into Expression::nodes; kNone: none

/// The limits on accepted expressions; a text beyond them is refused with the place that exceeds the limit.
inline constexpr std::uint32_t kMaxNesting = 64;  ///< of parentheses, calls and signs
inline constexpr std::uint32_t kMaxDepth = 256;   ///< of the tree: `1 - 1 - 1` is two deep
inline constexpr std::uint32_t kMaxNodes = 10'000;
inline constexpr std::uint32_t kMaxDefining = 1U << 20;  ///< total bytes of the texts of the definitions that it uses

enum class Function : std::uint8_t;

enum class Operator : std::uint8_t {
  literal_number,
  literal_boolean,
  literal_text,
  card_number,  ///< #12: `number`
  player,       ///< P1: `number`
  place,        ///< place 3
  unit,         ///< unit 2
  game,
  it,       ///< the card that a filter, or an event, is about
  self,     ///< `this`: the card or other entity whose text the expression is
  me,       ///< its controller
  who,      ///< the player of the event that the expression is about
  that,     ///< the other party of that event: a host, a target
  each,     ///< each player in turn: in everyPlayer and playerWithMost
  nothing,  ///< absent, of whatever type is expected
  add,
  subtract,
  multiply,
  divide_down,
  divide_up,
  negate,
  equal,
  unequal,
  less,
  at_most,
  more,
  at_least,
  conjunction,  ///< of two or more
  disjunction,
  negation,
  choice,  ///< if, then, else
  zone,    ///< `in ZONE [of PLAYER]`, only in a selection; `number` is the zone, or kInPlay, kAnywhere
  call,    ///< of `function`
};

/// True if it denotes a card, a player or another entity.
constexpr bool isEntity(Operator op) { return op >= Operator::card_number && op <= Operator::nothing; }
/// True if it computes a number from two.
constexpr bool isArithmetic(Operator op) { return op >= Operator::add && op <= Operator::divide_up; }

/// A node of an expression. Its children are a linked list: the first child, and each one's next.
struct Node {
  Operator op{};
  Type type{};
  Function function{};      ///< for Operator::call
  std::uint32_t begin = 0;  ///< the part of the text that it covers, in bytes: [begin, end)
  std::uint32_t end = 0;
  NodeIndex first_child = kNone;
  NodeIndex next = kNone;
  std::int64_t number = 0;  ///< a literal's number; for a name (a stat, a limit, ...) its index in the ruleset
  std::uint32_t text = 0;   ///< an index into Expression::texts
  std::uint32_t depth = 1;  ///< the depth of its tree, including itself
};

/// For Operator::zone: values of Node::number other than the index of a zone of the ruleset.
inline constexpr std::int64_t kInPlay = -1;    ///< every zone that is in play
inline constexpr std::int64_t kAnywhere = -2;  ///< every zone

/// The use of a name that the ruleset defines (Ruleset::definitions), with the nodes of its definition.
struct NameUse {
  std::string name;
  NodeIndex first = 0, last = 0;  ///< the range of nodes
  NodeIndex root = 0;             ///< the node of the whole definition
  std::uint32_t begin = 0;        ///< the position of the name in the text, in bytes
  std::uint32_t meaning = 0;      ///< the position in the source of the text that defines it
  std::uint32_t meaning_end = 0;
};

/// The filters of a selection that sets of cards can answer (narrowing.h). Exists only if no filter contains a
/// selection, so that the number of steps for a card is known.
struct Narrowing {
  NodeIndex zone = kNone;        ///< the node of the selection's zone
  NodeIndex controller = kNone;  ///< the required controller of each card; kNone: any
  TypeIndex type = kUnbound;     ///< a required type of each card; kUnbound: any, or a type without a set
  std::uint32_t steps = 0;       ///< the most steps that its filters take for a card

  /// True if sets of cards answer one of its filters.
  [[nodiscard]] bool hasSets() const { return controller != kNone || type != kUnbound; }
};

/// A parsed and typed expression. A value: it can be copied and kept, and has no pointers to what it was typed with,
/// but it is valid only under the ruleset that it was typed with.
struct Expression {
  std::string source;        ///< the text, followed by the texts of the names that it uses
  std::uint32_t length = 0;  ///< of the text itself, in bytes
  std::vector<Node> nodes;
  std::vector<NameUse> name_uses{};  ///< the uses, in the text itself, of names that the ruleset defines
  std::vector<std::string> texts{std::string{}};
  NodeIndex root = kNone;
  StateParts reads = StateParts::everything();  ///< the parts of a state that it can read, found by typing
  std::vector<Narrowing> narrowings{};          ///< likewise of its selections

  [[nodiscard]] Type type() const { return nodes[root].type; }
  [[nodiscard]] const Node& node(NodeIndex index) const { return nodes[index]; }
  /// A child by index, from 0; kNone if there is none.
  [[nodiscard]] NodeIndex child(NodeIndex parent, std::size_t which) const {
    NodeIndex one = node(parent).first_child;
    for (; which > 0 && one != kNone; --which) one = node(one).next;
    return one;
  }
  [[nodiscard]] const std::string& textOf(NodeIndex index) const { return texts[node(index).text]; }
  /// True if a node reads a stat.
  [[nodiscard]] bool asksStat(NodeIndex index) const;
  /// The part of the source that a node covers.
  [[nodiscard]] std::string_view sourceOf(NodeIndex node) const {
    return std::string_view(source).substr(nodes[node].begin, nodes[node].end - nodes[node].begin);
  }
  /// The text itself, on one line.
  [[nodiscard]] std::string words() const;
  /// The text itself, with the number or the seat ("#12", "P1") in place of each subject's name (Scope::subjects), so
  /// that its meaning does not change when something else gets that name.
  [[nodiscard]] std::string withNumbers() const;
  /// The part of the source that a node covers, on one line; for a name that the ruleset defines, with its definition.
  [[nodiscard]] std::string wordsOf(NodeIndex node) const;
  /// The name in the text whose definition contains the node; null if the node is in the text itself.
  [[nodiscard]] const NameUse* nameUseOf(NodeIndex node) const;
  /// The position of a node in the text: for a node in a name's definition, the position of the name.
  [[nodiscard]] std::uint32_t beginOf(NodeIndex node) const;
};

/// A name that a ruleset defines for an expression (`let`): it is replaced by the expression, with the meaning of `it`,
/// `this` and `who` at that place. So it has no types yet.
struct NamedExpression {
  std::string name;
  Expression tree;
};

/// True if two expressions have the same meaning, however they are written; both must be typed under one ruleset.
[[nodiscard]] bool isSame(const Expression& one, const Expression& other);

/// A card or a player in an expression: Operator::card_number or Operator::player, and the number.
struct NamedSubject {
  Operator op{};
  std::int64_t number = 0;
};

/// Resolves a title or name typed by a person to a card or player: `stat("Ash Blossom [a]", "ATK")`.
class SubjectNames {
 public:
  virtual ~SubjectNames() = default;
  /// Called for a text where a subject is expected. Throws BadInput if it names no subject, or several.
  [[nodiscard]] virtual NamedSubject inExpression(std::string_view text) const = 0;
};

/// The meaning of the names in an expression.
struct Scope {
  const Ruleset& ruleset;
  const Names* names = nullptr;  ///< of the game, for values that the ruleset does not have
  bool has_self = false;         ///< it is a card's text: `this` and `me` are valid
  bool has_event = false;        ///< it is about an event: `it`, `who` and `that` are valid (each may be absent)
  bool has_each = false;         ///< it is evaluated for each player: `each` is valid
  Type self = Type::card;        ///< the type of `this`: a card, a player or another entity
  const SubjectNames* subjects = nullptr;  ///< of a table; null: cards and players must be given by number
};

/// The start of positions in messages: the place of an expression within a file.
struct Source {
  std::string file = "expression";
  std::size_t line = 1;    ///< of the expression's first character
  std::size_t column = 1;  ///< counted in characters, not bytes
};

/// Parses and types. Throws BadInput ("file:line:column: ...", with the nearest known name) for a text that is not an
/// expression, has a name that the ruleset lacks or an argument of a wrong type, or exceeds the limits above.
Expression parse(std::string_view text, const Scope& scope, const Source& source = {});

/// True if a name is valid in an expression, and has no meaning in the language itself.
[[nodiscard]] bool isNewName(std::string_view name);

/// Parses the definition of a ruleset's name, which may use the names in `definitions`. Throws BadInput if it is not an
/// expression. Types are checked where the name is used; parse() reports errors of a definition on its own.
NamedExpression define(std::string_view name, std::string_view text, const std::vector<NamedExpression>& definitions);

/// Like parse(), for an expression of a required type. Throws BadInput for another type.
Expression parseTyped(std::string_view text, Type type, const Scope& scope, const Source& source = {});

/// Like parse(), for a claim or a condition, which must be true or false.
Expression parseCondition(std::string_view text, const Scope& scope, const Source& source = {});

}  // namespace docket::expression
