// Opens games one after the other, for a pass over many: costs that do not depend on the game are paid once.
// Invariant: it shows the archive as it was on construction, and returns the same games as Archive.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"
#include "store/log/logged_games.h"
#include "store/platform/lending_pool.h"

namespace docket {

/// The id and the number of a game of an archive.
struct NumberedGame {
  std::string id;
  std::uint32_t number = 0;  ///< Game::number()
};

/// Calls `visit` with each player and each game (Game::number()) that the player is in, by name. Players without a name
/// have an empty one. Throws DamagedArchive as EveryGame does.
void forEachPlayer(const Archive& archive,
                   const std::function<void(const std::string& name, std::uint32_t game)>& visit);

/// Only one thread at a time may use it and the games that it opened.
class GameReader {
 public:
  explicit GameReader(const Archive& archive);
  GameReader(GameReader&&) noexcept;
  GameReader& operator=(GameReader&&) noexcept;
  ~GameReader();

  /// The game with a number (Game::number()). Throws DamagedArchive if its rows are missing.
  [[nodiscard]] Game open(std::uint32_t number);
  /// An open game with the events that its last leaf there covers and the head that this leaf gives, whatever was
  /// recorded since. Throws DamagedArchive if the leaf is not this game's, or if the game lacks some of the events.
  [[nodiscard]] static Game asLogged(const Archive& archive, Game game, const LoggedGame& logged);

  /// The database of an archive, for other parts of the store.
  [[nodiscard]] static std::shared_ptr<const detail::Database> databaseOf(const Archive& archive);

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Every game of an archive, in the order of Archive::list(). No game is opened or held, so memory does not depend on
/// the number of games.
class EveryGame {
 public:
  explicit EveryGame(const Archive& archive);
  EveryGame(EveryGame&&) noexcept;
  EveryGame& operator=(EveryGame&&) noexcept;
  ~EveryGame();

  /// The next game; nothing after the last. Throws DamagedArchive if the index is malformed, and after the last game if
  /// more than the ends of games is missing.
  [[nodiscard]] std::optional<NumberedGame> next();
  /// Restarts at the first game. The games are the same, even if games have been recorded meanwhile.
  void beginAgain();

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Readers for several threads. The games that a reader opened must be closed before it returns to the pool.
class GameReaders : public LendingPool<GameReader> {
 public:
  explicit GameReaders(const Archive& archive)
      : LendingPool([&archive] { return std::make_unique<GameReader>(archive); }) {}
};

}  // namespace docket
