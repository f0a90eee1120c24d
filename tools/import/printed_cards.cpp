#include "tools/import/printed_cards.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/split.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "events/text/trimmed.h"
#include "tools/import/edopro/cards.h"
#include "tools/import/edopro/database.h"
#include "tools/import/edopro/script_effects.h"
#include "tools/import/edopro/words.h"
#include "tools/import/facts/facts.h"
#include "tools/import/facts/object.h"
#include "tools/import/facts/sources.h"

namespace docket {
namespace {

/// A field that holds a text beside the facts of a script, and what wordings call it.
struct TextField {
  std::string_view field, name;
  std::string_view only_of = {};  ///< the subtype of the cards that have it; empty: all may
};
constexpr std::array<TextField, 2> kTextFields{
    {{.field = "text", .name = "text"}, {.field = "pendulum_text", .name = "pendulum", .only_of = "Pendulum"}}};

constexpr std::string_view kDuelRuleset = "yugioh";

wordings::PrintedCard withoutTexts(schema::Card::Reader card) {
  return {.key = textOf(card.getKey()),
          .title = textOf(card.getTitle()),
          .types = textsOf(card.getTypes()),
          .subtypes = textsOf(card.getSubtypes()),
          .texts = {}};
}

/// The first line that is not blank.
std::string_view firstLine(std::string_view text) {
  const std::string_view rest = trimmed(text);
  return trimmed(rest.substr(0, std::min(rest.find('\n'), rest.size())));
}

std::map<std::string, std::uint64_t> unknownFields(const facts::FactsRead& read) {
  std::map<std::string, std::uint64_t> unknown;
  for (const auto& [field, count] : read.unknown_fields)
    unknown.emplace(fmt::format("{} of {}", docket::quoted(field), read.source->name), count);
  return unknown;
}

/// True if one of several texts says that a card Fusion Summons.
template <class Texts>
bool saysFusionSummon(const Texts& texts) {
  return ranges::any_of(texts,
                        [](const auto& text) { return text.words.find(edopro::kFusionSummon) != std::string::npos; });
}

/// Reads EDOPro's scripts: the effects that a card has by its script, next to its text.
PrintedCards fromScripts(std::string_view text, const std::string& file) {
  PrintedCards read{.catalogue = facts::readCards(text, file), .cards = {}, .scripts = {}};
  const auto known = read.catalogue.root().getCards();
  unsigned number = 0;
  facts::forEachFact(text, file, [&](const facts::FactObject& card) {
    wordings::PrintedCard printed = withoutTexts(known[number++]);
    for (const TextField& one : kTextFields) {
      if (!card.has(one.field)) continue;
      std::string words = wordings::withLightMarks(card.text(one.field));
      if (!words.empty() || ranges::contains(printed.subtypes, one.only_of))
        printed.texts.push_back({.field = std::string(one.name), .words = std::move(words)});
    }
    read.cards.push_back(std::move(printed));
  });
  read.scripts = edopro::readCardFacts(text, file);
  if (ranges::any_of(read.scripts, [](const edopro::CardFact& fact) { return !fact.effects.empty(); })) return read;
  for (std::size_t i = 0; i < read.scripts.size(); ++i) {  // texts, and no script beside them
    read.scripts[i].scripted = false;
    read.scripts[i].fusion_by_text = saysFusionSummon(read.cards[i].texts);
  }
  return read;
}

/// Facts about how records name the effects of a card whose script was not read.
edopro::CardFact withoutScript(const facts::CardFacts& card) {
  const auto has_subtype = [&](std::string_view subtype) { return ranges::contains(card.subtypes, subtype); };
  edopro::CardFact fact;
  fact.scripted = false;
  fact.card_type = ranges::contains(card.types, "spell") ? "Spell" : "";
  fact.property = has_subtype("Equip") ? "Equip" : "";
  fact.pendulum = has_subtype("Pendulum");
  fact.types = (has_subtype("Ritual") ? edopro::kTypeRitual : 0) | (has_subtype("Spirit") ? edopro::kTypeSpirit : 0);
  fact.fusion_by_text = saysFusionSummon(card.texts);
  return fact;
}

std::string leftOut(std::uint64_t count, std::string_view has, std::string_view lacks) {
  return fmt::format("skipped: {} that `{}` has and `{}` lacks", count == 1 ? "1 card" : fmt::format("{} cards", count),
                     has, lacks);
}

PrintedCards fromSource(std::string_view text, const std::string& file, const facts::Source& source) {
  const facts::FactsRead cards = facts::readFacts(text, file, source);
  if (source.read == nullptr) {
    PrintedCards read = fromScripts(text, file);
    read.unknown_fields = unknownFields(cards);
    return read;
  }
  PrintedCards read{.catalogue = facts::catalogueOf(cards), .cards = {}, .scripts = {}};
  read.unknown_fields = unknownFields(cards);
  read.has_words = source.has_texts;
  const auto known = read.catalogue.root().getCards();
  unsigned number = 0;
  for (const facts::CardFacts& card : cards.cards) {
    wordings::PrintedCard& printed = read.cards.emplace_back(withoutTexts(known[number++]));
    for (const facts::TextFact& one : card.texts)
      printed.texts.push_back({.field = one.field, .words = wordings::withLightMarks(one.words)});
    read.text_unsaid.push_back(card.text_unsaid);
    if (source.ruleset == kDuelRuleset) read.scripts.push_back(withoutScript(card));
  }
  return read;
}

PrintedCards fromDatabase(std::string_view bytes, const std::string& file) {
  edopro::CardsOfDatabase cards = edopro::readDatabase(bytes, file);
  if (cards.cards.empty()) throw BadInput(fmt::format("{}: there is no card in it", file));
  PrintedCards read{.catalogue = edopro::catalogueOfCards(cards.cards), .cards = {}, .scripts = {}};
  read.has_words = true;
  const auto known = read.catalogue.root().getCards();
  for (unsigned i = 0; i < known.size(); ++i) {
    wordings::PrintedCard& printed = read.cards.emplace_back(withoutTexts(known[i]));
    for (const facts::TextFact& one : cards.texts[i])
      printed.texts.push_back({.field = one.field, .words = wordings::withLightMarks(one.words)});
  }
  read.scripts = std::move(cards.cards);
  for (const auto& [column, count] : cards.unknown)
    read.unknown_fields.emplace(fmt::format("{} of the database", docket::quoted(column)), count);
  if (cards.without_text != 0) read.notes.push_back(leftOut(cards.without_text, "datas", "texts"));
  if (cards.without_data != 0) read.notes.push_back(leftOut(cards.without_data, "texts", "datas"));
  return read;
}

PrintedCards fromCatalogue(Document<schema::Catalogue> catalogue) {
  PrintedCards read{.catalogue = std::move(catalogue), .cards = {}, .scripts = {}, .typed = true};
  for (const auto card : read.catalogue.root().getCards()) {
    read.cards.push_back(printedCard(card));
  }
  return read;
}

/// Cards, a line each, as a catalogue writes them. A card without a key is known by its title.
Document<schema::Catalogue> cardLines(std::string_view text, const std::string& file) {
  std::vector<Document<schema::Card>> cards;
  std::map<std::string, std::size_t> lines;  // by key
  eachLine(text, [&](std::string_view line, std::size_t number) {
    if (isBlank(line)) return;
    try {
      cards.push_back(readDocument<schema::Card>(line, file));
    } catch (const BadInput& bad) {
      throw BadInput(file, number, bad.column(), bad.message());
    }
    const auto card = cards.back().root();
    const std::string key = textOf(card.hasKey() ? card.getKey() : card.getTitle());
    if (key.empty()) throw BadInput(file, number, 1, "the card has neither a title nor a key");
    if (const auto [before, is_new] = lines.emplace(key, number); !is_new) {
      throw BadInput(file, number, 1,
                     fmt::format("card {} is in line {} already", docket::quoted(key), before->second));
    }
  });
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto into = message->initRoot<schema::Catalogue>().initCards(static_cast<unsigned>(cards.size()));
  for (unsigned i = 0; i < cards.size(); ++i) {
    into.setWithCaveats(i, cards[i].root());
    if (!into[i].hasKey()) into[i].setKey(into[i].getTitle());
    if (!into[i].hasTitle()) into[i].setTitle(into[i].getKey());
  }
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace

wordings::PrintedCard printedCard(schema::Card::Reader card) {
  wordings::PrintedCard printed = withoutTexts(card);
  if (card.hasText())
    printed.texts.push_back(
        {.field = std::string(wordings::kTextBox), .words = wordings::withLightMarks(view(card.getText()))});
  for (const auto other : card.getOtherTexts())
    printed.texts.push_back({.field = textOf(other.getOf()), .words = wordings::withLightMarks(view(other.getText()))});
  return printed;
}

PrintedCards readPrintedCards(std::string_view text, const std::string& file, std::string_view ruleset) {
  if (edopro::looksLikeDatabase(text)) return fromDatabase(text, file);
  const std::string_view first = firstLine(text);
  if (first.empty()) throw BadInput(fmt::format("{}: there is no card in it", file));
  if (const auto* source = facts::sourceOf(text, file, ruleset)) return fromSource(text, file, *source);
  const bool lines =
      first.starts_with("{") && first.ends_with("}") && first.find("\"cards\"") == std::string_view::npos;
  return fromCatalogue(lines ? cardLines(text, file) : readDocument<schema::Catalogue>(text, file));
}

}  // namespace docket
