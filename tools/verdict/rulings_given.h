// The judges' decisions in a game: rulings with their verdicts and lines of appeal, and matters of discretion.
// Invariant: a discretionary decision is listed with its judge and folded; it never gets a verdict.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/verdict/verdict.h"
#include "tools/words/turn_labels.h"

namespace docket {

/// A rewind, a correction, a penalty, extra time, a waived obligation.
struct Discretion {
  schema::Event::Which kind{};
  std::string_view word;  ///< for its kind: "rewind", "correction", ...
  EventNumber event = 0;  ///< where it was given
  /// The event gone back to, the corrected event, or the trigger of a waived obligation; 0: none.
  EventNumber about = 0;
  Seat player = 0;      ///< the penalised player
  std::string what;     ///< as the transcript says it
  std::string undone;   ///< what a rewind undoes (rewindWords)
  std::string penalty;  ///< "warning"
  std::string judge, note;
  bool corrected = false;  ///< a later correction marks this as recorded wrongly
};

struct RulingsGiven {
  std::string game, event, match, date;  ///< match: what its games have in common
  std::vector<std::string> players;      ///< by seat
  std::vector<RulingVerdict> rulings;    ///< each ruling followed by those that replace it
  std::vector<Discretion> discretion;
};

/// The matters of discretion in a game, in the order of the events.
[[nodiscard]] std::vector<Discretion> discretionIn(const OpenGame& game);

/// What a rewind from the table after event `from` to that after event `to` undoes, in one sentence: "the game
/// continues after event 11 (Turn 3, Aiko), and 2 events are undone: event 12 (Aiko draws Iron Blade) and event 13
/// (...)". Statements of judges and recorders do not count: they are kept.
[[nodiscard]] std::string rewindWords(const OpenGame& game, const TurnLabels& turn_labels, EventNumber from,
                                      EventNumber to);

/// The decisions of one game, with recomputed verdicts.
[[nodiscard]] RulingsGiven rulingsGiven(const OpenGame& game);

/// The number of each penalty by player name.
using PenaltySums = std::map<std::string, std::map<std::string, unsigned>>;
/// Adds the penalties of a game. A rewind does not remove a penalty; one that was recorded wrongly does not count.
void addPenalties(const RulingsGiven& game, PenaltySums& sums);

}  // namespace docket
