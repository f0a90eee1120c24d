#include "tools/site/facts_text.h"

#include <simdjson.h>

#include <concepts>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "events/json/json_writer.h"

namespace docket::site {
namespace {

namespace dom = simdjson::dom;

/// A member of a JSON object, and the field that has its value.
template <class Of, class Value>
struct MemberOf {
  const char* name;
  Value Of::*field;
};

constexpr auto membersOf(const Participant&) {
  return std::tuple(MemberOf{"number", &Participant::number}, MemberOf{"name", &Participant::name},
                    MemberOf{"won", &Participant::won});
}
constexpr auto membersOf(const PagePoint&) {
  return std::tuple(MemberOf{"kind", &PagePoint::kind}, MemberOf{"event", &PagePoint::event},
                    MemberOf{"tag", &PagePoint::tag}, MemberOf{"text", &PagePoint::text},
                    MemberOf{"notation", &PagePoint::notation}, MemberOf{"why", &PagePoint::why},
                    MemberOf{"by", &PagePoint::by}, MemberOf{"note", &PagePoint::note},
                    MemberOf{"replacedBy", &PagePoint::replaced_by}, MemberOf{"stands", &PagePoint::stands},
                    MemberOf{"cites", &PagePoint::cites});
}
constexpr auto membersOf(const ClauseCited&) {
  return std::tuple(MemberOf{"id", &ClauseCited::id}, MemberOf{"gist", &ClauseCited::gist});
}
constexpr auto membersOf(const GameFacts&) {
  return std::tuple(MemberOf{"key", &GameFacts::key}, MemberOf{"tag", &GameFacts::tag},
                    MemberOf{"name", &GameFacts::name}, MemberOf{"event", &GameFacts::event},
                    MemberOf{"match", &GameFacts::match}, MemberOf{"date", &GameFacts::date},
                    MemberOf{"format", &GameFacts::format}, MemberOf{"round", &GameFacts::round},
                    MemberOf{"table", &GameFacts::table}, MemberOf{"gameOfMatch", &GameFacts::game_of_match},
                    MemberOf{"ruleset", &GameFacts::ruleset}, MemberOf{"rulesetVersion", &GameFacts::ruleset_version},
                    MemberOf{"events", &GameFacts::events}, MemberOf{"live", &GameFacts::live},
                    MemberOf{"outcome", &GameFacts::outcome}, MemberOf{"grade", &GameFacts::grade},
                    MemberOf{"parent", &GameFacts::parent}, MemberOf{"differsInPast", &GameFacts::differs_in_past},
                    MemberOf{"partedAt", &GameFacts::parted_at}, MemberOf{"findings", &GameFacts::findings},
                    MemberOf{"rulings", &GameFacts::rulings}, MemberOf{"players", &GameFacts::players},
                    MemberOf{"points", &GameFacts::points}, MemberOf{"clauses", &GameFacts::clauses},
                    MemberOf{"cards", &GameFacts::cards}, MemberOf{"bytes", &GameFacts::page_bytes});
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
    std::apply([&](auto... member) { (write(json.key(member.name), value.*member.field), ...); }, membersOf(value));
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
    std::apply([&](auto... member) { (read(from[member.name], value.*member.field), ...); }, membersOf(value));
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
