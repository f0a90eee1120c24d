// docket games: lists the games of the archive.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "events/digest.h"
#include "events/game_id.h"
#include "events/json_writer.h"
#include "store/archive.h"
#include "store/naming.h"
#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/io/json_answer.h"
#include "tools/render/layout.h"
#include "tools/render/page_width.h"
#include "tools/render/text.h"

namespace docket {
namespace {

constexpr std::string_view kGamesHelp =
    R"(Lists the games of the archive by date and then by id, those for which every option that is given holds.

A branch names its parent and the last event that the two share. A record that a corrected one replaces is listed with
--replaced only; the corrected one is GAME@2, and GAME means it.

--json: an item for each game, {"game","event","date","players":[],"ruleset","version","events","sealed","head","parent",
"partedAt","replaces","replacedBy"}; the game is live while "sealed" is less than "events"; "parent" and "partedAt" are
null but for a branch, the last two but for a record that replaces another or is replaced.

Examples:
  docket games
  docket games --player "Alex Ng" --since 2011-01-01 --until 2011-12-31
  docket games --ruleset yugioh --json)";

std::string gameEntryJson(const GameEntry& game, const std::optional<std::string>& replaced_by) {
  JsonWriter json;
  json.object().member("game", game.id).member("event", game.event).member("date", game.date).list("players");
  for (const auto& player : game.players) json.item(player);
  json.end().member("ruleset", game.ruleset).member("version", game.ruleset_version).member("events", game.count);
  json.member("sealed", game.sealed).member("head", hex(game.head));
  if (game.parent.empty()) {
    json.memberNull("parent").memberNull("partedAt");
  } else {
    json.member("parent", game.parent).member("partedAt", game.parted_at);
  }
  const auto replaces = replacedId(game.id);
  replaces.empty() ? json.memberNull("replaces") : json.member("replaces", replaces);
  replaced_by ? json.member("replacedBy", *replaced_by) : json.memberNull("replacedBy");
  return json.end().text();
}

/// What is said of a record beside another one of its game.
std::string replacementWords(const GameEntry& game, const Archive& archive) {
  if (const auto newer = replacedBy(archive, game.id)) return "  replaced by " + printable(*newer);
  const auto replaces = replacedId(game.id);
  return replaces.empty() ? std::string() : "  replaces " + printable(exactName(replaces));
}

void printGames(const Archive& archive, const std::vector<GameEntry>& games, Streams& streams) {
  std::size_t id_columns = 0;
  std::size_t players_columns = 0;
  std::vector<std::string> players;
  for (const auto& game : games) {
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
    const auto& game = games[i];
    const auto state = game.count > game.sealed ? styled(streams.colour, Style::warning, "  live") : std::string();
    const auto branch = game.parent.empty()
                            ? std::string()
                            : fmt::format("  branch of {} after event {}", printable(game.parent), game.parted_at);
    streams.out << tableRow(fmt::format("{}  {}  {}  {:>6} events  {}{}{}{}{}",
                                        styled(streams.colour, Style::name, padded(printable(game.id), id_columns)),
                                        padded(printable(game.date), 10), padded(players[i], players_columns),
                                        game.count, printable(fmt::format("{} {}", game.ruleset, game.ruleset_version)),
                                        game.event.empty() ? "" : "  " + printable(game.event), branch,
                                        replacementWords(game, archive), state));
  }
  std::uint64_t events = 0;
  for (const auto& game : games) events += game.count;
  streams.out << fmt::format("{}, {}\n", counted(games.size(), "game"), counted(events, "event"));
}

int runGames(const Arguments& arguments, Streams& streams) {
  const auto filter = selectionOf(arguments);
  const auto archive = Archive::open(arguments.archive(), Access::read);
  std::vector<GameEntry> games;
  AnswerList list(streams.out, "games");
  bool any = false;
  archive.list(filter, [&](const GameEntry& game) {
    const auto replaced_by = replacedBy(archive, game.id);
    if (replaced_by && !arguments.has("replaced")) return true;
    any = true;
    if (arguments.json()) {
      list.item(gameEntryJson(game, replaced_by));
    } else {
      games.push_back(game);
    }
    return true;
  });
  arguments.json() ? list.end() : printGames(archive, games, streams);
  if (any) return 0;
  if (const std::string unknown = unknownNameIn(filter, archive); !unknown.empty())
    streams.err << "docket games: " << printable(unknown) << '\n';
  return 0;
}

}  // namespace

Command gamesCommand() {
  return {.name = "games",
          .words = {},
          .summary = "list the games of the archive",
          .help = kGamesHelp,
          .options =
              withSelection({{.name = "replaced", .value = {}, .help = "also records that a corrected one replaces"}}),
          .run = runGames,
          .is_read_at_length = true};
}

}  // namespace docket
