#include "tools/site/facts_text.h"

#include <simdjson.h>

#include <concepts>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "events/json/json_writer.h"

namespace docket::site {
namespace {

namespace dom = simdjson::dom;

/// The members of a JSON object, each with the field that has its value.
constexpr auto membersOf(const Participant&) {
  return std::tuple(std::pair{"number", &Participant::number}, std::pair{"name", &Participant::name},
                    std::pair{"won", &Participant::won});
}
constexpr auto membersOf(const PagePoint&) {
  return std::tuple(std::pair{"kind", &PagePoint::kind}, std::pair{"event", &PagePoint::event},
                    std::pair{"tag", &PagePoint::tag}, std::pair{"text", &PagePoint::text},
                    std::pair{"notation", &PagePoint::notation}, std::pair{"why", &PagePoint::why},
                    std::pair{"by", &PagePoint::by}, std::pair{"note", &PagePoint::note},
                    std::pair{"replacedBy", &PagePoint::replaced_by}, std::pair{"stands", &PagePoint::stands},
                    std::pair{"cites", &PagePoint::cites});
}
constexpr auto membersOf(const ClauseCited&) {
  return std::tuple(std::pair{"id", &ClauseCited::id}, std::pair{"gist", &ClauseCited::gist});
}
constexpr auto membersOf(const GameFacts&) {
  return std::tuple(std::pair{"key", &GameFacts::key}, std::pair{"tag", &GameFacts::tag},
                    std::pair{"name", &GameFacts::name}, std::pair{"event", &GameFacts::event},
                    std::pair{"match", &GameFacts::match}, std::pair{"date", &GameFacts::date},
                    std::pair{"format", &GameFacts::format}, std::pair{"round", &GameFacts::round},
                    std::pair{"table", &GameFacts::table}, std::pair{"gameOfMatch", &GameFacts::game_of_match},
                    std::pair{"ruleset", &GameFacts::ruleset}, std::pair{"rulesetVersion", &GameFacts::ruleset_version},
                    std::pair{"events", &GameFacts::events}, std::pair{"live", &GameFacts::live},
                    std::pair{"outcome", &GameFacts::outcome}, std::pair{"grade", &GameFacts::grade},
                    std::pair{"parent", &GameFacts::parent}, std::pair{"differsInPast", &GameFacts::differs_in_past},
                    std::pair{"partedAt", &GameFacts::parted_at}, std::pair{"findings", &GameFacts::findings},
                    std::pair{"rulings", &GameFacts::rulings}, std::pair{"players", &GameFacts::players},
                    std::pair{"points", &GameFacts::points}, std::pair{"clauses", &GameFacts::clauses},
                    std::pair{"cards", &GameFacts::cards}, std::pair{"bytes", &GameFacts::page_bytes});
}

template <class Value>
void write(JsonWriter& json, const Value& value) {
  if constexpr (requires { json.item(value); }) {
    json.item(value);
  } else if constexpr (std::is_enum_v<Value>) {
    json.item(static_cast<int>(value));
  } else if constexpr (requires { value.begin(); }) {
    json.list();
    for (const auto& one : value) write(json, one);
    json.end();
  } else {
    json.object();
    std::apply([&](auto... member) { (write(json.key(member.first), value.*member.second), ...); }, membersOf(value));
    json.end();
  }
}

template <class Value>
void read(const dom::element& from, Value& value) {
  if constexpr (std::same_as<Value, std::string>) {
    value = std::string_view(from.get_string());
  } else if constexpr (std::same_as<Value, bool>) {
    value = from.get_bool();
  } else if constexpr (std::same_as<Value, PagePoint::Kind>) {
    value = static_cast<PagePoint::Kind>(from.get_uint64().value() % 3);
  } else if constexpr (std::unsigned_integral<Value>) {
    const std::uint64_t number = from.get_uint64();
    if (number > std::numeric_limits<Value>::max()) throw std::out_of_range("a number of the facts");
    value = static_cast<Value>(number);
  } else if constexpr (requires { value.emplace_back(); }) {
    for (const dom::element one : from.get_array()) read(one, value.emplace_back());
  } else {
    std::apply([&](auto... member) { (read(from[member.first], value.*member.second), ...); }, membersOf(value));
  }
}

}  // namespace

std::string lineOf(const GameFacts& facts) {
  JsonWriter json;
  write(json, facts);
  return std::move(json).take();
}

std::optional<GameFacts> readFacts(std::string_view line) {
  try {
    dom::parser parser;
    const simdjson::padded_string padded(line);
    GameFacts facts;
    read(parser.parse(padded), facts);
    return facts;
  } catch (const simdjson::simdjson_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

}  // namespace docket::site
