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
constexpr auto membersOf(const PageFacts&) {
  return std::tuple(std::pair{"key", &PageFacts::key}, std::pair{"tag", &PageFacts::tag},
                    std::pair{"name", &PageFacts::name}, std::pair{"event", &PageFacts::event},
                    std::pair{"match", &PageFacts::match}, std::pair{"date", &PageFacts::date},
                    std::pair{"format", &PageFacts::format}, std::pair{"round", &PageFacts::round},
                    std::pair{"table", &PageFacts::table}, std::pair{"gameOfMatch", &PageFacts::game_of_match},
                    std::pair{"ruleset", &PageFacts::ruleset}, std::pair{"rulesetVersion", &PageFacts::ruleset_version},
                    std::pair{"events", &PageFacts::events}, std::pair{"live", &PageFacts::live},
                    std::pair{"outcome", &PageFacts::outcome}, std::pair{"grade", &PageFacts::grade},
                    std::pair{"parent", &PageFacts::parent}, std::pair{"differsInPast", &PageFacts::differs_in_past},
                    std::pair{"partedAt", &PageFacts::parted_at}, std::pair{"findings", &PageFacts::findings},
                    std::pair{"rulings", &PageFacts::rulings}, std::pair{"players", &PageFacts::players},
                    std::pair{"points", &PageFacts::points}, std::pair{"clauses", &PageFacts::clauses},
                    std::pair{"cards", &PageFacts::cards}, std::pair{"bytes", &PageFacts::page_bytes});
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

std::string lineOf(const PageFacts& facts) {
  JsonWriter json;
  write(json, facts);
  return std::move(json).take();
}

std::optional<PageFacts> readFacts(std::string_view line) {
  try {
    dom::parser parser;
    const simdjson::padded_string padded(line);
    PageFacts facts;
    read(parser.parse(padded), facts);
    return facts;
  } catch (const simdjson::simdjson_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

}  // namespace docket::site
