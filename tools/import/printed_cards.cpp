#include "tools/import/printed_cards.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <range/v3/algorithm/contains.hpp>

#include "events/errors.h"
#include "events/quoted.h"
#include "events/split.h"
#include "events/text_view.h"
#include "events/trimmed.h"
#include "tools/import/facts/facts.h"
#include "tools/import/facts/object.h"

namespace docket {
namespace {

/// A field of a public source that holds a text, and what wordings call it.
struct TextField {
  std::string_view field, name;
  std::string_view only_of = {};  ///< the subtype of the cards that have it; empty: all may
};
constexpr std::array<TextField, 3> kTextFields{{{.field = "text", .name = "text"},
                                                {.field = "effect", .name = "text"},
                                                {.field = "pendulum_text", .name = "pendulum", .only_of = "Pendulum"}}};

std::vector<std::string> wordsIn(capnp::List<capnp::Text>::Reader list) {
  std::vector<std::string> words;
  for (const auto word : list) words.push_back(textOf(word));
  return words;
}

wordings::PrintedCard withoutTexts(schema::Card::Reader card) {
  return {.key = textOf(card.getKey()),
          .title = textOf(card.getTitle()),
          .types = wordsIn(card.getTypes()),
          .subtypes = wordsIn(card.getSubtypes()),
          .texts = {}};
}

/// The first line that is not blank.
std::string_view firstLine(std::string_view text) {
  const std::string_view rest = trimmed(text);
  return trimmed(rest.substr(0, std::min(rest.find('\n'), rest.size())));
}

/// Whether the first line is a card of a public source: they have fields that no catalogue has.
bool isOfSource(std::string_view first, const std::string& file) {
  bool of_source = false;
  try {
    facts::forEachFact(first, file, [&](const facts::FactObject& card, std::size_t) {
      for (const auto* field : {"type_code", "_set", "slug", "code", "id"}) of_source = of_source || card.has(field);
    });
  } catch (const BadInput&) {
    return false;  // a catalogue has more than a line
  }
  return of_source;
}

PrintedCards fromSource(std::string_view text, const std::string& file) {
  PrintedCards read{.catalogue = facts::readCards(text, file), .cards = {}, .scripts = {}};
  const auto known = read.catalogue.root().getCards();
  unsigned number = 0;
  bool simulated = false;
  facts::forEachFact(text, file, [&](const facts::FactObject& card, std::size_t) {
    wordings::PrintedCard printed = withoutTexts(known[number++]);
    for (const TextField& one : kTextFields) {
      if (!card.has(one.field)) continue;
      std::string words = wordings::withLightMarks(card.text(one.field));
      if (!words.empty() || ranges::contains(printed.subtypes, one.only_of))
        printed.texts.push_back({.field = std::string(one.name), .words = std::move(words)});
    }
    simulated = simulated || card.has("effects");
    read.cards.push_back(std::move(printed));
  });
  if (!simulated) return read;
  read.scripts = edopro::readCardFacts(text, file);
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

PrintedCards readPrintedCards(std::string_view text, const std::string& file) {
  const std::string_view first = firstLine(text);
  if (first.empty()) throw BadInput(fmt::format("{}: there is no card in it", file));
  if (isOfSource(first, file)) return fromSource(text, file);
  const bool lines =
      first.starts_with("{") && first.ends_with("}") && first.find("\"cards\"") == std::string_view::npos;
  return fromCatalogue(lines ? cardLines(text, file) : readDocument<schema::Catalogue>(text, file));
}

}  // namespace docket
