// Games opened one after the other, for a pass over many: what opening one costs beside its own rows is paid once.
// Invariant: it shows the archive as it was when it was made, and gives the games that Archive gives.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/archive.h"

namespace docket {

/// What a game of an archive is called, and opened by.
struct NumberedGame {
  std::string id;
  std::uint32_t number = 0;  ///< Game::number()
};

/// Used by one thread at a time, and so are the games that it opened.
class GameReader {
 public:
  explicit GameReader(const Archive& archive);
  GameReader(GameReader&&) noexcept;
  GameReader& operator=(GameReader&&) noexcept;
  ~GameReader();

  /// The game of that number (Game::number()). Throws DamagedArchive where its rows are not there.
  [[nodiscard]] Game open(std::uint32_t number);

 private:
  friend class EveryGame;
  /// What an archive reads from, which both hold on to.
  static std::shared_ptr<const detail::Database> databaseOf(const Archive& archive);

  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Every game of an archive, in the order in which Archive::list() gives them. None of them is opened and none is held,
/// so that it takes the same memory however many there are.
class EveryGame {
 public:
  explicit EveryGame(const Archive& archive);
  EveryGame(EveryGame&&) noexcept;
  EveryGame& operator=(EveryGame&&) noexcept;
  ~EveryGame();

  /// The next one; nothing after the last. Throws DamagedArchive where the index is malformed, and after the last where
  /// more is missing than the ends of games.
  [[nodiscard]] std::optional<NumberedGame> next();
  /// The next one is the first again. They are the same games, even where somebody has recorded meanwhile.
  void beginAgain();

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Readers for work by several threads: as many as are at work at once.
class GameReaders {
 public:
  explicit GameReaders(const Archive& archive) : archive_(archive) {}
  /// One that nobody uses.
  [[nodiscard]] GameReader take();
  /// Gives it to others, when the games that it opened are closed.
  void giveBack(GameReader reader);

 private:
  const Archive& archive_;
  std::mutex taking_;  // guards idle_
  std::vector<GameReader> idle_;
};

}  // namespace docket
