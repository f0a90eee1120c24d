// Which games a question cannot have a hit in, by the index: the facts that a hit needs, found by a conservative
// reading of the question. Invariant: a game that is left out has no hit. Whatever this does not understand narrows
// nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/find/archive_question.h"
#include "tools/find/fact_index.h"

namespace docket::find {

class Narrowing {
 public:
  /// All arguments must outlive it.
  Narrowing(const FactIndex& index, GameLoader& loader, const ArchiveQuestion& question);

  /// True if it can leave out a game.
  [[nodiscard]] bool narrows() const { return !needs_.empty(); }
  /// The part of the index that leaves a game out: "cards", "numbers", ...; empty: none does. `game` must have the
  /// head.
  [[nodiscard]] std::string_view leavesOut(std::uint32_t game, const Bytes32& head) const;

 private:
  struct Need {
    std::string_view by;
    FactLevel level{};
    Games games;  // that can have a hit, of those that are covered
  };
  void addPoints(const PointFilter& filter);
  void addOutcome();
  void addCondition(GameLoader& loader);
  void add(std::string_view by, FactLevel level, Games games) {
    needs_.push_back({.by = by, .level = level, .games = std::move(games)});
  }

  const FactIndex& index_;
  const ArchiveQuestion& question_;
  std::vector<Need> needs_;
};

}  // namespace docket::find
