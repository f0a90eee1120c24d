// The acts of recorded duels judged and compared with what the engine offered: each act that it offered or did not
// offer is put to the judge at the point of the record where it was asked for, and counted by kind, by the reason for
// which it was not offered, and by the verdict. The engine's own lists are the truth; Docket's state only says which
// card is meant.
// Invariant: a (turn, card, kind, reason) counts once. The first verdict counts, unless a later one is wrong.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"

namespace docket::edopro {

/// The acts of one row.
struct PlayRow {
  std::size_t count = 0, legal = 0, illegal = 0, undecided = 0;
  std::map<std::string, std::size_t> clauses;  ///< of those called illegal for certain
  std::map<std::string, std::size_t> doubts;   ///< of the undecided ones: a clause, or a kind of doubt
};

/// Recorded results of battle, with those that ATK and DEF give.
struct BattleRow {
  std::size_t recorded = 0, equal = 0, different = 0;  ///< of the others ATK or DEF, or a text, is not known
};

struct PlayTable {
  /// By kind ("Normal Summon"), then "offered" or the reason for which it was not offered.
  std::map<std::pair<std::string, std::string>, PlayRow> rows;
  std::vector<std::string> offered_illegal;  ///< where an act that was offered is called illegal for certain
  std::vector<std::string> played_illegal;   ///< where an act that was done is
  std::vector<std::string> refused_legal;    ///< where an act that was not offered is called legal for certain
  std::map<std::string, std::map<std::string, std::size_t>> texts;  ///< by kind, what cards leave undecided
  BattleRow damage, destroyed;
  std::size_t requests = 0;
  std::vector<std::string> summons_differ;  ///< where the number of Normal Summons used differs from the engine's
  std::size_t summons_equal = 0, summons_asked = 0;  ///< comparisons with the engine's count of Normal Summons
  std::size_t not_found = 0;                         ///< cards that the state does not have there

  /// Adds the acts of a duel. `options`: its file of requests.
  void add(const std::string& duel, const std::filesystem::path& replay, const std::filesystem::path& options,
           const Rules& rules);
  /// The table as text. `places`: how many of the wrong verdicts are listed, each with its place.
  [[nodiscard]] std::string text(std::size_t places) const;
  /// The table of the witnesses' page: acts and reasons with at least 50 cases.
  [[nodiscard]] std::string page() const;
};

}  // namespace docket::edopro
