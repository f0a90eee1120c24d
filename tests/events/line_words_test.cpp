// Lines of words and their parts: quotation marks and brackets, places of errors, and hostile lines.
#include "events/json/line_words.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "events/errors.h"

namespace docket::notation::line_words_test {
namespace {

Line typedLine(std::string_view text) { return {.file = "typed", .text = text, .at = {.line = 3, .column = 5}}; }

std::vector<std::string> textsOfWords(const std::vector<Word>& words) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.emplace_back(word.text);
  return texts;
}

/// The error when `read` reads a text; empty if it is accepted.
std::string refusal(const std::function<void()>& read) {
  try {
    read();
    return {};
  } catch (const BadInput& error) {
    return error.what();
  }
}

using Texts = std::vector<std::string>;

TEST(LineWords, AreKeptTogetherByQuotesAndBrackets) {
  EXPECT_EQ(textsOfWords(wordsOf(typedLine("  P1 note \"a b\\\" c\" x=[1, \"]\", {a: (b)}] \t\r"))),
            (Texts{"P1", "note", "\"a b\\\" c\"", "x=[1, \"]\", {a: (b)}]"}));
  EXPECT_EQ(textsOfWords(wordsOf(typedLine(" \t "))), Texts{});
}

TEST(LineWords, ReadANumberedPlaceAsOneValue) {
  EXPECT_EQ(textsOfWords(wordsOf(typedLine("to=place  3 unit=unit 4 at=place 5x place 6"))),
            (Texts{"to=place  3", "unit=unit 4", "at=place", "5x", "place", "6"}));
}

TEST(LineWords, EndAtAColonOnlyIfTheRestIsRequested) {
  Word rest{};
  EXPECT_EQ(textsOfWords(wordsOf(typedLine("a :b : c : d "), &rest)), (Texts{"a", ":b"}));
  EXPECT_EQ(rest.text, "c : d");
  EXPECT_EQ(rest.at.column, 12U);
  EXPECT_EQ(textsOfWords(wordsOf(typedLine("a : c"))), (Texts{"a", ":", "c"}));
}

TEST(LineWords, ThatAreUnclosedAreRefusedWhereTheyOpen) {
  const struct {
    std::string_view text, says;
  } rows[] = {
      {"note \"a", "typed:3:10: it lacks the \" that closes it"},
      {"note \"a\\", "typed:3:10: it lacks the \" that closes it"},
      {"x=[1 {2", "typed:3:10: it lacks the } that closes it"},
      {"x=[1 {2]", "typed:3:12: nothing is open that ] closes"},
      {"a b)", "typed:3:8: nothing is open that ) closes"},
  };
  for (const auto& row : rows) EXPECT_EQ(refusal([&] { wordsOf(typedLine(row.text)); }), row.says) << row.text;
}

TEST(LineWords, AreLimitedInNesting) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(refusal([&] { wordsOf(typedLine(nested(64))); }), "");
  EXPECT_EQ(refusal([&] { wordsOf(typedLine(nested(65))); }), "typed:3:69: nested more than 64 deep");
  const std::string hostile(1U << 20, '(');
  EXPECT_EQ(refusal([&] { wordsOf(typedLine(hostile)); }), "typed:3:69: nested more than 64 deep");
}

TEST(LineParts, AreSeparatedOutsideOfQuotes) {
  const Line line = typedLine("a, \"b, c\" ,, [d, e]");
  EXPECT_EQ(textsOfWords(partsOf(line, {line.text, line.at})), (Texts{"a", "\"b, c\"", "", "[d, e]"}));
  const Line row = typedLine("a | f(\"|\") |");
  const auto columns = columnsOf(row, {row.text, row.at});
  EXPECT_EQ(textsOfWords(columns), (Texts{"a", "f(\"|\")", ""}));
  EXPECT_EQ(columns[1].at.column, 9U);
}

TEST(LineValues, AreTheItemsOfAListOrASingleWord) {
  const auto values = [](std::string_view text) {
    const Line line = typedLine(text);
    return valuesOf(line, {line.text, line.at});
  };
  EXPECT_EQ(textsOfWords(values("[1, , \"a,b\"]").words), (Texts{"1", "\"a,b\""}));
  EXPECT_TRUE(values("[]").list);
  EXPECT_EQ(textsOfWords(values("1,2").words), Texts{"1,2"});
  EXPECT_EQ(refusal([&] { values("[1]2"); }), "typed:3:8: nothing may follow the list");
}

TEST(LineFields, NameTheRoleOfEachCard) {
  const Line line = typedLine("known=#5/3:\"k 1\"{\"title\": \"A:B\"}");
  const auto fields = fieldsOf(line, wordsOf(line));
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].name.text, "known");
  const CardSaid said = cardSaid(line, fields[0].value);
  EXPECT_EQ(said.card.text, "5");
  EXPECT_EQ(said.seats.text, "3");
  const IdentitySaid what = identitySaid(said.what);
  EXPECT_EQ(what.key->text, "\"k 1\"");
  EXPECT_EQ(what.printed->text, "{\"title\": \"A:B\"}");
  EXPECT_EQ(what.printed->at.column, 21U);
  EXPECT_EQ(unquoted(line, *what.key), "k 1");
  EXPECT_EQ(identitySaid({"key", line.at}).key->text, "key");
  EXPECT_FALSE(identitySaid({"{}", line.at}).key);
  EXPECT_EQ(refusal([&] { cardSaid(line, {"#5", line.at}); }), "typed:3:5: expected known=CARD:KEY");
  EXPECT_EQ(refusal([&] { fieldsOf(line, wordsOf(typedLine("card"))); }),
            "typed:3:5: expected field=value, found card");
  EXPECT_EQ(refusal([&] { unquoted(line, {"\"a\"b", line.at}); }), "typed:3:8: remove the characters after the text");
}

TEST(LineWords, OfAnyBytesAreAcceptedOrRefused) {
  std::mt19937 random(12);
  constexpr std::string_view kBytes = "\"\\[]{}()=:,|# P1placeunit3\t\n\xC3\xFF";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (auto left = random() % 24; left > 0; --left) text += kBytes[random() % kBytes.size()];
    const Line line = typedLine(text);
    try {
      Word rest{};
      std::size_t bytes = rest.text.size();
      const auto words = wordsOf(line, &rest);
      for (const Word& word : words) {
        bytes += word.text.size();
        (void)valuesOf(line, word);
        (void)cardSaid(line, word);
        (void)unquoted(line, word);
      }
      EXPECT_LE(bytes, text.size());
      EXPECT_FALSE(partsOf(line, {line.text, line.at}).empty());
    } catch (const BadInput& error) {
      EXPECT_EQ(error.line(), 3U) << text;
      EXPECT_LE(error.column(), text.size() + 5) << text;
    }
  }
}

}  // namespace
}  // namespace docket::notation::line_words_test
