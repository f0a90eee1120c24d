#include "tests/reading/yugioh_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <stdexcept>

#include "events/text/text_view.h"

namespace docket::reading {
namespace {

using wordings::Block;
using wordings::CardReading;
using wordings::Section;

constexpr std::size_t kMayDiffer = 2;  // words, at each end

/// Words [begin, end) of a text of a card.
struct TextStretch {
  std::size_t text = 0, begin = 0, end = 0;

  [[nodiscard]] bool isAbout(const TextStretch& other) const {
    const auto near = [](std::size_t a, std::size_t b) { return std::max(a, b) - std::min(a, b) <= kMayDiffer; };
    return text == other.text && near(begin, other.begin) && near(end, other.end);
  }
};

class Parts {
 public:
  explicit Parts(const CardReading& reading) : reading_(reading) {}

  std::map<std::string, std::vector<TextStretch>> all() {
    for (std::size_t text = 0; text < reading_.texts.size(); ++text) {
      for (std::size_t i = 0; i < reading_.texts[text].sections.size(); ++i) addParts(text, i);
    }
    for (const auto& ability : reading_.abilities) addDoes(ability);
    return std::move(parts_);
  }

 private:
  [[nodiscard]] const wordings::PrintedWord& word(std::size_t text, std::size_t at) const {
    return reading_.texts[text].printed.words[at];
  }
  [[nodiscard]] std::string wordAt(std::size_t text, std::size_t at) const {
    return wordings::asWord(reading_.texts[text].printed.of(word(text, at)));
  }
  /// True if wordings of a layer read a word.
  [[nodiscard]] bool isIn(std::size_t text, std::size_t at, std::string_view layer) const {
    return ranges::any_of(reading_.words, [&](const auto& one) {
      return one->text == text && one->fit.begin <= at && at < one->fit.end &&
             view(one->wording->says.getLayer()) == layer;
    });
  }
  [[nodiscard]] bool isLimit(std::size_t text, std::size_t at) const {
    return isIn(text, at, "limits") || isIn(text, at, "quick");
  }

  void addParts(std::size_t text, std::size_t number) {
    const Section& section = reading_.texts[text].sections[number];
    if (section.kind == Section::Kind::aside) return;
    for (const wordings::Part& part : section.parts) {
      if (part.block == Block::CONDITION) addConditions(text, part.begin, part.end);
      if (part.block == Block::COST) addCostAndTarget(text, part.begin, part.end);
    }
    if (section.kind == Section::Kind::plain) add("condition", text, section.begin, conditionEnd(text, section));
  }

  /// The end of the condition of a sentence without a colon: after its first comma; its beginning if it has no
  /// condition.
  [[nodiscard]] std::size_t conditionEnd(std::size_t text, const Section& section) const {
    static const std::set<std::string> kOpening{"if", "when", "while", "during", "each", "as", "after", "at", "before"};
    std::size_t at = section.begin;
    if (at < section.end && section.item) ++at;
    if (at >= section.end || !kOpening.contains(wordAt(text, at))) return section.begin;
    while (at < section.end && wordAt(text, at) != ",") ++at;
    return at == section.end ? section.begin : at;
  }

  /// Adds the parts of a condition that are neither a limit nor a mark of a Quick Effect.
  void addConditions(std::size_t text, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      if (isLimit(text, at)) continue;
      std::size_t last = at;
      while (last < end && !isLimit(text, last)) ++last;
      add("condition", text, at, last);
      at = last;
    }
  }

  void addCostAndTarget(std::size_t text, std::size_t begin, std::size_t end) {
    std::size_t target = begin;
    while (target < end && wordAt(text, target) != "target") ++target;
    if (target == end) return add("cost", text, begin, end);
    std::size_t after = target;
    while (after < end && !(wordAt(text, after) == "," && after + 1 < end && wordAt(text, after + 1) == "then"))
      ++after;
    add("cost", text, begin, target);
    add("target", text, target, after);
    add("cost", text, after, end);
  }

  /// From an ability's effects to the end of its last sentence.
  void addDoes(const wordings::AbilityRead& ability) {
    if (ability.sections.empty()) return;
    const auto& sections = reading_.texts[ability.text].sections;
    std::size_t begin = sections[ability.sections.front()].begin;
    for (const wordings::Part& part : sections[ability.sections.front()].parts) {
      if (part.block == Block::EFFECT) begin = part.begin;
    }
    if (sections[ability.sections.front()].kind == Section::Kind::plain)
      begin = std::max(begin, conditionEnd(ability.text, sections[ability.sections.front()]));
    while (begin < sections[ability.sections.front()].end && isIn(ability.text, begin, "limits")) ++begin;
    std::size_t last = 0;
    while (last + 1 < ability.sections.size() && ability.sections[last + 1] == ability.sections[last] + 1) ++last;
    add("does", ability.text, begin, sections[ability.sections[last]].end);
  }

  void add(const std::string& part, std::size_t text, std::size_t begin, std::size_t end) {
    const std::set<std::string> before{"you", "can", "then", "and", "by", "also", "activate", "this", "card", "to"};
    const auto is_mark = [&](std::size_t at) { return word(text, at).kind == wordings::PrintedWord::Kind::mark; };
    while (begin < end && is_mark(begin)) ++begin;
    if (begin + 1 < end && wordAt(text, begin) == "you" && wordAt(text, begin + 1) == "can") begin += 2;
    while (begin < end && (is_mark(begin) || wordAt(text, begin) == "then" || wordAt(text, begin) == "and")) ++begin;
    while (end > begin && (is_mark(end - 1) || wordAt(text, end - 1) == "then" || wordAt(text, end - 1) == "and"))
      --end;
    if (end > begin + 2 && wordAt(text, end - 2) == "you" && wordAt(text, end - 1) == "can") end -= 2;
    while (end > begin && is_mark(end - 1)) --end;
    const bool says = std::any_of(
        reading_.texts[text].printed.words.begin() + static_cast<std::ptrdiff_t>(begin),
        reading_.texts[text].printed.words.begin() + static_cast<std::ptrdiff_t>(end),
        [&](const auto& one) { return !before.contains(wordings::asWord(reading_.texts[text].printed.of(one))); });
    if (begin < end && says) parts_[part].push_back({.text = text, .begin = begin, .end = end});
  }

  const CardReading& reading_;
  std::map<std::string, std::vector<TextStretch>> parts_;
};

TextStretch stretchOf(const Label& label, const CardReading& reading) {
  TextStretch made;
  while (made.text + 1 < reading.texts.size() && reading.texts[made.text].field != label.field()) ++made.text;
  const auto& words = reading.texts[made.text].printed.words;
  while (made.begin < words.size() && words[made.begin].range.end <= label.begin) ++made.begin;
  made.end = made.begin;
  while (made.end < words.size() && words[made.end].range.begin < label.end) ++made.end;
  const auto& text = reading.texts[made.text].printed;
  while (made.end > made.begin + 1 && text.words[made.end - 1].kind == wordings::PrintedWord::Kind::mark) --made.end;
  return made;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kDesignatorKinds{
    {{"card activation", "activation"},
     {"ignition effect", "ignition"},
     {"quick effect", "quick"},
     {"trigger effect", "trigger"},
     {"flip effect", "flip"}}};

std::string abilityKindOf(schema::Ability::Reader ability) {
  if (ability.getKind() != schema::Ability::Kind::ABILITY) return "continuous";
  for (const auto& [name, label] : kDesignatorKinds) {
    if (view(ability.getDesignator()) == name) return std::string(label);
  }
  return "?";
}

std::string labelledKind(const Label& label) {
  std::string kind = label.says.substr(0, label.says.find('@'));
  if (kind == "procedure" || kind.starts_with("lingering-other")) kind = "continuous";
  return kind;
}

/// True if the zones of an ability are those of a label. "?" stands for no zone.
bool hasZones(const Label& label, schema::Ability::Reader ability) {
  std::set<std::string> asked;
  const std::size_t at = label.says.find('@');
  std::string rest = at == std::string::npos ? std::string() : label.says.substr(at + 1) + ",";
  for (std::size_t comma = rest.find(','); comma != std::string::npos; comma = rest.find(',')) {
    if (comma > 0) asked.insert(rest.substr(0, comma));
    rest.erase(0, comma + 1);
  }
  if (asked.contains("?")) return ability.getZones().size() != 1;
  std::set<std::string> there;
  for (const auto zone : ability.getZones()) there.insert(textOf(zone));
  if (view(ability.getDesignator()) == "card activation") {  // activating a Spell from the hand is no word of its text
    asked.erase("hand");
    there.erase("hand");
    if (asked.contains("field zone")) asked = {"spell zone"};
  }
  return asked == there || (asked.empty() && there == std::set<std::string>{"spell zone"});
}

void compareEffects(const std::vector<Label>& labels, const CardReading& reading, schema::Card::Reader card,
                    YugiohFigures& figures) {
  for (const Label& label : labels) {
    if (label.part != "effect") continue;
    const TextStretch at = stretchOf(label, reading);
    for (unsigned i = 0; i < reading.abilities.size(); ++i) {
      const auto& read = reading.abilities[i];
      if (read.text != at.text || read.sections.empty()) continue;
      const std::size_t begin = reading.texts[read.text].sections[read.sections.front()].begin;
      if (std::max(begin, at.begin) - std::min(begin, at.begin) > kMayDiffer) continue;
      const auto ability = card.getAbilities()[i];
      const std::string kind = labelledKind(label);
      ++figures.label_kinds_all;
      if (kind == abilityKindOf(ability)) ++figures.label_kinds_same;
      if (kind == "continuous" || abilityKindOf(ability) == "continuous") break;
      ++figures.label_zones_all;
      if (hasZones(label, ability)) ++figures.label_zones_same;
      break;
    }
  }
}

}  // namespace

std::map<std::string, std::vector<Label>> readLabels(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::map<std::string, std::vector<Label>> labels;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.starts_with("#")) continue;
    std::vector<std::string> fields;
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', at), line.size());
      fields.push_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    if (fields.size() < 5) throw std::runtime_error(fmt::format("{}:{}: no label", file.string(), number));
    labels[fields[0]].push_back({.effect = fields[1],
                                 .part = fields[2],
                                 .says = fields.size() > 5 ? fields[5] : std::string(),
                                 .begin = std::stoul(fields[3]),
                                 .end = std::stoul(fields[4])});
  }
  return labels;
}

void compareLabels(const std::vector<Label>& labels, const CardReading& reading, schema::Card::Reader card,
                   YugiohFigures& figures) {
  if (reading.texts.empty()) return;
  auto read = Parts(reading).all();
  for (const auto* part : {"condition", "cost", "target", "does"}) {
    PartRow& row = figures.parts[part];
    auto& there = read[part];
    row.read += there.size();
    for (const Label& label : labels) {
      if (label.part != part) continue;
      ++row.labelled;
      const TextStretch at = stretchOf(label, reading);
      const auto found =
          std::find_if(there.begin(), there.end(), [&](const TextStretch& one) { return one.isAbout(at); });
      if (found == there.end()) continue;
      ++row.same;
      there.erase(found);
    }
  }
  compareEffects(labels, reading, card, figures);
}

}  // namespace docket::reading
