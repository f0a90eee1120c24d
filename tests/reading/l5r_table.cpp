#include "tests/reading/l5r_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <stdexcept>
#include <tuple>

#include "events/errors.h"
#include "events/text/text_view.h"
#include "tests/places.h"
#include "tests/witness/lines.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/wordings.h"
#include "tools/import/printed_cards.h"
#include "tools/import/read_catalogue.h"
#include "tools/render/card_reading_words.h"

namespace docket::reading {
namespace {

using wordings::Block;
using wordings::CardReading;
using wordings::Section;
using Word = wordings::PrintedWord::Kind;

constexpr std::size_t kMaxForms = 30;
constexpr std::size_t kMaxWordsShown = 5;  // more would be a sentence of a real card

/// Words [begin, end) of a text that are of a kind, and their label.
struct SaidStretch {
  std::string kind;
  std::size_t begin = 0, end = 0;
  std::string says;
};

struct LegendLabel {
  std::size_t begin = 0, end = 0;  // bytes of the text with its tags
  std::string part, says;
};
using LegendLabels = std::map<std::string, std::vector<LegendLabel>>;  // by the key of the card

LegendLabels labelsIn(const std::string& file) {
  std::ifstream in(std::filesystem::path(docket::test::sourceDir()) / "tests/reading/labels" / file);
  if (!in) throw std::runtime_error("there are no labels " + file);
  LegendLabels labels;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (fields.size() != 5) throw std::runtime_error(fmt::format("{}: expected five columns: {}", file, line));
    labels[fields[0]].push_back(
        {.begin = std::stoul(fields[1]), .end = std::stoul(fields[2]), .part = fields[3], .says = fields[4]});
  }
  return labels;
}

// ---- the reading, as stretches

/// Without marks at its ends: labels and readings need not agree about a comma.
bool trim(const CardReading::Text& in, SaidStretch& stretch) {
  const auto& words = in.printed.words;
  while (stretch.begin < stretch.end && words[stretch.begin].kind == Word::mark) ++stretch.begin;
  while (stretch.begin < stretch.end && words[stretch.end - 1].kind == Word::mark) --stretch.end;
  return stretch.begin < stretch.end;
}

/// The first word ("once", "twice", "any number") and the period after "per".
std::string limitSaid(const CardReading::Text& in, const SaidStretch& stretch) {
  std::vector<std::string> words;
  for (std::size_t at = stretch.begin; at < stretch.end; ++at)
    words.push_back(wordings::asWord(in.printed.of(in.printed.words[at])));
  const auto has = [&](const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  const std::string times = has("repeatable") || (has("any") && has("number")) ? "*" : has("twice") ? "2" : "1";
  if (has("copy")) return times + (has("resolution") ? "/resolution" : "/in play");
  for (const char* period : {"turn", "turns", "battle", "phase", "game", "duel"}) {
    if (has(period)) return times + "/" + (period == std::string("turns") ? "turn" : period);
  }
  return times + (has("repeatable") ? "/turn" : "/occurrence");
}

/// "F+1" for "+1F": which stats and how much; labels also name the owner, readings do not.
std::string bonusSaid(const CardReading::Text& in, const SaidStretch& stretch) {
  std::string said, sign;
  for (std::size_t at = stretch.begin; at < stretch.end; ++at) {
    const auto& word = in.printed.words[at];
    const std::string printed(in.printed.of(word));
    if (word.kind == Word::mark && (printed == "+" || printed == "-")) sign = printed;
    if (word.kind == Word::number) sign += printed;
    if (word.kind == Word::word && printed != "strength")
      said += fmt::format("{}{}{}", said.empty() ? "" : ",", printed, sign);
  }
  return said.empty() ? "strength" + sign : said;
}

std::string boundSaid(const CardReading::Text& in, const SaidStretch& stretch) {
  std::string said;
  for (std::size_t at = stretch.begin; at < stretch.end; ++at) {
    const auto& word = in.printed.words[at];
    if (said.empty()) said = wordings::asWord(in.printed.of(word)).substr(0, 3) + "/";
    if (word.kind == Word::number) said += std::to_string(word.number);
  }
  return said;
}

std::string costSaid(const CardReading::Text& in, const SaidStretch& stretch) {
  const std::string symbol(in.printed.of(in.printed.words[stretch.begin]));
  return symbol == "gstar" ? "g*" : symbol;
}

/// The kind of words that a wording reads; several wordings read limits and symbols.
std::optional<std::string> kindOfWording(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, const char*>, 9> kFamilies{{{"limit: ", "limit"},
                                                                               {"bound: of a stat", "minmax"},
                                                                               {"bonus: of stats", "bonus"},
                                                                               {"keyword: granted", "keyword"},
                                                                               {"symbol: ", "cost"},
                                                                               {"reminder text", "reminder"},
                                                                               {"reminder text by itself", "reminder"},
                                                                               {"color text", "colour"},
                                                                               {"embedded text", "embedded"}}};
  for (const auto& [family, kind] : kFamilies) {
    if (name == family || (family.ends_with(": ") && name.starts_with(family))) return kind;
  }
  return std::nullopt;
}

class Stretching {
 public:
  Stretching(const CardReading& reading, const CardReading::Text& in) : reading_(reading), in_(in) {}

  std::vector<SaidStretch> read() {
    for (std::size_t i = 0; i < in_.sections.size(); ++i) section(i);
    for (const auto& words : reading_.words) {
      const auto kind = kindOfWording(words->wording->name);
      if (!kind) continue;
      SaidStretch stretch{.kind = *kind, .begin = words->fit.begin, .end = words->fit.end, .says = {}};
      if (*kind == "limit") stretch.says = limitSaid(in_, stretch);
      if (*kind == "bonus") stretch.says = bonusSaid(in_, stretch);
      if (*kind == "minmax") stretch.says = boundSaid(in_, stretch);
      if (!trim(in_, stretch)) continue;
      if (*kind == "cost") stretch.says = costSaid(in_, stretch);
      // A title that is not in quotation marks is not an embedded text.
      if (*kind == "embedded" && in_.printed.words[stretch.begin].kind != Word::quoted) continue;
      add(std::move(stretch));
    }
    return std::move(all_);
  }

 private:
  void add(SaidStretch stretch) {
    const bool there = std::any_of(all_.begin(), all_.end(), [&](const SaidStretch& one) {
      return one.kind == stretch.kind && one.begin == stretch.begin && one.end == stretch.end;
    });
    if (!there && trim(in_, stretch)) all_.push_back(std::move(stretch));
  }

  void section(std::size_t number) {
    const Section& section = in_.sections[number];
    const bool trait = section.kind == Section::Kind::trait;
    if (!trait && section.kind != Section::Kind::ability) return;
    std::string says;
    if (trait) {
      const auto* const ability = abilityOf(number);
      if (ability == nullptr) return;
      says = ability->kind == schema::Opens::TRIGGERED ? "triggered" : "continuous";
    } else {
      for (const auto& word : section.keywords) says += (says.empty() ? "" : " ") + word;
      says += "|" + section.designator;
    }
    add({.kind = trait ? "trait" : "ability", .begin = section.begin, .end = section.end, .says = says});
    std::size_t begin = section.end;
    std::size_t end = 0;
    for (const wordings::Part& part : section.parts) {
      if (part.block == Block::CONDITION && !isSymbols(part)) {
        add({.kind = "constraints", .begin = part.begin, .end = part.end, .says = trait ? "trait" : ""});
      }
      if (part.block != Block::EFFECT) continue;
      begin = std::min(begin, part.begin);
      end = std::max(end, part.end);
    }
    if (begin < end) add({.kind = "effects", .begin = begin, .end = end, .says = trait ? "trait" : ""});
  }

  [[nodiscard]] const wordings::AbilityRead* abilityOf(std::size_t section) const {
    for (const auto& ability : reading_.abilities) {
      if (std::find(ability.sections.begin(), ability.sections.end(), section) != ability.sections.end())
        return &ability;
    }
    return nullptr;
  }
  /// ":bow:" alone before a colon: a cost, and no block of constraints.
  [[nodiscard]] bool isSymbols(const wordings::Part& part) const {
    return part.end - part.begin == 3 && in_.printed.of(in_.printed.words[part.begin]) == ":";
  }

  const CardReading& reading_;
  const CardReading::Text& in_;
  std::vector<SaidStretch> all_;
};

// ---- against labels

/// The words that contain given bytes of the text with its tags.
SaidStretch labelledStretch(const LegendLabel& label, const CardReading::Text& in,
                            const std::vector<std::size_t>& origins) {
  SaidStretch stretch{.kind = label.part, .begin = in.printed.words.size(), .end = 0, .says = label.says};
  for (std::size_t at = 0; at < in.printed.words.size(); ++at) {
    const auto range = in.printed.rangeOf(at, at + 1);
    const std::size_t begin = origins[range.begin];
    const std::size_t last = origins[range.end - 1];
    if (last < label.begin || begin >= label.end) continue;
    stretch.begin = std::min(stretch.begin, at);
    stretch.end = std::max(stretch.end, at + 1);
  }
  return stretch;
}

/// The part of a label that a reading also has.
std::string comparable(const SaidStretch& label) {
  std::string says = label.says;
  if (label.kind == "trait") {
    if (says.starts_with("triggered")) return "triggered";
    return says.starts_with("continuous") ? "continuous" : "";
  }
  if (label.kind == "bonus") {
    says.resize(std::min(says.find('@'), says.size()));
    if (says.starts_with("RS") || says.starts_with("PS")) says = "strength" + says.substr(2);
    return says;
  }
  if (label.kind == "minmax") {
    says.resize(std::min(says.find(','), says.size()));
    return says.find(' ') == says.npos ? says : std::string("max/");
  }
  const bool compared =
      label.kind == "ability" || label.kind == "limit" || label.kind == "cost" || label.kind == "constraints";
  return compared ? says : std::string{};
}

void compareStretches(const std::string& key, const std::vector<LegendLabel>& labels, const CardReading& reading,
                      const std::string& printed, const std::set<std::string>& kinds,
                      std::map<std::string, Stretches>& scores, std::vector<std::string>& differences) {
  std::vector<SaidStretch> read;
  std::vector<SaidStretch> labelled;
  if (!reading.texts.empty()) {
    const CardReading::Text& in = reading.texts.front();
    read = Stretching(reading, in).read();
    const auto origins = wordings::originsOfLightMarks(printed);
    for (const LegendLabel& label : labels) {
      if (label.part == "none") continue;
      SaidStretch stretch = labelledStretch(label, in, origins);
      if (trim(in, stretch)) labelled.push_back(std::move(stretch));
    }
  }
  const auto same = [](const SaidStretch& a) {
    return [&a](const SaidStretch& b) { return std::tie(a.kind, a.begin, a.end) == std::tie(b.kind, b.begin, b.end); };
  };
  for (const SaidStretch& one : read) {
    if (!kinds.contains(one.kind)) continue;
    ++scores[one.kind].read;
    if (std::none_of(labelled.begin(), labelled.end(), same(one)))
      differences.push_back(fmt::format("{}: {} {}-{} only read", key, one.kind, one.begin, one.end));
  }
  for (const SaidStretch& one : labelled) {
    Stretches& score = scores[one.kind];
    ++score.labelled;
    const auto found = std::find_if(read.begin(), read.end(), same(one));
    if (found == read.end()) {
      differences.push_back(fmt::format("{}: {} {}-{} only labelled", key, one.kind, one.begin, one.end));
      continue;
    }
    ++score.both;
    const std::string says = comparable(one);
    if (says.empty() && one.kind != "constraints") continue;
    ++score.said;
    if (says == found->says) ++score.said_rightly;
    if (says != found->says)
      differences.push_back(
          fmt::format("{}: {} is \"{}\" by its label and \"{}\" as it is read", key, one.kind, says, found->says));
  }
}

// ---- all printings

/// True if every word is in one section, sections follow each other, and with what stands between the words the text
/// comes together again.
bool isSplit(const CardReading& reading) {
  for (const CardReading::Text& in : reading.texts) {
    std::size_t word = 0;
    std::size_t at = 0;
    std::string again;
    for (const Section& section : in.sections) {
      if (section.begin != word) return false;
      for (; word < section.end; ++word) {
        const auto range = in.printed.rangeOf(word, word + 1);
        if (range.begin < at || range.end <= range.begin) return false;
        again += in.light.substr(at, range.end - at);
        // Only marks and blanks may be between two words.
        for (std::size_t i = at; i < range.begin; ++i) {
          if (std::string_view(" \t\r\n*_").find(in.light[i]) == std::string_view::npos) return false;
        }
        at = range.end;
      }
    }
    again += in.light.substr(at);
    if (word != in.printed.words.size() || again != in.light) return false;
  }
  return true;
}

class Counting {
 public:
  explicit Counting(LegendTable& table) : table_(table) {}

  void add(const CardReading& reading, schema::Card::Reader card) {
    table_.tally.add(reading);
    if (reading.words_all == 0) ++table_.without_text;
    if (isSplit(reading)) ++table_.split;
    for (std::size_t i = 0; i < reading.abilities.size(); ++i) {
      const auto made = card.getAbilities()[static_cast<unsigned>(i)];
      const bool executable = reading.abilities[i].whole && made.getEffects().size() > 0;
      const bool ability = reading.abilities[i].kind == schema::Opens::ABILITY;
      ++(ability ? table_.abilities : table_.traits);
      if (executable) ++(ability ? table_.abilities_executable : table_.traits_executable);
    }
    for (const auto& unread : reading.unread) ++forms_[unreadForm(reading, unread)];
  }

  void finish() {
    table_.unread.assign(forms_.begin(), forms_.end());
    std::stable_sort(table_.unread.begin(), table_.unread.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    if (table_.unread.size() > kMaxForms) table_.unread.resize(kMaxForms);
  }

 private:
  LegendTable& table_;
  std::map<std::string, std::size_t> forms_;
};

std::string shareInWords(std::size_t part, std::size_t of) {
  return fmt::format("{} of {} ({:.1f} %)", part, of,
                     of == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of));
}

std::string scoresText(const std::map<std::string, Stretches>& scores) {
  std::string text =
      "| part | labelled | read | precision | recall | says the same |\n| --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const auto& [kind, one] : scores) {
    text += fmt::format("| {} | {} | {} | {:.1f} % | {:.1f} % | {} |\n", kind, one.labelled, one.read,
                        100 * one.precision(), 100 * one.recall(),
                        one.said == 0 ? std::string("-") : fmt::format("{} of {}", one.said_rightly, one.said));
  }
  return text;
}

}  // namespace

double Stretches::precision() const { return read == 0 ? 1.0 : static_cast<double>(both) / static_cast<double>(read); }
double Stretches::recall() const {
  return labelled == 0 ? 1.0 : static_cast<double>(both) / static_cast<double>(labelled);
}

std::string LegendTable::text() const {
  std::string all = "| of the Celestial printings | |\n| --- | ---: |\n";
  const auto line = [&](std::string_view what, const std::string& much) {
    all += fmt::format("| {} | {} |\n", what, much);
  };
  line("without a text", std::to_string(without_text));
  line("divided without a lost byte", shareInWords(split, tally.cards));
  line("traits that became executable", shareInWords(traits_executable, traits));
  line("abilities that became executable", shareInWords(abilities_executable, abilities));
  line("the catalogue compiles", does_not_compile.empty() ? "yes" : does_not_compile);
  all += "\nAgainst 150 cards labelled by hand:\n\n" + scoresText(parts);
  all += "\nAgainst 40 cards chosen for limits and bounds:\n\n" + scoresText(limit_parts);
  all += "\nThe most frequent unread words:\n\n| words | times |\n| --- | ---: |\n";
  for (const auto& [form, count] : unread) {
    const auto words = static_cast<std::size_t>(std::count(form.begin(), form.end(), ' ')) + 1;
    all += words > kMaxWordsShown ? fmt::format("| (a text of {} words) | {} |\n", words, count)
                                  : fmt::format("| {} | {} |\n", form, count);
  }
  return all;
}

std::string LegendTable::unreadText() const {
  std::string all;
  for (const auto& [form, count] : unread) all += fmt::format("{:>5}  {}\n", count, form);
  return all;
}

std::filesystem::path legendCards() {
  return std::filesystem::path(docket::test::sharedDir()) / "data/cards/l5r.jsonl";
}

LegendTable legendTable(const std::string& wordings_file, const std::filesystem::path& cards) {
  const LegendLabels labels = labelsIn("l5r.tsv");
  const LegendLabels limit_labels = labelsIn("l5r-limits.tsv");
  const std::string file = cards.string();
  const HeldDocument held = chooseRuleset("l5r-celestial", {}, nullptr);
  const Ruleset ruleset = compiledRuleset(held);
  const HeldWordings words = chooseWordings("l5r-celestial", wordings_file, {});
  LegendTable table;
  Counting counting(table);
  // The lines of the Celestial printings, and of the others that have labels.
  std::string celestial, others;
  std::map<std::string, std::string> printed;
  const std::string bytes = witness::bytesOf(file);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string line = bytes.substr(at, end - at) + '\n';
    at = end + 1;
    witness::forEachLine(line, [&](const witness::Object& card) {
      const std::string number = witness::text(card, "collector_number");
      const std::string key = fmt::format("{} [{}{}{}]", witness::text(card, "title"), witness::text(card, "_set"),
                                          number.empty() ? "" : " ", number);
      const bool legal = witness::flag(card, "_celestial_legal");
      if (!legal && !limit_labels.contains(key)) return;
      printed.emplace(key, witness::text(card, "text"));
      (legal ? celestial : others) += line;
    });
  }
  const std::set<std::string> limit_kinds{"limit", "minmax"};
  std::set<std::string> all_kinds;
  for (const auto& [key, of] : labels) {
    for (const LegendLabel& label : of) all_kinds.insert(label.part);
  }
  const auto against = [&](const CardReading& reading, schema::Card::Reader card) {
    const std::string key = textOf(card.getKey());
    if (const auto of = labels.find(key); of != labels.end())
      compareStretches(key, of->second, reading, printed[key], all_kinds, table.parts, table.differences);
    if (const auto of = limit_labels.find(key); of != limit_labels.end())
      compareStretches(key, of->second, reading, printed[key], limit_kinds, table.limit_parts, table.differences);
  };
  const auto catalogue = readCatalogueFrom(readPrintedCards(celestial, file), *words.compiled, ruleset,
                                           [&](const CardReading& reading, schema::Card::Reader card) {
                                             counting.add(reading, card);
                                             against(reading, card);
                                           });
  [[maybe_unused]] const auto not_kept =
      readCatalogueFrom(readPrintedCards(others, file), *words.compiled, ruleset, against);
  counting.finish();
  try {
    compile(catalogue.root(), ruleset, file);
  } catch (const std::exception& refused) {
    table.does_not_compile = refused.what();
  }
  return table;
}

}  // namespace docket::reading
