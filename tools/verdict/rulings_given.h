// What judges did in a game: rulings with their verdicts and lines of appeal, and what is a matter of discretion.
// Invariant: discretion is attributed and its consequences are followed by the fold; it is never called wrong.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/verdict/verdict.h"

namespace docket {

/// A rewind, a correction, a penalty, extra time, a waived obligation.
struct Discretion {
  enum class Kind : std::uint8_t { rewind, correction, penalty, time, waiver };
  Kind kind{};
  EventNumber event = 0;  ///< where it was given
  EventNumber about = 0;  ///< gone back to, corrected, the trigger of what is waived; 0 none
  Seat player = 0;        ///< who is penalised
  std::string what;       ///< as the transcript says it
  std::string penalty;    ///< "warning"
  std::string judge, note;
  bool corrected = false;  ///< a later correction says that this was recorded wrongly
};

struct RulingsGiven {
  std::string game, event, match, date;  ///< match: what its games have in common
  std::vector<std::string> players;      ///< by seat
  std::vector<RulingVerdict> rulings;    ///< each ruling followed by those that replace it
  std::vector<Discretion> discretion;
};

/// What is a matter of discretion in a game, in the order of the events.
[[nodiscard]] std::vector<Discretion> discretionIn(const OpenGame& game);

/// Of one game, verdicts recomputed.
[[nodiscard]] RulingsGiven rulingsGiven(const OpenGame& game);

/// How many of each penalty each player was given, by name.
using PenaltySums = std::map<std::string, std::map<std::string, unsigned>>;
/// Adds those of a game. A penalty stands where play was rewound; one that was recorded wrongly does not count.
void addPenalties(const RulingsGiven& game, PenaltySums& sums);

/// "rewind", "correction", ...
[[nodiscard]] std::string_view discretionWord(Discretion::Kind kind);

}  // namespace docket
