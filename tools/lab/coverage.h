// Measures which rules and cards the games of an archive exercise. A clause is exercised if a game has another result
// without it: the game was folded with the clause switched off, and something differed. Games that did not consult the
// clause are not folded without it (rules_reach.h).
// Invariant: the result depends on the games and the documents alone. Memory grows with the documents, not with the
// games.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"
#include "tools/ranges/merged_results.h"
#include "tools/ranges/range_run.h"

namespace docket::lab {

struct ClauseCovered {
  std::string id, place, gist;  ///< as in the document
  bool exercised = false;
  std::uint64_t games = 0;    ///< games with another result without it
  std::uint64_t broken = 0;   ///< findings that cite it
  std::uint64_t rulings = 0;  ///< rulings that cite it
};

struct LimitCovered {
  std::string wording{};     ///< as in the document
  std::uint64_t uses = 0;    ///< uses that it counts
  std::uint64_t broken = 0;  ///< uses beyond it

  [[nodiscard]] bool isExercised() const { return uses != 0 || broken != 0; }
};

struct CardCovered {
  std::string title{};
  std::uint64_t games = 0;      ///< games in which it is known to have taken part
  std::uint64_t in_play = 0;    ///< games in which it entered play
  std::uint64_t uses = 0;       ///< plays, activations, triggers
  std::uint64_t most_uses = 0;  ///< in one game

  [[nodiscard]] bool isExercised() const { return in_play != 0 || uses != 0; }
  void add(const CardCovered& other);
};
/// What never happened to a card: "never in a game", "never in play or used", "never used", "never used twice" (in
/// one game, so no limit on it was tried); empty if it was used twice.
[[nodiscard]] std::string_view neverDone(const CardCovered& card);

/// The coverage of one ruleset by its games.
struct RulesCovered {
  std::string name, version;
  std::uint64_t games = 0, events = 0;
  std::uint64_t cached = 0;              ///< games with cached footprints, which were not folded
  std::vector<ClauseCovered> clauses{};  ///< in the order of the document
  std::map<std::string, LimitCovered> limits{};
  std::map<std::string, CardCovered> cards{};  ///< by key: those of the catalogues of these games
};

/// The number of clauses, limits or cards that the games exercise, out of the total.
struct Tally {
  std::size_t exercised = 0, total = 0;
};
[[nodiscard]] Tally tallyOf(const std::vector<ClauseCovered>& clauses);
[[nodiscard]] Tally tallyOf(const std::map<std::string, LimitCovered>& limits);
[[nodiscard]] Tally tallyOf(const std::map<std::string, CardCovered>& cards);

struct Coverage {
  std::vector<RulesCovered> rulesets{};  ///< by name and version; only those of readable games
  std::vector<std::string> damaged{};    ///< games that could not be read, and why
};

struct CoveragePlan {
  GameFilter filter{};
  std::size_t threads = 1;
  bool again = false;  ///< ignore cached footprints
};

/// Measures the games that the filter selects. Stores new footprints unless another process is recording. Throws
/// BadInput if a document cannot be compiled, DamagedArchive if whole games are lost.
[[nodiscard]] Coverage coverageOf(const Archive& archive, const CoveragePlan& plan,
                                  const std::function<void(std::uint64_t, std::uint64_t)>& progress);

/// Writes the counts in the games of a range as lines of its result.
void coverRange(const Archive& archive, const CoveragePlan& plan, const leaf_ranges::RangeRun& run,
                leaf_ranges::ResultWriter& writer, const std::function<void(std::uint64_t, std::uint64_t)>& progress);
/// Throws BadInput if the lines are no counts of the games of their ranges.
void checkCoverage(const Archive& archive, const leaf_ranges::ResultLines& lines);
/// The coverage by the ranges with these lines. Throws BadInput if a line is malformed.
[[nodiscard]] Coverage coverageOf(const Archive& archive, const leaf_ranges::ResultLines& lines);

}  // namespace docket::lab
