#include "tools/import/facts/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <range/v3/algorithm/none_of.hpp>
#include <set>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/facts/line.h"
#include "tools/import/facts/sources.h"

namespace docket::facts {
namespace {

/// The first card of a text, shown to `visit`; whether there is one. What is wrong in the text is reported when it is
/// read.
bool showFirst(std::string_view text, const std::function<void(const FactObject&)>& visit) {
  struct Seen {};
  try {
    forEachFact(text, {}, [&](const FactObject& card) {
      visit(card);
      throw Seen();
    });
  } catch (const Seen&) {
    return true;
  } catch (const BadInput&) {
    return false;
  }
  return false;
}

/// The fields of a card, the first ones.
std::string fieldsOf(const FactObject& card) {
  constexpr std::size_t kMaxFieldsNamed = 6;
  const auto fields = card.fields();
  std::string named;
  for (std::size_t i = 0; i < std::min(fields.size(), kMaxFieldsNamed); ++i)
    named += fmt::format("{}{}", i == 0 ? "" : ", ", docket::quoted(fields[i]));
  return fields.empty() ? "no field" : fields.size() > kMaxFieldsNamed ? named + ", ..." : named;
}

[[noreturn]] void refuseUnknown(const std::string& file, const std::string& fields, std::string_view ruleset) {
  std::string known;
  for (const Source& source : sources()) {
    if (!ruleset.empty() && source.ruleset != ruleset) continue;
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", source.name, source.known_by);
  }
  if (known.empty()) known = fmt::format("none for the ruleset {}", ruleset);
  throw BadInput(file, 0, 0,
                 fmt::format("this is not a known source of cards: the first object has {}; "
                             "known sources: {}",
                             fields, known));
}

/// The fields that a source is known to have.
std::set<std::string_view> knownFields(const Source& source) {
  std::set<std::string_view> known;
  for (const std::string_view fields : {source.used, source.not_used})
    eachWord(fields, [&](std::string_view field) { known.insert(field); });
  return known;
}

unsigned sizeOf(const auto& list) { return static_cast<unsigned>(list.size()); }

void writeAbility(const CardFacts& facts, schema::Card::Builder card) {
  if (facts.designator.empty() && facts.effects.empty()) return;
  auto ability = card.initAbilities(1)[0];
  if (!facts.designator.empty()) ability.setDesignator(textReader(facts.designator));
  if (facts.effects.empty()) return;
  ability.setKind(schema::Ability::Kind::CONTINUOUS);
  auto effects = ability.initEffects(sizeOf(facts.effects));
  for (unsigned i = 0; i < facts.effects.size(); ++i) {
    effects[i].setWhat(facts.effects[i].what);
    effects[i].setTo(std::string(facts.effects[i].to));
    effects[i].setName(std::string(facts.effects[i].stat));
    effects[i].setAmount(textReader(facts.effects[i].amount));
    effects[i].setIf(std::string(facts.effects[i].only_if));
  }
}

void writeCharacteristics(const CardFacts& facts, schema::Card::Builder card) {
  auto characteristics = card.initCharacteristics(sizeOf(facts.characteristics));
  for (unsigned i = 0; i < facts.characteristics.size(); ++i) {
    characteristics[i].setName(textReader(facts.characteristics[i].first));
    characteristics[i].setValue(textReader(facts.characteristics[i].second));
  }
}

void write(const CardFacts& facts, schema::Card::Builder card) {
  card.setKey(textReader(facts.key));
  card.setTitle(textReader(facts.title));
  if (!facts.version.empty()) card.setVersion(textReader(facts.version));
  if (!facts.alias.empty() || !facts.copy_of.empty())
    card.setAlias(textReader(facts.alias.empty() ? facts.copy_of : facts.alias));
  card.setUnread(!facts.read);  // of a text no sentence is taken
  setTexts(card.initTypes(sizeOf(facts.types)), facts.types);
  setTexts(card.initSubtypes(sizeOf(facts.subtypes)), facts.subtypes);
  setTexts(card.initSupertypes(sizeOf(facts.supertypes)), facts.supertypes);
  setTexts(card.initKeywords(sizeOf(facts.keywords)), facts.keywords);
  auto stats = card.initStats(sizeOf(facts.stats));
  for (unsigned i = 0; i < facts.stats.size(); ++i) {
    stats[i].setStat(std::string(facts.stats[i].name));
    stats[i].setAmount(facts.stats[i].amount);
    stats[i].setKind(facts.stats[i].kind);
  }
  if (!facts.unsaid.empty()) setTexts(card.initUnsaidStats(sizeOf(facts.unsaid)), facts.unsaid);
  if (const auto& unsaid = facts.unsaid_characteristics; !unsaid.empty())
    setTexts(card.initUnsaidCharacteristics(sizeOf(unsaid)), unsaid);
  if (!facts.characteristics.empty()) writeCharacteristics(facts, card);
  auto limits = card.initLimits(sizeOf(facts.limits));
  for (unsigned i = 0; i < facts.limits.size(); ++i) {
    limits[i].setLimit(std::string(facts.limits[i].limit));
    if (facts.limits[i].max != 0) limits[i].setMax(facts.limits[i].max);
  }
  writeAbility(facts, card);
  if (facts.set.empty()) return;
  auto printing = card.initPrintings(1)[0];
  printing.setSet(textReader(facts.set));
  setTexts(printing.initKeywords(sizeOf(facts.keywords)), facts.keywords);
  if (!facts.number.empty()) printing.initSmall(1).set(0, textReader(facts.number));
}

}  // namespace

const Source* sourceOf(std::string_view given, const std::string& file, std::string_view ruleset) {
  const auto is_for = [&](const Source& one) { return one.ruleset == ruleset; };
  const bool any = ranges::none_of(sources(), is_for);  // of a ruleset of one's own it says nothing
  const Source* source = nullptr;
  std::string fields;
  bool is_list = trimmed(given).starts_with('[');
  const bool seen = showFirst(given, [&](const FactObject& card) {
    for (const Source& one : sources()) {
      if (source == nullptr && (any || is_for(one)) && one.recognises(card)) source = &one;
    }
    is_list = is_list || card.isOfList();
    fields = fieldsOf(card);
  });
  if (source != nullptr || !is_list) return source;
  if (seen) refuseUnknown(file, fields, any ? std::string_view() : ruleset);
  forEachFact(given, file, [](const FactObject&) {});  // reports what is wrong
  throw BadInput(fmt::format("{}: there is no card in it", file));
}

FactsRead readFacts(std::string_view given, const std::string& file, const Source& source) {
  FactsRead read{.source = &source, .cards = {}, .unknown_fields = {}};
  const auto known = knownFields(source);
  std::set<std::string> keys;
  forEachFact(given, file, [&](const FactObject& card) {
    for (const std::string_view field : card.fields()) {
      if (!known.contains(field)) ++read.unknown_fields[std::string(field)];
    }
    if (source.read == nullptr) return;
    CardFacts& facts = read.cards.emplace_back(source.read(card.withKnownFields(known)));
    const std::string key = facts.key;
    for (int copy = 2; source.has_printings && !keys.insert(facts.key).second; ++copy)
      facts.key = fmt::format("{} ({})", key, copy);
  });
  return read;
}

Document<schema::Catalogue> catalogueOf(const FactsRead& facts) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto catalogue = message->initRoot<schema::Catalogue>();
  catalogue.setName(std::string(facts.source->ruleset));
  catalogue.setRuleset(std::string(facts.source->ruleset));
  catalogue.setOfFacts(true);
  auto into = catalogue.initCards(sizeOf(facts.cards));
  for (unsigned i = 0; i < facts.cards.size(); ++i) write(facts.cards[i], into[i]);
  return Document<schema::Catalogue>(std::move(message));
}

Document<schema::Catalogue> readCards(std::string_view given, const std::string& file) {
  const Source* source = sourceOf(given, file);
  if (source == nullptr || source->read == nullptr) return edopro::readCards(given, file);
  return catalogueOf(readFacts(given, file, *source));
}

}  // namespace docket::facts
