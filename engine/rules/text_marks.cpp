#include "engine/rules/text_marks.h"

#include <algorithm>
#include <utility>

namespace docket {
namespace {

constexpr std::string_view kOpening = "\xE2\x80\x9C";  // curly quotation marks
constexpr std::string_view kClosing = "\xE2\x80\x9D";

class Marks {
 public:
  explicit Marks(std::string_view from) : from_(from) {
    into_.text.reserve(from.size());
    into_.marks.reserve(from.size());
    into_.from.reserve(from.size());
  }

  MarkedText read() {
    while (at_ < from_.size()) step();
    remind();
    return std::move(into_);
  }

 private:
  [[nodiscard]] bool follows(std::string_view what) const { return from_.substr(at_).starts_with(what); }

  void step() {
    if (follows("**")) {
      bold_ = !bold_;
      at_ += 2;
    } else if (from_[at_] == '_' && isItalicMark()) {
      italic_ = !italic_;
      ++at_;
    } else if (from_[at_] == '\r') {
      ++at_;
    } else if (from_[at_] == '"') {
      // The quotation marks themselves are not quoted, so that two texts in a row stay two.
      const bool closes = std::exchange(straight_, false);
      take(1);
      straight_ = !closes;
    } else if (follows(kOpening)) {
      take(kOpening.size());
      ++curly_;
    } else if (follows(kClosing)) {
      if (curly_ > 0) --curly_;
      take(kClosing.size());
    } else {
      take(1);
    }
  }

  /// An underscore within a word is not a mark.
  [[nodiscard]] bool isItalicMark() const {
    const bool after_word = at_ > 0 && isWordByte(from_[at_ - 1]);
    const bool before_word = at_ + 1 < from_.size() && isWordByte(from_[at_ + 1]);
    return !(after_word && before_word);
  }

  void take(std::size_t bytes) {
    unsigned mark = 0;
    if (bold_) mark |= MarkedText::bold;
    if (italic_) mark |= MarkedText::italic;
    if (straight_ || curly_ > 0) mark |= MarkedText::in_quotes;
    into_.text += from_.substr(at_, bytes);
    into_.marks.insert(into_.marks.end(), bytes, static_cast<std::uint8_t>(mark));
    for (std::size_t i = 0; i < bytes; ++i) into_.from.push_back(static_cast<std::uint32_t>(at_ + i));
    at_ += bytes;
  }

  /// Marks what is italic and in parentheses.
  void remind() {
    for (const TextRange& part : partsMarked(into_, MarkedText::italic)) {
      bool inside = false;
      for (std::size_t i = part.begin; i < part.end; ++i) {
        if (into_.text[i] == '(') inside = true;
        if (inside) into_.marks[i] |= MarkedText::reminder;
        if (into_.text[i] == ')') inside = false;
      }
    }
  }

  std::string_view from_;
  MarkedText into_;
  std::size_t at_ = 0;
  std::size_t curly_ = 0;
  bool bold_ = false, italic_ = false, straight_ = false;
};

}  // namespace

MarkedText MarkedText::part(std::size_t begin, std::size_t end) const {
  const auto first = static_cast<std::ptrdiff_t>(begin);
  const auto last = static_cast<std::ptrdiff_t>(end);
  return {.text = text.substr(begin, end - begin),
          .marks = {marks.begin() + first, marks.begin() + last},
          .from = {from.begin() + first, from.begin() + last}};
}

MarkedText MarkedText::without(Mark mark) const {
  MarkedText rest;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is(i, mark)) continue;
    rest.text += text[i];
    rest.marks.push_back(marks[i]);
    rest.from.push_back(from[i]);
  }
  return rest;
}

TextRange MarkedText::rangeOf(TextRange part) const {
  while (part.begin < part.end && isBlank(text[part.begin])) ++part.begin;
  while (part.begin < part.end && isBlank(text[part.end - 1])) --part.end;
  if (part.begin >= part.end) return {};
  return {.begin = from[part.begin], .end = from[part.end - 1] + std::size_t{1}};
}

MarkedText readMarks(std::string_view text) { return Marks(text).read(); }

std::vector<TextRange> partsMarked(const MarkedText& text, MarkedText::Mark mark) {
  std::vector<TextRange> parts;
  bool joins = false;  // nothing but blanks since the last part
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text.is(i, mark)) {
      joins = joins && isBlank(text.text[i]);
      continue;
    }
    if (joins) {
      parts.back().end = i + 1;
    } else {
      parts.push_back({.begin = i, .end = i + 1});
    }
    joins = true;
  }
  return parts;
}

std::vector<TextRange> linesOf(std::string_view text) {
  std::vector<TextRange> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({.begin = begin, .end = end});
    begin = end + 1;
  }
  return lines;
}

std::string inOneLine(std::string_view text) {
  std::string line;
  for (const char c : trimmed(text)) {
    if (!isBlank(c)) {
      line += c;
    } else if (line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

}  // namespace docket
