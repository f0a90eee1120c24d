// The games of a site, in the order in which they came into the archive, and the numbers of their players.
#pragma once

#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/site/options.h"
#include "tools/site/people.h"

namespace docket::site {

struct ListedGame {
  std::string id;
  std::string key;  ///< addresses.h
  std::string tag;  ///< covers everything that its pages depend on except text of this program (PageFacts::tag)
  std::string date;
  std::string parent;  ///< for a branch, the key of its parent; empty if that is not on this site
  std::uint32_t parted_at = 0;
  bool live = false;
  std::vector<std::uint32_t> players;  ///< their numbers, by seat
  GameLabel label{};                   ///< the labels given besides the record
};

/// Reads the headers of all games and lists those that `filter` selects. Numbers cover the whole archive, so that a
/// player keeps their number on a site of some of its games. Throws DamagedArchive if games are lost.
[[nodiscard]] std::vector<ListedGame> listGames(const Archive& archive, const GameFilter& filter,
                                                const Options& options);

}  // namespace docket::site
