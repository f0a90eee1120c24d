#include "tests/l5r/edition.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "events/document.h"
#include "schemas/card.capnp.h"
#include "schemas/ruleset.capnp.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"

namespace docket::l5r {
namespace {

using witness::Object;
using StatKind = schema::PrintedStat::Kind;

std::filesystem::path folder() { return std::filesystem::path(docket::test::sourceDir()) / "tests/l5r"; }

/// The stats of counters.json, as the rules name them.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kGiven{{{"force", "Force"},
                                                                          {"chi", "Chi"},
                                                                          {"personal_honor", "Personal Honor"},
                                                                          {"province_strength", "Province Strength"},
                                                                          {"gold_production", "Gold Production"}}};

struct CounterKind {
  std::string key;
  std::vector<std::pair<const char*, std::int64_t>> gives;
};

std::vector<CounterKind> counterKinds() {
  std::vector<CounterKind> kinds;
  simdjson::dom::parser parser;
  const std::string text = witness::bytesOf(witness::gamesFolder("l5r") / "counters.json");
  for (const Object one : parser.parse(text).get_array()) {
    CounterKind kind{.key = witness::text(one, "key")};
    for (const auto& [field, stat] : kGiven) {
      if (const auto amount = witness::numberIfThere(one, field)) kind.gives.emplace_back(stat, *amount);
    }
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

/// Adds the effects of counters as traits, which the record gives to the cards on which the counters are.
void addCounters(capnp::MallocMessageBuilder& message) {
  auto root = message.getRoot<schema::Ruleset>();
  const auto kinds = counterKinds();
  auto words = root.getVocabulary().initCounters(static_cast<unsigned>(kinds.size()));
  std::map<std::string, std::string> sums;
  for (unsigned i = 0; i < words.size(); ++i) {
    words.set(i, kinds[i].key);
    for (const auto& [stat, amount] : kinds[i].gives)
      sums[stat] += fmt::format("{}counters(this, '{}') * {}", sums[stat].empty() ? "" : " + ", kinds[i].key, amount);
  }
  for (auto trait : root.getTraits()) {
    if (trait.getName() != kCounters) continue;
    auto effects = trait.initEffects(static_cast<unsigned>(sums.size()));
    unsigned at = 0;
    for (const auto& [stat, sum] : sums) {
      effects[at].setWhat(schema::Effect::What::BONUS);
      effects[at].setName(stat);
      effects[at++].setAmount(sum);
    }
  }
}

void setEveryAbility(schema::Ruleset::Builder root) {
  for (auto limit : root.getLimits()) {
    if (limit.getName() != "once-per-turn") continue;
    limit.setEveryAbility(true);
    limit.setClause("l5r.ability.once");
  }
}

using Texts = std::map<std::string, schema::Card::Reader>;

/// Changes that a card's traits make.
schema::Effect::Builder continuous(schema::Ability::Builder ability, const char* name) {
  ability.setKind(schema::Ability::Kind::CONTINUOUS);
  ability.setName(name);
  return ability.initEffects(1)[0];
}

/// The stats of a Sensei are added to the player's Stronghold; a Stronghold gives its player its Clan.
unsigned abilitiesByType(const std::string& type, const std::vector<std::string>& clans) {
  return type == "Sensei" ? 2U : type == "Stronghold" ? static_cast<unsigned>(clans.size()) : 0U;
}
void addAbilitiesByType(capnp::List<schema::Ability>::Builder abilities, unsigned from, const std::string& type,
                        const std::vector<std::string>& clans) {
  for (unsigned i = 0; from + i < abilities.size(); ++i) {
    if (type == "Sensei") {
      const char* stat = i == 0 ? "Province Strength" : "Gold Production";
      auto effect = continuous(abilities[from + i], "what is printed on a Sensei");
      effect.setWhat(schema::Effect::What::BONUS);
      effect.setName(stat);
      effect.setAmount(fmt::format("printed(this, '{}')", stat));
      effect.setTo("cards(in play of me, type 'Stronghold')");
    } else {
      auto effect = continuous(abilities[from + i], "the Clan of its player");
      effect.setWhat(schema::Effect::What::GRANT_KEYWORD);
      effect.setName(clans[i] + " Clan");
      effect.setTo("me");
    }
  }
}

void fillCard(schema::Card::Builder card, const Object& line, const Texts& texts) {
  const Object printed = line["printed"].get_object();
  const std::string type = witness::text(printed, "type");
  const std::string key = witness::text(line, "id");
  card.setKey(key);
  card.setTitle(witness::text(line, "name"));
  card.initTypes(1).set(0, type);
  const auto put = [](auto list, const std::vector<std::string>& from) {
    for (unsigned i = 0; i < list.size(); ++i) list.set(i, from[i]);
  };
  const auto clans = textsOf(printed, "clans");
  const auto keywords = textsOf(printed, "kw");
  put(card.initSubtypes(static_cast<unsigned>(clans.size())), clans);
  put(card.initKeywords(static_cast<unsigned>(keywords.size())), keywords);
  printStats(printed, [&](unsigned size) { return card.initStats(size); });
  const auto text = texts.find(key);
  const unsigned own = text == texts.end() ? 0 : text->second.getAbilities().size();
  auto abilities = card.initAbilities(own + abilitiesByType(type, clans));
  for (unsigned i = 0; i < own; ++i) abilities.setWithCaveats(i, text->second.getAbilities()[i]);
  addAbilitiesByType(abilities, own, type, clans);
}

/// For engine 2: the bonuses of an Item are in its Force and Chi, its gold in a text.
void fillBattleCard(schema::Card::Builder card, const Object& line) {
  const std::string type = witness::text(line, "type");
  card.setKey(std::to_string(witness::number(line, "id")));
  card.setTitle(witness::text(line, "name"));
  card.initTypes(1).set(0, type);
  std::vector<std::pair<const char*, std::int64_t>> stats;
  for (const auto& [field, stat] :
       std::initializer_list<std::pair<std::string_view, const char*>>{{"F", "Force"},
                                                                       {"C", "Chi"},
                                                                       {"PH", "Personal Honor"},
                                                                       {"HR", "Honor Requirement"},
                                                                       {"GC", "Gold Cost"},
                                                                       {"FV", "Focus Value"},
                                                                       {"PS", "Province Strength"},
                                                                       {"SH", "Starting Honor"}}) {
    const bool has = type == "Personality" || (field != "PH" && (type == "Item" || field != "C"));
    if (const auto amount = witness::numberIfThere(line, field); amount && has) stats.emplace_back(stat, *amount);
  }
  if (const std::string gold = witness::text(line, "GP"); !gold.empty())
    stats.emplace_back("Gold Production", std::stoll(gold));
  auto list = card.initStats(static_cast<unsigned>(stats.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    list[i].setStat(stats[i].first);
    list[i].setAmount(static_cast<std::int32_t>(stats[i].second));
    const bool given = type == "Item" && i < 2;
    list[i].setKind(given ? StatKind::MODIFIER : StatKind::NUMBER);
  }
}

Catalogue catalogueOf(const Ruleset& ruleset) {
  const auto texts =
      readDocument<schema::Catalogue>(witness::bytesOf(folder() / "definitions.json"), "definitions.json");
  Texts by_key;
  for (auto card : texts.root().getCards()) by_key.emplace(card.getKey().cStr(), card);
  const std::string lines = witness::bytesOf(witness::gamesFolder("l5r") / "cards.jsonl");
  unsigned count = 0;
  witness::forEachLine(lines, [&](const Object&) { ++count; });
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<schema::Catalogue>();
  root.setName("l5r-shattered-empire");
  root.setRuleset(ruleset.name);
  root.setOfFacts(true);
  auto cards = root.initCards(count);
  unsigned at = 0;
  witness::forEachLine(lines, [&](const Object& line) { fillCard(cards[at++], line, by_key); });
  return compile(root.asReader(), ruleset, "cards.jsonl");
}

}  // namespace

std::vector<std::string> textsOf(const Object& line, std::string_view field) {
  std::vector<std::string> texts;
  simdjson::dom::array list;
  if (line[field].get(list) != simdjson::SUCCESS) return texts;
  for (const auto one : list) texts.emplace_back(one.get_string().value());
  return texts;
}

void printStats(const Object& printed, const std::function<capnp::List<schema::PrintedStat>::Builder(unsigned)>& make) {
  const std::string type = witness::text(printed, "type");
  const bool gives = type == "Item" || type == "Spell";
  const bool sensei = type == "Sensei";
  struct Line {
    const char* stat;
    std::optional<std::int64_t> amount;
    StatKind kind = StatKind::NUMBER;
  };
  const auto there = [&](std::string_view field) { return witness::numberIfThere(printed, field); };
  const StatKind by_sensei = sensei ? StatKind::MODIFIER : StatKind::NUMBER;
  std::vector<Line> lines{
      {.stat = "Force", .amount = there(gives ? "Fm" : "F"), .kind = gives ? StatKind::MODIFIER : StatKind::NUMBER},
      {.stat = "Personal Honor", .amount = there("PH")},
      {.stat = "Gold Cost", .amount = there("GC")},
      {.stat = "Focus Value", .amount = there("FV")},
      {.stat = "Province Strength", .amount = there("PS"), .kind = by_sensei},
      {.stat = "Gold Production", .amount = there("GP"), .kind = by_sensei},
      {.stat = "Starting Honor", .amount = there("SH"), .kind = by_sensei}};
  const bool personality = type == "Personality";
  lines.push_back(personality ? Line{.stat = "Chi", .amount = there("C")}
                              : Line{.stat = "Chi", .amount = there("Cm"), .kind = StatKind::MODIFIER});
  if (personality) {
    const auto requirement = there("HR");
    lines.push_back({.stat = "Honor Requirement",
                     .amount = requirement.value_or(0),
                     .kind = requirement ? StatKind::NUMBER : StatKind::ABSENT});
  }
  std::erase_if(lines, [](const Line& line) { return !line.amount; });
  auto list = make(static_cast<unsigned>(lines.size()));
  for (unsigned i = 0; i < list.size(); ++i) {
    list[i].setStat(lines[i].stat);
    list[i].setAmount(static_cast<std::int32_t>(*lines[i].amount));
    list[i].setKind(lines[i].kind);
  }
}

Edition::Edition(bool once_a_turn) {
  const std::string file = "l5r-shattered-empire.json";
  const auto whole = test::readWholeRuleset(witness::bytesOf(folder() / file), file);
  capnp::MallocMessageBuilder message;
  message.setRoot(whole.root());
  addCounters(message);
  if (once_a_turn) setEveryAbility(message.getRoot<schema::Ruleset>());
  ruleset_ = compile(message.getRoot<schema::Ruleset>().asReader(), file);
  catalogue_ = catalogueOf(ruleset_);
}

const Edition& Edition::get() {
  static const Edition kEdition(false);
  return kEdition;
}
const Edition& Edition::onceATurn() {
  static const Edition kEdition(true);
  return kEdition;
}

Battles::Battles() {
  const std::string file = "l5r-battles.json";
  ruleset_ = compile(test::readWholeRuleset(witness::bytesOf(folder() / file), file).root(), file);
  const std::string lines = witness::bytesOf(witness::gamesFolder("l5r") / "battle_cards.jsonl");
  unsigned count = 0;
  witness::forEachLine(lines, [&](const Object&) { ++count; });
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<schema::Catalogue>();
  root.setName(ruleset_.name);
  root.setRuleset(ruleset_.name);
  root.setOfFacts(true);
  auto cards = root.initCards(count);
  unsigned at = 0;
  witness::forEachLine(lines, [&](const Object& line) { fillBattleCard(cards[at++], line); });
  catalogue_ = compile(root.asReader(), ruleset_, "battle_cards.jsonl");
}

const Battles& Battles::get() {
  static const Battles kBattles;
  return kBattles;
}

}  // namespace docket::l5r
