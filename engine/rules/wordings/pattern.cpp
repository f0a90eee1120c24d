#include "engine/rules/wordings/pattern.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "events/errors.h"
#include "events/parse.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"

namespace docket::wordings {
namespace {

namespace pegtl = tao::pegtl;
using pegtl::must, pegtl::not_one, pegtl::one, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star;

constexpr std::size_t kMaxNesting = 32;

// ---- the grammar

struct Blanks : star<one<' ', '\n', '\t', '\r'>> {};
struct Letter : pegtl::ranges<'a', 'z', 'A', 'Z', '0', '9', '\x80', '\xFF', '\''> {};
struct Word : seq<Letter, star<sor<Letter, seq<one<'-'>, pegtl::at<Letter>>>>> {};
struct Gap : pegtl::string<'.', '.', '.'> {};
struct EscapedMark : pegtl::any {};
struct Escaped : seq<one<'\\'>, must<EscapedMark>> {};
struct UnescapedMark : not_one<'(', ')', '[', ']', '{', '}', '<', '>', '|', '\\'> {};
struct SlotText : plus<not_one<'<', '>'>> {};
struct SlotEnd : one<'>'> {};
struct BracketedSlot : seq<one<'<'>, must<SlotText, SlotEnd>> {};

struct Alternatives;
template <char kOpens>
struct OpeningBracket : one<kOpens> {};
template <char kCloses>
struct Closes : one<kCloses> {};
template <char kOpens, char kCloses>
struct Held : seq<OpeningBracket<kOpens>, Alternatives, must<Closes<kCloses>>> {};
struct Item : sor<Held<'(', ')'>, Held<'[', ']'>, Held<'{', '}'>, BracketedSlot, Gap, Escaped, Word, UnescapedMark> {};
struct Bar : one<'|'> {};
struct Sequence : seq<Blanks, star<Item, Blanks>> {};
struct Alternatives : pegtl::list<Sequence, Bar> {};
struct PatternEnd : pegtl::eof {};
struct Whole : seq<Alternatives, must<PatternEnd>> {};

// ---- the pattern that it gives

struct PatternParser {
  std::string_view text;
  Vocabulary& vocabulary;
  struct Level {
    Pattern::Kind kind;
    std::vector<Pattern> choices;
  };
  std::vector<Level> levels{{.kind = Pattern::Kind::choice, .choices = {Pattern{}}}};

  [[noreturn]] void fail(const char* at, const std::string& why) const {
    throw BadInput("", 1, static_cast<std::size_t>(at - text.data()) + 1, why);
  }
  void add(Pattern pattern) { levels.back().choices.back().parts.push_back(std::move(pattern)); }
  void addWord(std::string_view word) {
    add({.kind = Pattern::Kind::word, .word = vocabulary.add(asWord(word)), .what = {}, .name = {}, .parts = {}});
  }
};

/// The pattern read on a level.
Pattern closed(PatternParser::Level level) {
  Pattern inside =
      level.choices.size() == 1
          ? std::move(level.choices.front())
          : Pattern{.kind = Pattern::Kind::choice, .what = {}, .name = {}, .parts = std::move(level.choices)};
  if (level.kind == Pattern::Kind::choice) return inside;
  Pattern whole{.kind = level.kind, .what = {}, .name = {}, .parts = {}};
  whole.parts.push_back(std::move(inside));
  return whole;
}

Pattern slotOf(std::string_view text) {
  using Builtin = std::pair<std::string_view, Pattern::Kind>;
  constexpr std::array<Builtin, 11> kBuiltins{{{"number", Pattern::Kind::number},
                                               {"title", Pattern::Kind::title},
                                               {"own title", Pattern::Kind::own},
                                               {"word", Pattern::Kind::any},
                                               {"name", Pattern::Kind::name},
                                               {"own name", Pattern::Kind::own_name},
                                               {"own name's", Pattern::Kind::own_names},
                                               {"bold", Pattern::Kind::bold},
                                               {"italic", Pattern::Kind::italic},
                                               {"reminder", Pattern::Kind::reminder},
                                               {"...", Pattern::Kind::gap}}};
  const std::size_t colon = text.find(':');
  const std::string_view what = trimmed(colon == std::string_view::npos ? text : text.substr(colon + 1));
  Pattern slot{.kind = Pattern::Kind::phrase, .what = std::string(what), .name = {}, .parts = {}};
  for (const auto& [name, kind] : kBuiltins) {
    if (what == name) slot.kind = kind;
  }
  slot.name = std::string(trimmed(colon == std::string_view::npos ? text : text.substr(0, colon)));
  return slot;
}

template <class Rule>
struct Action : pegtl::nothing<Rule> {};
template <char kOpens>
struct Action<OpeningBracket<kOpens>> {
  template <class Input>
  static void apply(const Input& in, PatternParser& parser) {
    if (parser.levels.size() > kMaxNesting) {
      parser.fail(in.begin(), fmt::format("nested more than {} deep", kMaxNesting));
    }
    constexpr Pattern::Kind kKind = kOpens == '('   ? Pattern::Kind::choice
                                    : kOpens == '[' ? Pattern::Kind::optional
                                                    : Pattern::Kind::repeated;
    parser.levels.push_back({.kind = kKind, .choices = {Pattern{}}});
  }
};
template <char kCloses>
struct Action<Closes<kCloses>> {
  static void apply0(PatternParser& parser) {
    Pattern inside = closed(std::move(parser.levels.back()));
    parser.levels.pop_back();
    parser.add(std::move(inside));
  }
};
template <>
struct Action<Bar> {
  static void apply0(PatternParser& parser) { parser.levels.back().choices.emplace_back(); }
};
template <>
struct Action<Gap> {
  static void apply0(PatternParser& parser) {
    parser.add({.kind = Pattern::Kind::gap, .what = {}, .name = {}, .parts = {}});
  }
};
template <>
struct Action<SlotText> {
  template <class Input>
  static void apply(const Input& in, PatternParser& parser) {
    parser.add(slotOf(matched(in)));
  }
};
struct TakesWord {
  template <class Input>
  static void apply(const Input& in, PatternParser& parser) {
    parser.addWord(matched(in));
  }
};
template <>
struct Action<EscapedMark> : TakesWord {};
template <>
struct Action<UnescapedMark> : TakesWord {};
/// Adds a word as texts have it: leading digits are a separate word, as in texts.
template <>
struct Action<Word> {
  template <class Input>
  static void apply(const Input& in, PatternParser& parser) {
    std::string_view word = matched(in);
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits > 0) parser.addWord(word.substr(0, digits));
    if (digits < word.size()) parser.addWord(word.substr(digits));
  }
};

// ---- the messages if it does not match

template <class Rule>
struct Failure;
template <char kCloses>
struct Failure<Closes<kCloses>> {
  static std::string said() { return fmt::format("expected {}", kCloses); }
};
template <>
struct Failure<PatternEnd> {
  static std::string said() { return "nothing is open that this closes"; }
};
template <>
struct Failure<SlotText> {
  static std::string said() { return "expected the name of a phrase"; }
};
template <>
struct Failure<SlotEnd> {
  static std::string said() { return "expected >"; }
};
template <>
struct Failure<EscapedMark> {
  static std::string said() { return "expected the mark that is meant"; }
};

template <class Rule>
struct Control : pegtl::normal<Rule> {
  template <class Input>
  [[noreturn]] static void raise(const Input& in, PatternParser& parser) {
    parser.fail(in.current(), Failure<Rule>::said());
  }
};

}  // namespace

Pattern parsePattern(std::string_view text, Vocabulary& vocabulary) {
  PatternParser parser{.text = text, .vocabulary = vocabulary};
  matches<Whole, Action, Control>(text, parser);
  return closed(std::move(parser.levels.front()));
}

}  // namespace docket::wordings
