#include "store/log/logged_games.h"

#include <algorithm>

#include "store/database.h"
#include "store/game_reader.h"
#include "store/log/log_rows.h"

namespace docket {

std::vector<LoggedGame> gamesOfLeaves(const Archive& archive, std::uint64_t first, std::uint64_t last,
                                      std::uint64_t size) {
  std::vector<LoggedGame> games;
  LoggedGame game;
  const auto keep = [&] {
    if (game.count != 0 && game.leaf >= first && game.leaf <= last) games.push_back(game);
  };
  const auto some = detail::segmentLeafKey(0, 0);
  const auto visit = [&](std::string_view key, std::string_view value) {
    if (key.size() != some.size() || key[4] != some[4] || value.size() != sizeof(std::uint64_t)) return true;
    const auto leaf = detail::wide(value);
    if (leaf >= size) return true;
    const auto number = detail::big(key);
    if (number != game.number) {
      keep();
      game = {.leaf = leaf, .number = number};
    }
    game.last_leaf = leaf;
    game.count = detail::big(key.substr(sizeof number + 1));
    return true;
  };
  GameReader::databaseOf(archive)->forEach(detail::Family::games, "", "reading the games' leaves", visit);
  keep();
  std::sort(games.begin(), games.end(),
            [](const LoggedGame& one, const LoggedGame& other) { return one.leaf < other.leaf; });
  return games;
}

}  // namespace docket
