#include "tests/grand_archive/engine_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/join.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

#include "engine/rules/compile_ruleset.h"
#include "engine/rules/expression/literals.h"
#include "tests/places.h"
#include "tests/witness/lines.h"
#include "tools/game/documents.h"
#include "tools/import/chosen_catalogues.h"

namespace docket::grand_archive {

using expression::textInQuotes;
using witness::bytesOf;
using witness::Object;
using witness::text;

namespace {

std::filesystem::path sourceOf(const char* file) {
  return std::filesystem::path(docket::test::sourceDir()) / "tests/grand_archive" / file;
}

std::string capitals(std::string_view text) {
  std::string made(text);
  std::transform(made.begin(), made.end(), made.begin(), [](unsigned char c) { return std::toupper(c); });
  return made;
}

std::vector<std::string> wordsInField(const Object& card, std::string_view field) {
  std::vector<std::string> words;
  simdjson::dom::array all;
  if (card[field].get(all) != simdjson::SUCCESS) return words;
  for (const auto one : all) words.push_back(wordOf(one.get_string().value()));
  return words;
}

std::string listOf(const std::vector<std::string>& words) {
  return fmt::format("[{}]", fmt::join(words | ranges::views::transform(textInQuotes), ", "));
}

/// The rules about counters that cards repeat as reminders: level counters of champions, buff and debuff counters of
/// allies.
constexpr std::string_view kOfChampions =
    R"json({"kind": "continuous", "name": "It has +1 level for each level counter on it.",
        "effects": [{"what": "bonus", "name": "level", "amount": "counters(this, 'level')"
}]
})json";
constexpr std::string_view kOfAllies =
    R"json({"kind": "continuous", "name": "It has +1 power and +1 life for each buff counter on it, -1 for each debuff counter.",
        "effects": [{"what": "bonus", "name": "power", "amount": "counters(this, 'buff') - counters(this, 'debuff')"
},
                    {"what": "bonus", "name": "life", "amount": "counters(this, 'buff') - counters(this, 'debuff')"}]
})json";

/// One card of the facts as a catalogue's card. `abilities`: those that are typed, or empty.
std::string cardDocumentOf(const Object& fact, const std::string& abilities) {
  constexpr std::array<std::string_view, 3> kSupertypes{"Unique", "Token", "Regalia"};
  std::vector<std::string> types;
  std::vector<std::string> supertypes;
  for (std::string& type : wordsInField(fact, "types"))
    (ranges::contains(kSupertypes, type) ? supertypes : types).push_back(std::move(type));
  std::vector<std::string> stats;
  const auto stat = [&](std::string_view name, std::string_view field) {
    if (const auto amount = witness::numberIfThere(fact, field))
      stats.push_back(fmt::format(R"json({{"stat": "{}", "amount": {}}})json", name, *amount));
  };
  for (const char* name : {"power", "life", "level", "durability"}) stat(name, name);
  stat("reserve cost", "cost_reserve");
  const std::string title = text(fact, "name");
  std::vector<std::string> keywords = wordsInField(fact, "classes");
  std::vector<std::string> says;
  if (ranges::contains(types, "Champion")) {
    keywords.push_back(title.substr(0, title.find(',')));  // whose champion it is: "Ciel"
    says.emplace_back(kOfChampions);
  }
  if (ranges::contains(types, "Ally")) says.emplace_back(kOfAllies);
  if (!abilities.empty()) says.push_back(abilities.substr(1, abilities.size() - 2));
  return fmt::format(
      R"json({{"key": {}, "title": {}, "types": {}, "supertypes": {}, "subtypes": {}, "keywords": {},)json"
      R"json( "characteristics": [{{"name": "element", "value": {}}}], "stats": [{}], "abilities": [{}], "unread": true}})json",
      textInQuotes(text(fact, "id")), textInQuotes(title), listOf(types), listOf(supertypes),
      listOf(wordsInField(fact, "subtypes")), listOf(keywords),
      textInQuotes(fmt::format("{}", fmt::join(wordsInField(fact, "elements"), " "))), fmt::join(stats, ", "),
      fmt::join(says, ", "));
}

}  // namespace

std::filesystem::path dataFolder() { return witness::gamesFolder("grand-archive"); }

std::string wordOf(std::string_view engines) {
  std::string word(engines);
  std::transform(word.begin() + (word.empty() ? 0 : 1), word.end(), word.begin() + (word.empty() ? 0 : 1),
                 [](unsigned char c) { return std::tolower(c); });
  return word;
}

const std::vector<std::string>& classNames() {
  const auto& kinds = EngineCards::get().rules().ruleset.keyword_kinds;
  return ranges::find(kinds, "class", &KeywordKind::name)->keywords;
}

EngineCards::EngineCards() {
  const auto rules = sourceOf("engine_rules.json");
  const HeldDocument ruleset = readRuleset(bytesOf(rules), rules);
  ruleset_ = compile(DocumentReader<schema::Ruleset>(ruleset).root(), rules);

  simdjson::dom::parser parser;
  std::map<std::string, std::string> abilities;
  const Object typed_texts = parser.load(sourceOf("typed_texts.json")).get_object();
  for (const auto [title, list] : typed_texts) {
    abilities[std::string(title)] = simdjson::minify(list);
    typed_.insert(std::string(title));
  }
  std::string cards;
  witness::forEachLine(bytesOf(dataFolder() / "cards.jsonl"), [&](const Object& fact) {
    const auto typed = abilities.find(text(fact, "name"));
    cards +=
        (cards.empty() ? "" : ",\n") + cardDocumentOf(fact, typed == abilities.end() ? std::string() : typed->second);
  });
  const std::string document = fmt::format(
      R"json({{"name": "engine's cards", "version": "1", "ruleset": "grand-archive-engine", "ofFacts": true, "cards": [{}]}})json",
      cards);
  const HeldDocument catalogue = readCatalogue(document, "engine's cards");
  catalogue_ = compile(DocumentReader<schema::Catalogue>(catalogue).root(), ruleset_, "engine's cards");

  const auto texts = std::filesystem::path(docket::test::sharedDir()) / "data/cards/grand-archive.jsonl";
  if (!std::filesystem::exists(texts)) return;
  witness::forEachLine(bytesOf(texts),
                       [&](const Object& line) { texts_[text(line, "name")] = capitals(text(line, "effect")); });
}

const EngineCards& EngineCards::get() {
  static const EngineCards kCards;
  return kCards;
}

bool EngineCards::maySpeakOf(const std::string& title, const std::string& stat) const {
  const auto found = texts_.find(title);
  return found == texts_.end() || found->second.find(capitals(stat)) != std::string::npos;
}

}  // namespace docket::grand_archive
