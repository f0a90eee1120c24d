// The games of an archive folded under two sets of rules, by all cores, and what differs.
// Invariant: what comes out depends on the games and the documents alone: not on the number of threads, nor on whether
// the run was interrupted. Memory grows with what differs, not with the games.
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

namespace docket::lab {

/// What is compared. A side without a ruleset or without a catalogue is as each game is pinned.
struct RegressionPlan {
  std::optional<HeldDocument> from, to, from_cards, to_cards;
  GameFilter filter{};            ///< of the games
  std::set<std::string> games{};  ///< only these; empty: all that the filter lets through
  std::size_t threads = 1;
  std::optional<std::filesystem::path> journal{};
  bool everything = false;  ///< games are folded too that the change cannot reach
};

struct RegressionResult {
  std::uint64_t games = 0, events = 0;  ///< folded
  std::uint64_t skipped = 0;            ///< games of other rulesets
  /// Games that the change cannot reach (reach.h), which were not folded: those that have none of the changed cards,
  /// and where the rules change, those that asked nothing of what changes.
  std::uint64_t left_out = 0, unasked = 0;
  std::vector<DifferenceLine> differences{};  ///< by game, in the order in which the games came, then by event
  std::vector<std::string> damaged{};         ///< games that could not be read, and why
  /// Rules that cannot be compiled with the cards of some games, and of how many: these were not compared.
  std::map<std::string, std::uint64_t> unfit{};
  std::map<std::string, std::string> gists{};  ///< of the parts of causes: what clauses say, what cards are
  std::map<std::string, std::vector<ChangedWords>> words{};  ///< of those parts of causes that are cards: what they say
  std::map<std::string, UnreachedChange> unreached{};        ///< changes by which nothing came out otherwise
  std::set<std::string> unreached_cards{};                   ///< the keys of changed cards by which nothing did
};

/// Called from time to time with how many games are done and how many there are.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Which of these games a run of the plan compares: those that it selects and that both sides can read. A game that is
/// in the archive no longer is one of all games.
[[nodiscard]] std::set<std::string> comparedOf(const Archive& archive, const RegressionPlan& plan,
                                               const std::set<std::string>& games);

/// Runs it. Throws BadInput where the journal is another run's.
[[nodiscard]] RegressionResult regress(const Archive& archive, const RegressionPlan& plan, const Progress& progress);

}  // namespace docket::lab
