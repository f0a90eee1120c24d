// What of the rules and cards the games of an archive exercise, and what they never do. A clause is exercised where a
// game comes out otherwise without it: it was folded with the clause switched off, and something was another. Games
// that consulted nothing of the clause are not folded without it (rules_reach.h).
// Invariant: what comes out depends on the games and the documents alone. Memory grows with the documents, not with the
// games.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "store/archive.h"

namespace docket::lab {

struct ClauseCovered {
  std::string id, place, gist;  ///< as in the document
  bool exercised = false;
  std::uint64_t broken = 0;   ///< findings that cite it
  std::uint64_t rulings = 0;  ///< that cite it
};

struct LimitCovered {
  std::string wording{};     ///< as in the document
  std::uint64_t uses = 0;    ///< that it counts
  std::uint64_t broken = 0;  ///< beyond it

  [[nodiscard]] bool isExercised() const { return uses != 0 || broken != 0; }
};

struct CardCovered {
  std::string title{};
  std::uint64_t games = 0;    ///< in which it is known to have been
  std::uint64_t in_play = 0;  ///< in which it came into play
  std::uint64_t uses = 0;     ///< plays, activations, triggers

  [[nodiscard]] bool isExercised() const { return in_play != 0 || uses != 0; }
};

/// Of the games of one ruleset.
struct RulesCovered {
  std::string name, version;
  std::uint64_t games = 0, events = 0;
  std::uint64_t kept = 0;                ///< of the games: their footprints were kept, so they were not folded
  std::vector<ClauseCovered> clauses{};  ///< in the order of the document
  std::map<std::string, LimitCovered> limits{};
  std::map<std::string, CardCovered> cards{};  ///< by key: those of the catalogues of these games
};

/// How many of the clauses, limits or cards the games exercise.
struct Tally {
  std::size_t exercised = 0, of = 0;
};
[[nodiscard]] Tally tallyOf(const std::vector<ClauseCovered>& clauses);
[[nodiscard]] Tally tallyOf(const std::map<std::string, LimitCovered>& limits);
[[nodiscard]] Tally tallyOf(const std::map<std::string, CardCovered>& cards);

struct Coverage {
  std::vector<RulesCovered> rulesets{};  ///< by name and version; only those of games that could be read
  std::vector<std::string> damaged{};    ///< games that could not be, and why
};

struct CoveragePlan {
  GameFilter filter{};
  std::size_t threads = 1;
  bool again = false;  ///< games are counted anew whose footprints are kept
};

/// Goes through the games that the filter lets through. Footprints that are taken are kept where nobody records. Throws
/// BadInput where a document cannot be compiled, DamagedArchive where whole games are lost.
[[nodiscard]] Coverage coverageOf(const Archive& archive, const CoveragePlan& plan,
                                  const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace docket::lab
