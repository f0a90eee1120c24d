// A game of the archive opened as a site's options have it: as a spectator could see it or whole, with its people or
// without.
#pragma once

#include <optional>

#include "tools/game/game_loader.h"
#include "tools/site/listing.h"
#include "tools/site/options.h"
#include "tools/site/people.h"
#include "tools/site/shown_record.h"

namespace docket::site {

class OpenedGame {
 public:
  /// Throws as GameLoader::game(). The loader must outlive it.
  OpenedGame(GameLoader& loader, const ListedGame& listed, const Options& options, Claims claims = Claims::all);
  OpenedGame(const OpenedGame&) = delete;
  OpenedGame& operator=(const OpenedGame&) = delete;

  [[nodiscard]] const OpenGame& game() const { return *game_; }
  /// Whose names are not shown; null if names are.
  [[nodiscard]] const People* people() const { return people_ ? &*people_ : nullptr; }

 private:
  std::optional<People> people_;
  std::optional<OpenGame> game_;
};

/// What a site calls a game: its id, or if names are not shown a part of its key.
[[nodiscard]] std::string nameOf(const ListedGame& listed, const Options& options);

}  // namespace docket::site
