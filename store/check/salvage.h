// Salvages an archive that has lost its newest events: what is lost, and the decision to continue without it.
// Invariant: an accepted loss is recorded in the archive permanently, before the evidence of it is removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "store/check/salvage_decision.h"
#include "store/games.h"

namespace docket {

/// Acknowledged data that is missing.
struct LostPart {
  std::string game;              ///< empty: does not belong to a single game
  std::uint32_t first_lost = 0;  ///< the first lost event; 0: the whole game, or something other than a game
  std::uint32_t last_lost = 0;
  std::string what;
};

struct Salvage {
  std::vector<LostPart> lost;
  ArchiveTotals left;  ///< the rest; if ACKNOWLEDGED cannot be read, known only afterwards
};

/// The losses that salvaging the archive would accept; changes nothing. Empty: nothing is lost. Throws DamagedArchive
/// if tables are damaged, which no decision repairs.
[[nodiscard]] Salvage salvageable(const std::filesystem::path& archive);

/// Accepts the losses, and records that in the archive, with who decided it. Throws like Archive::open(), and BadInput
/// if one of the two texts is not a single line of at most kMaxDecisionBytes.
Salvage salvage(const std::filesystem::path& archive, const SalvageDecision& decision);
inline constexpr std::size_t kMaxDecisionBytes = 1000;

namespace detail {

class Database;
struct Loss;

/// Records, in a database that is about to record, that these losses are accepted; durable on return.
void recordSalvage(const Database& database, const std::vector<Loss>& losses, const SalvageDecision& decision);
/// A line for each time that losses were accepted, oldest first.
[[nodiscard]] std::vector<std::string> salvagesOf(const Database& database);

}  // namespace detail
}  // namespace docket
