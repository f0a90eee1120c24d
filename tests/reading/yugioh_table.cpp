#include "tests/reading/yugioh_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <optional>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>
#include <stdexcept>

#include "events/text/text_view.h"
#include "tests/places.h"
#include "tests/reading/label_scores.h"
#include "tests/reading/yugioh_labels.h"
#include "tests/reading/yugioh_scripts.h"
#include "tests/text_of.h"
#include "tools/game/document_remarks.h"
#include "tools/game/documents.h"
#include "tools/game/wordings.h"
#include "tools/import/read_catalogue.h"

namespace docket::reading {
namespace {

constexpr std::array<std::string_view, 9> kKinds{"hard use",           "hard activate", "hard duel",
                                                 "hard chain",         "soft turn",     "soft chain",
                                                 "soft while face-up", "gain",          "special summon once per turn"};
constexpr std::string_view kControl = "control only one";
constexpr std::size_t kMaxDiffering = 10;

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> allKinds() {
  std::vector<std::string> kinds(kKinds.begin(), kKinds.end());
  kinds.emplace_back(kControl);
  return kinds;
}

std::vector<LimitRow> emptyRows() {
  std::vector<LimitRow> rows;
  for (const std::string& kind : allKinds()) rows.push_back({.kind = kind});
  return rows;
}

/// The listed disagreements: a card, a kind, a side.
std::vector<Disagreement> readDisagreements(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<Disagreement> list;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line.starts_with("#")) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::size_t third = std::min(line.find('\t', second + 1), line.size());
    if (first == std::string::npos || second == std::string::npos) {
      throw std::runtime_error(fmt::format("{}: no disagreement: {}", file.string(), line));
    }
    list.push_back({.card = line.substr(0, first),
                    .kind = line.substr(first + 1, second - first - 1),
                    .side = line.substr(second + 1, third - second - 1)});
  }
  return list;
}

bool hasWordOfLimit(const std::string& text) {
  std::string small;
  for (const char c : text) small += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  for (const auto* word : {"once", "twice", "thrice", "only", "times", "per turn", "each turn"}) {
    if (small.find(word) != std::string::npos) return true;
  }
  return false;
}

std::string zonesOf(const std::set<std::string>& zones) {
  std::string text;
  for (const std::string& zone : zones) text += (text.empty() ? "" : ", ") + zone;
  return text;
}

class Scoring {
 public:
  explicit Scoring(const YugiohFiles& files) : listed_(readDisagreements(files.disagreements)) {
    figures_.before = figures_.after = emptyRows();
    for (const auto& file : files.labels) labels_.merge(readLabels(file));
  }

  void add(const ScriptCard& script, const wordings::CardReading& reading, schema::Card::Reader card) {
    figures_.tally.add(reading);
    if (const auto found = labels_.find(script.id); found != labels_.end())
      compareLabels(found->second, reading, card, figures_);
    if (script.doubtful) return;
    compareLimits(script, textCounters(reading));
    compareEffects(script, reading, card);
  }

  YugiohFigures result() {
    for (const Disagreement& one : listed_) {
      if (!ranges::contains(figures_.disagreements, one)) figures_.outdated.push_back(one);
    }
    return std::move(figures_);
  }

 private:
  void compareLimits(const ScriptCard& script, const TextCounters& text) {
    if (script.limits == 0 && !text.counters.empty() && !hasWordOfLimit(script.words))
      figures_.invented.push_back(script.id);
    for (std::size_t i = 0; i < figures_.before.size(); ++i) {
      const std::string& kind = figures_.before[i].kind;
      if (script.counts_chains && kind.ends_with("chain")) continue;
      const auto by_script = script.counters.find(kind);
      const auto by_text = text.counters.find(kind);
      const bool in_script = by_script != script.counters.end();
      const bool in_text = by_text != text.counters.end();
      if (!in_script && !in_text) continue;
      const bool same = in_script && in_text &&
                        (by_script->second == by_text->second || by_script->second == text.with_choices.at(kind));
      count(figures_.before[i], in_script, in_text, same);
      const char* side = !in_text ? "script only" : !in_script ? "text only" : "shared";
      const Disagreement made{.card = script.id, .kind = kind, .side = side};
      if (!same) figures_.disagreements.push_back(made);
      if (same || !ranges::contains(listed_, made)) {
        count(figures_.after[i], in_script, in_text, same);
      } else if (in_text) {  // decided by its words
        count(figures_.after[i], true, true, true);
      }
    }
  }
  static void count(LimitRow& row, bool in_script, bool in_text, bool same) {
    if (in_script) ++row.script;
    if (in_text) ++row.text;
    if (in_script && in_text) ++row.both;
    if (same) ++row.shared;
  }

  /// Only if there are as many: joined in the order in which they are printed.
  void compareEffects(const ScriptCard& script, const wordings::CardReading& reading, schema::Card::Reader card) {
    std::vector<schema::Ability::Reader> used;
    for (const bool pendulum : {true, false}) {  // the order of the scripts
      for (unsigned i = 0; i < reading.abilities.size(); ++i) {
        const auto ability = card.getAbilities()[i];
        if (ability.getKind() == schema::Ability::Kind::ABILITY &&
            (reading.texts[reading.abilities[i].text].field == "pendulum") == pendulum)
          used.push_back(ability);
      }
    }
    if (used.size() != script.effects.size() || used.empty()) return;
    ++figures_.joined_cards;
    for (std::size_t i = 0; i < used.size(); ++i) {
      const std::string kind = textOf(used[i].getDesignator());
      const ScriptEffect& effect = script.effects[i];
      const bool same = effect.kinds.contains(kind);
      ++figures_.kinds_all;
      if (same) ++figures_.kinds_same;
      ++figures_.kinds[{kind, same ? kind : *effect.kinds.begin()}];
      if (effect.zones.empty()) continue;
      std::set<std::string> zones;
      for (const auto zone : used[i].getZones()) zones.insert(textOf(zone));
      ++figures_.zones_all;
      if (zones == effect.zones)
        ++figures_.zones_same;
      else
        ++figures_.zones[{zonesOf(zones), zonesOf(effect.zones)}];
    }
  }

  std::vector<Disagreement> listed_;
  std::map<std::string, std::vector<Label>> labels_;
  YugiohFigures figures_;
};

std::string limitRows(const std::vector<LimitRow>& rows) {
  std::string text =
      "| limit | cards by script | by text | both | precision | recall | shared alike |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const LimitRow& row : rows) {
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", row.kind, row.script, row.text, row.both,
                    percent(row.both, row.text, 2), percent(row.both, row.script, 2), percent(row.shared, row.both, 2));
  }
  return text;
}

/// Differences between text and script about effects, the most frequent first.
std::string differingRows(const std::map<std::pair<std::string, std::string>, std::size_t>& of) {
  std::vector<std::pair<std::pair<std::string, std::string>, std::size_t>> rows;
  for (const auto& one : of) {
    if (one.first.first != one.first.second) rows.emplace_back(one);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text = "| by text | by script | effects |\n| --- | --- | ---: |\n";
  std::size_t others = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [said, count] = rows[i];
    if (i < kMaxDiffering)
      text += fmt::format("| {} | {} | {} |\n", said.first, said.second, count);
    else
      others += count;
  }
  if (others > 0) text += fmt::format("| {} others | | {} |\n", rows.size() - kMaxDiffering, others);
  return text;
}

}  // namespace

double LimitRow::precision() const { return share(both, text); }
double LimitRow::recall() const { return share(both, script); }
double LimitRow::sharing() const { return share(shared, both); }

const LimitRow& YugiohFigures::row(const std::string& kind) const {
  const auto found = ranges::find(after, kind, &LimitRow::kind);
  if (found == after.end()) throw std::runtime_error("no limits are called " + kind);
  return *found;
}

YugiohFiles yugiohFiles() {
  const std::filesystem::path here = std::filesystem::path(docket::test::sourceDir()) / "tests/reading";
  return {.cards = docket::test::sharedDir() + "/data/cards/yugioh.jsonl",
          .disagreements = here / "yugioh_disagreements.tsv",
          .labels = {here / "labels/yugioh-a.tsv", here / "labels/yugioh-b.tsv"},
          .wordings = {}};
}

YugiohFigures yugiohFigures(const YugiohFiles& files) {
  const std::string text = test::textOf(files.cards);
  const PrintedCards printed = readPrintedCards(text, files.cards.string());
  const Ruleset ruleset = compiledRuleset(chooseRuleset("yugioh", {}, nullptr));
  const HeldWordings words = chooseWordings("yugioh", files.wordings, {});
  std::vector<ScriptCard> scripts;
  witness::forEachLine(text, [&](const witness::Object& line) { scripts.push_back(scriptCard(line)); });
  Scoring scoring(files);
  std::size_t next = 0;
  std::chrono::steady_clock::duration scored{};
  const auto begin = std::chrono::steady_clock::now();
  const auto take = [&](const wordings::CardReading& reading, schema::Card::Reader card) {
    const auto before = std::chrono::steady_clock::now();
    scoring.add(scripts.at(next++), reading, card);
    scored += std::chrono::steady_clock::now() - before;
  };
  const auto catalogue = readCatalogueFrom(printed, *words.compiled, ruleset, take);
  const auto took = std::chrono::steady_clock::now() - begin - scored;
  YugiohFigures figures = scoring.result();
  figures.seconds = std::chrono::duration<double>(took).count();
  return figures;
}

std::string tableOf(const YugiohFigures& figures) {
  std::string text = "Limits, by script and by text, before the list of disagreements:\n\n" + limitRows(figures.before);
  text += "\nAfter it:\n\n" + limitRows(figures.after);
  text += fmt::format("\nInvented limits: {}.\n", figures.invented.size());
  text += fmt::format("\nEffects of {} cards: the kind of {} of {} is the same ({}), the zones of {} of {} ({}).\n",
                      figures.joined_cards, figures.kinds_same, figures.kinds_all,
                      percent(figures.kinds_same, figures.kinds_all), figures.zones_same, figures.zones_all,
                      percent(figures.zones_same, figures.zones_all));
  text += "\nKinds that are not the same:\n\n" + differingRows(figures.kinds);
  text += "\nZones that are not the same:\n\n" + differingRows(figures.zones);
  text +=
      "\nAgainst 200 cards labelled by hand:\n\n| part | labelled | read | same | precision | recall |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const auto& [part, row] : figures.parts) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", part, row.labelled, row.read, row.same,
                        percent(row.same, row.read), percent(row.same, row.labelled));
  }
  text += fmt::format("\nBy the labels the kind of {} of {} effects is right ({}), the zones of {} of {} ({}).\n",
                      figures.label_kinds_same, figures.label_kinds_all,
                      percent(figures.label_kinds_same, figures.label_kinds_all), figures.label_zones_same,
                      figures.label_zones_all, percent(figures.label_zones_same, figures.label_zones_all));
  return text;
}

}  // namespace docket::reading
