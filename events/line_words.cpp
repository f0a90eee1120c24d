#include "events/line_words.h"

#include <algorithm>

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

bool isNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
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

std::vector<Field> fieldsOf(const Line& line, std::span<const Word> words) {
  std::vector<Field> fields;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    const auto equals = word.text.find('=');
    if (equals == std::string_view::npos) line.fail(word.at, "expected field=value, found " + std::string(word.text));
    Field field{.name = word.text.substr(0, equals), .value = word.from(equals + 1), .at = word.at};
    if ((field.value.text == "place" || field.value.text == "unit") && i + 1 < words.size() &&
        isNumber(words[i + 1].text)) {
      ++i;
      const auto end = words[i].text.data() + words[i].text.size();
      field.value.text = {field.value.text.data(), static_cast<std::size_t>(end - field.value.text.data())};
    }
    fields.push_back(field);
  }
  return fields;
}

LineParts linePartsOf(const std::vector<Word>& words) {
  LineParts happening{};
  auto next = words.begin();
  const auto acts = [](std::string_view word) {
    return word.starts_with('P') && (isNumber(word.substr(1)) || word.substr(1).starts_with('$'));
  };
  if (next != words.end() && acts(next->text)) happening.actor = *next++;
  if (next != words.end()) happening.payload = *next++;
  happening.words.assign(next, words.end());
  return happening;
}

Values valuesOf(const Line& line, Word value) {
  if (!value.text.starts_with('[')) return {.list = false, .words = {value}};
  Word inner = value.from(1);
  inner.text.remove_suffix(1);
  Values values{.list = true, .words = {}};
  for (const Word& one : partsOf(line, inner, ',')) {
    if (!one.text.empty()) values.words.push_back(one);
  }
  return values;
}

std::string unquoted(const Line& line, Word word) {
  if (word.text.empty() || word.text.front() != '"') return std::string(word.text);
  std::string text;
  for (std::size_t i = 1; i < word.text.size(); ++i) {
    if (word.text[i] == '"') {
      if (i + 1 != word.text.size()) line.fail(word.from(i + 1).at, "remove what follows the text");
      break;
    }
    if (word.text[i] == '\\') ++i;
    text += word.text[i];
  }
  return text;
}

}  // namespace docket::notation
