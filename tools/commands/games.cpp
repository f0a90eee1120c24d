// docket games: lists the games of the archive.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "engine/fold/events_of.h"
#include "engine/fold/recorded_end.h"
#include "events/digest.h"
#include "events/game_id.h"
#include "events/json/json_writer.h"
#include "store/archive.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket {
namespace {

constexpr std::string_view kGamesHelp =
    R"(Lists games by date and id, with players, ruleset, number of events and, if known,
event, match, round, table and winner. Options filter the list; a game must match
all of them. Records that were corrected are listed only with --replaced: GAME@1 is
the first record of GAME, GAME@2 its correction.)";

constexpr std::string_view kGamesExamples =
    R"(  docket games
  docket games --player "Alex Ng" --since 2011-01-01
  docket games --event "Summer Court" --round 3)";

/// A game, with its end by its events.
struct ListedGame {
  GameEntry entry;
  std::optional<RecordedEnd> end;
};

void writeWinner(JsonWriter& json, const std::optional<RecordedEnd>& end) {
  if (!end) {
    json.memberNull("winner");
  } else if (end->everybody == schema::Everybody::WINS) {
    json.member("winner", "everybody");
  } else {
    writeSeats(json, "winner", end->winners);
  }
}

std::string gameEntryJson(const ListedGame& listed, const std::optional<std::string>& replaced_by) {
  const GameEntry& game = listed.entry;
  JsonWriter json;
  json.object().member("game", game.id).member("event", game.event).member("match", game.match);
  json.memberOrNull("round", game.round).memberOrNull("table", game.table);
  json.memberOrNull("gameOfMatch", game.game_of_match);
  json.member("date", game.date).list("players", game.players);
  writeWinner(json, listed.end);
  json.member("ruleset", game.ruleset).member("version", game.ruleset_version).member("events", game.count);
  json.member("sealed", game.sealed).member("head", hex(game.head));
  if (game.parent.empty()) {
    json.memberNull("parent").memberNull("partedAt");
  } else {
    json.member("parent", game.parent).member("partedAt", game.parted_at);
  }
  const auto replaces = replacedId(game.id);
  json.memberOrNull("replaces", replaces).member("replacedBy", replaced_by);
  return json.end().text();
}

/// The other record of the same game that replaces this one, or that this one replaces.
std::string replacementWords(const GameEntry& game, const Archive& archive) {
  if (const auto newer = replacedBy(archive, game.id)) return "  replaced by " + printable(*newer);
  const auto replaces = replacedId(game.id);
  return replaces.empty() ? std::string() : "  replaces " + printable(exactName(replaces));
}

/// "  Open 2026, round 3, table 7", as far as it is known.
std::string tournamentWords(const GameEntry& game) {
  std::string words = game.event;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : ", ") + word; };
  if (!game.match.empty()) add("match " + game.match);
  if (game.round != 0) add(fmt::format("round {}", game.round));
  if (game.table != 0) add(fmt::format("table {}", game.table));
  if (game.game_of_match != 0) add(fmt::format("game {}", game.game_of_match));
  return words.empty() ? words : "  " + printable(words);
}

/// "  Ako won", "  Ako and Bo won", "  nobody won"; empty if the record says no end.
std::string winnerWords(const ListedGame& listed) {
  if (!listed.end) return {};
  if (listed.end->everybody != schema::Everybody::NO)
    return listed.end->everybody == schema::Everybody::WINS ? "  all won" : "  all lost";
  const auto& players = listed.entry.players;
  std::vector<std::string> names;
  for (Seats winners = listed.end->winners; winners != 0; winners = otherSeats(winners)) {
    const Seat winner = firstSeat(winners);
    const bool has_name = winner <= players.size() && !players[winner - 1U].empty();
    names.push_back(has_name ? printable(players[winner - 1U]) : Words::seat(winner));
  }
  return fmt::format("  {} won", names.empty() ? "nobody" : fmt::format("{}", fmt::join(names, " and ")));
}

void printGames(const Archive& archive, const std::vector<ListedGame>& games, Streams& streams) {
  std::size_t id_columns = 0;
  std::size_t players_columns = 0;
  std::vector<std::string> players;
  for (const auto& [game, end] : games) {
    std::string all;
    for (const auto& player : game.players) {
      if (!all.empty()) all += " - ";
      all += player.empty() ? "(erased)" : printable(player);
    }
    id_columns = std::max(id_columns, columnsOf(game.id));
    players_columns = std::max(players_columns, columnsOf(all));
    players.push_back(std::move(all));
  }
  // A long name pushes its own row to the right, and not those of all others off a narrow terminal.
  id_columns = std::min(id_columns, rowColumns() / 4);
  players_columns = std::min(players_columns, rowColumns() / 4);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameEntry& game = games[i].entry;
    const auto state = game.count > game.sealed ? styled(streams.colour, Style::warning, "  live") : std::string();
    const auto branch = game.parent.empty()
                            ? std::string()
                            : fmt::format("  branch of {} after event {}", printable(game.parent), game.parted_at);
    streams.out << tableRow(fmt::format("{}  {}  {}  {:>6} events  {}{}{}{}{}{}",
                                        styled(streams.colour, Style::name, padded(printable(game.id), id_columns)),
                                        padded(printable(game.date), 10), padded(players[i], players_columns),
                                        game.count, printable(fmt::format("{} {}", game.ruleset, game.ruleset_version)),
                                        tournamentWords(game), winnerWords(games[i]), branch,
                                        replacementWords(game, archive), state));
  }
  std::uint64_t events = 0;
  for (const auto& game : games) events += game.entry.count;
  streams.out << fmt::format("{}, {}\n", counted(games.size(), "game"), counted(events, "event"));
}

int runGames(const Arguments& arguments, Streams& streams) {
  const auto filter = selectionOf(arguments);
  const auto archive = Archive::open(arguments.archive(), Access::read);
  GameReader reader(archive);
  std::vector<ListedGame> games;
  AnswerList list(streams.out, "games");
  bool any = false;
  archive.list(filter, [&](const GameEntry& game) {
    const auto replaced_by = replacedBy(archive, game.id);
    if (replaced_by && !arguments.has("replaced")) return true;
    any = true;
    const Game opened = reader.open(game.number);
    const ListedGame listed{.entry = game, .end = recordedEnd(EventsOf(opened), opened.count())};
    if (arguments.json()) {
      list.item(gameEntryJson(listed, replaced_by));
    } else {
      games.push_back(listed);
    }
    return true;
  });
  arguments.json() ? list.end() : printGames(archive, games, streams);
  if (any) return kAgrees;
  if (const std::string unknown = unknownNameIn(filter, archive); !unknown.empty())
    streams.err << "docket games: " << printable(unknown) << '\n';
  return kAgrees;
}

}  // namespace

Command gamesCommand() {
  return {.name = "games",
          .words = {},
          .summary = "list the games of the archive",
          .help = kGamesHelp,
          .examples = kGamesExamples,
          .options = withSelection({{.name = "replaced", .value = {}, .help = "list replaced records too"}}),
          .run = runGames,
          .uses_pager = true};
}

}  // namespace docket
