// A summary of a player across the games of an archive, which a judge reads before upgrading a penalty.
// Invariant: branches and replaced records do not count. What was taken back, corrected or replaced does not count
// either, except that a penalty stays given after a rewind.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "tools/find/points.h"
#include "tools/find/term_index.h"

namespace docket::find {

/// A game of the player.
struct PlayedGame {
  std::string game, event, date;
  std::uint32_t round = 0, table = 0;    ///< 0: unknown
  Seat seat = 0;                         ///< the player's
  std::vector<std::string> opponents{};  ///< by seat
  std::string result;                    ///< "won", "lost", "drawn"; empty: no end is recorded
  std::vector<FoundPoint> points{};      ///< the findings about the player, the rulings, and the player's penalties
};

/// Everything about one clause in all of these games.
struct ClauseCounts {
  std::uint32_t findings = 0;                      ///< certain ones, about acts of the player
  std::uint32_t possible = 0;                      ///< others
  std::map<std::string, std::uint32_t> rulings{};  ///< by verdict, whoever they were about
  std::string latest{};                            ///< GAME@POINT
};

struct PlayerSummary {
  std::string player;
  std::vector<PlayedGame> games{};  ///< by date and id
  std::map<std::string, std::uint32_t> results{};
  std::map<std::string, std::map<std::string, std::uint32_t>> penalties{};  ///< by event, then by kind
  std::map<std::string, ClauseCounts> clauses{};
  std::vector<std::string> damaged{};  ///< games that cannot be read, which are left out
};

/// The games, by their numbers, of players with `part` in their names, whatever the case and the accents.
[[nodiscard]] Games gamesOfPlayer(const Archive& archive, std::string_view part);

/// The names of all players of the archive.
[[nodiscard]] std::set<std::string> playerNames(const Archive& archive);

/// The full name of the one player of the archive that a name means: that very name, else the only one that has it as a
/// part, in any case. Throws BadInput if there is none, with the nearest, or several, with the first of them.
[[nodiscard]] std::string playerNamed(const Archive& archive, std::string_view name);

/// `filter` selects the games; its player is an opponent. `progress` is called with the number of games that were read.
[[nodiscard]] PlayerSummary summaryOf(GameLoader& loader, GameFilter filter, const std::string& player,
                                      const std::function<void(std::size_t)>& progress);

}  // namespace docket::find
