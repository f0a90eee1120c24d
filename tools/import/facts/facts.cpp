#include "tools/import/facts/facts.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

#include "tools/import/edopro/cards.h"
#include "tools/import/facts/line.h"
#include "tools/import/facts/sources.h"

namespace docket::facts {
namespace {

struct Source {
  const char* ruleset;
  CardFacts (*read)(const FactObject&);
};

/// The source that a card is of, by what only the cards of one source have; nothing where it is of EDOPro's, or of
/// none.
std::optional<Source> sourceOf(const FactObject& card) {
  if (card.has("type_code")) return Source{"marvel-champions", marvelCard};
  if (card.has("_set")) return Source{"l5r-celestial", legendCard};
  if (card.has("slug")) return Source{"grand-archive", archiveCard};
  if (card.has("id") && card.isText("type")) return Source{"hearthstone", hearthstoneCard};
  return std::nullopt;
}

struct Read {
  std::optional<Source> source;
  std::vector<CardFacts> cards;
};

/// Reads every line; nothing where the first card shows that the file is of EDOPro's.
Read readLines(std::string_view lines, const std::string& file) {
  Read read;
  std::set<std::string> keys;
  bool first = true;
  forEachFact(lines, file, [&](const FactObject& card, std::size_t) {
    if (std::exchange(first, false)) read.source = sourceOf(card);
    if (!read.source) return;
    CardFacts& facts = read.cards.emplace_back(read.source->read(card));
    // Of several printings in one set each keeps a key of its own.
    const std::string key = facts.key;
    for (int copy = 2; !keys.insert(facts.key).second; ++copy) facts.key = fmt::format("{} ({})", key, copy);
  });
  return read;
}

capnp::Text::Reader text(const std::string& from) { return {from.data(), from.size()}; }

template <class List>
void fill(List list, const std::vector<std::string>& words) {
  for (unsigned i = 0; i < words.size(); ++i) list.set(i, text(words[i]));
}

unsigned sizeOf(const auto& list) { return static_cast<unsigned>(list.size()); }

void writeAbility(const CardFacts& facts, schema::Card::Builder card) {
  if (facts.designator.empty() && facts.effects.empty()) return;
  auto ability = card.initAbilities(1)[0];
  if (!facts.designator.empty()) ability.setDesignator(text(facts.designator));
  if (facts.effects.empty()) return;
  ability.setKind(schema::Ability::Kind::CONTINUOUS);
  auto effects = ability.initEffects(sizeOf(facts.effects));
  for (unsigned i = 0; i < facts.effects.size(); ++i) {
    effects[i].setWhat(facts.effects[i].what);
    effects[i].setTo(std::string(facts.effects[i].to));
    effects[i].setName(std::string(facts.effects[i].stat));
    effects[i].setAmount(text(facts.effects[i].amount));
    effects[i].setIf(std::string(facts.effects[i].only_if));
  }
}

void write(const CardFacts& facts, schema::Card::Builder card) {
  card.setKey(text(facts.key));
  card.setTitle(text(facts.title));
  if (!facts.version.empty()) card.setVersion(text(facts.version));
  card.setUnread(!facts.read);  // of a text no sentence is taken
  fill(card.initTypes(sizeOf(facts.types)), facts.types);
  fill(card.initSubtypes(sizeOf(facts.subtypes)), facts.subtypes);
  fill(card.initSupertypes(sizeOf(facts.supertypes)), facts.supertypes);
  fill(card.initKeywords(sizeOf(facts.keywords)), facts.keywords);
  auto stats = card.initStats(sizeOf(facts.stats));
  for (unsigned i = 0; i < facts.stats.size(); ++i) {
    stats[i].setStat(std::string(facts.stats[i].name));
    stats[i].setAmount(facts.stats[i].amount);
    stats[i].setKind(facts.stats[i].kind);
  }
  auto limits = card.initLimits(sizeOf(facts.limits));
  for (unsigned i = 0; i < facts.limits.size(); ++i) {
    limits[i].setLimit(std::string(facts.limits[i].limit));
    if (facts.limits[i].max != 0) limits[i].setMax(facts.limits[i].max);
  }
  writeAbility(facts, card);
  if (facts.set.empty()) return;
  auto printing = card.initPrintings(1)[0];
  printing.setSet(text(facts.set));
  fill(printing.initKeywords(sizeOf(facts.keywords)), facts.keywords);
  if (!facts.number.empty()) printing.initSmall(1).set(0, text(facts.number));
}

}  // namespace

Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file) {
  const auto [source, cards] = readLines(lines, file);
  if (!source) return edopro::readCards(lines, file);
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto catalogue = message->initRoot<schema::Catalogue>();
  catalogue.setName(source->ruleset);
  catalogue.setRuleset(source->ruleset);
  catalogue.setOfFacts(true);
  auto into = catalogue.initCards(sizeOf(cards));
  for (unsigned i = 0; i < cards.size(); ++i) write(cards[i], into[i]);
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace docket::facts
