#include "events/line_words.h"

#include <cctype>

#include "events/errors.h"
#include "events/trimmed.h"

namespace docket::notation {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// Where what begins at `from` ends: the first of `ends` outside of quotation marks and brackets, or the end.
std::size_t endOf(const Line& line, Word text, std::size_t from, std::string_view ends) {
  std::string open;
  std::vector<std::size_t> places;
  bool quoted = false;
  for (std::size_t i = from; i < text.text.size(); ++i) {
    const char c = text.text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false, open.pop_back(), places.pop_back();
      continue;
    }
    if (open.empty() && ends.find(c) != std::string_view::npos) return i;
    if (c == '"' || c == '[' || c == '{' || c == '(') {
      quoted = c == '"';
      open += c == '[' ? ']' : c == '{' ? '}' : c == '(' ? ')' : c;
      places.push_back(i);
    } else if (c == ']' || c == '}' || c == ')') {
      if (open.empty() || open.back() != c)
        line.fail(text.from(i).at, std::string("nothing is open that ") + c + " closes");
      open.pop_back(), places.pop_back();
    }
  }
  if (!open.empty())
    line.fail(text.from(places.back()).at, std::string("it lacks the ") + open.back() + " that closes it");
  return text.text.size();
}

Word trimmed(Word word) {
  const std::string_view kept = docket::trimmed(word.text);
  Word part = word.from(static_cast<std::size_t>(kept.data() - word.text.data()));
  part.text = kept;
  return part;
}

}  // namespace

void Line::fail(TextPosition where, const std::string& message) const {
  throw BadInput(file, where.line, where.column, message);
}

std::vector<Word> wordsOf(const Line& line, Word* rest) {
  std::vector<Word> words;
  const Word all{line.text, line.at};
  std::size_t at = 0;
  while ((at = line.text.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
    const auto end = endOf(line, all, at, kBlanks);
    const Word word{line.text.substr(at, end - at), all.from(at).at};
    if (rest != nullptr && word.text == ":") {
      *rest = trimmed(all.from(end));
      break;
    }
    words.push_back(word);
    at = end;
  }
  return words;
}

std::vector<Word> partsOf(const Line& line, Word text, char separator) {
  std::vector<Word> parts;
  for (std::size_t at = 0;; ++at) {
    const auto end = endOf(line, text, at, std::string_view(&separator, 1));
    parts.push_back(trimmed({text.text.substr(at, end - at), text.from(at).at}));
    if (end == text.text.size()) return parts;
    at = end;
  }
}

std::string unquoted(const Line& line, Word word) {
  if (word.text.empty() || word.text.front() != '"') return std::string(word.text);
  std::string text;
  for (std::size_t i = 1; i < word.text.size(); ++i) {
    if (word.text[i] == '"') {
      if (i + 1 != word.text.size()) line.fail(word.from(i + 1).at, "nothing may follow the text");
      break;
    }
    if (word.text[i] == '\\') ++i;
    text += word.text[i];
  }
  return text;
}

}  // namespace docket::notation
