#include "tools/site/facts_text.h"

#include <simdjson.h>

#include <limits>
#include <stdexcept>

#include "events/json/json_writer.h"

namespace docket::site {
namespace {

namespace dom = simdjson::dom;

std::string text(const dom::element& object, const char* name) {
  return std::string(std::string_view(object[name].get_string()));
}

template <class Number>
Number jsonNumber(const dom::element& value) {
  const std::uint64_t number = value.get_uint64();
  if (number > std::numeric_limits<Number>::max()) throw std::out_of_range("a number of the facts");
  return static_cast<Number>(number);
}

std::uint32_t number(const dom::element& object, const char* name) {
  return jsonNumber<std::uint32_t>(dom::element(object[name]));
}

std::vector<std::string> texts(const dom::element& object, const char* name) {
  std::vector<std::string> all;
  for (const dom::element one : object[name].get_array()) all.emplace_back(std::string_view(one.get_string()));
  return all;
}

PagePoint pointIn(const dom::element& one) {
  return {.kind = static_cast<PagePoint::Kind>(number(one, "kind") % 3),
          .event = number(one, "event"),
          .tag = text(one, "tag"),
          .text = text(one, "text"),
          .notation = text(one, "notation"),
          .why = text(one, "why"),
          .by = text(one, "by"),
          .note = text(one, "note"),
          .cites = texts(one, "cites"),
          .stands = one["stands"].get_bool(),
          .replaced_by = text(one, "replacedBy")};
}

GameFacts factsIn(const dom::element& one) {
  GameFacts facts{.key = text(one, "key"),
                  .tag = text(one, "tag"),
                  .name = text(one, "name"),
                  .event = text(one, "event"),
                  .match = text(one, "match"),
                  .date = text(one, "date"),
                  .format = text(one, "format"),
                  .round = number(one, "round"),
                  .table = number(one, "table"),
                  .game_of_match = number(one, "gameOfMatch"),
                  .ruleset = text(one, "ruleset"),
                  .ruleset_version = text(one, "rulesetVersion"),
                  .events = number(one, "events"),
                  .live = one["live"].get_bool(),
                  .outcome = text(one, "outcome"),
                  .grade = text(one, "grade"),
                  .differs_in_past = one["differsInPast"].get_bool(),
                  .parent = text(one, "parent"),
                  .parted_at = number(one, "partedAt"),
                  .findings = number(one, "findings"),
                  .rulings = number(one, "rulings")};
  for (const dom::element player : one["players"].get_array()) {
    facts.players.push_back(
        {.number = number(player, "number"), .name = text(player, "name"), .won = player["won"].get_bool()});
  }
  for (const dom::element point : one["points"].get_array()) facts.points.push_back(pointIn(point));
  for (const dom::element clause : one["clauses"].get_array())
    facts.clauses.push_back({.id = text(clause, "id"), .gist = text(clause, "gist")});
  facts.cards = texts(one, "cards");
  for (const dom::element bytes : one["bytes"].get_array())
    facts.page_bytes.push_back(jsonNumber<std::uint64_t>(bytes));
  return facts;
}

void write(JsonWriter& json, const PagePoint& point) {
  json.object().member("kind", static_cast<int>(point.kind)).member("event", point.event).member("tag", point.tag);
  json.member("text", point.text)
      .member("notation", point.notation)
      .member("why", point.why)
      .member("by", point.by)
      .member("note", point.note)
      .member("replacedBy", point.replaced_by);
  json.member("stands", point.stands).list("cites", point.cites).end();
}

}  // namespace

std::string lineOf(const GameFacts& facts) {
  JsonWriter json;
  json.object().member("key", facts.key).member("tag", facts.tag).member("name", facts.name);
  json.member("event", facts.event).member("match", facts.match).member("date", facts.date);
  json.member("format", facts.format).member("round", facts.round).member("table", facts.table);
  json.member("gameOfMatch", facts.game_of_match).member("ruleset", facts.ruleset);
  json.member("rulesetVersion", facts.ruleset_version).member("events", facts.events).member("live", facts.live);
  json.member("outcome", facts.outcome).member("grade", facts.grade).member("parent", facts.parent);
  json.member("differsInPast", facts.differs_in_past);
  json.member("partedAt", facts.parted_at).member("findings", facts.findings).member("rulings", facts.rulings);
  json.list("players");
  for (const Participant& player : facts.players) {
    json.object().member("number", player.number).member("name", player.name).member("won", player.won).end();
  }
  json.end().list("points");
  for (const PagePoint& point : facts.points) write(json, point);
  json.end().list("clauses");
  for (const ClauseCited& clause : facts.clauses)
    json.object().member("id", clause.id).member("gist", clause.gist).end();
  json.end().list("cards", facts.cards).list("bytes", facts.page_bytes);
  return std::move(json.end()).take();
}

std::optional<GameFacts> readFacts(std::string_view line) {
  try {
    dom::parser parser;
    const simdjson::padded_string padded(line);
    const dom::element whole = parser.parse(padded);
    return factsIn(whole);
  } catch (const simdjson::simdjson_error&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

}  // namespace docket::site
