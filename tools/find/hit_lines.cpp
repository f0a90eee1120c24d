#include "tools/find/hit_lines.h"

#include <utility>

#include "events/json/json_writer.h"
#include "events/text/printable.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"

namespace docket::find {
namespace {

void writePoint(JsonWriter& json, const FoundPoint& point) {
  json.object("point").member("kind", static_cast<unsigned>(point.kind)).member("event", point.event);
  json.member("isCertain", point.is_certain).member("isUndone", point.is_undone);
  json.member("player", static_cast<unsigned>(point.player)).member("what", point.what).list("words", point.words);
  json.list("clauses", point.clauses).member("limit", point.limit).member("card", point.card);
  json.member("judge", point.judge).end();
}

/// The kind of hit with that name, with static lifetime; empty if there is none.
std::optional<std::string_view> hitKind(std::string_view word) {
  for (const std::string_view own : {"state", "game"}) {
    if (word == own) return own;
  }
  for (std::uint8_t kind = 0; kind < static_cast<std::uint8_t>(FoundPoint::Kind::count_); ++kind) {
    const auto own = kindWord(static_cast<FoundPoint::Kind>(kind));
    if (word == own) return own;
  }
  return std::nullopt;
}

/// Makes texts safe to show: a line can come from anywhere.
std::vector<std::string> allPrintable(std::vector<std::string> texts) {
  for (std::string& text : texts) text = printable(text);
  return texts;
}

}  // namespace

std::string searchLine(std::uint64_t leaf, std::string_view game, const std::vector<Hit>& hits,
                       std::string_view damage) {
  JsonWriter json;
  json.object().object("search").member("leaf", leaf).member("game", game).list("hits");
  for (const Hit& hit : hits) {
    json.object().member("event", hit.event).member("last", hit.last).member("isCertain", hit.is_certain);
    json.member("kind", hit.kind).member("when", hit.when).list("why", hit.why);
    writePoint(json, hit.point);
    json.end();
  }
  return json.end().member("damage", damage).end().end().text();
}

std::optional<std::vector<Hit>> hitsOf(schema::RangeLine::Search::Reader line) {
  std::vector<Hit> hits;
  for (const auto from : line.getHits()) {
    const auto kind = hitKind(view(from.getKind()));
    auto point = pointOf(from.getPoint());
    if (!kind || !point) return std::nullopt;
    point->limit = printable(point->limit);
    point->words = allPrintable(std::move(point->words));
    hits.push_back({.event = from.getEvent(),
                    .last = from.getLast(),
                    .is_certain = from.getIsCertain(),
                    .kind = *kind,
                    .when = printable(view(from.getWhen())),
                    .point = std::move(*point),
                    .why = allPrintable(textsOf(from.getWhy()))});
  }
  return hits;
}

}  // namespace docket::find
