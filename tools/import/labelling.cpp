#include "tools/import/labelling.h"

#include <utility>

namespace docket {
namespace {

/// Only what the row says nothing of.
GameLabel besideRow(GameLabel of_all, const GameLabel& row) {
  if (!row.event.empty()) of_all.event.clear();
  if (!row.match.empty()) of_all.match.clear();
  if (row.round != 0) of_all.round = 0;
  if (row.table != 0) of_all.table = 0;
  if (row.game_of_match != 0) of_all.game_of_match = 0;
  return of_all;
}

std::string optionOf(const std::string& field) { return field == "gameOfMatch" ? "--game-of-match" : "--" + field; }

}  // namespace

LabelledGame labelFor(const Labelling& labelling, schema::Header::Reader header, const GameSought& game,
                      const EventSource& events, EventNumber count) {
  LabelledGame labelled;
  GameLabel of_all = labelling.of_all;
  if (labelling.pairings != nullptr) {
    labelled.row = labelling.pairings->rowOf(game);
    labelled.lacks_row = labelled.row == nullptr;
  }
  if (const PairingRow* row = labelled.row) {
    const std::string place = labelling.pairings->placeOf(*row);
    of_all = besideRow(std::move(of_all), row->label);
    ComparedLabel compared = compareLabel(header, row->label);
    const auto end = row->score ? recordedEnd(events, count) : std::nullopt;
    if (const auto conflict = end ? conflictOfResult(*row, compared.seats, *end) : std::nullopt) {
      // Perhaps they sit the other way round, so no seat gets a name by the order of the row.
      if (compared.seated_by_order) compared.adds.players.clear();
      compared.conflicts.push_back(*conflict);
    }
    labelled.adds = std::move(compared.adds);
    for (LabelConflict& one : compared.conflicts) labelled.conflicts.push_back({.what = std::move(one), .by = place});
  }
  ComparedLabel compared = compareLabel(header, of_all);
  labelled.adds.fillFrom(compared.adds);
  for (LabelConflict& one : compared.conflicts) {
    std::string by = optionOf(one.field);
    labelled.conflicts.push_back({.what = std::move(one), .by = std::move(by)});
  }
  return labelled;
}

}  // namespace docket
