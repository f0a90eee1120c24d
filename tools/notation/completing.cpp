#include "tools/notation/completing.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>

#include "events/errors.h"
#include "tools/notation/declared_verbs.h"
#include "tools/notation/expectations.h"
#include "tools/notation/line_reader.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/spelling.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

constexpr std::size_t kLeastOfTitle = 2;  // bytes of a title that was begun, before the whole catalogue is offered

class OfferCollector {
 public:
  OfferCollector(const EventTable& table, std::string_view begun)
      : table_(table), begun_(folded(begun.starts_with('"') ? begun.substr(1) : begun)) {}

  void verbs() {
    for (const Phrase& phrase : eventPhrases()) {
      std::string words;
      for (const Part& part : phrase.verb) words += fmt::format("{}{}", words.empty() ? "" : " ", part.word);
      add(words, "");
    }
    for (const std::string_view verb : declaredVerbs(table_.rules)) add(std::string(verb), "");
    add("--", "a period within the outermost");
  }
  void seats() {
    for (std::uint32_t seat = 1; seat <= table_.state.seats; ++seat) {
      const bool named = table_.players != nullptr && seat <= table_.players->size();
      add(fmt::format("P{}", seat), named ? (*table_.players)[seat - 1] : "");
    }
  }
  void part(const Part& part, schema::Event::Which payload) {
    switch (part.kind) {
      case Part::Kind::word:
        return add(std::string(part.word), "");
      case Part::Kind::seats:
        return seats();
      case Part::Kind::zone:
        names(*part.field.shape, payload);
        return seats();
      case Part::Kind::range:
      case Part::Kind::numbers:
        return;
      case Part::Kind::value:
        return value(*part.field.shape, payload);
    }
  }
  std::vector<Offer> take() && { return std::move(offers_); }

 private:
  void value(const FieldShape& field, schema::Event::Which payload) {
    if (field.value.mark == Mark::seat) return seats();
    if (field.value.mark == Mark::entity) seats();
    const bool card = field.value.mark == Mark::card || field.value.mark == Mark::entity;
    if (card || field.value.mark == Mark::new_card) return cards();
    if (field.value.mark == Mark::name) return names(field, payload);
    if (field.value.kind != Kind::enumerant) return;
    for (auto each : field.value.enumerants.getEnumerants()) add(each.getProto().getName().cStr(), "");
  }

  void names(const FieldShape& field, schema::Event::Which payload) {
    const std::string about(field.name == "from" || field.name == "to" ? "zone" : field.name);
    for (const std::string_view name : knownNames(table_.rules, field, payload)) add(notedName(name), about);
    if (field.name != "period" || payload != schema::Event::BEGAN) return;
    for (const Period& period : table_.rules.ruleset.periods) {
      for (const std::string& name : period.names) add(notedName(name), period.name);
    }
  }

  void cards() {
    const TitledCards titled(table_.state, table_.rules.ruleset, table_.labels);
    for (CardIndex card = 0; card < table_.state.cards.size(); ++card) {
      const Card& one = table_.state.cards[card];
      if (one.exists() && one.definition != 0) add(titled.nameOf(card), titled.placeOf(card));
    }
    if (begun_.size() < kLeastOfTitle) return;
    for (const std::string_view title : table_.titles.all()) add(notedString(title), "catalogue");
  }

  void add(std::string text, std::string about) {
    const std::string_view inside = text.starts_with('"') ? std::string_view(text).substr(1) : std::string_view(text);
    const bool known = std::any_of(offers_.begin(), offers_.end(), [&](const Offer& one) { return one.text == text; });
    if (known || offers_.size() >= kMaxOffers || !folded(inside).starts_with(begun_)) return;
    offers_.push_back({.text = std::move(text), .about = std::move(about)});
  }

  const EventTable& table_;
  std::string begun_;
  std::vector<Offer> offers_;
};

/// The beginning of the typed word: after the last blank, or at a quotation mark that is not closed.
std::size_t beginOf(std::string_view line) {
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      quoted = !quoted;
      if (quoted) begin = i;
    } else if (!quoted && (line[i] == ' ' || line[i] == ',')) {
      begin = i + 1;
    }
  }
  return begin;
}

}  // namespace

Offers offersAt(std::string_view line, std::size_t at, const EventTable& table, std::uint32_t cards) {
  line = line.substr(0, at);
  const std::size_t from = beginOf(line);
  OfferCollector collector(table, line.substr(from));
  Names names;
  Expectations expected;
  const LineContext context{.state = table.state,
                            .rules = table.rules,
                            .titles = table.titles,
                            .labels = table.labels,
                            .names = names,
                            .cards = cards,
                            .expected = &expected};
  Cursor cursor(line.substr(0, from), "", 1);
  cursor.loosen(table.players);
  try {
    LineReader reader(context);
    if (cursor.takeIf("=")) {  // what a card is, as in a list of a deck
      static_cast<void>(takeCount(cursor));
      capnp::MallocMessageBuilder message;
      reader.readIdentity(cursor, message.initRoot<schema::Identity>(), cards + 1, 0);
    } else {
      static_cast<void>(reader.readEventLine(cursor));
    }
  } catch (const BadInput&) {  // unfinished: the possible continuations were noted
  }
  if (expected.verb) collector.verbs();
  if (expected.verb && from == 0) collector.seats();
  for (const auto& one : expected.parts) collector.part(*one.part, one.payload);
  return {.from = from, .all = std::move(collector).take()};
}

}  // namespace docket::notation
