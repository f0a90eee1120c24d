#include "tools/import/facts/sources.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/rules/expression/literals.h"
#include "tools/import/facts/line.h"
#include "tools/import/hearthstone/enchantments.h"

namespace docket::facts {
namespace {

struct StatField {
  std::string_view field, name;
};

void takeStats(const FactObject& card, const auto& fields, CardFacts& facts) {
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

constexpr std::array<StatField, 4> kHearthstoneStats{
    {{"attack", "Attack"}, {"health", "Health"}, {"durability", "Durability"}, {"cost", "Cost"}}};

constexpr std::array<std::string_view, 3> kArchiveSupertypes{"UNIQUE", "TOKEN", "REGALIA"};

}  // namespace

CardFacts marvelCard(const FactObject& card) {
  // The source writes every field of every card; what a card has none of is null.
  card.require({"code", "name", "subname", "pack_code", "type_code", "traits", "cost", "attack", "thwart", "health",
                "deck_limit"},
               {});
  CardFacts facts{.key = card.neededText("code"),
                  .title = card.neededText("name"),
                  .version = card.text("subname"),
                  .set = card.text("pack_code"),
                  .types = {typeWords(card.neededText("type_code"))},
                  .keywords = traitsOf(card.text("traits"))};
  takeStats(card, kMarvelStats, facts);
  // "Max 1 per deck" is the limit's own number, and follows the ruleset where that is edited.
  const auto most = card.number("deck_limit", 0, std::numeric_limits<std::int32_t>::max()).value_or(0);
  if (most > 0)
    facts.limits.push_back({.limit = "max-per-deck", .max = most == 1 ? 0 : static_cast<std::int32_t>(most)});
  return facts;
}

CardFacts legendCard(const FactObject& card) {
  card.require({"title", "types", "_set"},
               {"extended_title", "collector_number", "keywords", "force", "chi", "personal_honor", "honor_requirement",
                "gold_cost", "focus", "province_strength", "gold_production", "starting_honor"});
  CardFacts facts{.title = card.neededText("title"),
                  .version = card.text("extended_title"),
                  .set = card.neededText("_set"),
                  .number = card.text("collector_number"),
                  .types = card.texts("types"),
                  .keywords = card.texts("keywords")};
  if (facts.types.empty()) card.refuse("types", "the card has no type");
  facts.key = facts.title + " [" + facts.set + (facts.number.empty() ? "" : " ") + facts.number + "]";
  takeStats(card, kLegendStats, facts);
  return facts;
}

CardFacts archiveCard(const FactObject& card) {
  card.require({"slug", "name", "types"}, {"subtypes"});
  CardFacts facts{.key = card.neededText("slug"), .title = card.neededText("name")};
  for (std::string& type : card.texts("types")) {
    const bool super =
        std::find(kArchiveSupertypes.begin(), kArchiveSupertypes.end(), type) != kArchiveSupertypes.end();
    (super ? facts.supertypes : facts.types).push_back(capitalised(std::move(type)));
  }
  if (facts.types.empty() && facts.supertypes.empty()) card.refuse("types", "the card has no type");
  for (std::string& subtype : card.texts("subtypes")) facts.subtypes.push_back(capitalised(std::move(subtype)));
  return facts;
}

CardFacts hearthstoneCard(const FactObject& card) {
  card.require({"id"},
               {"name", "type", "cost", "attack", "health", "durability", "armor", "race", "class", "rarity", "seen"});
  CardFacts facts{.key = card.neededText("id"), .title = card.text("name")};
  if (facts.title.empty()) facts.title = facts.key;  // helpers of the program have no name
  std::string type = card.text("type");
  std::replace(type.begin(), type.end(), '_', ' ');
  facts.types = {type.empty() ? "Unknown" : capitalised(type)};
  takeStats(card, kHearthstoneStats, facts);
  if (type == "MINION" || type == "HERO") facts.designator = "attack";
  if (type == "HERO POWER") facts.designator = "hero power";
  if (type == "LOCATION") facts.designator = "location";
  if (type == "WEAPON")  // a hero fights with his weapon in his own turn
    facts.effects.push_back({.stat = "Attack",
                             .amount = "stat(this, 'Attack')",
                             .to = "cards(in hero of me)",
                             .only_if = "turnPlayer() = me"});
  const auto* typed = hearthstone::typedEnchantment(facts.key);
  if (typed == nullptr || type != "ENCHANTMENT") return facts;
  facts.read = true;
  for (const hearthstone::GivenNumber& given : {typed->first, typed->second}) {
    if (given.stat.empty()) continue;
    const bool more = given.gives == hearthstone::Gives::more;
    facts.effects.push_back({.what = more ? schema::Effect::What::BONUS : schema::Effect::What::SET,
                             .stat = given.stat,
                             .amount = std::to_string(given.amount),
                             .to = "attachedTo(this)"});
  }
  return facts;
}

}  // namespace docket::facts
