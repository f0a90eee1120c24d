// An entry of the list of games, and the filter for it.
// Invariant: a game's row is written in the same batch as the game, so that neither exists without the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "schemas/event.capnp.h"

namespace docket {

class Game;

/// The source in the header of a branch; its source digest is the parent's head after the last shared event.
inline constexpr std::string_view kBranchSource = "branch";

struct GameEntry {
  std::string id;
  std::uint32_t number = 0;  ///< Game::number()
  /// The tournament or series; like the following fields and players, may come from the game's label.
  std::string event;
  std::string match;
  std::uint32_t round = 0, table = 0, game_of_match = 0;  ///< 0: unknown
  std::string date;                                       ///< YYYY-MM-DD or empty
  std::vector<std::string> players;
  std::string ruleset;
  std::string ruleset_version;
  std::uint32_t count = 0;   ///< the number of its events
  std::uint32_t sealed = 0;  ///< the number of its sealed events
  Digest head{};
  std::string parent;           ///< of a branch; empty for any other game
  std::uint32_t parted_at = 0;  ///< the last event that it shares with its parent
  std::uint8_t account = 0;     ///< the seat of the player whose account it is; 0: none
};

/// A game passes if every field that is set agrees. Comparisons are bytewise.
struct GameFilter {
  std::string id_prefix;
  std::string player;  ///< the full name of any of the players
  std::string event;
  std::uint32_t round = 0;  ///< the round of the event; 0: every round
  std::string date_from;    ///< the first date to list
  std::string date_to;      ///< the last date to list; games without a date are listed only if neither is set
  std::string ruleset;
  std::string ruleset_version;       ///< needs `ruleset`
  std::size_t max_games = SIZE_MAX;  ///< the maximum number of games
};

/// True if the game meets all conditions of the filter except `max_games`. Its label counts for fields that its header
/// leaves open.
[[nodiscard]] bool passes(const GameFilter& filter, const Game& game);

struct ArchiveTotals {
  std::uint64_t games = 0;
  std::uint64_t events = 0;
};

}  // namespace docket
