#include "store/log/logged_games.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "events/log/leaf.h"
#include "store/database.h"
#include "store/game_reader.h"
#include "store/log/log.h"
#include "store/log/log_rows.h"

namespace docket {

namespace {

/// The games with numbers from `from` up to, but not including, `to` whose first leaf is one of `first` to `last`.
std::vector<LoggedGame> gamesAmong(const detail::Database& database, std::uint64_t from, std::uint64_t to,
                                   std::uint64_t first, std::uint64_t last, std::uint64_t size) {
  std::vector<LoggedGame> games;
  LoggedGame game;
  const auto keep = [&] {
    if (game.count != 0 && game.leaf >= first && game.leaf <= last) games.push_back(game);
  };
  const auto sample_key = detail::segmentLeafKey(0, 0);
  const auto rows = database.iterator(detail::Family::games);
  std::string begin;
  detail::appendBig32(begin, static_cast<std::uint32_t>(from));
  for (rows->Seek(begin); rows->Valid(); rows->Next()) {
    const auto key = detail::view(rows->key()), value = detail::view(rows->value());
    if (key.size() < begin.size() || detail::readBig32(key) >= to) break;
    if (key.size() != sample_key.size() || key[4] != sample_key[4] || value.size() != sizeof(std::uint64_t)) continue;
    const auto leaf = detail::readBig64(value);
    if (leaf >= size) continue;
    const auto number = detail::readBig32(key);
    if (number != game.number) {
      keep();
      game = {.leaf = leaf, .number = number};
    }
    game.last_leaf = leaf;
    game.count = detail::readBig32(key.substr(sizeof number + 1));
  }
  detail::require(rows->status(), database.path(), "reading the games' leaves");
  keep();
  return games;
}

/// The number of leaves that begin a game or its replacement; each is the first leaf of one game.
std::uint64_t beginningsIn(const Log& log, std::uint64_t first, std::uint64_t end) {
  std::uint64_t count = 0;
  log.forEachLeaf(first, [&](std::uint64_t number, const std::vector<std::uint8_t>& bytes) {
    if (number >= end) return false;
    const auto leaf = leafOf(bytes);
    const auto* game = std::get_if<GameLeaf>(&leaf);
    if (game != nullptr && game->kind != LeafKind::laterSegment) ++count;
    return true;
  });
  return count;
}

/// One more than the highest number of a game.
std::uint64_t endOfNumbers(const detail::Database& database) {
  const auto rows = database.iterator(detail::Family::games);
  rows->SeekToLast();
  detail::require(rows->status(), database.path(), "reading the games' leaves");
  return rows->Valid() && rows->key().size() >= sizeof(std::uint32_t)
             ? std::uint64_t{detail::readBig32(detail::view(rows->key()))} + 1
             : 0;
}

}  // namespace

std::vector<LoggedGame> gamesOfLeaves(const Archive& archive, std::uint64_t first, std::uint64_t last,
                                      std::uint64_t size) {
  const auto held = GameReader::databaseOf(archive);
  const detail::Database& database = *held;
  const auto leaves = detail::logSize(database);
  const auto end = std::min({last < UINT64_MAX ? last + 1 : last, size, leaves});
  if (first >= end) return {};
  // Game numbers roughly follow the order of the leaves. The search begins around the estimated numbers and widens
  // until it has found every game; it reads the rows of all games only if one is missing.
  const auto numbers = endOfNumbers(database);
  const auto likely = [&](std::uint64_t leaf) {
    return static_cast<std::uint64_t>(static_cast<double>(leaf) / static_cast<double>(leaves) *
                                      static_cast<double>(numbers));
  };
  std::vector<LoggedGame> games;
  std::optional<std::uint64_t> beginnings;
  for (std::uint64_t distance = end - first;; distance *= 4) {
    const auto from = likely(first) - std::min(likely(first), distance), to = std::min(likely(end) + distance, numbers);
    games = gamesAmong(database, from, to, first, last, size);
    if (from == 0 && to == numbers) break;
    if (!beginnings) beginnings = beginningsIn(archive.log(), first, end);
    if (games.size() == *beginnings) break;
  }
  std::sort(games.begin(), games.end(),
            [](const LoggedGame& one, const LoggedGame& other) { return one.leaf < other.leaf; });
  return games;
}

}  // namespace docket
