#include "engine/rules/text_box.h"

#include <algorithm>
#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "engine/rules/ruleset.h"
#include "engine/rules/sentence_ties.h"
#include "engine/rules/text_marks.h"
#include "events/text/split.h"

namespace docket {
namespace {

constexpr std::string_view kBullet = "\xE2\x80\xA2";  // •
constexpr std::string_view kMiddleDot = "\xC2\xB7";   // ·
constexpr std::string_view kClosingQuote = "\xE2\x80\x9D";

/// Passes each trimmed, non-empty part between separators to `take`.
template <class Take>
void split(std::string_view text, const std::vector<std::string_view>& separators, Take&& take) {
  eachPart(text, separators, [&](std::string_view between) {
    if (const auto part = trimmed(between); !part.empty()) take(part);
  });
}

std::vector<std::string> switchNames(const Ruleset& ruleset, RuleSwitch which) {
  const SwitchLine* line = ruleset.switchLine(which);
  return line == nullptr ? std::vector<std::string>{} : line->names;
}

/// The end of the symbol that begins at `at`: a word between two colons, ":bow:", as texts print costs; `at` if
/// none begins there. Its colons separate nothing.
std::size_t endOfSymbol(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != ':') return at;
  std::size_t end = at + 1;
  while (end < text.size() && isWordByte(text[end])) ++end;
  return end > at + 1 && end < text.size() && text[end] == ':' ? end + 1 : at;
}

/// The first colon that is not part of a symbol; the size of the text if there is none.
std::size_t partingColon(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = endOfSymbol(text, at);
    if (end == at && text[at] == ':') return at;
    at = std::max(end, at + 1);
  }
  return text.size();
}

/// A head without the costs that it names in symbols: "Open" of "Open, :bow:". A head that has other words after its
/// comma stays as it is.
std::string_view withoutSymbols(std::string_view head) {
  const std::size_t comma = std::min(head.find(','), head.size());
  for (std::size_t at = comma; at < head.size();) {
    const std::size_t end = endOfSymbol(head, at);
    if (end == at && head[at] != ',' && !isBlank(head[at])) return head;
    at = std::max(end, at + 1);
  }
  return trimmed(head.substr(0, comma));
}

/// The words before the colon of a bold part that opens an ability, or a trait with a trigger of its own.
struct Opening {
  std::size_t begin, after;  ///< the places where the bold part and the text after the colon begin
  std::vector<std::string> keywords, designators;
};

class Reader {
 public:
  Reader(std::string_view text, const Ruleset& ruleset)
      : ruleset_(ruleset),
        ties_(ruleset),
        designators_(switchNames(ruleset, RuleSwitch::text_has_parts)),
        triggers_(switchNames(ruleset, RuleSwitch::bold_triggers_open_traits)),
        all_(readMarks(text)) {}

  TextBox read() {
    remarks();
    if (!ruleset_.isOn(RuleSwitch::text_has_parts)) {  // the ruleset does not distinguish the parts
      box_.traits.push_back(inOneLine(all_.text));
      box_.traits_at.push_back(all_.rangeOf({.begin = 0, .end = all_.size()}));
      box_.rules = box_.traits.front();
      return std::move(box_);
    }
    const std::size_t top = keywords();
    const std::size_t bottom = flavor(top);
    const bool inert = ruleset_.isOn(RuleSwitch::inert_text_changes_nothing);
    MarkedText body = all_.part(top, inert ? bottom : all_.size());
    if (inert) body = body.without(MarkedText::Mark::reminder);
    sections(body);
    boldWords(body);
    box_.rules = inOneLine(
        (ruleset_.isOn(RuleSwitch::quoted_text_is_its_own) ? body.without(MarkedText::Mark::in_quotes) : body).text);
    return std::move(box_);
  }

 private:
  /// Reminder texts and embedded texts, wherever they are.
  void remarks() {
    for (const TextRange& part : partsMarked(all_, MarkedText::Mark::reminder)) {
      split(std::string_view(all_.text).substr(part.begin, part.end - part.begin), {"(", ")"},
            [&](std::string_view text) { box_.reminders.push_back(inOneLine(text)); });
    }
    for (std::size_t begin = 0, i = 0; i <= all_.size(); ++i) {  // blanks between two quoted texts belong to none
      const bool inside = i < all_.size() && all_.is(i, MarkedText::Mark::in_quotes);
      if (inside) continue;
      if (i > begin) box_.quoted.push_back(inOneLine(std::string_view(all_.text).substr(begin, i - begin)));
      begin = i + 1;
    }
  }

  // ---- the top: keywords

  /// Reads the keywords; returns the offset at which the rest of the text begins.
  std::size_t keywords() {
    const std::vector<TextRange> lines = linesOf(all_.text);
    const auto divides = [&](const TextRange& line) {
      const auto text = trimmed(lineText(line));
      return text.size() >= 3 && text.find_first_not_of('-') == std::string_view::npos;
    };
    auto end = std::find_if(lines.begin(), lines.end(), divides);
    const bool divided = end != lines.end();
    if (!divided) {
      end = std::find_if(lines.begin(), lines.end(), [&](const TextRange& line) { return !isKeywordLine(line); });
    }
    keywordsIn({lines.begin(), end});
    if (end != lines.begin()) box_.keywords_at = all_.rangeOf({.begin = 0, .end = (end - 1)->end});
    if (end == lines.end()) return all_.size();
    return divided ? std::min(end->end + 1, all_.size()) : end->begin;
  }

  [[nodiscard]] std::string_view lineText(const TextRange& line) const {
    return std::string_view(all_.text).substr(line.begin, line.end - line.begin);
  }

  /// Without a dividing line the keywords are the lines at the top in which everything but the dots is bold.
  [[nodiscard]] bool isKeywordLine(const TextRange& line) const {
    bool bold = false;
    for (std::size_t i = line.begin; i < line.end; ++i) {
      const auto rest = std::string_view(all_.text).substr(i);
      if (all_.is(i, MarkedText::Mark::bold)) {
        bold = bold || !isBlank(all_.text[i]);
        if (all_.text[i] == ':') return false;
      } else if (rest.starts_with(kBullet)) {
        i += kBullet.size() - 1;
      } else if (rest.starts_with(kMiddleDot)) {
        i += kMiddleDot.size() - 1;
      } else if (!isBlank(all_.text[i])) {
        return false;
      }
    }
    return bold;
  }

  void keywordsIn(const std::vector<TextRange>& lines) {
    const bool separate = ruleset_.isOn(RuleSwitch::keywords_are_separated);
    std::string joined;
    for (const TextRange& line : lines) {
      // A line that ends with a hyphen and the next one are one word.
      if (!joined.empty() && joined.back() != '-') joined += separate ? '\n' : ' ';
      joined += trimmed(lineText(line));
    }
    split(joined, {kBullet, kMiddleDot, "\n"},
          [&](std::string_view keyword) { box_.keywords.push_back(inOneLine(keyword)); });
  }

  // ---- the bottom: flavor text

  /// Reads the flavor text, the last lines in which everything is italic; returns the offset at which it begins.
  std::size_t flavor(std::size_t top) {
    std::size_t bottom = all_.size();
    const std::vector<TextRange> lines = linesOf(all_.text);
    for (auto line = lines.rbegin(); line != lines.rend() && line->begin >= top; ++line) {
      bool italic = true;
      for (std::size_t i = line->begin; i < line->end; ++i) {
        italic = italic && (isBlank(all_.text[i]) ||
                            (all_.is(i, MarkedText::Mark::italic) && !all_.is(i, MarkedText::Mark::reminder)));
      }
      if (!italic) break;
      bottom = line->begin;
    }
    box_.flavor = inOneLine(std::string_view(all_.text).substr(bottom));
    box_.flavor_at = all_.rangeOf({.begin = bottom, .end = all_.size()});
    return bottom;
  }

  // ---- between them: traits and abilities

  [[nodiscard]] bool isOfHolder(const MarkedText& body, std::size_t at) const {
    return !body.is(at, MarkedText::Mark::in_quotes);
  }

  /// What the bold part opens; empty if it opens nothing.
  [[nodiscard]] std::optional<Opening> openingAt(const MarkedText& body, const TextRange& part) const {
    const auto words = std::string_view(body.text).substr(part.begin, part.end - part.begin + 1);
    const std::size_t colon = partingColon(words);  // the last of the bold words, or right after them
    if (colon == words.size()) return std::nullopt;
    const std::string head = inOneLine(withoutSymbols(inOneLine(words.substr(0, colon))));
    Opening opening{.begin = part.begin, .after = part.begin + colon + 1, .keywords = {}, .designators = {}};
    if (ranges::contains(triggers_, head)) return opening;
    // The designator is last, and can be of several words.
    const auto known = [&](const std::string& word) { return ranges::contains(designators_, word); };
    for (std::string_view rest = head; !rest.empty();) {
      opening.designators.clear();
      split(rest, {"/"}, [&](std::string_view word) { opening.designators.emplace_back(word); });
      if (!opening.designators.empty() && std::all_of(opening.designators.begin(), opening.designators.end(), known)) {
        return opening;
      }
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      opening.keywords.emplace_back(rest.substr(0, blank));
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return std::nullopt;
  }

  void sections(const MarkedText& body) {
    std::size_t begin = 0;
    std::optional<Opening> open;
    const auto close = [&](std::size_t end) {
      if (!open || open->designators.empty()) return traits(body.part(begin, end));
      ability(body.part(begin, end), *open, open->after - begin);
    };
    for (const TextRange& part : partsMarked(body, MarkedText::Mark::bold)) {
      const auto opening = openingAt(body, part);
      if (!opening) continue;
      if (!isOfHolder(body, part.begin)) {
        // The features of embedded text are not of the text that holds it.
        if (open && !ruleset_.isOn(RuleSwitch::quoted_text_is_its_own)) addFeatures(*open, *opening);
        continue;
      }
      close(opening->begin);
      begin = opening->begin;
      open = opening;
    }
    close(body.size());
  }

  static void addFeatures(Opening& to, const Opening& from) {
    to.keywords.insert(to.keywords.end(), from.keywords.begin(), from.keywords.end());
    to.designators.insert(to.designators.end(), from.designators.begin(), from.designators.end());
  }

  void ability(const MarkedText& text, const Opening& opening, std::size_t after) {
    TextBox::Ability made{.keywords = opening.keywords,
                          .designators = opening.designators,
                          .constraints = {},
                          .effects = {},
                          .text = inOneLine(text.text),
                          .at = text.rangeOf({.begin = 0, .end = text.size()}),
                          .label_at = text.rangeOf({.begin = 0, .end = after}),
                          .constraints_at = {},
                          .effects_at = {}};
    std::size_t effects = after;
    for (std::size_t i = after; i < text.size(); ++i) {
      if (const std::size_t end = endOfSymbol(text.text, i); end > i) {
        i = end - 1;
        continue;
      }
      const bool parts = text.text[i] == ':' && !text.is(i, MarkedText::Mark::in_quotes) &&
                         (i + 1 == text.size() || isBlank(text.text[i + 1]));
      if (!parts) continue;
      made.constraints = inOneLine(std::string_view(text.text).substr(after, i - after));
      made.constraints_at = text.rangeOf({.begin = after, .end = i});
      effects = i + 1;
      break;
    }
    made.effects = inOneLine(std::string_view(text.text).substr(effects));
    made.effects_at = text.rangeOf({.begin = effects, .end = text.size()});
    box_.abilities.push_back(std::move(made));
  }

  void traits(const MarkedText& text) {
    if (!ruleset_.isOn(RuleSwitch::sentence_is_a_trait)) {  // each line counts as one
      for (const TextRange& line : linesOf(text.text)) addTrait(text.part(line.begin, line.end), false);
      return;
    }
    std::size_t begin = 0;
    bool first = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::size_t end = endOfSentence(text, i);
      if (end == 0 && i + 1 < text.size()) continue;
      const MarkedText sentence = text.part(begin, std::max(end, i + 1));
      addTrait(sentence, !first && ties_.isTied(sentence));
      begin = std::max(end, i + 1);
      i = begin - 1;
      first = first && trimmed(sentence.text).empty();
    }
  }

  void addTrait(const MarkedText& sentence, bool tied) {
    std::string text = inOneLine(sentence.text);
    if (text.empty()) return;
    const TextRange at = sentence.rangeOf({.begin = 0, .end = sentence.size()});
    if (tied && !box_.traits.empty()) {
      box_.traits.back() += " " + text;
      box_.traits_at.back().end = at.end;
    } else {
      box_.traits.push_back(std::move(text));
      box_.traits_at.push_back(at);
    }
  }

  /// The end of the sentence whose last stop is at `at`; 0 if there is none. The stop of a sentence that ends with a
  /// quoted one is within the quotation marks.
  [[nodiscard]] static std::size_t endOfSentence(const MarkedText& text, std::size_t at) {
    if (std::string_view(".!?").find(text.text[at]) == std::string_view::npos) return 0;
    std::size_t end = at + 1;
    const auto rest = std::string_view(text.text).substr(end);
    if (text.is(at, MarkedText::Mark::in_quotes)) {
      if (rest.starts_with('"')) end += 1;
      if (rest.starts_with(kClosingQuote)) end += kClosingQuote.size();
      if (end == at + 1) return 0;
    }
    if (end >= text.size()) return text.size();
    if (!isBlank(text.text[end])) return 0;
    std::size_t next = end;
    while (next < text.size() && isBlank(text.text[next])) ++next;
    const bool goes_on = next < text.size() && text.text[next] >= 'a' && text.text[next] <= 'z';
    return goes_on ? 0 : end;
  }

  // ---- bold words

  /// Bold words within the text grant keywords; those before a colon and those in quotation marks are not keywords.
  void boldWords(const MarkedText& body) {
    const bool told_apart = ruleset_.isOn(RuleSwitch::bold_is_no_keyword);
    for (const TextRange& part : partsMarked(body, MarkedText::Mark::bold)) {
      const auto opening = openingAt(body, part);
      const bool quoted = !isOfHolder(body, part.begin);
      const auto words = std::string_view(body.text).substr(part.begin, part.end - part.begin);
      const bool heads = words.ends_with(':') || std::string_view(body.text).substr(part.end).starts_with(':');
      if (!heads && !quoted) {
        for (const auto keyword : grantedKeywords(words, ruleset_)) box_.granted.push_back(inOneLine(keyword));
      }
      if (told_apart || (!heads && !quoted)) continue;
      const std::size_t before = box_.keywords.size();
      if (opening) {
        box_.keywords.insert(box_.keywords.end(), opening->keywords.begin(), opening->keywords.end());
        box_.keywords.insert(box_.keywords.end(), opening->designators.begin(), opening->designators.end());
      }
      if (box_.keywords.size() > before) continue;
      split(words, {kBullet, kMiddleDot, ",", ":"},
            [&](std::string_view keyword) { box_.keywords.push_back(inOneLine(keyword)); });
    }
  }

  const Ruleset& ruleset_;
  const SentenceTies ties_;
  const std::vector<std::string> designators_, triggers_;
  const MarkedText all_;
  TextBox box_;
};

}  // namespace

TextBox readTextBox(std::string_view text, const Ruleset& ruleset) { return Reader(text, ruleset).read(); }

std::vector<std::string_view> grantedKeywords(std::string_view phrase, const Ruleset& ruleset) {
  std::vector<std::string_view> separators{kBullet, kMiddleDot, ","};
  if (!ruleset.isOn(RuleSwitch::keywords_are_separated)) separators.emplace_back("\n");
  std::vector<std::string_view> keywords;
  split(phrase, separators, [&](std::string_view keyword) { keywords.push_back(keyword); });
  return keywords;
}

bool samePhrase(std::string_view one, std::string_view other) {
  if (one == other) return true;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto skip = [](std::string_view text, std::size_t& at) {
    const bool blank = at < text.size() && isBlank(text[at]);
    while (at < text.size() && isBlank(text[at])) ++at;
    return blank;
  };
  while (i < one.size() && j < other.size()) {
    if (skip(one, i) != skip(other, j)) return false;
    if (i < one.size() && j < other.size() && one[i++] != other[j++]) return false;
  }
  return i == one.size() && j == other.size();
}

bool holdsPhrase(std::string_view text, std::string_view phrase) {
  if (phrase.empty()) return false;
  for (std::size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !isWordByte(text[at - 1])) && (end == text.size() || !isWordByte(text[end]))) return true;
  }
  return false;
}

}  // namespace docket
