// An archive that has lost its newest events: what is lost, and the decision to go on without it.
// Invariant: a loss that was accepted is in the archive for good, and is there before anything that showed it is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/games.h"

namespace docket {

/// Who decided that a loss is accepted, and why, in their own words. Empty: nobody said.
struct SalvageDecision {
  std::string by, why;
};

/// What was acknowledged and is not there.
struct LostPart {
  std::string game;              ///< empty: not of one game
  std::uint32_t first_lost = 0;  ///< the first event that is lost; 0: the whole game, or something else than a game
  std::uint32_t last_lost = 0;
  std::string what;
};

struct Salvage {
  std::vector<LostPart> lost;
  ArchiveTotals left;  ///< what is the truth from then on; where ACKNOWLEDGED cannot be read, known only afterwards
};

/// What salvaging the archive would accept; changes nothing. Empty: nothing is lost. Throws DamagedArchive where tables
/// of it are damaged, which no decision mends.
[[nodiscard]] Salvage salvageable(const std::filesystem::path& archive);

/// Takes what is left as the truth from now on, and says so in the archive, with whose decision it was. Throws as
/// Archive::open(), and BadInput where one of the two texts is no single line of at most kMostDecisionBytes.
Salvage salvage(const std::filesystem::path& archive, const SalvageDecision& decision);
inline constexpr std::size_t kMostDecisionBytes = 1000;

namespace detail {

class Database;
struct Loss;

/// Of a database that is about to record: keeps that these losses are accepted; durable when it returns.
void keepSalvage(const Database& database, const std::vector<Loss>& losses, const SalvageDecision& decision);
/// A line for each time that losses were accepted, the oldest first.
[[nodiscard]] std::vector<std::string> salvagesOf(const Database& database);

}  // namespace detail
}  // namespace docket
