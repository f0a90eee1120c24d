#include "events/json/line_words.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/parse.h"
#include "events/text/letters.h"
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

/// Texts in quotation marks and brackets. Every recursion goes through an Open, whose action bounds it.
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

/// The words of a line. "zone=place 3" is one of them.
struct Digits : plus<pegtl::digit> {};
struct PlaceNumber : seq<plus<not_one<'=', '"', '[', '{', '(', ']', '}', ')', ' ', '\t', '\r'>>, one<'='>,
                         sor<pegtl::string<'p', 'l', 'a', 'c', 'e'>, pegtl::string<'u', 'n', 'i', 't'>>, plus<Blank>,
                         Digits, at<WordEnds>> {};
struct WordText : sor<PlaceNumber, plus<not_at<Blank>, Piece>> {};
struct Colon : seq<one<':'>, at<WordEnds>> {};
struct Rest : star<pegtl::any> {};
struct Words : seq<Blanks, star<WordText, Blanks>> {};
struct WordsToColon : seq<Blanks, star<not_at<Colon>, WordText, Blanks>, opt<Colon, Rest>> {};

/// A text parted by commas, a row of a table, a list.
template <char... Ends>
struct Part : star<not_at<one<Ends...>>, Piece> {};
template <char Separator>
struct Parts : pegtl::list<Part<Separator>, one<Separator>> {};
struct ListEnd : eof {};
struct List : seq<Open<'['>, pegtl::list<Part<',', ']'>, one<','>>, must<Close<']'>>, must<ListEnd>> {};

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
template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& in, const MatchState& matching) {
    Failure<Rule>::at(in.current(), in.empty(), matching);
  }
};

template <class Rule>
std::vector<Word> partsIn(const Line& line, Word text, Word* rest = nullptr) {
  MatchState matching{.line = line, .text = text};
  matches<Rule, Action, Control>(text.text, matching);
  if (rest != nullptr && matching.rest.text.data() != nullptr) *rest = matching.rest;
  return std::move(matching.parts);
}

bool isActor(std::string_view word) {
  return word.starts_with("P$") || (word.starts_with('P') && areDigits(word.substr(1)));
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
    const auto equals = word.text.find('=');
    if (equals == std::string_view::npos) line.fail(word.at, fmt::format("expected field=value, found {}", word.text));
    fields.push_back({.name = word.until(equals), .value = word.from(equals + 1)});
  }
  return fields;
}

LineParts linePartsOf(const std::vector<Word>& words) {
  LineParts context{};
  auto next = words.begin();
  if (next != words.end() && isActor(next->text)) context.actor = *next++;
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
  const std::size_t colon = word.text.find(':');
  if (colon == std::string_view::npos) line.fail(word.at, "expected known=CARD:KEY");
  CardSaid known_card{.card = word.until(colon), .seats = {}, .what = word.from(colon + 1)};
  if (const auto slash = known_card.card.text.find('/'); slash != std::string_view::npos) {
    known_card.seats = known_card.card.from(slash + 1);
    known_card.card = known_card.card.until(slash);
  }
  if (known_card.card.text.starts_with('#')) known_card.card = known_card.card.from(1);
  return known_card;
}

IdentitySaid identitySaid(Word word) {
  if (word.text.starts_with('{')) return {.key = {}, .printed = word};
  const auto end = word.text.starts_with('"') ? word.text.find('"', 1) : std::string_view::npos;
  if (end == std::string_view::npos || !word.text.substr(end + 1).starts_with('{')) return {.key = word, .printed = {}};
  return {.key = word.until(end + 1), .printed = word.from(end + 1)};
}

std::string unquoted(const Line& line, Word word) {
  std::string text;
  for (std::size_t i = 1; i < word.text.size() && word.text.starts_with('"'); ++i) {
    if (word.text[i] == '"') {
      if (i + 1 < word.text.size()) line.fail(word.from(i + 1).at, "remove the characters after the text");
      return text;
    }
    if (word.text[i] == '\\' && ++i == word.text.size()) break;
    text += word.text[i];
  }
  return std::string(word.text);
}

}  // namespace docket::notation
