// docket games: lists the games of the archive.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "events/digest.h"
#include "events/json_writer.h"
#include "store/archive.h"
#include "tools/commands/command.h"
#include "tools/commands/selection.h"
#include "tools/io/json_answer.h"
#include "tools/render/text.h"

namespace docket {
namespace {

constexpr std::string_view kHelp =
    R"(Lists the games of the archive by date and then by id, those for which every option that is given holds.

A branch names its parent and the last event that the two share.

--json: an item for each game, {"game","event","date","players":[],"ruleset","version","events","sealed","head","parent",
"partedAt"}; the game is live while "sealed" is less than "events"; "parent" and "partedAt" are null but for a branch.

Examples:
  docket games
  docket games --player "Alex Ng" --since 2011-01-01 --until 2011-12-31
  docket games --ruleset yugioh --json)";

std::string jsonOf(const GameEntry& game) {
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
  return json.end().text();
}

void printTable(const std::vector<GameEntry>& games, Streams& streams) {
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
  for (std::size_t i = 0; i < games.size(); ++i) {
    const auto& game = games[i];
    const auto state = game.count > game.sealed ? styled(streams.colour, Style::warning, "  live") : std::string();
    const auto branch = game.parent.empty()
                            ? std::string()
                            : fmt::format("  branch of {} after event {}", printable(game.parent), game.parted_at);
    streams.out << fmt::format("{}  {}  {}  {:>6} events  {}{}{}{}\n",
                               styled(streams.colour, Style::name, padded(printable(game.id), id_columns)),
                               padded(printable(game.date), 10), padded(players[i], players_columns), game.count,
                               printable(fmt::format("{} {}", game.ruleset, game.ruleset_version)),
                               game.event.empty() ? "" : "  " + printable(game.event), branch, state);
  }
  std::uint64_t events = 0;
  for (const auto& game : games) events += game.count;
  streams.out << fmt::format("{}, {}\n", counted(games.size(), "game"), counted(events, "event"));
}

int run(const Arguments& arguments, Streams& streams) {
  const auto filter = selectionOf(arguments);
  const auto archive = Archive::open(arguments.archive(), Access::read);
  if (arguments.json()) {
    AnswerList games(streams.out, "games");
    archive.list(filter, [&](const GameEntry& game) {
      games.item(jsonOf(game));
      return true;
    });
    games.end();
    return 0;
  }
  printTable(archive.list(filter), streams);
  return 0;
}

}  // namespace

Command gamesCommand() {
  return {.name = "games",
          .words = {},
          .summary = "list the games of the archive",
          .help = kHelp,
          .options = withSelection({}),
          .run = run};
}

}  // namespace docket
