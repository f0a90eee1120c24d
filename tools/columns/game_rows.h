// The rows of a game in the tables for analysts.
// Invariant: rows agree with the answers of the commands `games`, `verify`, `limits --at` and `trace`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "store/game_reader.h"
#include "tools/columns/tables.h"
#include "tools/game/game_loader.h"
#include "tools/notation/name_resolution.h"

namespace docket::columns {

/// A game that is to be written.
struct GameOfLeaf {
  NumberedGame game;
  std::uint64_t leaf = 0;  ///< its newest leaf of the archive's log
};

class GameTables {
 public:
  /// Both must outlive it.
  GameTables(GameLoader& loader, TableFiles& files) : loader_(loader), reader_(loader.archive()), files_(files) {}

  /// Adds the rows of a game. Returns whether it could be read; of a game that cannot be there is only the row in
  /// `games`, which says why.
  bool add(const GameOfLeaf& game);

 private:
  [[nodiscard]] const notation::Titles& titlesOf(const OpenGame& game);

  GameLoader& loader_;
  GameReader reader_;
  TableFiles& files_;
  std::map<const Catalogue*, notation::Titles> titles_;
};

}  // namespace docket::columns
