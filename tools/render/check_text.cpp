#include "tools/render/check_text.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>

#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {

namespace {

constexpr std::size_t kNameColumns = 11, kStateColumns = 12;

void printLine(std::ostream& out, std::string_view name, std::string_view state, std::string_view means, Style style,
               bool colour) {
  out << tableRow(
      fmt::format("  {}{}{}", padded(name, kNameColumns), styled(colour, style, padded(state, kStateColumns)), means));
}

}  // namespace

void printCheck(std::ostream& out, const CheckReport& report, bool colour) {
  for (const auto& part : report.parts) {
    const auto* const state = !part.checked ? "not checked" : part.whole ? "whole" : "DAMAGED";
    const auto style = part.checked && part.whole ? Style::good : Style::bad;
    printLine(out, part.name, state, part.description, style, colour);
  }
  const bool checked = ranges::any_of(report.parts, &CheckedPart::checked);
  const bool whole = checked && report.games == report.total_games;
  printLine(out, "games",
            !checked ? "not checked"
            : whole  ? "whole"
                     : "DAMAGED",
            checked ? fmt::format("{} of {} whole, with {}: rows, counts, and heads stored and recomputed",
                                  report.games, counted(report.total_games, "game"), counted(report.events, "event"))
                    : "the games: rows, counts, and heads stored and recomputed",
            whole ? Style::good : Style::bad, colour);
  if (!report.damages.empty()) out << '\n' << styled(colour, Style::bad, "Damaged:") << '\n';
  for (const auto& damage : report.damages) out << "  " << printable(damage.what) << '\n';
  if (!report.notes.empty()) out << "\nNotes:\n";
  for (const auto& note : report.notes) out << "  " << printable(note) << '\n';
}

void writeCheck(JsonWriter& json, const CheckReport& report) {
  json.member("whole", report.whole()).member("games", report.games).member("ofGames", report.total_games);
  json.member("events", report.events).list("parts");
  for (const auto& part : report.parts)
    json.object().member("name", part.name).member("looked", part.checked).member("whole", part.whole).end();
  json.end().list("damages");
  for (const auto& damage : report.damages)
    json.object().member("game", damage.game).member("event", damage.first_bad).member("what", damage.what).end();
  json.end().list("notes", report.notes);
}

}  // namespace docket
