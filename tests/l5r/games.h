// The games of the log: all of them if DOCKET_WITNESS=all is in the environment, else a few.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "tests/witness/lines.h"

namespace docket::l5r {

/// Each line of the games that are gone through, in order; a game begins with its line of kind "game". One game of
/// `each` is taken, from both series.
inline void forEachLineOfGames(std::string_view file, std::size_t each,
                               const std::function<void(const witness::Object&)>& read) {
  const std::string lines = witness::unpacked(witness::bytesOf(witness::gamesFolder("l5r") / file));
  std::size_t game = 0;
  std::string taken;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line(lines.data() + at, end - at);
    if (line.starts_with("{\"k\":\"game\"") || line.starts_with("{\"k\": \"game\"")) ++game;
    if (witness::takesAll() || game % each == 1 % each) taken.append(line).push_back('\n');
    at = end + 1;
  }
  witness::forEachLine(taken, read);
}

/// Reads each game that is gone through with a `Game` of its own, which is made of its first line and `with`.
template <class Game, class... With>
void playGames(std::string_view file, std::size_t each, With&... with) {
  std::unique_ptr<Game> game;
  forEachLineOfGames(file, each, [&](const witness::Object& line) {
    if (witness::text(line, "k") == "game") {
      game = std::make_unique<Game>(line, with...);
    } else {
      game->read(line);
    }
  });
}

}  // namespace docket::l5r
