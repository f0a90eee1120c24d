// The recorded games of the shared data, and the results of a second replayer, read for the tests in this folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace docket::hearthstone {

/// The entry of a game in index.jsonl.
struct RecordedGame {
  std::string file, mode;
  bool complete = false;
  /// True if it is a game of two with decks of their own, which are imported.
  [[nodiscard]] bool isDuel() const { return mode != "battlegrounds" && mode != "mercenaries" && mode != "puzzle"; }
  int pair = 0;  ///< games with the same number are one game, seen by two; 0 none
};

/// Where the data lies; tests skip if it is missing.
std::filesystem::path dataFolder();
/// The games whose file is there, in the order of the index.
const std::vector<RecordedGame>& recordedGames();
/// The file of a game, as it is in the archive of all.
const std::string& gameFile(const std::string& name);

/// The facts of the cards, a card a line; empty if they are missing.
std::string cardFacts();
/// The cards of which more than one printed value was seen, each with the fields that vary.
const std::map<std::string, std::set<std::string>>& varyingCards();

/// A card in the second replayer at a point of the game; missing values are 0.
struct SeenCard {
  std::uint32_t id = 0;
  std::string card;
  std::int64_t zone = 0, controller = 0, place = 0, type = 0, cost = 0, attack = 0, health = 0, durability = 0;
  std::int64_t damage = 0, armor = 0, exhausted = 0;
  std::set<std::string> on;
};
struct SeenPlayer {
  int seat = 0;
  std::int64_t mana = 0, used = 0, temporary = 0, fatigue = 0, playstate = 0;
};
struct SeenState {
  std::uint64_t element = 0;
  std::int64_t turn = 0;
  std::vector<SeenPlayer> players;
  std::map<std::string, std::int64_t> zone_counts;  ///< by "seat.zone"
  std::vector<SeenCard> cards;
};
/// The states of each game, in their order.
const std::map<std::string, std::vector<SeenState>>& seenStates();

#define SKIP_WITHOUT_GAMES()                                                     \
  if (!std::filesystem::exists(dataFolder() / "games.tar.xz")) {                 \
    GTEST_SKIP() << "NOT TESTED: the recorded games are not at " << dataFolder() \
                 << "; see tests/hearthstone/recorded_games.h";                  \
  }

}  // namespace docket::hearthstone
