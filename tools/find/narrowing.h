// Which games a question cannot have a hit in, by the index: the terms that a hit needs, found by a conservative
// reading of the question.
// Invariant: a game that is left out has no hit. Whatever this does not understand narrows nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/find/archive_question.h"
#include "tools/find/term_index.h"

namespace docket::find {

class Narrowing {
 public:
  /// All arguments must outlive it.
  Narrowing(const TermIndex& index, GameLoader& loader, const ArchiveQuestion& question);

  /// True if it can leave out a game.
  [[nodiscard]] bool narrows() const { return !needs_.empty(); }
  /// The games that can have a hit, of those with a number up to `games`: also those that the index does not cover.
  /// Adds to `left_out` how many others there are, by the part of the index that leaves them out: "cards", "numbers",
  /// ...
  [[nodiscard]] Games candidates(std::uint32_t games, std::map<std::string_view, std::size_t>& left_out) const;

 private:
  struct Need {
    std::string_view by;
    IndexLevel level{};
    Games games;  // the covered games that can have a hit
  };
  void addPoints(const PointFilter& filter);
  void addOutcome();
  void addCondition(GameLoader& loader);
  void add(std::string_view by, IndexLevel level, Games games) {
    needs_.push_back({.by = by, .level = level, .games = std::move(games)});
  }

  const TermIndex& index_;
  const ArchiveQuestion& question_;
  std::vector<Need> needs_;
};

}  // namespace docket::find
