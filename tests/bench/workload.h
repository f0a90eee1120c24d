// The neutral workload (shared/bench/workload.mjs defines its game, its packed form and its hashes) as recordings of
// Docket: each of its events is one event of Docket, after a setup of two.
// Invariant: event k of a packed game is event k + kSetupEvents of its recording; k = 0, the setup, is the last of
// those two.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/query/acts/finding.h"
#include "engine/rules/catalogue.h"
#include "engine/rules/ruleset.h"
#include "events/recording.h"

namespace docket::workload {

inline constexpr std::uint32_t kCards = 80;  ///< of both players; card c of the workload has number c + 1
inline constexpr std::uint32_t kTitles = 20;
inline constexpr std::uint32_t kSetupEvents = 2;  ///< the decks of the two players

/// The kinds of events, as the packed form numbers them.
enum class Type : std::uint8_t {
  setup,
  turn,
  phase,
  draw,
  reshuffle,
  play,
  stat,
  minimum,
  maximum,
  activate,
  effect,
  negate,
  attach,
  control,
  discard,
  counter,
};

enum class Until : std::uint8_t { phase, turn, permanent };

/// An event as it is packed: 16 bytes, little-endian.
struct PackedEvent {
  Type type;
  Until until;
  std::uint8_t player;  ///< 0 or 1
  std::uint8_t card;
  std::uint8_t target;  ///< or host
  std::int8_t amount;
  std::uint8_t phase;  ///< in kPhases
  std::uint8_t padding;
  std::uint32_t sequence;
  std::uint32_t game;
};
static_assert(sizeof(PackedEvent) == 16);

/// The initial state of a game.
struct PackedSetup {
  std::array<std::uint8_t, kTitles> base;  ///< the Force that is printed on each title
  std::array<std::uint8_t, kCards> title;  ///< of each card
  std::array<std::uint8_t, 4> padding;
};
static_assert(sizeof(PackedSetup) == 104);

inline constexpr std::array<const char*, 6> kPhases{"none", "draw", "main1", "battle", "main2", "end"};

/// A generated workload, read from BASE.bin and BASE.probes.
class Workload {
 public:
  /// Throws BadInput if a file is missing or is not what the generator writes.
  explicit Workload(const std::filesystem::path& base);

  [[nodiscard]] std::uint32_t games() const { return static_cast<std::uint32_t>(setups_.size()); }
  [[nodiscard]] std::uint32_t eventsPerGame() const { return per_game_; }
  [[nodiscard]] const PackedSetup& setup(std::uint32_t game) const { return setups_[game]; }
  [[nodiscard]] std::span<const PackedEvent> events(std::uint32_t game) const {
    return std::span(events_).subspan(std::size_t{game} * per_game_, per_game_);
  }
  /// Points of games (game, event of it) whose state is asked for at random.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& probes() const { return probes_; }

 private:
  std::uint32_t per_game_ = 0;
  std::vector<PackedSetup> setups_;
  std::vector<PackedEvent> events_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> probes_;
};

/// The number that a title has in the packed form. Throws BadInput for any other text.
std::uint32_t titleNumber(std::string_view title);

/// The id that a game of the workload has in an archive.
std::string gameId(std::uint32_t game);

/// A game as a recording, pinned to the ruleset's name.
Recording record(const PackedSetup& setup, std::span<const PackedEvent> events, const std::string& id);

/// The workload's ruleset (workload_ruleset.json), compiled.
Ruleset readRuleset();
/// The workload's cards: each title with each Force that can be printed on it.
Catalogue makeCatalogue(const Ruleset& ruleset);

/// True if an event breaks a rule. That control changes here without a cause is the workload's.
bool breaksARule(const std::vector<Finding>& findings);

}  // namespace docket::workload
