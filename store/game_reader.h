// Opens games one after the other, for a pass over many: costs that do not depend on the game are paid once.
// Invariant: it shows the archive as it was on construction, and returns the same games as Archive.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"
#include "store/log/logged_games.h"

namespace docket {

/// The id and the number of a game of an archive.
struct NumberedGame {
  std::string id;
  std::uint32_t number = 0;  ///< Game::number()
};

/// Calls `see` with each player and each game (Game::number()) that the player is in, by name. Players without a name
/// have an empty one. Throws DamagedArchive as EveryGame does.
void forEachPlayer(const Archive& archive, const std::function<void(const std::string& name, std::uint32_t game)>& see);

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

/// A pool of readers for several threads: as many readers as threads are at work.
class GameReaders {
 public:
  explicit GameReaders(const Archive& archive) : archive_(archive) {}
  /// Takes an idle reader.
  [[nodiscard]] GameReader take();
  /// Returns a reader to the pool, once the games that it opened are closed.
  void giveBack(GameReader reader);

 private:
  const Archive& archive_;
  std::mutex taking_;  // guards idle_
  std::vector<GameReader> idle_;
};

}  // namespace docket
