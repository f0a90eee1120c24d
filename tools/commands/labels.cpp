#include "tools/commands/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/transform.hpp>

#include "events/errors.h"
#include "events/game_label.h"
#include "events/text/quoted.h"
#include "events/validate.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::uint32_t kMaxOfLabel = 1'000'000;
constexpr std::array<Option, 6> kLabelOptions{{
    {.name = "event", .value = "NAME", .help = "tournament or series"},
    {.name = "match", .value = "NAME", .help = "match"},
    {.name = "round", .value = "N", .help = "round of the tournament", .least = 1, .most = kMaxOfLabel},
    {.name = "table", .value = "N", .help = "table", .least = 1, .most = kMaxOfLabel},
    {.name = "game-of-match", .value = "N", .help = "number of the game in its match", .least = 1, .most = kMaxOfLabel},
    {.name = "pairings", .value = "FILE", .help = "a CSV file with a row for each game"},
}};

std::string labelText(const Arguments& arguments, std::string_view option) {
  const std::string text = arguments.value(option).value_or("");
  if (text.size() > kMaxNameBytes)
    throw BadInput(fmt::format("--{}: a text of {} bytes; the maximum is {}", option, text.size(), kMaxNameBytes));
  return text;
}

/// "t9.yrpX", or "t9.yrpX" and "g1"
std::string aboutWords(const PairingRow& row) {
  const auto names = row.about | ranges::views::transform([](const std::string& one) { return docket::quoted(one); }) |
                     ranges::to<std::vector<std::string>>;
  return fmt::format("{}", fmt::join(names, " and "));
}

/// The field as people call it: "game of the match" for "gameOfMatch", "P1" for "players[0]".
std::string fieldWords(const std::string& field) {
  if (field == "gameOfMatch") return "game of the match";
  if (field.starts_with("players[")) return fmt::format("P{}", std::stoi(field.substr(8)) + 1);
  return field;
}

}  // namespace

void noteLine(Streams& streams, std::string_view what, std::string_view words) {
  streams.out.flush();  // the line follows those on standard output
  streams.err << styled(streams.colour, Style::warning, padded(what, 9)) << "  " << printable(words) << '\n';
}

std::vector<Option> withLabels(std::vector<Option> own, bool taking_back) {
  for (Option option : kLabelOptions) {
    if (taking_back) option.least = 0;
    own.push_back(option);
  }
  return own;
}

Option recordedByOption() { return {.name = "recorded-by", .value = "NAME", .help = "who recorded it (repeatable)"}; }

std::vector<std::string> recordersIn(const Arguments& arguments) {
  const auto& names = arguments.values("recorded-by");
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kMaxNameBytes)
      throw BadInput(fmt::format("--recorded-by: expected a name of 1 to {} bytes", kMaxNameBytes));
  }
  return names;
}

void noteRecorders(Archive& archive, std::string_view game, const std::vector<std::string>& names, EventNumber first,
                   EventNumber last) {
  if (names.empty()) return;
  NewLabel changed{.game = game, .label = archive.game(game).label()};
  for (const std::string& name : names) addRecordedBy(changed.label, name, first, last);
  archive.label({&changed, 1});
}

Labelling labellingOf(const Arguments& arguments) {
  Labelling labelling{.of_all = {.event = labelText(arguments, "event"),
                                 .match = labelText(arguments, "match"),
                                 .round = arguments.number("round").value_or(0),
                                 .table = arguments.number("table").value_or(0),
                                 .game_of_match = arguments.number("game-of-match").value_or(0)}};
  if (const auto file = arguments.value("pairings")) labelling.pairings = std::make_shared<const Pairings>(*file);
  return labelling;
}

void printConflicts(std::string_view game, const LabelledGame& label, Streams& streams) {
  for (const auto& [what, by] : label.conflicts)
    noteLine(streams, "conflict",
             fmt::format("{}: {}: the record says {}, {} says {}; the record is kept", game, fieldWords(what.field),
                         what.recorded, by, what.in_label));
}

void writeConflicts(JsonWriter& json, const LabelledGame& label) {
  json.list("conflicts");
  for (const auto& [what, by] : label.conflicts) {
    json.object().member("field", what.field).member("recorded", what.recorded).member("said", what.in_label);
    json.member("by", by).end();
  }
  json.end();
}

void writeLabel(JsonWriter& json, const GameLabel& label) {
  GameLabel shown = label;
  shown.erased_seats = 0;
  shown.recorded_by.clear();
  if (shown.empty()) {
    json.memberNull("label");
    return;
  }
  json.object("label").member("event", label.event).member("match", label.match);
  json.memberOrNull("round", label.round).memberOrNull("table", label.table);
  json.memberOrNull("gameOfMatch", label.game_of_match);
  json.list("players", label.players).end();
}

std::string labelWords(const GameLabel& label) {
  std::vector<std::string> words;
  if (!label.event.empty()) words.push_back(label.event);
  if (!label.match.empty()) words.push_back("match " + label.match);
  if (label.round != 0) words.push_back(fmt::format("round {}", label.round));
  if (label.table != 0) words.push_back(fmt::format("table {}", label.table));
  if (label.game_of_match != 0) words.push_back(fmt::format("game {}", label.game_of_match));
  for (std::size_t i = 0; i < label.players.size(); ++i) {
    if (!label.players[i].empty()) words.push_back(fmt::format("P{} {}", i + 1, label.players[i]));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

void LabelReport::add(std::string_view game, const LabelledGame& label) {
  conflicts_ += label.conflicts.size();
  if (label.row != nullptr) used_.insert(label.row);
  if (label.lacks_row && ++without_row_ == 1) first_without_row_ = game;
}

void LabelReport::refused(const std::filesystem::path& file) {
  if (pairings_ == nullptr) return;
  for (const PairingRow* row : pairings_->rowsAbout(file)) used_.insert(row);
}

std::vector<const PairingRow*> LabelReport::rowsWithoutGame() const {
  std::vector<const PairingRow*> rows;
  if (pairings_ == nullptr) return rows;
  for (const PairingRow& row : pairings_->rows()) {
    if (!used_.contains(&row)) rows.push_back(&row);
  }
  return rows;
}

bool LabelReport::allAgree() const { return conflicts_ == 0 && without_row_ == 0 && rowsWithoutGame().empty(); }

void LabelReport::print(Streams& streams) const {
  if (pairings_ == nullptr) return;
  for (const std::string& note : pairings_->notes()) noteLine(streams, "note", note);
  if (without_row_ != 0)
    noteLine(streams, "no row",
             fmt::format("{} has no row for {}{}", pairings_->file(), first_without_row_,
                         without_row_ == 1 ? "" : fmt::format(" and {}", counted(without_row_ - 1, "other game"))));
  constexpr std::size_t kMax = 20;
  const auto rows = rowsWithoutGame();
  for (std::size_t i = 0; i < std::min(kMax, rows.size()); ++i)
    noteLine(streams, "no game",
             fmt::format("{}: no game matches {}", pairings_->placeOf(*rows[i]), aboutWords(*rows[i])));
  if (rows.size() > kMax) noteLine(streams, "no game", fmt::format("and {} more rows", rows.size() - kMax));
}

void LabelReport::writeSums(JsonWriter& json) const {
  json.member("conflicts", conflicts_).member("withoutRow", without_row_).list("rowsWithoutGame");
  for (const PairingRow* row : rowsWithoutGame()) {
    json.object().member("line", row->line).list("about", row->about).end();
  }
  json.end();
}

}  // namespace docket
