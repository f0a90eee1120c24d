// docket player: the games, rulings and penalties of a player across events.
#include <fmt/format.h>

#include <ostream>
#include <range/v3/algorithm/find.hpp>

#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/find/player_summary.h"
#include "tools/game/game_loader.h"
#include "tools/io/json_answer.h"
#include "tools/io/progress.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kPlayerHelp =
    R"(Prints what a judge wants to know of a player before an upgrade: results, penalties by
event and kind, findings about the player's acts and rulings in the player's games by
clause, and the games. NAME is the name, or a part that only one player has, in any
case. Findings and rulings that were taken back or replaced do not count; a penalty
stays after a rewind. Branches and replaced records are left out.

Exit status: 3 if a game of the player is damaged.)";

constexpr std::string_view kPlayerExamples =
    R"(  docket player Aiko
  docket player gus --since 2026-01-01
  docket player Bastien --event "Summer Court")";

std::string countsWords(const std::map<std::string, std::uint32_t>& counts) {
  std::string words;
  for (const auto& [what, count] : counts)
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, clipped(what));
  return words;
}

std::string resultsWords(const find::PlayerSummary& summary) {
  std::map<std::string, std::uint32_t> results = summary.results;
  if (const auto open = results.extract(""); !open.empty()) results["without a recorded end"] = open.mapped();
  return countsWords(results);
}

void printSections(std::ostream& out, const find::PlayerSummary& summary, bool colour) {
  const auto heading = [&](std::string_view text) { out << '\n' << styled(colour, Style::strong, text) << '\n'; };
  heading("Penalties");
  if (summary.penalties.empty()) out << "  none\n";
  std::map<std::string, std::uint32_t> all;
  for (const auto& [event, penalties] : summary.penalties) {
    const std::string name = event.empty() ? std::string("no event") : clipped(event);
    out << paragraph(fmt::format("{}: {}", name, countsWords(penalties)), 2, 4);
    for (const auto& [penalty, count] : penalties) all[penalty] += count;
  }
  if (summary.penalties.size() > 1) out << paragraph("in all: " + countsWords(all), 2, 4);
  heading("By clause");
  if (summary.clauses.empty()) out << "  none\n";
  for (const auto& [clause, counts] : summary.clauses) {
    std::string words = clipped(clause) + ":";
    if (counts.findings != 0) words += fmt::format(" {} illegal,", counts.findings);
    if (counts.possible != 0) words += fmt::format(" {} perhaps illegal,", counts.possible);
    if (!counts.rulings.empty()) words += fmt::format(" rulings: {},", countsWords(counts.rulings));
    out << paragraph(fmt::format("{} latest {}", words, printable(counts.latest)), 2, 4);
  }
  heading("Games");
  for (const find::PlayedGame& game : summary.games) {
    std::string line = styled(colour, Style::name, printable(game.game));
    for (const std::string* part : {&game.date, &game.event}) {
      if (!part->empty()) line += "  " + clipped(*part);
    }
    if (game.round != 0) line += fmt::format(", round {}", game.round);
    std::string opponents;
    for (const std::string& name : game.opponents)
      opponents +=
          (opponents.empty() ? "" : ", ") + (name.empty() ? std::string("a player without a name") : clipped(name));
    if (!opponents.empty()) line += "  against " + opponents;
    if (!game.result.empty()) line += "  " + game.result;
    out << paragraph(line, 2, 4);
    for (const find::FoundPoint& point : game.points) {
      const std::string verdict = point.is_certain || point.kind == find::FoundPoint::Kind::ruling ? "" : "perhaps ";
      out << paragraph(
          fmt::format("event {}: {} ({}{}){}", point.event, clipped(point.what, 200), verdict,
                      clipped(point.words.front()), point.judge.empty() ? "" : ", " + clipped(point.judge)),
          4, 6);
    }
  }
}

void writeCounts(JsonWriter& json, std::string_view name, std::string_view what,
                 const std::map<std::string, std::uint32_t>& counts) {
  json.list(name);
  for (const auto& [one, count] : counts) json.object().member(what, one).member("count", count).end();
  json.end();
}

std::string summaryJson(const find::PlayerSummary& summary) {
  JsonWriter json;
  json.object().member("player", summary.player);
  writeCounts(json, "results", "result", summary.results);
  json.list("penalties");
  for (const auto& [event, penalties] : summary.penalties) {
    json.object().member("event", event);
    writeCounts(json, "kinds", "penalty", penalties);
    json.end();
  }
  json.end().list("clauses");
  for (const auto& [clause, counts] : summary.clauses) {
    json.object().member("clause", clause).member("illegal", counts.findings).member("perhaps", counts.possible);
    writeCounts(json, "rulings", "verdict", counts.rulings);
    json.member("latest", counts.latest).end();
  }
  json.end().list("games");
  for (const find::PlayedGame& game : summary.games) {
    json.object().member("game", game.game).member("date", game.date).member("event", game.event);
    json.member("round", game.round).member("table", game.table).member("seat", static_cast<unsigned>(game.seat));
    json.list("opponents", game.opponents).member("result", game.result).list("points");
    for (const find::FoundPoint& point : game.points) {
      json.object().member("event", point.event).member("kind", find::kindWord(point.kind)).member("what", point.what);
      json.member("verdict", point.words.front()).member("certain", point.is_certain).member("judge", point.judge);
      json.list("clauses", point.clauses).end();
    }
    json.end().end();
  }
  return json.end().list("damaged", summary.damaged).end().text();
}

int runPlayer(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const std::string player = find::playerNamed(loader.archive(), arguments.words().front());
  ProgressLine progress(streams);
  const auto summary = find::summaryOf(loader, selectionOf(arguments), player,
                                       [&](std::size_t games) { progress.show(fmt::format("{} games", games)); });
  progress.wipe();
  for (const std::string& damaged : summary.damaged) streams.err << "docket player: " << printable(damaged) << '\n';
  const int status = summary.damaged.empty() ? kAgrees : kDamaged;
  if (arguments.json()) {
    writeAnswer(streams.out, "player", summaryJson(summary));
    return status;
  }
  const std::string results = resultsWords(summary);
  streams.out << flushRight(styled(streams.colour, Style::strong, clipped(summary.player)),
                            counted(summary.games.size(), "game") + (results.empty() ? "" : ": " + results), 2);
  printSections(streams.out, summary, streams.colour);
  return status;
}

std::vector<Option> playerOptions() {
  std::vector<Option> options = withSelection({});
  ranges::find(options, std::string_view("player"), &Option::name)->help = "only games against this player";
  return options;
}

}  // namespace

Command playerCommand() {
  return {.name = "player",
          .words = "NAME",
          .summary = "show the results, rulings and penalties of a player",
          .help = kPlayerHelp,
          .examples = kPlayerExamples,
          .least_words = 1,
          .most_words = 1,
          .options = playerOptions(),
          .run = runPlayer,
          .uses_pager = true};
}

}  // namespace docket
