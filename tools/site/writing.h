// Writes an archive as a folder of pages: games by several threads, each read once and given up, then the lists that
// are made of their facts.
// Invariant: a game that has not changed since the last writing is not read again, and an unchanged page is not
// written. A second writing of the same archive thus writes nothing.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>

#include "tools/game/game_loader.h"
#include "tools/site/case_pages.h"
#include "tools/site/folder.h"
#include "tools/site/options.h"

namespace docket::site {

struct Written {
  Folder::Counts files{};
  std::uint64_t games = 0;
  std::uint64_t read = 0;     ///< games that were folded and judged; the others had not changed
  std::uint64_t damaged = 0;  ///< damaged games; their pages say so
  LibraryPages library{};
};

/// `library`: the library of rulings that has pages too, if the options say so. `progress` gets the number of games
/// done and the total. Throws as Folder and Archive do, BadInput if there is no library.
[[nodiscard]] Written writeSite(GameLoader& loader, Folder& folder, const GameFilter& filter, const Options& options,
                                const std::filesystem::path& library, std::size_t jobs,
                                const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace docket::site
