#include "tools/facts/facts.h"

#include <fmt/format.h>

#include <set>

#include "events/errors.h"
#include "tools/edopro/cards.h"
#include "tools/facts/line.h"

namespace docket::facts {
namespace {

namespace json = simdjson::ondemand;

struct Source {
  const char* ruleset;
  CardFacts (*read)(Object&);
};

/// The source that a line is of; nothing where it is of EDOPro's, or of none.
std::optional<Source> sourceOf(std::string_view line) {
  // A member that only the cards of one source have; a text cannot hold it with its quotation marks.
  const auto has = [&](std::string_view member) { return line.find(member) != std::string_view::npos; };
  if (has("\"type_code\":")) return Source{"marvel-champions", marvelCard};
  if (has("\"_set\":")) return Source{"l5r-celestial", legendCard};
  if (has("\"slug\":")) return Source{"grand-archive", archiveCard};
  return std::nullopt;
}

std::vector<CardFacts> readLines(std::string_view lines, const std::string& file, const Source& source) {
  std::vector<CardFacts> cards;
  std::set<std::string> keys;
  json::parser parser;
  std::size_t number = 0;
  for (std::size_t at = 0; at < lines.size();) {
    ++number;
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = lines.substr(at, end - at);
    at = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      const simdjson::padded_string padded(line);
      json::document document = parser.iterate(padded);
      Object object = document.get_object();
      cards.push_back(source.read(object));
    } catch (const simdjson::simdjson_error& error) {
      throw BadInput(file, number, 0, fmt::format("no line of card facts: {}", error.what()));
    }
    CardFacts& card = cards.back();
    if (card.key.empty() || card.title.empty()) throw BadInput(file, number, 0, "the card has no title or no code");
    // Of several printings in one set each keeps a key of its own.
    const std::string key = card.key;
    for (int copy = 2; !keys.insert(card.key).second; ++copy) card.key = fmt::format("{} ({})", key, copy);
  }
  return cards;
}

capnp::Text::Reader text(const std::string& from) { return {from.data(), from.size()}; }

template <class List>
void fill(List list, const std::vector<std::string>& words) {
  for (unsigned i = 0; i < words.size(); ++i) list.set(i, text(words[i]));
}

unsigned sizeOf(const auto& list) { return static_cast<unsigned>(list.size()); }

void write(const CardFacts& facts, schema::Card::Builder card) {
  card.setKey(text(facts.key));
  card.setTitle(text(facts.title));
  if (!facts.version.empty()) card.setVersion(text(facts.version));
  card.setUnread(true);  // of a text no sentence is taken
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
    limits[i].setMax(facts.limits[i].max);
  }
  if (facts.set.empty()) return;
  auto printing = card.initPrintings(1)[0];
  printing.setSet(text(facts.set));
  fill(printing.initKeywords(sizeOf(facts.keywords)), facts.keywords);
  if (!facts.number.empty()) printing.initSmall(1).set(0, text(facts.number));
}

}  // namespace

Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file) {
  const auto source = sourceOf(lines.substr(0, lines.find('\n')));
  if (!source) return edopro::readCards(lines, file);
  const std::vector<CardFacts> cards = readLines(lines, file, *source);
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto catalogue = message->initRoot<schema::Catalogue>();
  catalogue.setName(source->ruleset);
  catalogue.setRuleset(source->ruleset);
  auto into = catalogue.initCards(sizeOf(cards));
  for (unsigned i = 0; i < cards.size(); ++i) write(cards[i], into[i]);
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace docket::facts
