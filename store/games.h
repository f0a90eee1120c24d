// The list of an archive's games: what is listed of each, and by what it is found.
// Invariant: it is written in the batch that writes the game, so that neither is ever there without the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/event.capnp.h"
#include "store/types.h"

namespace docket {

class Game;

/// What the header of a branch says as its source; its source digest is the parent's head after the last event that
/// the two share.
inline constexpr std::string_view kBranchSource = "branch";

struct GameEntry {
  std::string id;
  std::uint32_t number = 0;  ///< as Game::number()
  std::string event;         ///< the tournament or series; this, what follows and players also by the game's label
  std::string match;
  std::uint32_t round = 0, table = 0, game_of_match = 0;  ///< 0 unknown
  std::string date;                                       ///< YYYY-MM-DD or empty
  std::vector<std::string> players;
  std::string ruleset;
  std::string ruleset_version;
  std::uint32_t count = 0;   ///< of its events
  std::uint32_t sealed = 0;  ///< of its events
  Bytes32 head{};
  std::string parent;           ///< of a branch; empty for any other game
  std::uint32_t parted_at = 0;  ///< the last event that it shares with its parent
  std::uint8_t account = 0;     ///< the seat of the player who tells it so; 0 nobody
};

/// A game is listed where every field that is set agrees. Comparisons are of bytes.
struct GameFilter {
  std::string id_prefix;
  std::string player;  ///< any of the players, by the whole name
  std::string event;
  std::uint32_t round = 0;  ///< of the event; 0: every round
  std::string date_from;    ///< the first date that is listed
  std::string date_to;      ///< the last one; games without a date are listed only where neither is set
  std::string ruleset;
  std::string ruleset_version;  ///< needs `ruleset`
  std::size_t most = SIZE_MAX;  ///< no more than so many games
};

/// Whether the filter lets the game through, all of its conditions but `most` regarded. What its label says counts
/// where its header leaves it open.
[[nodiscard]] bool passes(const GameFilter& filter, const Game& game);

struct ArchiveTotals {
  std::uint64_t games = 0;
  std::uint64_t events = 0;
};

}  // namespace docket
