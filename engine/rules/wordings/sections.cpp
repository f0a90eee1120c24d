#include "engine/rules/wordings/sections.h"

#include <algorithm>
#include <array>

#include "engine/rules/text_box.h"

namespace docket::wordings {
namespace {

constexpr std::array<std::string_view, 2> kBullets{"\xE2\x97\x8F", "\xE2\x80\xA2"};
constexpr std::array<std::string_view, 1> kArrows{"\xE2\x86\x92"};
constexpr std::array<std::string_view, 4> kDashes{"-", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92"};

class Division {
 public:
  Division(const PrintedText& text, schema::Layout::Reader layout) : text_(text), layout_(layout) {}

  std::vector<Section> read() {
    const bool by_line = layout_.getDivided() == schema::Layout::Divided::LINES;
    for (std::size_t at = 0; at < text_.words.size();) {
      const std::size_t end = by_line ? endOfLine(at) : endOfSentence(at);
      add(at, end);
      at = end;
    }
    return std::move(sections_);
  }

 private:
  [[nodiscard]] std::string_view mark(std::size_t at) const {
    return at < text_.words.size() && text_.words[at].kind == PrintedWord::Kind::mark ? text_.of(text_.words[at])
                                                                                      : std::string_view{};
  }
  [[nodiscard]] bool isBullet(std::size_t at) const {
    return std::find(kBullets.begin(), kBullets.end(), mark(at)) != kBullets.end();
  }
  [[nodiscard]] bool isStop(std::size_t at) const { return mark(at) == "." || mark(at) == "!" || mark(at) == "?"; }

  /// A line ends before a label that follows a sentence, too.
  [[nodiscard]] std::size_t endOfLine(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < text_.words.size() && !text_.words[end].begins_line && !(isStop(end - 1) && isLabel(end))) ++end;
    return end;
  }
  /// Bold words and a colon, with nothing but parentheses between them.
  [[nodiscard]] bool isLabel(std::size_t at) const {
    if (layout_.getLabels() != schema::Layout::Label::BOLD_COLON) return false;
    std::size_t end = at;
    while (end < text_.words.size() && text_.words[end].bold && mark(end) != ":") ++end;
    if (end == at) return false;
    if (mark(end) == "(") {
      while (end < text_.words.size() && mark(end) != ")") ++end;
      ++end;
    }
    return mark(end) == ":";
  }

  /// The end of the sentence that begins at `begin`: after a stop followed by a blank, before a bullet, or at the end
  /// of the line. A sentence in parentheses ends after the closing one.
  [[nodiscard]] std::size_t endOfSentence(std::size_t begin) const {
    bool aside = mark(begin) == "(";
    std::size_t depth = 0;
    for (std::size_t at = begin; at < text_.words.size(); ++at) {
      if (at > begin && (isBullet(at) || text_.words[at].begins_line)) return at;
      if (mark(at) == "(") ++depth;
      if (mark(at) == ")" && depth > 0 && --depth == 0 && aside) {
        if (mark(at + 1) != ":") return mark(at + 1) == "." ? at + 2 : at + 1;
        aside = false;  // parentheses after its colon are within it
      }
      const bool ends = isStop(at) && depth == 0 && at + 1 < text_.words.size() && text_.words[at + 1].after_blank;
      if (ends) return at + 1;
    }
    return text_.words.size();
  }

  void add(std::size_t begin, std::size_t end) {
    Section section{.begin = begin, .end = end, .parts = {}};
    std::size_t first = begin;
    std::size_t last = end;
    section.item = isBullet(first);
    if (section.item) ++first;
    const bool stopped = last > first && isStop(last - 1);
    while (last > first && isStop(last - 1)) --last;
    if (mark(first) == "(" && mark(last - 1) == ")" && find(":", first, last) == last) {
      section.kind = Section::Kind::aside;
      ++first;
      --last;
      while (last > first && isStop(last - 1)) --last;
    }
    const auto part = [&](Block block, std::size_t from, std::size_t to) {
      if (from < to) section.parts.push_back({.block = block, .begin = from, .end = to});
    };
    const bool ends_line = end == text_.words.size() || text_.words[end].begins_line;
    const bool heads =
        !stopped && !section.item && ends_line && end < text_.words.size() && section.kind == Section::Kind::plain;
    const std::size_t label = labelEnd(first, last);
    part(section.kind == Section::Kind::aside ? Block::ASIDE
         : section.item                       ? Block::ITEM
                                              : Block::SENTENCE,
         first, last);
    std::size_t from = first;
    if (label > first) {
      section.kind = Section::Kind::labelled;
      part(Block::LABEL, first, label - 1);
      from = label;
    }
    if (layout_.getColon() && label == first) {
      std::size_t colon = find(":", from, last);
      // The words before the first of two colons of an item say when the item applies ("3+: Once per turn: ...").
      if (const std::size_t next = section.item && colon < last ? find(":", colon + 1, last) : last; next < last) {
        part(Block::LABEL, from, colon);
        from = colon + 1;
        colon = next;
      }
      if (colon < last) {
        part(Block::CONDITION, from, colon);
        from = colon + 1;
        section.kind = Section::Kind::parted;
      }
    }
    std::size_t cost = last;
    if (layout_.getSemicolon()) cost = find(";", from, last);
    if (layout_.getArrow() && cost == last) cost = find(kArrows.front(), from, last);
    if (cost < last) {
      part(Block::COST, from, cost);
      from = cost + 1;
      if (section.kind != Section::Kind::labelled) section.kind = Section::Kind::parted;
    }
    if (section.kind == Section::Kind::parted || section.kind == Section::Kind::labelled)
      part(Block::EFFECT, from, last);
    if (heads && section.kind == Section::Kind::plain) {
      section.kind = Section::Kind::heading;
      section.parts = {{.block = Block::HEADING, .begin = first, .end = last}};
    }
    sections_.push_back(std::move(section));
  }

  /// The place of a mark outside parentheses; `end` if there is none.
  [[nodiscard]] std::size_t find(std::string_view what, std::size_t begin, std::size_t end) const {
    std::size_t depth = 0;
    for (std::size_t at = begin; at < end; ++at) {
      if (mark(at) == "(") ++depth;
      if (mark(at) == ")" && depth > 0) --depth;
      if (depth == 0 && mark(at) == what) return at;
    }
    return end;
  }

  /// The place after the colon of the bold words at the beginning; `begin` if there are none. Words in parentheses may
  /// come between them and the colon, a name and a dash before them.
  [[nodiscard]] std::size_t labelEnd(std::size_t begin, std::size_t end) const {
    if (layout_.getLabels() != schema::Layout::Label::BOLD_COLON) return begin;
    const std::size_t colon = find(":", begin, end);
    if (colon == end || colon == begin) return begin;
    std::size_t last = colon - 1;
    if (mark(last) == ")") {
      while (last > begin && mark(last) != "(") --last;
      if (last == begin) return begin;
      --last;
    }
    std::size_t first = last + 1;
    while (first > begin && text_.words[first - 1].bold) --first;
    if (first > last) return begin;
    const bool is_named = first > begin && std::find(kDashes.begin(), kDashes.end(), mark(first - 1)) != kDashes.end();
    for (std::size_t at = begin; at < first && !is_named; ++at) {
      if (isStop(at)) return begin;
    }
    return colon + 1;
  }

  const PrintedText& text_;
  const schema::Layout::Reader layout_;
  std::vector<Section> sections_;
};

/// Divides a text as the ruleset divides text boxes.
class BoxDivision {
 public:
  BoxDivision(const PrintedText& text, std::string_view light, const Ruleset& ruleset)
      : text_(text), box_(readTextBox(light, ruleset)) {}

  std::vector<Section> read() {
    if (Section* top = add(Section::Kind::keywords, box_.keywords_at))
      addPart(*top, Block::LABEL, top->begin, top->end);
    for (const TextRange& at : box_.traits_at) {
      if (Section* section = add(Section::Kind::trait, at)) partTrait(*section);
    }
    for (const auto& ability : box_.abilities) {
      if (Section* section = add(Section::Kind::ability, ability.at)) partAbility(*section, ability);
    }
    if (Section* bottom = add(Section::Kind::flavor, box_.flavor_at)) bottom->understood = bottom->end;
    std::sort(sections_.begin(), sections_.end(), [](const Section& a, const Section& b) { return a.begin < b.begin; });
    addRest();
    return std::move(sections_);
  }

 private:
  [[nodiscard]] std::size_t wordAt(std::size_t offset) const {
    const auto stands_before = [&](const PrintedWord& word, std::size_t where) {
      return text_.text.from[word.range.begin] < where;
    };
    return static_cast<std::size_t>(std::lower_bound(text_.words.begin(), text_.words.end(), offset, stands_before) -
                                    text_.words.begin());
  }
  [[nodiscard]] std::string_view mark(std::size_t at) const {
    return at < text_.words.size() && text_.words[at].kind == PrintedWord::Kind::mark ? text_.of(text_.words[at])
                                                                                      : std::string_view{};
  }
  Section* add(Section::Kind kind, TextRange at) {
    Section section{.kind = kind, .begin = wordAt(at.begin), .end = wordAt(at.end), .parts = {}};
    if (section.begin >= section.end) return nullptr;
    sections_.push_back(std::move(section));
    return &sections_.back();
  }
  static void addPart(Section& section, Block block, std::size_t begin, std::size_t end) {
    if (begin < end) section.parts.push_back({.block = block, .begin = begin, .end = end});
  }

  void partAbility(Section& section, const TextBox::Ability& ability) {
    addPart(section, Block::SENTENCE, section.begin, section.end);
    addPart(section, Block::LABEL, wordAt(ability.label_at.begin), wordAt(ability.label_at.end));
    addPart(section, Block::CONDITION, wordAt(ability.constraints_at.begin), wordAt(ability.constraints_at.end));
    addSentences(section, Block::EFFECT, wordAt(ability.effects_at.begin), wordAt(ability.effects_at.end));
    section.keywords = ability.keywords;
    for (const std::string& one : ability.designators) {
      section.designator += (section.designator.empty() ? "" : "/") + one;
    }
    // Keywords and designators; after a comma come costs, which are read like other words.
    const std::size_t end = wordAt(ability.label_at.end);
    section.understood = section.begin;
    while (section.understood < end && mark(section.understood) != "," && mark(section.understood) != ":")
      ++section.understood;
  }

  /// A trait with a trigger or a cost has what precedes its colon and what follows it.
  void partTrait(Section& section) {
    const std::size_t colon = partingColon(section.begin, section.end);
    if (colon == section.end) return addSentences(section, Block::TRAIT, section.begin, section.end);
    addPart(section, Block::CONDITION, section.begin, colon);
    addSentences(section, Block::EFFECT, colon + 1, section.end);
  }
  /// The first colon that a blank follows and that is not of a symbol (":bow:").
  [[nodiscard]] std::size_t partingColon(std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < end; ++at) {
      if (mark(at) != ":") continue;
      const bool symbol = at + 2 < end && !text_.words[at + 1].after_blank && !text_.words[at + 2].after_blank &&
                          text_.words[at + 1].kind != PrintedWord::Kind::mark && mark(at + 2) == ":";
      if (symbol) {
        at += 2;
      } else if (at + 1 < end && text_.words[at + 1].after_blank) {
        return at;
      }
    }
    return end;
  }

  /// Each sentence by itself, without its stop.
  void addSentences(Section& section, Block block, std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < end; ++at) {
      if (!endsSentence(at, end)) continue;
      addPart(section, block, begin, text_.words[at].kind == PrintedWord::Kind::mark ? at : at + 1);
      begin = at + 1;
    }
    addPart(section, block, begin, end);
  }
  /// True if a sentence ends at this word: it is a stop, or a quoted text that ends with one, and no lower-case letter
  /// follows.
  [[nodiscard]] bool endsSentence(std::size_t at, std::size_t end) const {
    const PrintedWord& word = text_.words[at];
    if (word.reminds) return false;
    const std::string_view text = text_.of(word);
    const bool quoted =
        word.kind == PrintedWord::Kind::quoted && (text.ends_with(".\"") || text.ends_with(".\xE2\x80\x9D"));
    if (!quoted && mark(at) != ".") return false;
    if (at + 1 == end) return true;
    const char next = text_.of(text_.words[at + 1]).front();
    return text_.words[at + 1].after_blank && !(next >= 'a' && next <= 'z');
  }

  /// The words in no section: reminder texts and the line under the keywords.
  void addRest() {
    std::vector<Section> all;
    std::size_t at = 0;
    const auto rest = [&](std::size_t end) {
      if (at < end) {
        all.push_back({.kind = Section::Kind::aside,
                       .begin = at,
                       .end = end,
                       .parts = {{.block = Block::ASIDE, .begin = at, .end = end}}});
      }
    };
    for (Section& section : sections_) {
      section.begin = std::max(section.begin, at);
      rest(section.begin);
      at = std::max(at, section.end);
      all.push_back(std::move(section));
    }
    rest(text_.words.size());
    sections_ = std::move(all);
  }

  const PrintedText& text_;
  const TextBox box_;
  std::vector<Section> sections_;
};

}  // namespace

std::vector<Section> divide(const PrintedText& text, std::string_view light, schema::Layout::Reader layout,
                            const Ruleset& ruleset) {
  if (layout.getDivided() == schema::Layout::Divided::TEXT_BOX) return BoxDivision(text, light, ruleset).read();
  return Division(text, layout).read();
}

}  // namespace docket::wordings
