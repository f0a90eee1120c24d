// The simulated games, whole. How many are read: a part of them, or all if DOCKET_WITNESS is "all".
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "tests/marvel/cards.h"
#include "tests/witness/lines.h"

namespace docket::marvel {

using witness::Object;

/// A game: its lines, the first one being about the whole of it.
struct SimulatedGame {
  std::string lines;
  /// Its abilities that were begun and not carried out, by the simulator's numbers. A card that was played counts
  /// as played, whatever became of it.
  [[nodiscard]] std::set<std::int64_t> notCarriedOut() const;
  void forEachLine(const std::function<void(const Object&)>& read) const { witness::forEachLine(lines, read); }
};

/// Calls for each game. Throws if a file is damaged.
void forEachGame(const std::function<void(const SimulatedGame&)>& play);

/// Plays each game on its own table: `Table(rules, first line, not carried out, more...)`, then `line(line)` for
/// each of its lines, then `finish()`. Gives how many games there were.
template <class Table, class... More>
std::size_t playEachGame(const GameRules& rules, More&... more) {
  std::size_t games = 0;
  forEachGame([&](const SimulatedGame& game) {
    const auto skipped = game.notCarriedOut();
    std::unique_ptr<Table> table;
    game.forEachLine([&](const Object& line) {
      if (table == nullptr) {
        table = std::make_unique<Table>(rules, line, skipped, more...);
      } else {
        table->line(line);
      }
    });
    table->finish();
    ++games;
  });
  return games;
}

}  // namespace docket::marvel
