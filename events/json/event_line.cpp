#include "events/json/event_line.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <span>
#include <utility>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "events/shape.h"
#include "events/text/nearest.h"
#include "schemas/event.capnp.h"

namespace docket::notation {
namespace {

/// The keys that may appear next to the fields of a payload; `known` may appear there more than once.
constexpr std::array<std::string_view, 6> kEnvelope = {"group", "causes", "seats", "source", "wallClock", "known"};

/// JSON being written, with the place of each part of it.
class Json {
 public:
  void open(std::string_view key, char bracket, TextPlace at) {
    begin(key, at);
    bracket == '{' ? json_.object() : json_.list();
  }
  void close(TextPlace at) {
    mark(at);
    json_.end();
  }
  void value(std::string_view key, std::string_view json, TextPlace at) {
    begin(key, at);
    json_.itemJson(json);
  }
  EventJson take() {
    made_.text = std::move(json_).take();
    return std::move(made_);
  }

 private:
  void begin(std::string_view key, TextPlace at) {
    mark(at);
    if (!key.empty()) json_.key(key);
  }
  void mark(TextPlace at) { made_.places.emplace_back(json_.text().size(), at); }

  JsonWriter json_;
  EventJson made_;
};

/// A text as a JSON string; what is in quotation marks already is one.
std::string asText(std::string_view text) {
  return text.starts_with('"') ? std::string(text) : fmt::format("\"{}\"", text);
}

/// A value other than a list: numbers, true, false and JSON as they are, the rest as texts.
std::string asJson(std::string_view text, const ValueShape& shape) {
  const bool number = shape.kind == Kind::integer && shape.mark != Mark::name && shape.mark != Mark::entity;
  if (text.starts_with('{') || shape.kind == Kind::boolean || shape.kind == Kind::structure) return std::string(text);
  if (!number) return asText(text);
  const bool card = shape.mark == Mark::card || shape.mark == Mark::new_card;
  if ((card && text.starts_with('#')) || (shape.mark == Mark::seat && text.starts_with('P'))) text.remove_prefix(1);
  return std::string(text);
}

class EventLineWriter {
 public:
  EventLineWriter(const Line& line, const std::vector<Line>& begins) : line_(line), begins_(begins) {}

  EventJson event() {
    json_.open("", '{', line_.at);
    const LineParts parts = linePartsOf(wordsOf(line_, &introduced_));
    if (parts.actor.text.starts_with("P$"))  // only scripts have variables
      line_.fail(parts.actor.at, fmt::format("there is no event called \"{}\"", parts.actor.text));
    if (!parts.actor.text.empty()) json_.value("actor", parts.actor.text.substr(1), parts.actor.at);
    if (parts.payload.text.empty()) line_.fail(line_.at, "expected the name of an event, as cardPlayed");
    payload(parts.payload, parts.words);
    envelope("group", false);
    context();
    changes();
    json_.close(line_.at);
    EventJson made = json_.take();
    made.keys = std::move(keys_);
    return made;
  }

 private:
  void payload(Word word, std::span<const Word> rest) {
    payload_ = word;
    const Shape& events = shapeOf(capnp::Schema::from<schema::Event>());
    std::vector<std::string_view> names;
    for (const FieldShape& one : events.fields) {
      if (one.chosen && one.name != "nothing") names.push_back(one.name);
    }
    const int index = events.find(word.text);
    if (index < 0 || std::find(names.begin(), names.end(), word.text) == names.end()) {
      line_.fail(word.at, fmt::format("there is no event called \"{}\"{}", word.text, didYouMean(word.text, names)));
    }
    const FieldShape& payload_field = events.fields[static_cast<std::size_t>(index)];
    if (payload_field.value.kind == Kind::structure) {
      const Shape& shape = *payload_field.value.shape;
      const auto payload_fields = fields(line_, rest, shape, true);
      json_.open(word.text, '{', word.at);
      for (const Field& field : payload_fields) write(line_, field, shape);
      count(payload_fields);
      return json_.close(word.at);
    }
    const bool has_text = payload_field.value.kind == Kind::text && !rest.empty() && rest.front().text.starts_with('"');
    json_.value(word.text, payload_field.value.kind == Kind::text ? (has_text ? rest.front().text : "\"\"") : "true",
                word.at);
    fields(line_, rest.subspan(has_text ? 1 : 0), {}, true);
  }

  /// The fields that words say: those of the shape are given back; those of the envelope are kept if it is allowed.
  std::vector<Field> fields(const Line& line, std::span<const Word> words, const Shape& shape, bool with_envelope) {
    std::vector<Field> own;
    for (const Field& field : fieldsOf(line, words)) {
      if (with_envelope && std::find(kEnvelope.begin(), kEnvelope.end(), field.name.text) != kEnvelope.end()) {
        envelope_.push_back(field);
      } else if (shape.find(field.name.text) >= 0) {
        own.push_back(field);
      } else {
        auto names = shape.names;
        if (with_envelope) names.insert(names.end(), kEnvelope.begin(), kEnvelope.end());
        line.fail(field.name.at, fmt::format("{} has no \"{}\"{}", shape.name.empty() ? payload_.text : shape.name,
                                             field.name.text, didYouMean(field.name.text, names)));
      }
    }
    return own;
  }

  void write(const Line& line, const Field& field, const Shape& shape) {
    const FieldShape& field_shape = shape.fields[static_cast<std::size_t>(shape.find(field.name.text))];
    if (field_shape.list) return list(line, field, field_shape.value);
    value(line, field, asJson(field.value.text, field_shape.value));
  }

  void value(const Line& line, const Field& field, std::string_view json) {
    if (json.empty()) line.fail(field.value.at, fmt::format("expected a value after {}=", field.name.text));
    json_.value(field.name.text, json, field.name.at);
  }

  void list(const Line& line, const Field& field, const ValueShape& item_shape) {
    json_.open(field.name.text, '[', field.name.at);
    const Values values = valuesOf(line, field.value);
    for (const Word& one : values.list ? values.words : partsOf(line, field.value)) {
      if (!one.text.empty()) json_.value("", asJson(one.text, item_shape), one.at);
    }
    json_.close(field.name.at);
  }

  /// A deck of the cards that the line names is as large as they are.
  void count(const std::vector<Field>& own) {
    const auto has = [&](std::string_view name) {
      return std::any_of(own.begin(), own.end(), [&](const Field& field) { return field.name.text == name; });
    };
    if (introduced_.text.empty()) return;
    const auto names = partsOf(line_, introduced_).size();
    if (has("first") && !has("count")) json_.value("count", std::to_string(names), introduced_.at);
    for (const Field& field : own) {
      if (field.name.text == "count" && field.value.text != std::to_string(names)) {
        line_.fail(field.name.at, fmt::format("the count is {}, but {} cards are named", field.value.text, names));
      }
      if (field.name.text != "first" && (field.name.text != "card" || payload_.text != "cardCreated")) continue;
      const auto text = field.value.text.substr(field.value.text.starts_with('#') ? 1 : 0);
      std::from_chars(text.data(), text.data() + text.size(), first_);
    }
    if (first_ == 0) line_.fail(introduced_.at, fmt::format("{} does not bring cards into the game", payload_.text));
  }

  /// Writes those fields of the envelope that have this name.
  void envelope(std::string_view name, bool is_list) {
    for (const Field& field : envelope_) {
      if (field.name.text != name) continue;
      if (is_list) {
        list(line_, field, {.kind = Kind::integer, .mark = Mark::event});
      } else {
        value(line_, field, field.value.text);
      }
    }
  }

  void context() {
    const bool grouped_only =
        std::all_of(envelope_.begin(), envelope_.end(), [](const Field& field) { return field.name.text == "group"; });
    if (grouped_only && introduced_.text.empty()) return;
    json_.open("context", '{', line_.at);
    for (const auto* name : {"wallClock", "source", "seats"}) envelope(name, false);
    envelope("causes", true);
    identities();
    json_.close(line_.at);
  }

  void identities() {
    const bool known =
        std::any_of(envelope_.begin(), envelope_.end(), [](const Field& field) { return field.name.text == "known"; });
    if (!known && introduced_.text.empty()) return;
    json_.open("identities", '[', line_.at);
    if (!introduced_.text.empty()) {
      auto card = first_;
      for (const Word& key : partsOf(line_, introduced_)) {
        if (key.text != "?") identity(std::to_string(card), key);
        ++card;
      }
    }
    for (const Field& field : envelope_) {
      if (field.name.text != "known") continue;
      const CardSaid known_card = cardSaid(line_, field.value);
      identity(known_card.card.text, known_card.what, known_card.seats.text);
    }
    json_.close(line_.at);
  }

  /// A card's identity: a key of the catalogue, its printed content as JSON, or both: the key of its stand-in.
  /// `seats`: the mask of those that know it now; empty: all.
  void identity(std::string_view card, Word what, std::string_view seats = {}) {
    json_.open("", '{', what.at);
    json_.value("card", card, what.at);
    if (!seats.empty()) json_.value("seats", seats, what.at);
    const IdentitySaid known_identity = identitySaid(what);
    if (known_identity.key) {
      keys_.emplace_back(unquoted(line_, *known_identity.key), known_identity.key->at);
      json_.value("definition", asText(known_identity.key->text), known_identity.key->at);
    }
    if (known_identity.printed) json_.value("printed", known_identity.printed->text, known_identity.printed->at);
    json_.close(what.at);
  }

  void changes() {
    if (begins_.empty()) return;
    const Shape& shape = shapeOf(capnp::Schema::from<schema::Change>());
    json_.open("begins", '[', begins_.front().at);
    for (const Line& line : begins_) {
      const auto words = wordsOf(line);
      if (words.empty()) line.fail(line.at, "expected the kind of change that begins");
      json_.open("", '{', line.at);
      json_.value("kind", asText(words.front().text), words.front().at);
      for (const Field& field : fields(line, std::span(words).subspan(1), shape, false)) write(line, field, shape);
      json_.close(line.at);
    }
    json_.close(begins_.front().at);
  }

  const Line& line_;
  const std::vector<Line>& begins_;
  Word introduced_{};
  Word payload_{};
  std::vector<Field> envelope_;
  std::vector<std::pair<std::string, TextPlace>> keys_;
  std::uint32_t first_ = 0;  ///< the number of the first card that is introduced
  Json json_;
};

}  // namespace

EventJson eventJson(const Line& event, const std::vector<Line>& begins) {
  return EventLineWriter(event, begins).event();
}

std::uint32_t readEventLine(const Line& event, const std::vector<Line>& begins, JsonLinesReader& reader,
                            schema::Event::Builder into) {
  const EventJson json = eventJson(event, begins);
  try {
    return reader.event(json.text, 1, into);
  } catch (const BadInput& error) {
    // Said where the word is from which that part of the JSON comes.
    const auto part = std::partition_point(json.places.begin(), json.places.end(),
                                           [&](const auto& one) { return one.first < error.column(); });
    const bool placed = part != json.places.begin();
    event.fail(placed ? std::prev(part)->second : event.at, error.message());
  }
}

}  // namespace docket::notation
