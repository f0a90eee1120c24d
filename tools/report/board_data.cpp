#include "tools/report/board_data.h"

#include "events/text/text_view.h"
#include "tools/report/board_story.h"
#include "tools/report/opening_moves.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// The members "value", the text of the value drawn for each player (0: the player's first value), and "places".
void writeMat(JsonWriter& json, const Ruleset& ruleset, const MatDocument* mat, const Texts& texts) {
  const auto value = mat == nullptr ? std::string_view{} : view(mat->root().getValue());
  json.member("value", texts.find(clipped(value))).list("places");
  for (const auto place : mat == nullptr ? capnp::List<schema::Mat::Place>::Reader() : mat->root().getPlaces()) {
    json.object().member("zone", ruleset.zone(view(place.getZone()))).member("row", unsigned{place.getRow()});
    json.member("column", unsigned{place.getColumn()}).member("columns", unsigned{place.getColumns()});
    json.list("slots", place.getSlots()).end();
  }
  json.end();
}

}  // namespace

void writeTableNames(JsonWriter& json, const OpenGame& game, const MatDocument* mat, const Texts& texts,
                     const ExplanationTable& explanations) {
  const Ruleset& ruleset = game.gameRules().ruleset;
  json.member("viewer", static_cast<unsigned>(game.header().getViewer())).list("players").item("");
  for (const auto player : game.header().getPlayers()) {
    json.item(clipped({player.getName().begin(), player.getName().size()}, 32));
  }
  json.end().list("zones");
  for (const Zone& zone : ruleset.zones) {
    const bool hidden = zone.hides();
    json.list().item(clipped(zone.name)).item(zone.in_play ? 1 : 0).item(hidden ? 1 : 0);
    json.item(zone.kind == schema::Zone::Kind::SLOTS ? 1 : 0).item(zone.kind == schema::Zone::Kind::PILE ? 1 : 0).end();
  }
  json.end();
  writeMat(json, ruleset, mat, texts);
  json.list("stats", ruleset.stats, [](const Stat& stat) { return clipped(stat.name); });
  json.list("shorts", ruleset.stats, [](const Stat& stat) { return clipped(stat.short_name); });
  json.list("orientations", ruleset.orientations, [](const std::string& name) { return clipped(name); });
  json.object("clauses");
  for (const Clause& clause : ruleset.clauses) {
    if (!explanations.cites(clause.id)) continue;
    json.list(clause.id).item(clipped(clause.place, 120)).item(clipped(clause.gist, 400)).end();
  }
  json.end();
}

std::string boardData(const OpenGame& game, const TurnLabels& turn_labels, const State& state, const MatDocument* mat) {
  Texts texts;
  ExplanationTable explanations(texts);
  BoardStory story(game, turn_labels, texts, explanations);
  story.begin(state);
  JsonWriter json;
  json.object().member("events", game.last()).member("from", state.event);
  writeTableNames(json, game, mat, texts, explanations);
  json.list("disputes").end();
  OpeningMoves().write(json);  // a desk asks for the moves of one card when it is tapped
  story.write(json);
  texts.write(json);
  explanations.write(json);
  return json.end().text();
}

}  // namespace docket::report
