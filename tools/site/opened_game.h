// A game of the archive, opened according to the options of a site: as a spectator could see it or whole, with or
// without the names of its people.
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
  /// The people whose names are hidden; null if names are shown.
  [[nodiscard]] const People* people() const { return people_ ? &*people_ : nullptr; }

 private:
  std::optional<People> people_;
  std::optional<OpenGame> game_;
};

/// The name of a game on a site: its id or, if names are hidden, a part of its key.
[[nodiscard]] std::string nameOf(const ListedGame& listed, const Options& options);

}  // namespace docket::site
