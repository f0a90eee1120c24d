// Precedents: the decisions whose derivation has the shape of a question's. The more steps two derivations share, and
// the fewer decisions have those steps, the nearer they are.
// Invariant: the order depends on the decisions alone, not on threads or on what was kept; there are no floats.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/case_law/decisions.h"

namespace docket::case_law {

/// The place of a decision among all that are known.
using DecisionPlace = std::uint32_t;

/// A precedent of a question.
struct Precedent {
  DecisionPlace place = 0;
  std::uint32_t nearness = 0;         ///< 0 to kSameShape
  std::vector<std::string> shared{};  ///< the steps that both have, the rarest first, at most kMaxShared
};
inline constexpr std::uint32_t kSameShape = 1000;
inline constexpr std::size_t kMaxShared = 5;

/// Decisions, with the weights of their steps.
class DecisionIndex {
 public:
  struct Entry {
    std::string game;
    std::string date;                  ///< of the game; empty: unknown
    Decision decision;                 ///< without its steps
    std::vector<std::uint32_t> steps;  ///< numbers of steps, ascending
  };

  void add(std::string game, std::string date, Decision decision);
  /// Fixes the weights. Call it after the last add().
  void weigh();

  [[nodiscard]] const Entry& entry(DecisionPlace place) const { return entries_[place]; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  /// The nearest decisions among those that `may` admits, the nearest first, then the latest. At most `most`; only
  /// decisions that share a step.
  [[nodiscard]] std::vector<Precedent> nearest(const Steps& question, std::size_t most,
                                               const std::function<bool(const Entry&)>& may) const;
  /// The same by the clauses of the steps alone, each worth the same.
  [[nodiscard]] std::vector<Precedent> nearestByClause(const Steps& question, std::size_t most,
                                                       const std::function<bool(const Entry&)>& may) const;

  /// Rulings on one shape of which some are right and others wrong: they contradict each other. Of these only rulings
  /// that stand count.
  struct Contradiction {
    std::vector<DecisionPlace> right, wrong;
  };
  /// The contradiction among the decisions whose shape is the question's; empty if there is none.
  [[nodiscard]] std::optional<Contradiction> contradiction(const Steps& question,
                                                           const std::function<bool(const Entry&)>& may) const;

 private:
  /// The numbers of the steps that some decision has, ascending; `unknown` is set to how many no decision has.
  [[nodiscard]] std::vector<std::uint32_t> numbersOf(const Steps& steps, std::size_t& unknown) const;
  [[nodiscard]] std::vector<Precedent> ranked(const std::vector<std::uint32_t>& question, std::uint64_t unknown_weight,
                                              const std::vector<std::uint32_t>& weights, std::size_t most,
                                              const std::function<bool(const Entry&)>& may) const;

  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  // of steps
  std::vector<std::string> steps_;                          // by their numbers
  std::vector<std::uint32_t> having_;                       // how many decisions have a step
  std::vector<std::uint32_t> weights_;
};

/// The decisions of an archive: those of each game that is no branch and that no corrected record replaces.
struct ArchiveDecisions {
  DecisionIndex index;
  std::uint64_t games = 0;
  std::uint64_t cached = 0;            ///< of the games: they were not folded
  std::vector<std::string> damaged{};  ///< what is wrong with games that cannot be read
};
/// `progress` gets the number of games done and the total.
[[nodiscard]] ArchiveDecisions decisionsOfArchive(GameLoader& loader, std::size_t threads,
                                                  const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace docket::case_law
