#include "events/json/line_words.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/parse.h"
#include "events/text/trimmed.h"

namespace docket::notation {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::at, pegtl::eof, pegtl::must, pegtl::not_at, pegtl::not_one, pegtl::one, pegtl::opt, pegtl::plus,
    pegtl::seq, pegtl::sor, pegtl::star;

constexpr std::size_t kMaxNesting = 64;

// ---- the grammar

struct Blank : one<' ', '\t', '\r'> {};
struct Blanks : star<Blank> {};
struct WordEnds : sor<Blank, eof> {};

// Texts in quotation marks and brackets. Every recursion goes through an Open, whose action bounds it.
template <char Mark>
struct Open : one<Mark> {};
template <char Mark>
struct Close : one<Mark> {};
struct Inside;
template <char Begin, char End>
struct Brackets : seq<Open<Begin>, star<Inside>, must<Close<End>>> {};
struct QuotedLetter : sor<not_one<'"', '\\'>, seq<one<'\\'>, pegtl::any>> {};
struct Quotes : seq<Open<'"'>, star<QuotedLetter>, must<Close<'"'>>> {};
struct Held : sor<Quotes, Brackets<'[', ']'>, Brackets<'{', '}'>, Brackets<'(', ')'>> {};
struct Inside : sor<Held, not_one<']', '}', ')'>> {};
struct Stray : one<']', '}', ')'> {};
struct Piece : sor<Held, Stray, pegtl::any> {};

// The words of a line. "zone=place 3" is one of them.
struct Digits : plus<pegtl::digit> {};
struct PlaceNumber : seq<plus<not_one<'=', '"', '[', '{', '(', ']', '}', ')', ' ', '\t', '\r'>>, one<'='>,
                         sor<pegtl::string<'p', 'l', 'a', 'c', 'e'>, pegtl::string<'u', 'n', 'i', 't'>>, plus<Blank>,
                         Digits, at<WordEnds>> {};
struct WordText : sor<PlaceNumber, plus<not_at<Blank>, Piece>> {};
struct Colon : seq<one<':'>, at<WordEnds>> {};
struct Rest : star<pegtl::any> {};
struct Words : seq<Blanks, star<WordText, Blanks>> {};
struct WordsToColon : seq<Blanks, star<not_at<Colon>, WordText, Blanks>, opt<Colon, Rest>> {};

// A text parted by commas, a row of a table, a list.
template <char... Ends>
struct Part : star<not_at<one<Ends...>>, Piece> {};
template <char Separator>
struct Parts : pegtl::list<Part<Separator>, one<Separator>> {};
struct ListEnd : eof {};
struct List : seq<Open<'['>, pegtl::list<Part<',', ']'>, one<','>>, must<Close<']'>>, must<ListEnd>> {};

// The forms of words.
struct FieldName : star<not_one<'='>> {};
struct FieldValue : star<pegtl::any> {};
struct FieldWord : seq<FieldName, one<'='>, FieldValue> {};
struct Actor : seq<one<'P'>, sor<seq<Digits, eof>, one<'$'>>> {};
struct Escaped : pegtl::any {};
struct Plain : plus<not_one<'"', '\\'>> {};
struct TextEnd : eof {};
struct Text : seq<one<'"'>, star<sor<seq<one<'\\'>, Escaped>, Plain>>, one<'"'>, must<TextEnd>> {};

// The identity of a card: CARD:WHAT or CARD/SEATS:WHAT, where WHAT is a key, what is printed on the card, or both.
struct KnownCard : star<not_one<'/', ':'>> {};
struct KnownSeats : star<not_one<':'>> {};
struct KnownColon : one<':'> {};
struct KnownWhat : star<pegtl::any> {};
struct KnownWord : seq<opt<one<'#'>>, KnownCard, opt<one<'/'>, KnownSeats>, must<KnownColon>, KnownWhat> {};
struct Printed : seq<one<'{'>, star<pegtl::any>> {};
struct QuotedKey : seq<one<'"'>, star<not_one<'"'>>, one<'"'>, at<one<'{'>>> {};
struct Key : star<pegtl::any> {};
struct Identity : sor<Printed, seq<QuotedKey, Printed>, Key> {};

// ---- results

/// The text that is being matched, and its parts so far.
struct MatchState {
  const Line& line;
  Word text;
  std::vector<Word> parts{};
  Word rest{};
  std::vector<const char*> open{};  ///< the marks that are not closed yet

  [[nodiscard]] Word word(std::string_view part) const {
    return {part, text.from(static_cast<std::size_t>(part.data() - text.text.data())).at};
  }
  [[nodiscard]] Word trimmed(std::string_view part) const { return word(docket::trimmed(part)); }
  [[noreturn]] void fail(const char* where, const std::string& message) const {
    line.fail(word(std::string_view(where, std::size_t{0})).at, message);
  }
};

template <class Rule>
struct Action : pegtl::nothing<Rule> {};

template <char Mark>
struct Action<Open<Mark>> {
  template <class Input>
  static void apply(const Input& in, MatchState& matching) {
    matching.open.push_back(in.begin());
    if (matching.open.size() > kMaxNesting)
      matching.fail(in.begin(), fmt::format("nested more than {} deep", kMaxNesting));
  }
};
template <char Mark>
struct Action<Close<Mark>> {
  static void apply0(MatchState& matching) { matching.open.pop_back(); }
};
template <>
struct Action<Stray> {
  template <class Input>
  static void apply(const Input& in, MatchState& matching) {
    matching.fail(in.begin(), fmt::format("nothing is open that {} closes", matched(in)));
  }
};
template <>
struct Action<WordText> {
  template <class Input>
  static void apply(const Input& in, MatchState& matching) {
    matching.parts.push_back(matching.word(matched(in)));
  }
};
template <char... Ends>
struct Action<Part<Ends...>> {
  template <class Input>
  static void apply(const Input& in, MatchState& matching) {
    matching.parts.push_back(matching.trimmed(matched(in)));
  }
};
template <>
struct Action<Rest> {
  template <class Input>
  static void apply(const Input& in, MatchState& matching) {
    matching.rest = matching.trimmed(matched(in));
  }
};

/// The matched text becomes a word of the result.
template <class Of, auto kWord>
struct Sets {
  template <class Input>
  static void apply(const Input& in, const MatchState& matching, Of& of) {
    of.*kWord = matching.word(matched(in));
  }
};
template <>
struct Action<FieldName> : Sets<Field, &Field::name> {};
template <>
struct Action<FieldValue> : Sets<Field, &Field::value> {};
template <>
struct Action<KnownCard> : Sets<CardSaid, &CardSaid::card> {};
template <>
struct Action<KnownSeats> : Sets<CardSaid, &CardSaid::seats> {};
template <>
struct Action<KnownWhat> : Sets<CardSaid, &CardSaid::what> {};
template <>
struct Action<Key> : Sets<IdentitySaid, &IdentitySaid::key> {};
template <>
struct Action<QuotedKey> : Sets<IdentitySaid, &IdentitySaid::key> {};
template <>
struct Action<Printed> : Sets<IdentitySaid, &IdentitySaid::printed> {};

struct Appends {
  template <class Input>
  static void apply(const Input& in, const MatchState& /*matching*/, std::string& text) {
    text += matched(in);
  }
};
template <>
struct Action<Escaped> : Appends {};
template <>
struct Action<Plain> : Appends {};

// ---- what is said if it does not match

template <class Rule>
struct Failure;
template <char Mark>
struct Failure<Close<Mark>> {
  [[noreturn]] static void at(const char* place, bool ended, const MatchState& matching) {
    if (!ended && Mark != '"') matching.fail(place, fmt::format("nothing is open that {} closes", *place));
    matching.fail(matching.open.back(), fmt::format("it lacks the {} that closes it", Mark));
  }
};
template <>
struct Failure<ListEnd> {
  [[noreturn]] static void at(const char* place, bool /*ended*/, const MatchState& matching) {
    matching.fail(place, "nothing may follow the list");
  }
};
template <>
struct Failure<TextEnd> {
  [[noreturn]] static void at(const char* place, bool /*ended*/, const MatchState& matching) {
    matching.fail(place, "remove the characters after the text");
  }
};
template <>
struct Failure<KnownColon> {
  [[noreturn]] static void at(const char* /*place*/, bool /*ended*/, const MatchState& matching) {
    matching.fail(matching.text.text.data(), "expected known=CARD:KEY");
  }
};

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input, class... Read>
  [[noreturn]] static void raise(const Input& in, const MatchState& matching, const Read&... /*read*/) {
    Failure<Rule>::at(in.current(), in.empty(), matching);
  }
};

/// Matches a text as a rule; what the actions read of it is put into `read`. Returns whether it is one.
template <class Rule, class... Read>
bool readAs(const Line& line, Word text, Read&... read) {
  MatchState matching{.line = line, .text = text};
  return matches<Rule, Action, Control>(text.text, matching, read...);
}

template <class Rule>
std::vector<Word> partsIn(const Line& line, Word text, Word* rest = nullptr) {
  MatchState matching{.line = line, .text = text};
  matches<Rule, Action, Control>(text.text, matching);
  if (rest != nullptr && matching.rest.text.data() != nullptr) *rest = matching.rest;
  return std::move(matching.parts);
}

}  // namespace

void Line::fail(TextPlace where, const std::string& message) const {
  throw BadInput(file, where.line, where.column, message);
}

std::vector<Word> wordsOf(const Line& line, Word* rest) {
  const Word all{line.text, line.at};
  return rest != nullptr ? partsIn<WordsToColon>(line, all, rest) : partsIn<Words>(line, all);
}

std::vector<Word> partsOf(const Line& line, Word text) { return partsIn<Parts<','>>(line, text); }

std::vector<Word> columnsOf(const Line& line, Word text) { return partsIn<Parts<'|'>>(line, text); }

std::vector<Field> fieldsOf(const Line& line, std::span<const Word> words) {
  std::vector<Field> fields;
  for (const Word& word : words) {
    Field& field = fields.emplace_back();
    if (!readAs<FieldWord>(line, word, field))
      line.fail(word.at, fmt::format("expected field=value, found {}", word.text));
  }
  return fields;
}

LineParts linePartsOf(const std::vector<Word>& words) {
  LineParts context{};
  auto next = words.begin();
  if (next != words.end() && matches<Actor>(next->text)) context.actor = *next++;
  if (next != words.end()) context.payload = *next++;
  context.words.assign(next, words.end());
  return context;
}

Values valuesOf(const Line& line, Word value) {
  if (!value.text.starts_with('[')) return {.list = false, .words = {value}};
  Values values{.list = true, .words = partsIn<List>(line, value)};
  std::erase_if(values.words, [](const Word& one) { return one.text.empty(); });
  return values;
}

CardSaid cardSaid(const Line& line, Word word) {
  CardSaid said;
  readAs<KnownWord>(line, word, said);
  return said;
}

IdentitySaid identitySaid(const Line& line, Word word) {
  IdentitySaid said;
  readAs<Identity>(line, word, said);
  return said;
}

std::string unquoted(const Line& line, Word word) {
  std::string text;
  return readAs<Text>(line, word, text) ? text : std::string(word.text);
}

}  // namespace docket::notation
