#include "engine/rules/wordings/printed_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "events/text/letters.h"
#include "events/text/trimmed.h"

namespace docket::wordings {
namespace {

constexpr std::string_view kApostrophe = "\xE2\x80\x99";
constexpr std::string_view kOpeningQuote = "\xE2\x80\x9C";
constexpr std::string_view kClosingQuote = "\xE2\x80\x9D";

/// Marks of more than one byte: bullets, dots, dashes, arrows, signs.
constexpr std::array<std::string_view, 12> kWideMarks{"\xE2\x97\x8F", "\xE2\x80\xA2", "\xC2\xB7",     "\xE2\x80\x93",
                                                      "\xE2\x80\x94", "\xE2\x86\x92", "\xE2\x89\xA5", "\xE2\x89\xA4",
                                                      "\xE2\x80\xA6", "\xC3\x97",     "\xE2\x88\x92", "\xEF\xBC\x9A"};

/// The words of a title by which a text can refer to the card: those with a capital letter, except small ones.
std::vector<std::string_view> namesIn(std::string_view title) {
  constexpr std::array<std::string_view, 8> kSmall{"The", "A", "An", "Of", "And", "In", "To", "No"};
  std::vector<std::string_view> names;
  for (std::size_t at = 0; at < title.size();) {
    std::size_t end = at;
    while (end < title.size() && (isWordByte(title[end]) || title[end] == '-')) ++end;
    const std::string_view word = title.substr(at, end - at);
    if (!word.empty() && isCapital(word.front()) && std::find(kSmall.begin(), kSmall.end(), word) == kSmall.end())
      names.push_back(word);
    at = std::max(end, at + 1);
  }
  return names;
}

/// Without the "'s" at its end.
std::string_view withoutGenitive(std::string_view word) {
  for (const std::string_view end : {std::string_view("'s"), std::string_view("\xE2\x80\x99s")}) {
    if (word.size() > end.size() && word.ends_with(end)) return word.substr(0, word.size() - end.size());
  }
  return word;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view own_title, const Vocabulary& vocabulary)
      : own_(trimmed(own_title)),
        names_(namesIn(own_)),
        vocabulary_(vocabulary),
        read_{.text = readMarks(text), .words = {}} {}

  PrintedText read() {
    read_.words.reserve(read_.text.size() / 5);
    while (at_ < read_.text.size()) step();
    return std::move(read_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return std::string_view(read_.text.text).substr(at_); }
  [[nodiscard]] char here() const { return read_.text.text[at_]; }

  void step() {
    if (isBlank(here())) {
      line_ = line_ || here() == '\n';
      blank_ = true;
      ++at_;
      return;
    }
    if (takeQuoted() || takeOwn() || takeWideMark()) return;
    if (isDigit(here())) return takeNumber();
    if (isWordByte(here())) return takeWord();
    take(PrintedWord::Kind::mark, 1);
  }

  void take(PrintedWord::Kind kind, std::size_t bytes) {
    PrintedWord word{.kind = kind,
                     .bold = read_.text.is(at_, MarkedText::bold),
                     .italic = read_.text.is(at_, MarkedText::italic),
                     .capital = isCapital(here()),
                     .begins_line = line_,
                     .after_blank = blank_ || line_,
                     .reminds = read_.text.is(at_, MarkedText::reminder),
                     .range = {.begin = at_, .end = at_ + bytes}};
    if (kind != PrintedWord::Kind::quoted && kind != PrintedWord::Kind::own)
      word.is = vocabulary_.find(asWord(rest().substr(0, bytes)));
    if (kind == PrintedWord::Kind::word) {
      const std::string_view name = withoutGenitive(rest().substr(0, bytes));
      word.of_title = std::find(names_.begin(), names_.end(), name) != names_.end();
    }
    at_ += bytes;
    line_ = blank_ = false;
    read_.words.push_back(word);
  }

  /// An opening quotation mark has a blank or a mark before it, a closing one after it, so that a quoted text can
  /// contain quotation marks. An unclosed one is a mark.
  bool takeQuoted() {
    const bool curly = rest().starts_with(kOpeningQuote);
    if (!curly && here() != '"') return false;
    const std::string_view opening = curly ? kOpeningQuote : std::string_view("\"");
    const std::string_view closing = curly ? kClosingQuote : std::string_view("\"");
    if (!curly && at_ > 0 && isWordByte(read_.text.text[at_ - 1])) return false;
    if (!own_.empty() && rest().substr(opening.size()).starts_with(own_) &&
        rest().substr(opening.size() + own_.size()).starts_with(closing)) {
      take(PrintedWord::Kind::own, opening.size() + own_.size() + closing.size());
      return true;
    }
    for (std::size_t end = rest().find(closing, opening.size()); end != std::string_view::npos;
         end = rest().find(closing, end + 1)) {
      const std::string_view after = rest().substr(end + closing.size());
      if (!curly && !after.empty() && isWordByte(after.front())) continue;
      if (rest().substr(0, end).find('\n') != std::string_view::npos) return false;
      take(PrintedWord::Kind::quoted, end + closing.size());
      return true;
    }
    return false;
  }

  bool takeOwn() {
    if (own_.empty() || !rest().starts_with(own_)) return false;
    if (at_ > 0 && isWordByte(read_.text.text[at_ - 1])) return false;
    const std::string_view after = rest().substr(own_.size());
    if (!after.empty() && isWordByte(after.front()) && after.front() != '\'') return false;
    take(PrintedWord::Kind::own, own_.size());
    return true;
  }

  bool takeWideMark() {
    if (static_cast<unsigned char>(here()) < 0x80U) return false;
    const auto* const mark = std::find_if(kWideMarks.begin(), kWideMarks.end(),
                                          [&](std::string_view one) { return rest().starts_with(one); });
    if (mark == kWideMarks.end()) return false;
    take(PrintedWord::Kind::mark, mark->size());
    return true;
  }

  void takeNumber() {
    std::size_t end = 0;
    std::string digits;
    while (end < rest().size() && (isDigit(rest()[end]) || (rest()[end] == ',' && isThousand(end)))) {
      if (rest()[end] != ',') digits += rest()[end];
      ++end;
    }
    std::int32_t number = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    take(error == std::errc() && last == digits.data() + digits.size() ? PrintedWord::Kind::number
                                                                       : PrintedWord::Kind::word,
         end);
    read_.words.back().number = number;
  }
  /// True if a comma within digits separates thousands.
  [[nodiscard]] bool isThousand(std::size_t comma) const {
    const std::string_view after = rest().substr(comma + 1);
    return comma > 0 && after.size() >= 3 && isDigit(after[0]) && isDigit(after[1]) && isDigit(after[2]) &&
           (after.size() == 3 || !isDigit(after[3]));
  }

  void takeWord() {
    std::size_t end = 0;
    while (end < rest().size() && (isWordByte(rest()[end]) || isHyphen(end))) {
      if (startsWideMark(rest().substr(end))) break;
      ++end;
    }
    end = std::max<std::size_t>(end, 1);
    take(PrintedWord::Kind::word, end);
    // "monster(s)" is the word "monster".
    for (const std::string_view ending : {std::string_view("(s)"), std::string_view("(es)")}) {
      if (!rest().starts_with(ending)) continue;
      read_.words.back().range.end += ending.size();
      at_ += ending.size();
    }
  }
  /// A hyphen within a word: "face-up".
  [[nodiscard]] bool isHyphen(std::size_t at) const {
    return rest()[at] == '-' && at > 0 && at + 1 < rest().size() && isWordByte(rest()[at + 1]) &&
           !isDigit(rest()[at + 1]);
  }
  static bool startsWideMark(std::string_view text) {
    if (text.empty() || static_cast<unsigned char>(text.front()) < 0x80U) return false;
    return std::any_of(kWideMarks.begin(), kWideMarks.end(),
                       [&](std::string_view one) { return text.starts_with(one); }) ||
           text.starts_with(kOpeningQuote) || text.starts_with(kClosingQuote);
  }

  std::string_view own_;
  std::vector<std::string_view> names_;
  const Vocabulary& vocabulary_;
  PrintedText read_;
  std::size_t at_ = 0;
  bool line_ = true, blank_ = false;
};

}  // namespace

WordNumber Vocabulary::add(std::string_view word) {
  return numbers_.emplace(std::string(word), static_cast<WordNumber>(numbers_.size() + 1)).first->second;
}

WordNumber Vocabulary::find(std::string_view word) const {
  const auto found = numbers_.find(word);
  return found == numbers_.end() ? kOtherWord : found->second;
}

std::string_view PrintedText::between(std::size_t begin, std::size_t end) const {
  if (begin >= end) return {};
  return std::string_view(text.text).substr(words[begin].range.begin,
                                            words[end - 1].range.end - words[begin].range.begin);
}

TextRange PrintedText::rangeOf(std::size_t begin, std::size_t end) const {
  if (begin >= end) return {};
  return text.rangeOf({.begin = words[begin].range.begin, .end = words[end - 1].range.end});
}

PrintedText readWords(std::string_view text, std::string_view own_title, const Vocabulary& vocabulary) {
  return Reader(text, own_title, vocabulary).read();
}

std::string asWord(std::string_view printed) {
  std::string word;
  word.reserve(printed.size());
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (printed.substr(i).starts_with(kApostrophe)) {
      word += '\'';
      i += kApostrophe.size() - 1;
    } else {
      word += toSmall(printed[i]);
    }
  }
  return word;
}

namespace {

/// Passes each part of a text with tags: its replacement with light marks, and its size in bytes.
template <class Take>
void eachTagOrByte(std::string_view text, Take&& take) {
  using Pairing = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pairing, 15> kTags{{{"<b>", "**"},
                                           {"</b>", "**"},
                                           {"<B>", "**"},
                                           {"</B>", "**"},
                                           {"<i>", "_"},
                                           {"</i>", "_"},
                                           {"<I>", "_"},
                                           {"</I>", "_"},
                                           {"<em>", "_"},
                                           {"</em>", "_"},
                                           {"<br>", "\n"},
                                           {"<br/>", "\n"},
                                           {"<br />", "\n"},
                                           {"[[", "**"},
                                           {"]]", "**"}}};
  while (!text.empty()) {
    if (const std::size_t plain = std::min(text.find_first_of("<[]"), text.size()); plain > 0) {
      for (const char& byte : text.substr(0, plain)) take(std::string_view(&byte, 1), 1);
      text.remove_prefix(plain);
      continue;
    }
    const auto* const tag =
        std::find_if(kTags.begin(), kTags.end(), [&](const Pairing& one) { return text.starts_with(one.first); });
    const std::size_t bytes = tag == kTags.end() ? 1 : tag->first.size();
    take(tag == kTags.end() ? text.substr(0, 1) : tag->second, bytes);
    text.remove_prefix(bytes);
  }
}

}  // namespace

std::string withLightMarks(std::string_view text) {
  std::string light;
  light.reserve(text.size());
  eachTagOrByte(text, [&](std::string_view mark, std::size_t) { light += mark; });
  return light;
}

std::vector<std::size_t> originsOfLightMarks(std::string_view text) {
  std::vector<std::size_t> origins;
  std::size_t at = 0;
  eachTagOrByte(text, [&](std::string_view mark, std::size_t bytes) {
    origins.insert(origins.end(), mark.size(), at);
    at += bytes;
  });
  origins.push_back(at);
  return origins;
}

}  // namespace docket::wordings
