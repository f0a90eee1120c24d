// The grammar, as docs/expressions.md prints it, and the actions that build the tree.
// Invariant: a rule that has pushed a node never backtracks: lookahead (at<>) chooses between alternatives first, and
// the rest is a must<>. So the stack never holds parts of a failed rule.
#include "engine/rules/expression/grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <range/v3/algorithm/find_if_not.hpp>
#include <type_traits>

#include "engine/rules/expression/builder.h"
#include "engine/rules/expression/functions.h"
#include "events/parse.h"
#include "events/text/nearest.h"
#include "events/text/printable.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"

namespace docket::expression {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::at, pegtl::must, pegtl::not_at, pegtl::one, pegtl::opt, pegtl::seq, pegtl::sor, pegtl::star;

/// A rule within which the nesting is one deeper, and refused if it is too deep. Every recursion goes through one.
template <class Rule>
struct Deeper {
  using rule_t = Deeper;
  using subs_t = pegtl::type_list<Rule>;
  template <pegtl::apply_mode Apply, pegtl::rewind_mode Rewind, template <class...> class Action,
            template <class...> class Control, class Input>
  static bool match(Input& in, Builder& builder) {
    if (++builder.nesting > kMaxNesting) {
      builder.refuseAt(builder.offsetOf(in.current()), fmt::format("nested more than {} deep", kMaxNesting));
    }
    const bool matched = pegtl::match<Rule, Apply, Rewind, Action, Control>(in, builder);
    --builder.nesting;
    return matched;
  }
};
/// Joins the two topmost nodes when matched.
template <Operator Op, class... Rules>
struct Joining : seq<Rules...> {};
/// Becomes a node over the `Children` topmost ones.
template <Operator Op, std::size_t Children, class... Rules>
struct Covering : seq<Rules...> {};
/// A literal with a number in it that is at most `Most`.
template <Operator Op, std::int64_t Most, class... Rules>
struct Numbered : seq<Rules...> {};

struct Blanks : star<pegtl::space> {};
template <char... Letters>
struct Word : seq<pegtl::keyword<Letters...>, Blanks> {};
template <char... Signs>
struct Symbol : seq<pegtl::string<Signs...>, Blanks> {};

using If = Word<'i', 'f'>;
using Then = Word<'t', 'h', 'e', 'n'>;
using Else = Word<'e', 'l', 's', 'e'>;
using And = Word<'a', 'n', 'd'>;
using Or = Word<'o', 'r'>;
using Not = Word<'n', 'o', 't'>;
using In = Word<'i', 'n'>;
using Of = Word<'o', 'f'>;
using Rounded = Word<'r', 'o', 'u', 'n', 'd', 'e', 'd'>;
struct Reserved : sor<If, Then, Else, And, Or, Not, In, Of, Rounded> {};
struct Up : Word<'u', 'p'> {};
struct Down : Word<'d', 'o', 'w', 'n'> {};
struct Way : sor<Up, Down> {};

struct Expr;
struct Operand;
struct Signed;
struct SimpleCondition;
struct NestedExpr : Deeper<Expr> {};
struct NestedOperand : Deeper<Operand> {};
struct NestedSigned : Deeper<Signed> {};
struct NestedCondition : Deeper<SimpleCondition> {};

struct Digits : seq<pegtl::plus<pegtl::digit>, not_at<pegtl::identifier_other>> {};
struct Name : seq<not_at<Reserved>, pegtl::identifier> {};
template <char... Next>
using NameBefore = at<Name, Blanks, one<Next...>>;

struct Escaped : one<'"', '\\'> {};
struct Letter : sor<seq<one<'\\'>, must<Escaped>>, seq<not_at<one<'"', '\\'>>, pegtl::not_range<'\0', '\x1F'>>> {};
struct ClosingQuote : one<'"'> {};
/// Between single marks a text needs no escapes in a document's JSON; there the mark itself is doubled.
struct SingleLetter : sor<pegtl::two<'\''>, seq<not_at<one<'\''>>, pegtl::not_range<'\0', '\x1F'>>> {};
struct ClosingSingle : one<'\''> {};
struct Quoted
    : sor<seq<one<'"'>, star<Letter>, must<ClosingQuote>>, seq<one<'\''>, star<SingleLetter>, must<ClosingSingle>>> {};
struct Text : Quoted {};

constexpr std::int64_t kMaxEntity = (1 << 28) - 1;
using Number = Numbered<Operator::literal_number, std::numeric_limits<std::int64_t>::max(), Digits>;
using CardNumber = Numbered<Operator::card_number, kMaxEntity, one<'#'>, must<Digits>>;
using Player = Numbered<Operator::player, 255, one<'P'>, Digits>;
using PlaceNumber = Numbered<Operator::place, kMaxEntity, pegtl::keyword<'p', 'l', 'a', 'c', 'e'>, Blanks, Digits>;
using Unit = Numbered<Operator::unit, kMaxEntity, pegtl::keyword<'u', 'n', 'i', 't'>, Blanks, Digits>;
struct Constant
    : seq<sor<pegtl::keyword<'t', 'r', 'u', 'e'>, pegtl::keyword<'f', 'a', 'l', 's', 'e'>, pegtl::keyword<'i', 't'>,
              pegtl::keyword<'t', 'h', 'i', 's'>, pegtl::keyword<'m', 'e'>, pegtl::keyword<'g', 'a', 'm', 'e'>,
              pegtl::keyword<'w', 'h', 'o'>, pegtl::keyword<'t', 'h', 'a', 't'>, pegtl::keyword<'e', 'a', 'c', 'h'>,
              pegtl::keyword<'n', 'o', 't', 'h', 'i', 'n', 'g'>>,
          not_at<Blanks, one<'('>>> {};

struct CloseParenthesis : Symbol<')'> {};
struct Parenthesised : seq<Symbol<'('>, must<NestedExpr>, must<CloseParenthesis>> {};

struct ZoneName : sor<Quoted, Name> {};
struct ZonePlayer : seq<Of, must<NestedOperand>> {};
struct Selection : seq<In, must<ZoneName>, Blanks, opt<ZonePlayer>> {};
struct CallArgument : sor<Selection, NestedExpr> {};
struct CallName : Name {};
struct CallEnd : Symbol<')'> {};
struct Arguments : sor<CallEnd, seq<must<CallArgument>, star<Symbol<','>, must<CallArgument>>, must<CallEnd>>> {};
struct FunctionCall : seq<NameBefore<'('>, CallName, Blanks, Symbol<'('>, Arguments> {};

/// The forms of a filter about `it`: keyword "Samurai", controller P1, face up, attached to #5.
struct AboutName : Name {};
struct About : seq<NameBefore<'"', '\''>, AboutName, Blanks, Text> {};
struct WhoseName
    : sor<pegtl::keyword<'c', 'o', 'n', 't', 'r', 'o', 'l', 'l', 'e', 'r'>, pegtl::keyword<'o', 'w', 'n', 'e', 'r'>> {};
struct Whose : seq<at<WhoseName, Blanks, pegtl::not_one<'(', ')', ','>>, WhoseName, Blanks, must<NestedOperand>> {};
struct Face : seq<pegtl::keyword<'f', 'a', 'c', 'e'>, Blanks, must<Way>> {};
struct AttachedTo : seq<Word<'a', 't', 't', 'a', 'c', 'h', 'e', 'd'>, Word<'t', 'o'>> {};
struct Attached : seq<AttachedTo, must<NestedOperand>> {};
struct StrayWord : Name {};

struct Operand : seq<sor<Parenthesised, Text, CardNumber, Number, Player, PlaceNumber, Unit, Constant, Face, Attached,
                         Whose, FunctionCall, About, StrayWord>,
                     Blanks> {};

using Minus = Covering<Operator::negate, 1, Symbol<'-'>, must<NestedSigned>>;
struct Signed : sor<Minus, Operand> {};
struct Rounding : seq<Rounded, must<Way>> {};
using Times = Joining<Operator::multiply, Symbol<'*'>, must<Signed>>;
struct Divided : seq<Symbol<'/'>, must<Signed>, opt<Rounding>> {};
struct Product : seq<Signed, star<sor<Times, Divided>>> {};
using Plus = Joining<Operator::add, Symbol<'+'>, must<Product>>;
using Without = Joining<Operator::subtract, Symbol<'-'>, must<Product>>;
struct Sum : seq<Product, star<sor<Plus, Without>>> {};
struct Compared : sor<Joining<Operator::equal, Symbol<'='>, must<Sum>>,          //
                      Joining<Operator::unequal, Symbol<'!', '='>, must<Sum>>,   //
                      Joining<Operator::at_most, Symbol<'<', '='>, must<Sum>>,   //
                      Joining<Operator::at_least, Symbol<'>', '='>, must<Sum>>,  //
                      Joining<Operator::less, Symbol<'<'>, must<Sum>>,           //
                      Joining<Operator::more, Symbol<'>'>, must<Sum>>> {};
struct Comparison : seq<Sum, opt<Compared>> {};
using Negated = Covering<Operator::negation, 1, Not, must<NestedCondition>>;
struct SimpleCondition : sor<Negated, Comparison> {};
struct Conjunction : seq<SimpleCondition, star<Joining<Operator::conjunction, And, must<SimpleCondition>>>> {};
struct Disjunction : seq<Conjunction, star<Joining<Operator::disjunction, Or, must<Conjunction>>>> {};
using IfThenElse =
    Covering<Operator::choice, 3, If, must<NestedExpr>, must<Then>, must<NestedExpr>, must<Else>, must<NestedExpr>>;
struct Expr : sor<IfThenElse, Disjunction> {};
struct EndOfText : pegtl::eof {};
struct Whole : seq<Blanks, must<NestedExpr>, must<EndOfText>> {};

// ---- the expectations, for rules that did not match

template <class Rule, class... Rules>
constexpr bool kIsOneOf = (std::is_same_v<Rule, Rules> || ...);

template <class Rule>
constexpr const char* expected() {
  if constexpr (kIsOneOf<Rule, NestedExpr, NestedOperand, NestedSigned, NestedCondition, Signed, Product, Sum,
                         SimpleCondition, Conjunction, CallArgument>) {
    return "expected a value: a number, a text in quotes, #12, P1, a function, a parenthesis";
  }
  if constexpr (kIsOneOf<Rule, CallEnd>) return "expected an operator, \",\" or \")\"";
  if constexpr (kIsOneOf<Rule, CloseParenthesis>) return "expected an operator or \")\"";
  if constexpr (kIsOneOf<Rule, EndOfText>) return "expected an operator or the end";
  if constexpr (kIsOneOf<Rule, Then>) return "expected an operator or \"then\"";
  if constexpr (kIsOneOf<Rule, Else>) return "expected an operator or \"else\"";
  if constexpr (kIsOneOf<Rule, Way>) return "expected \"up\" or \"down\"";
  if constexpr (kIsOneOf<Rule, Digits>) return "expected the number of a card";
  if constexpr (kIsOneOf<Rule, Escaped>) return R"(after \ expected " or \)";
  if constexpr (kIsOneOf<Rule, ClosingQuote>) return "expected a closing quotation mark";
  if constexpr (kIsOneOf<Rule, ClosingSingle>) return "expected a closing '";
  if constexpr (kIsOneOf<Rule, ZoneName>) return "expected a zone: play, anywhere, or the name of one";
  return nullptr;
}

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& in, Builder& builder) {
    constexpr const char* kMessage = expected<Rule>();
    static_assert(kMessage != nullptr, "a rule that must match says what was expected");
    builder.refuseAt(builder.offsetOf(in.current()), kMessage);
  }
};

// ---- the actions

/// The matched text, and its place in bytes.
struct Matched {
  std::string_view text;
  std::size_t begin, end;
};

template <class Rule>
struct Action : pegtl::nothing<Rule> {};

/// An action that needs the match, which is passed to Rule's `on`.
template <class Of>
struct Acts {
  template <class Input>
  static void apply(const Input& in, Builder& builder) {
    const std::size_t begin = builder.offsetOf(in.begin());
    Of::on({.text = {in.begin(), in.size()}, .begin = begin, .end = begin + in.size()}, builder);
  }
};

template <Operator Op, class... Rules>
struct Action<Joining<Op, Rules...>> {
  static void apply0(Builder& builder) { builder.join(Op); }
};
template <Operator Op, std::size_t Children, class... Rules>
struct Action<Covering<Op, Children, Rules...>> : Acts<Action<Covering<Op, Children, Rules...>>> {
  static void on(const Matched& matched, Builder& builder) { builder.push(Op, matched.begin, matched.end, Children); }
};
template <Operator Op, std::int64_t Most, class... Rules>
struct Action<Numbered<Op, Most, Rules...>> : Acts<Action<Numbered<Op, Most, Rules...>>> {
  static void on(const Matched& matched, Builder& builder) {
    const auto digits = matched.text.substr(matched.text.find_first_of("0123456789"));
    const std::int64_t number = builder.number(digits, matched.begin, Most);
    builder.push(Op, matched.begin, matched.end).number = number;
  }
};
template <>
struct Action<Up> {
  static void apply0(Builder& builder) { builder.up = true; }
};
template <>
struct Action<Down> {
  static void apply0(Builder& builder) { builder.up = false; }
};
template <>
struct Action<Rounding> {
  static void apply0(Builder& builder) { builder.rounds_up = builder.up; }
};
template <>
struct Action<Divided> {
  static void apply0(Builder& builder) {
    builder.join(std::exchange(builder.rounds_up, false) ? Operator::divide_up : Operator::divide_down);
  }
};

bool isQuoted(std::string_view text) { return text.starts_with('"') || text.starts_with('\''); }

std::string unescaped(std::string_view quotes) {
  const char escape = quotes.front() == '"' ? '\\' : '\'';
  std::string text;
  for (std::size_t i = 1; i + 1 < quotes.size(); ++i) {
    if (quotes[i] == escape) ++i;
    text += quotes[i];
  }
  return text;
}

template <>
struct Action<Text> : Acts<Action<Text>> {
  static void on(const Matched& matched, Builder& builder) {
    const std::uint32_t text = builder.addText(unescaped(matched.text));
    builder.push(Operator::literal_text, matched.begin, matched.end).text = text;
  }
};
template <>
struct Action<Constant> : Acts<Action<Constant>> {
  static void on(const Matched& matched, Builder& builder) {
    Operator op = Operator::literal_boolean;
    if (matched.text == "it") op = Operator::it;
    if (matched.text == "this") op = Operator::self;
    if (matched.text == "me") op = Operator::me;
    if (matched.text == "who") op = Operator::who;
    if (matched.text == "that") op = Operator::that;
    if (matched.text == "each") op = Operator::each;
    if (matched.text == "nothing") op = Operator::nothing;
    if (matched.text == "game") op = Operator::game;
    builder.push(op, matched.begin, matched.end).number = matched.text == "true" ? 1 : 0;
  }
};

/// A call, or a form that reads as one: the name is stored until its arguments are parsed.
void open(Builder& builder, const Matched& name) {
  const std::string text = isQuoted(name.text) ? unescaped(name.text) : std::string(name.text);
  builder.calls.push_back({.name = text, .begin = name.begin, .below = builder.size()});
}
Builder::OpenCall close(Builder& builder) {
  auto call = std::move(builder.calls.back());
  builder.calls.pop_back();
  return call;
}
struct Closes {
  static void on(const Matched& matched, Builder& builder) {
    const auto call = close(builder);
    builder.call(call.name, call.begin, matched.end, builder.size() - call.below);
  }
};
/// A call whose first argument is an implicit `it`.
struct OpensAboutIt {
  static void on(const Matched& matched, Builder& builder) {
    open(builder, matched);
    builder.push(Operator::it, matched.begin, matched.end);
  }
};
template <>
struct Action<CallName> : Acts<Action<CallName>> {
  static void on(const Matched& matched, Builder& builder) { open(builder, matched); }
};
template <>
struct Action<FunctionCall> : Acts<Closes> {};
template <>
struct Action<AboutName> : Acts<OpensAboutIt> {};
template <>
struct Action<About> : Acts<Closes> {};
template <>
struct Action<WhoseName> : Acts<OpensAboutIt> {};
template <>
struct Action<Whose> : Acts<Closes> {};
template <>
struct Action<AttachedTo> : Acts<Action<AttachedTo>> {
  static void on(const Matched& matched, Builder& builder) {
    OpensAboutIt::on(matched, builder);
    builder.calls.back().name = "attachedTo";
  }
};
template <>
struct Action<Attached> : Acts<Closes> {};
template <>
struct Action<Face> : Acts<Action<Face>> {
  static void on(const Matched& matched, Builder& builder) {
    builder.push(Operator::it, matched.begin, matched.end);
    builder.call("faceUp", matched.begin, matched.end, 1);
    if (!builder.up) builder.push(Operator::negation, matched.begin, matched.end, 1);
  }
};
template <>
struct Action<ZoneName> : Acts<Action<CallName>> {};
template <>
struct Action<Selection> : Acts<Action<Selection>> {
  static void on(const Matched& matched, Builder& builder) {
    const auto zone = close(builder);
    const std::uint32_t name = builder.addText(zone.name);
    builder.push(Operator::zone, matched.begin, matched.end, builder.size() - zone.below).text = name;
  }
};
/// How to write what begins with a name without quotation marks: "Force of Steady Guard" is a stat of a card, any other
/// name or title is a text.
std::string asWritten(std::string_view rest, std::string_view word, bool in_call) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 ||
           std::string_view(" '-#\"").find(c) != std::string_view::npos;
  };
  const auto end = static_cast<std::size_t>(ranges::find_if_not(rest, is_part) - rest.begin());
  const std::string_view words = trimmed(rest.substr(0, end));
  constexpr std::string_view kOf = " of ";
  if (const auto place = words.find(kOf); place != std::string_view::npos && !in_call) {
    const std::string_view card = words.substr(place + kOf.size());
    const bool plain = card.front() == '#' || card.front() == '"';
    return fmt::format("a stat of a card is written stat({}, {}){}", plain ? printable(card) : docket::quoted(card),
                       docket::quoted(words.substr(0, place)),
                       end < rest.size() ? " " + printable(rest.substr(end)) : "");
  }
  const bool title = word.front() >= 'A' && word.front() <= 'Z';
  return "put a name or a title in quotation marks, as in " + docket::quoted(title ? words : word);
}

constexpr std::array<std::string_view, 14> kLanguageWords{"true", "false",   "it",   "this", "me",  "who",  "that",
                                                          "each", "nothing", "game", "if",   "not", "face", "attached"};

template <>
struct Action<StrayWord> : Acts<Action<StrayWord>> {
  static void on(const Matched& matched, Builder& builder) {
    if (builder.pushDefinition(matched.text, matched.begin, matched.end)) return;
    std::vector<std::string_view> known(kLanguageWords.begin(), kLanguageWords.end());
    for (const Signature& signature : signatures()) known.push_back(signature.name);
    for (const NamedExpression& definition : builder.definitions) known.push_back(definition.name);
    if (const std::string usage = usageOf(matched.text); !usage.empty()) {
      builder.refuseAt(matched.begin, fmt::format("{} is a function: {}", docket::quoted(matched.text), usage));
    }
    // The words of the language are in lower case; a word with a capital letter is a name without quotation marks.
    const bool is_name = matched.text.front() >= 'A' && matched.text.front() <= 'Z';
    builder.refuseAt(matched.begin,
                     fmt::format("unknown word {}{}; {}", docket::quoted(matched.text),
                                 is_name ? std::string() : didYouMean(matched.text, known),
                                 asWritten(builder.textFrom(matched.begin), matched.text, !builder.calls.empty())));
  }
};

}  // namespace

Expression parseTree(std::string_view text, const Source& source, const std::vector<NamedExpression>& definitions) {
  Builder builder(text, source, definitions);
  matches<Whole, Action, Control>(text, builder);
  return builder.finish();
}

bool isNewName(std::string_view name) {
  constexpr std::array<std::string_view, 9> kBeside{"then", "else",    "and",        "or",   "in",
                                                    "of",   "rounded", "controller", "owner"};
  constexpr std::array<std::string_view, 7> kPlaces{"place", "unit", "play", "anywhere", "up", "down", "to"};
  const auto is_name = [&](std::string_view one) { return one == name; };
  if (std::any_of(kLanguageWords.begin(), kLanguageWords.end(), is_name) ||
      std::any_of(kBeside.begin(), kBeside.end(), is_name) || std::any_of(kPlaces.begin(), kPlaces.end(), is_name) ||
      !usageOf(name).empty()) {
    return false;
  }
  const bool is_player = name.starts_with('P') && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
  return !is_player && matches<seq<pegtl::identifier, pegtl::eof>>(name);
}

}  // namespace docket::expression
