// The language in which a judge makes claims and asks questions about a game at a point, and in which whatever is
// computed from a document is written: `count(in play, keyword "Samurai", controller P1) >= 3`.
// Integers only, total, no recursion; typed when it is parsed, so that evaluating it cannot fail, only not know.
// docs/expressions.md has the grammar and every function. grammar.cpp parses, typing.cpp types, evaluate.h evaluates.
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

using NodeIndex = std::uint32_t;  ///< into Expression::nodes; kNone for none

/// The bounds of what is accepted; beyond them the text is refused with the place where it went beyond.
inline constexpr std::uint32_t kMostNesting = 64;  ///< of parentheses, calls and signs
inline constexpr std::uint32_t kMostDepth = 256;   ///< of the tree: `1 - 1 - 1` is two deep
inline constexpr std::uint32_t kMostNodes = 10'000;
inline constexpr std::uint32_t kMostDefining = 1U << 20;  ///< of the texts that define what it says, in bytes together

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
  that,     ///< what the card of that event is put on or aimed at: a host, a target
  each,     ///< one player after the other: in everyPlayer and playerWithMost
  nothing,  ///< absent, of whatever type is wanted there
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

/// Whether it stands for a card, a player or another entity.
constexpr bool isEntity(Operator op) { return op >= Operator::card_number && op <= Operator::nothing; }
/// Whether it makes a number of two.
constexpr bool isArithmetic(Operator op) { return op >= Operator::add && op <= Operator::divide_up; }

/// A node of an expression. Its children are a list: the first one, and each one's next.
struct Node {
  Operator op{};
  Type type{};
  Function function{};      ///< for Operator::call
  std::uint32_t begin = 0;  ///< the part of the text that it stands for, in bytes: [begin, end)
  std::uint32_t end = 0;
  NodeIndex first_child = kNone;
  NodeIndex next = kNone;
  std::int64_t number = 0;  ///< of a literal; of a name (a stat, a limit, ...) its index in the ruleset
  std::uint32_t text = 0;   ///< into Expression::texts
  std::uint32_t depth = 1;  ///< of the tree below it, itself counted
};

/// For Operator::zone: what stands in Node::number beside the index of a zone of the ruleset.
inline constexpr std::int64_t kInPlay = -1;    ///< every zone that is in play
inline constexpr std::int64_t kAnywhere = -2;  ///< every zone

/// Where an expression says a name that the ruleset defines (Ruleset::definitions), and the nodes that stand for it.
struct Use {
  std::string name;
  NodeIndex first = 0, last = 0;  ///< the nodes: from the one to the other
  NodeIndex root = 0;             ///< of them the one that is all of it
  std::uint32_t begin = 0;        ///< where the name stands in the text, in bytes
  std::uint32_t meaning = 0;      ///< where, in the source, the text begins that defines it
  std::uint32_t meaning_end = 0;
};

/// Of a selection, what its filters ask of every card that fits (narrowing.h). It has one where no filter has a
/// selection of its own, so that it is known how many steps a card can take.
struct Narrowing {
  NodeIndex zone = kNone;        ///< the node of the zone that the selection is from
  NodeIndex controller = kNone;  ///< the player who controls each of them; kNone: that is not asked
  TypeIndex type = kUnbound;     ///< a type that each of them has; kUnbound: that is not asked, or has no set
  std::uint32_t steps = 0;       ///< how many its filters take for a card at most

  /// Whether sets of cards answer one of its filters.
  [[nodiscard]] bool hasSets() const { return controller != kNone || type != kUnbound; }
};

/// An expression, parsed and typed. A value: it can be copied and kept, and it does not point to what it was typed
/// with, but it means something only under the ruleset that it was typed with.
struct Expression {
  std::string source;        ///< the text, and after it the texts of the names that it says
  std::uint32_t length = 0;  ///< of the text itself, in bytes
  std::vector<Node> nodes;
  std::vector<Use> uses{};  ///< of names that the ruleset defines, in the text itself
  std::vector<std::string> texts{std::string{}};
  NodeIndex root = kNone;
  StateParts reads = StateParts::everything();  ///< what it can read of a state, found when it was typed
  std::vector<Narrowing> narrowings{};          ///< likewise of its selections
  bool counts_on_self_alone = false;            ///< of counters it reads those on `this`, and no others
  bool asks_each_alone = false;                 ///< it selects cards, each by what lies on it alone (asksEachAlone())
  std::uint16_t kept = 0;  ///< the number under which its answer is kept (KeptAnswers); 0: it is not

  [[nodiscard]] Type type() const { return nodes[root].type; }
  [[nodiscard]] const Node& node(NodeIndex index) const { return nodes[index]; }
  /// A child by its place, from 0; kNone where there are not so many.
  [[nodiscard]] NodeIndex child(NodeIndex parent, std::size_t which) const {
    NodeIndex one = node(parent).first_child;
    for (; which > 0 && one != kNone; --which) one = node(one).next;
    return one;
  }
  [[nodiscard]] const std::string& textOf(NodeIndex index) const { return texts[node(index).text]; }
  /// Whether a node asks for a stat.
  [[nodiscard]] bool asksStat(NodeIndex index) const;
  /// The part of the source that a node stands for.
  [[nodiscard]] std::string_view sourceOf(NodeIndex node) const {
    return std::string_view(source).substr(nodes[node].begin, nodes[node].end - nodes[node].begin);
  }
  /// The text itself, on one line.
  [[nodiscard]] std::string words() const;
  /// The text itself, with the number or the seat ("#12", "P1") of each subject that stands in it by its name
  /// (Scope::subjects): so that it says the same whatever comes to be called so later.
  [[nodiscard]] std::string withNumbers() const;
  /// The part of the source that a node stands for, on one line: of a name that the ruleset defines, what it stands for
  /// beside it.
  [[nodiscard]] std::string wordsOf(NodeIndex node) const;
  /// The name that the text says there and the node is a part of; null where the text says the node itself.
  [[nodiscard]] const Use* useOf(NodeIndex node) const;
  /// Where the node begins in the text: of what a name stands for, where the name does.
  [[nodiscard]] std::uint32_t beginOf(NodeIndex node) const;
};

/// A name for an expression, which a ruleset defines (`let`): where the name is said, the expression is meant, with
/// what `it`, `this` and `who` are there. So it has no types yet.
struct NamedExpression {
  std::string name;
  Expression tree;
};

/// Whether two expressions ask the same, however they are written: both typed under one ruleset.
[[nodiscard]] bool isSame(const Expression& one, const Expression& other);

/// A card or a player as an expression says it: Operator::card_number or Operator::player, and the number.
struct NamedSubject {
  Operator op{};
  std::int64_t number = 0;
};

/// Who knows which card or player a person calls by a title or a name: `stat("Ash Blossom [a]", "ATK")`.
class SubjectNames {
 public:
  virtual ~SubjectNames() = default;
  /// Asked where a subject is wanted and a text stands. Throws BadInput where it names none, or several.
  [[nodiscard]] virtual NamedSubject inExpression(std::string_view text) const = 0;
};

/// What the names in an expression can mean.
struct Scope {
  const Ruleset& ruleset;
  const Names* names = nullptr;  ///< of the game, for values that the ruleset does not have
  bool has_self = false;         ///< it is the text of a card: `this` and `me` mean something
  bool has_event = false;        ///< it is about an event: `it`, `who` and `that` mean something (each may be absent)
  Type self = Type::card;        ///< what `this` is: a card, a player or another entity
  const SubjectNames* subjects = nullptr;  ///< of a table; null: cards and players have to be said by number
};

/// Where messages count from: an expression that stands within a file is placed there.
struct Source {
  std::string file = "expression";
  std::size_t line = 1;    ///< of the expression's first character
  std::size_t column = 1;  ///< counted in characters, not bytes
};

/// Parses and types. Throws BadInput ("file:line:column: ...", with the nearest known name) for what is no expression
/// of the language, has a name that the ruleset lacks, an argument of a wrong type, or is beyond the bounds above.
Expression parse(std::string_view text, const Scope& scope, const Source& source = {});

/// Whether an expression could say that name, and it means nothing in the language itself.
[[nodiscard]] bool isNewName(std::string_view name);

/// Reads what a name of a ruleset stands for; it can say those of `definitions`. Throws BadInput where it is no
/// expression. Whether it means anything shows where it is said; parse() tells of it alone.
NamedExpression define(std::string_view name, std::string_view text, const std::vector<NamedExpression>& definitions);

/// The same, for what has to be of a type. Throws BadInput where it is of another.
Expression parseTyped(std::string_view text, Type type, const Scope& scope, const Source& source = {});

/// The same, for what has to be true or false: a claim, a condition.
Expression parseCondition(std::string_view text, const Scope& scope, const Source& source = {});

}  // namespace docket::expression
