#include "tools/find/player_summary.h"

#include <fmt/format.h>

#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <set>
#include <utility>

#include "engine/fold/recorded_end.h"
#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/nearest.h"
#include "events/text/quoted.h"
#include "store/game_reader.h"
#include "store/naming.h"
#include "tools/find/archive_question.h"
#include "tools/find/point_cache.h"

namespace docket::find {
namespace {

constexpr std::size_t kMaxNamesShown = 5;

std::string resultFor(const std::optional<RecordedEnd>& end, Seat seat) {
  if (!end) return {};
  if (end->everybody == schema::Everybody::WINS || hasSeat(end->winners, seat)) return "won";
  return end->everybody == schema::Everybody::LOSES || end->winners != 0 ? "lost" : "drawn";
}

bool concerns(const FoundPoint& point, Seat seat) {
  if (point.is_undone) return false;
  return point.kind == FoundPoint::Kind::ruling ||
         ((point.kind == FoundPoint::Kind::finding || point.kind == FoundPoint::Kind::penalty) && point.player == seat);
}

void count(const PlayedGame& game, PlayerSummary& summary) {
  ++summary.results[game.result];
  for (const FoundPoint& point : game.points) {
    if (point.kind == FoundPoint::Kind::penalty) ++summary.penalties[game.event][point.words.front()];
    for (const std::string& clause : point.clauses) {
      ClauseCounts& counts = summary.clauses[clause];
      if (point.kind == FoundPoint::Kind::ruling) {
        ++counts.rulings[point.words.front()];
      } else {
        ++(point.is_certain ? counts.findings : counts.possible);
      }
      counts.latest = fmt::format("{}@{}", game.game, point.event);
    }
  }
}

PlayedGame playedGame(const GameEntry& entry, Seat seat, const OpenGame& game, PointCache& cache) {
  PlayedGame played{.game = entry.id,
                    .event = entry.event,
                    .date = entry.date,
                    .round = entry.round,
                    .table = entry.table,
                    .seat = seat,
                    .result = resultFor(recordedEnd(game.events(), game.last()), seat)};
  for (std::size_t i = 0; i < entry.players.size(); ++i) {
    if (i + 1 != seat) played.opponents.push_back(entry.players[i]);
  }
  for (FoundPoint& point : cache.of(game)) {
    if (concerns(point, seat)) played.points.push_back(std::move(point));
  }
  return played;
}

}  // namespace

Games gamesOfPlayer(const Archive& archive, std::string_view part) {
  Games games;
  std::optional<std::string> name;  // they come by name
  bool passes = false;
  forEachPlayer(archive, [&](const std::string& one, std::uint32_t game) {
    if (one != name) passes = isPartOfName(part, name.emplace(one));
    if (passes) games.add(game);
  });
  return games;
}

std::set<std::string> playerNames(const Archive& archive) {
  std::set<std::string> all;
  forEachPlayer(archive, [&](const std::string& one, std::uint32_t) {
    if (!one.empty()) all.insert(all.end(), one);
  });
  return all;
}

std::string playerNamed(const Archive& archive, std::string_view name) {
  const std::set<std::string> all = playerNames(archive);
  std::set<std::string> meant;
  if (all.contains(std::string(name))) return std::string(name);
  for (const std::string& one : all) {
    if (isPartOfName(name, one)) meant.insert(one);
  }
  if (meant.size() == 1) return *meant.begin();
  if (meant.empty())
    throw BadInput(fmt::format("no game has a player {}{}", docket::quoted(name), didYouMean(name, all)));
  std::string list;
  std::size_t shown = 0;
  for (const std::string& one : meant) {
    if (shown++ == kMaxNamesShown) break;
    list += (list.empty() ? "" : ", ") + docket::quoted(one);
  }
  throw BadInput(fmt::format("{} players have {} in their names: {}{}", meant.size(), docket::quoted(name), list,
                             meant.size() > kMaxNamesShown ? ", ..." : ""));
}

PlayerSummary summaryOf(GameLoader& loader, GameFilter filter, const std::string& player,
                        const std::function<void(std::size_t)>& progress) {
  PlayerSummary summary{.player = player};
  const Archive& archive = loader.archive();
  const auto replaced = replacedRecords(archive);
  PointCache cache(archive);
  const std::string opponent = std::exchange(filter.player, player);
  for (const GameEntry& entry : archive.list(filter)) {
    if (!entry.parent.empty() || replaced.contains(entry.id)) continue;
    if (!opponent.empty() && !ranges::contains(entry.players, opponent)) continue;
    progress(summary.games.size());
    const auto found = ranges::find(entry.players, player);
    const auto seat = static_cast<Seat>(found - entry.players.begin() + 1);
    try {
      summary.games.push_back(playedGame(entry, seat, loader.game(exactName(entry.id)), cache));
      count(summary.games.back(), summary);
    } catch (const DamagedArchive& damaged) {
      summary.damaged.push_back(fmt::format("{}: {}", entry.id, damaged.what()));
    }
  }
  cache.store();
  return summary;
}

}  // namespace docket::find
