// What each source's fields mean.
#include <algorithm>
#include <array>

#include "tools/facts/line.h"

namespace docket::facts {
namespace {

struct StatField {
  std::string_view field, name;
};

void takeStats(Object& card, const auto& fields, CardFacts& facts) {
  for (const StatField& one : fields) {
    if (auto stat = statOf(card, one.field, one.name)) facts.stats.push_back(*stat);
  }
}

/// "Item. Tech." and "S.H.I.E.L.D. Spy.": a stop ends a trait, but the stops of an abbreviation are part of it.
std::vector<std::string> traitsOf(std::string_view text) {
  std::vector<std::string> traits;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(". "), text.size());
    std::string trait(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
    if (text.empty() && trait.ends_with('.')) trait.pop_back();
    if (trait.find('.') != std::string::npos) trait += '.';
    traits.push_back(std::move(trait));
  }
  return traits;
}

/// A word in capitals, as it is printed.
std::string capitalised(std::string word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i] >= 'A' && word[i] <= 'Z' && word[i - 1] != ' ') word[i] = static_cast<char>(word[i] - 'A' + 'a');
  }
  return word;
}

/// "main_scheme" as people write it; one type has a hyphen.
std::string typeWords(std::string code) {
  if (code == "alter_ego") return "alter-ego";
  std::replace(code.begin(), code.end(), '_', ' ');
  return code;
}

constexpr std::array<StatField, 4> kMarvelStats{
    {{"cost", "cost"}, {"attack", "attack"}, {"thwart", "thwart"}, {"health", "hit points"}}};

constexpr std::array<StatField, 9> kLegendStats{{{"force", "Force"},
                                                 {"chi", "Chi"},
                                                 {"personal_honor", "Personal Honor"},
                                                 {"honor_requirement", "Honor Requirement"},
                                                 {"gold_cost", "Gold Cost"},
                                                 {"focus", "Focus Value"},
                                                 {"province_strength", "Province Strength"},
                                                 {"gold_production", "Gold Production"},
                                                 {"starting_honor", "Starting Honor"}}};

constexpr std::array<std::string_view, 3> kArchiveSupertypes{"UNIQUE", "TOKEN", "REGALIA"};

}  // namespace

CardFacts marvelCard(Object& card) {
  CardFacts facts{.key = textOf(card, "code"),
                  .title = textOf(card, "name"),
                  .version = textOf(card, "subname"),
                  .set = textOf(card, "pack_code"),
                  .types = {typeWords(textOf(card, "type_code"))},
                  .keywords = traitsOf(textOf(card, "traits"))};
  takeStats(card, kMarvelStats, facts);
  if (const auto most = statOf(card, "deck_limit", "deck limit"); most && most->amount > 0) {
    facts.limits.push_back({.limit = "max-per-deck", .max = most->amount});
  }
  return facts;
}

CardFacts legendCard(Object& card) {
  CardFacts facts{.title = textOf(card, "title"),
                  .version = textOf(card, "extended_title"),
                  .set = textOf(card, "_set"),
                  .number = textOf(card, "collector_number"),
                  .types = textsOf(card, "types"),
                  .keywords = textsOf(card, "keywords")};
  facts.key = facts.title + " [" + facts.set + (facts.number.empty() ? "" : " ") + facts.number + "]";
  takeStats(card, kLegendStats, facts);
  return facts;
}

CardFacts archiveCard(Object& card) {
  CardFacts facts{.key = textOf(card, "slug"), .title = textOf(card, "name")};
  for (std::string& type : textsOf(card, "types")) {
    const bool super =
        std::find(kArchiveSupertypes.begin(), kArchiveSupertypes.end(), type) != kArchiveSupertypes.end();
    (super ? facts.supertypes : facts.types).push_back(capitalised(std::move(type)));
  }
  for (std::string& subtype : textsOf(card, "subtypes")) facts.subtypes.push_back(capitalised(std::move(subtype)));
  return facts;
}

}  // namespace docket::facts
