// Folds the games of an archive under two rulesets, on all cores, and reports the differences.
// Invariant: the result depends on the games and the documents alone, not on the number of threads or on interruptions.
// Memory grows with the differences, not with the games.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "store/archive.h"
#include "tools/game/documents.h"
#include "tools/lab/change_words.h"
#include "tools/lab/difference_line.h"
#include "tools/ranges/merged_results.h"
#include "tools/ranges/range_run.h"

namespace docket::lab {

/// The options of a comparison. A side without a ruleset or a catalogue uses the one that each game is pinned to.
/// Cards are compared in games of one catalogue only, `from_cards` or else the one with the name of `to_cards`, and in
/// games without a catalogue.
struct RegressionPlan {
  std::optional<HeldDocument> from, to, from_cards, to_cards;
  GameFilter filter{};            ///< of the games
  std::set<std::string> games{};  ///< only these; empty: all that the filter selects
  std::size_t threads = 1;
  std::optional<std::filesystem::path> journal{};
  bool everything = false;  ///< also fold games that the change cannot affect
};

struct RegressionResult {
  std::uint64_t games = 0, events = 0;   ///< folded
  std::uint64_t of_other_documents = 0;  ///< of other rulesets, or of other catalogues than the one that is compared
  // Games that were not folded because the change cannot affect them (reach.h):
  std::uint64_t without_changed_cards = 0;    ///< games without any of the changed cards, if no rules change
  std::uint64_t without_changed_rules = 0;    ///< games that consulted none of the changed rules and have no such card
  std::vector<DifferenceLine> differences{};  ///< by game, in the order in which the games were read, then by event
  std::vector<std::string> damaged{};         ///< games that could not be read, and why
  /// Reasons why the rules do not compile with the cards of some games, with the number of those games; they were not
  /// compared.
  std::map<std::string, std::uint64_t> unfit{};
  std::map<std::string, std::string> gists{};                ///< the gists of clauses and cards, the parts of causes
  std::map<std::string, std::vector<ChangedWords>> words{};  ///< the changed words of cards, likewise
  std::map<std::string, UnreachedChange> unreached{};        ///< changes that made no difference
  std::set<std::string> unreached_cards{};                   ///< the keys of changed cards that made no difference
};

/// Called regularly with the number of finished games and the total.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Writes the comparison of the games of a range as lines of its result. The plan has no games and no journal.
void regressRange(const Archive& archive, const RegressionPlan& plan, const leaf_ranges::RangeRun& run,
                  leaf_ranges::ResultWriter& writer, const Progress& progress);
/// Throws BadInput if the lines are no comparison of the games of their ranges.
void checkRegression(const leaf_ranges::ResultLines& lines);
/// The result of the ranges with these lines. Throws BadInput if a line is malformed.
[[nodiscard]] RegressionResult regressionOf(const Archive& archive, const RegressionPlan& plan,
                                            const leaf_ranges::ResultLines& lines);

/// The games that a run of the plan compares: those that it selects and that both sides can read. A game that is no
/// longer in the archive counts only if the plan selects all games.
[[nodiscard]] std::set<std::string> comparedOf(const Archive& archive, const RegressionPlan& plan,
                                               const std::set<std::string>& games);
/// The compared games of ranges.
[[nodiscard]] std::set<std::string> comparedOf(const Archive& archive, const RegressionPlan& plan,
                                               const leaf_ranges::ResultLines& lines,
                                               const std::set<std::string>& games);

/// Runs the comparison. Throws BadInput if the journal belongs to another run.
[[nodiscard]] RegressionResult regress(const Archive& archive, const RegressionPlan& plan, const Progress& progress);

}  // namespace docket::lab
