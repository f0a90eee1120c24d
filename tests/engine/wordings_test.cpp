// Wordings: a table of patterns and texts, patterns that are refused with their column, and the words of a text.
#include "engine/rules/wordings/wordings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "engine/rules/wordings/matcher.h"
#include "events/errors.h"
#include "tests/engine/reeds.h"

namespace docket::wordings::wordings_test {
namespace {

// ---- patterns

constexpr const char* kPhrases = R"w("phrases": [
  {"name": "player", "is": [{"words": "you", "means": "me"}, {"words": "your opponent", "means": "not me"}]},
  {"name": "some", "is": [{"words": "<n: number> (card|cards)"
}, {"words": "each card of <player>", "means": "all of <player>"}]
},
  {"name": "many", "is": [{"words": "<some> { and <some> }"}]}])w";

/// The captures of a pattern at the beginning of a text, "name=value;...", and how many words it takes.
std::string fitting(const std::string& pattern, const std::string& text) {
  const Held held(
      fmt::format(R"({{"name": "w", "ruleset": "reeds", {}, "wordings": [{{"name": "a", "words": ["{}"]}}]}})",
                  kPhrases, quotedInJson(pattern)));
  const PrintedText printed = readWords(text, kTitle, held.compiled->vocabulary());
  Matcher matcher(*held.compiled, printed);
  const auto fit = matcher.fit(held.compiled->all().front().words.front(), 0, printed.words.size(), false);
  if (!fit) return "no";
  std::string told = std::to_string(fit->end);
  for (const Capture& one : fit->captures) {
    if (!one.name.empty()) told += fmt::format(";{}={}", one.name, one.value);
  }
  return told;
}

struct Fitting {
  const char *pattern, *text, *fits;
};
void PrintTo(const Fitting& one, std::ostream* out) { *out << one.pattern << " | " << one.text; }

class Patterns : public testing::TestWithParam<Fitting> {};
TEST_P(Patterns, MatchTheirWords) { EXPECT_EQ(fitting(GetParam().pattern, GetParam().text), GetParam().fits); }

INSTANTIATE_TEST_SUITE_P(
    Table, Patterns,
    testing::Values(
        Fitting{"once per turn", "Once per Turn: draw", "3"}, Fitting{"once per turn", "Once a turn", "no"},
        Fitting{"(once|twice) per turn", "Twice per turn", "3"}, Fitting{"once [only] per turn", "once per turn", "3"},
        Fitting{"once [only] per turn", "once only per turn", "4"}, Fitting{"a {very} big", "a very very big", "4"},
        Fitting{"a {very} big", "a big", "2"}, Fitting{"draw <number> cards", "Draw 2 cards", "3;number=2"},
        Fitting{"draw <number>", "draw two", "no"}, Fitting{"gain <n: number>", "gain 1,000 points", "2;n=1000"},
        Fitting{"<n: number> ATK", "99999999999 ATK", "no"}, Fitting{"<title> ends", "\"Owl\" ends", "2;title=Owl"},
        Fitting{"<own title> ends", "\"Reed Fox\" ends", "2;own title=Reed Fox"},
        Fitting{"<own title> ends", "Reed Fox ends", "2;own title=Reed Fox"},
        Fitting{"<own title> ends", "\"Owl\" ends", "no"}, Fitting{"<own name> ends", "Reed ends", "2;own name=Reed"},
        Fitting{"<own name's> den", "Reed's den", "2;own name's=Reed's"},
        Fitting{"a <word> c", "a blue c", "3;word=blue"}, Fitting{"a <word> c", "a, c", "no"},
        Fitting{"the <name> hides", "the Old Hare hides", "4;name=Old Hare"},
        Fitting{"the <name> hides", "the hare hides", "no"}, Fitting{"draw ... end", "draw a card, then end", "6"},
        Fitting{"draw <what: ...> end", "draw a card end", "4;what=a card"}, Fitting{"\\(a\\) b", "(a) b", "4"},
        Fitting{"a \\| b", "a | b", "3"}, Fitting{"costs 2F", "costs 2F", "3"}, Fitting{"it's", "It\xE2\x80\x99s", "1"},
        Fitting{"<player> wins", "Your opponent wins", "3;player=not me"},
        Fitting{"take <what: some>", "take 3 cards", "3;n=3;what=3 cards"},
        Fitting{"take <what: some>", "take each card of you", "5;player=me;what=all of me"},
        Fitting{"take <many>", "take 1 card and 2 cards", "6;n=1;some=1 card;n=2;some=2 cards;many=1 card and 2 cards"},
        Fitting{"", "words", "0"}, Fitting{"a|b", "b", "1"}, Fitting{"once", "", "no"}));

TEST(PatternMistakes, AreRefusedAtTheirColumn) {
  struct Mistake {
    const char* pattern;
    std::size_t column;
    const char* why;
  };
  const std::string deep(40, '(');
  for (const auto& [pattern, column, why] :
       {Mistake{"(once per", 10, "expected )"}, Mistake{"a [b", 5, "expected ]"}, Mistake{"a {b)", 5, "expected }"},
        Mistake{"a b)", 4, "nothing is open that this closes"}, Mistake{"a <>", 4, "expected the name of a phrase"},
        Mistake{"a <b", 5, "expected >"}, Mistake{"a \\", 4, "expected the mark that is meant"},
        Mistake{deep.c_str(), 33, "nested more than 32 deep"}}) {
    Vocabulary vocabulary;
    try {
      std::ignore = parsePattern(pattern, vocabulary);
      ADD_FAILURE() << pattern;
    } catch (const BadInput& bad) {
      EXPECT_EQ(bad.column(), column) << pattern;
      EXPECT_EQ(bad.message(), why) << pattern;
    }
  }
}

// ---- the words of a text

std::string printedWordsOf(std::string_view text) {
  const Vocabulary none;
  const PrintedText printed = readWords(text, kTitle, none);
  std::string told;
  constexpr std::array<std::string_view, 5> kKinds{"", "#", "q:", "own:", "!"};
  for (const PrintedWord& word : printed.words) {
    told += fmt::format(
        "{}{}{}", told.empty() ? "" : " / ", kKinds.at(static_cast<std::size_t>(word.kind)),
        word.kind == PrintedWord::Kind::number ? std::to_string(word.number) : std::string(printed.of(word)));
  }
  return told;
}

TEST(WordsOfTexts, AreSplitFromEachOther) {
  EXPECT_EQ(printedWordsOf(""), "");
  EXPECT_EQ(printedWordsOf("A face-up card: 1,000."), "A / face-up / card / !: / #1000 / !.");
  EXPECT_EQ(printedWordsOf("1,00 and 1,0000"), "#1 / !, / #0 / and / #1 / !, / #0");
  EXPECT_EQ(printedWordsOf("monster(s), box(es)"), "monster(s) / !, / box(es)");
  EXPECT_EQ(printedWordsOf("+2F/-1C"), "!+ / #2 / F / !/ / !- / #1 / C");
  EXPECT_EQ(printedWordsOf("\"Owl\" and \"Reed Fox\""), "q:\"Owl\" / and / own:\"Reed Fox\"");
  EXPECT_EQ(printedWordsOf("Reed Fox hides. Reed Foxes do"), "own:Reed Fox / hides / !. / Reed / Foxes / do");
  EXPECT_EQ(printedWordsOf("\xE2\x80\x9COwl\xE2\x80\x9D flies"), "q:\xE2\x80\x9COwl\xE2\x80\x9D / flies");
  EXPECT_EQ(printedWordsOf("a \"b \"c\" d\""), "a / q:\"b \"c\" / d / !\"");
  EXPECT_EQ(printedWordsOf("a \"never closed"), "a / !\" / never / closed");
  EXPECT_EQ(printedWordsOf("\xE4\xBD\xA0\xE5\xA5\xBD, \xD0\xBC\xD0\xB8\xD1\x80"),
            "\xE4\xBD\xA0\xE5\xA5\xBD / !, / \xD0\xBC\xD0\xB8\xD1\x80");
}

TEST(WordsOfTexts, HaveTheRightOffsetsWhateverTheBytes) {
  std::string every;
  for (int byte = 1; byte < 256; ++byte) every += static_cast<char>(byte);
  for (const std::string& text :
       {every, every + every, std::string("\x01\x02 a \x7F\"\x1B[31m"), std::string("\0a\0", 3)}) {
    const Vocabulary none;
    const PrintedText printed = readWords(text, kTitle, none);
    std::size_t behind = 0;
    for (const PrintedWord& word : printed.words) {
      EXPECT_LE(behind, word.range.begin);
      EXPECT_LT(word.range.begin, word.range.end);
      behind = word.range.end;
    }
    EXPECT_LE(behind, printed.text.size());
  }
}

}  // namespace
}  // namespace docket::wordings::wordings_test
