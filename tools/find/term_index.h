// The index over the games of an archive: for each term the games that have it, for each number its range in each game.
// It consists of segments, each written once, for games that were imported or indexed together.
// Invariant: a game is covered only if a segment that this program wrote is about its record as it is: the archive says
// which games were written since (written_games.h). Rows that cannot be read cover nothing.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <roaring/roaring.hh>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "events/digest.h"
#include "store/archive.h"
#include "tools/find/index_terms.h"

namespace docket::find {

/// Games by their number in the archive (Game::number()).
using Games = ::Roaring;

/// A larger number, or this one, is read as malformed.
inline constexpr std::uint32_t kMaxGameNumber = 1U << 28U;

/// How the terms of a game were found.
enum class IndexLevel : std::uint8_t {
  table,   ///< folding it
  judged,  ///< judging it too
  count_
};

/// Games for each level.
using GamesByLevel = std::array<Games, static_cast<std::size_t>(IndexLevel::count_)>;

/// Collects the terms of games and writes them as a segment. Thread-safe.
class IndexWriter {
 public:
  /// Adds a game with that number.
  void add(std::uint32_t game, IndexLevel level, const GameTerms& terms);
  /// Adds a row that takeRows() returned elsewhere for games by other numbers: `number_of` gives a game's number here,
  /// 0 to leave it out, and nothing if there is no such game. False if the row is malformed or has such a game; the
  /// rows are then of no use.
  using NumberOf = std::function<std::optional<std::uint32_t>(std::uint32_t)>;
  [[nodiscard]] bool addRow(std::string_view key, std::string_view bytes, const NumberOf& number_of);
  [[nodiscard]] std::size_t games() const;
  /// Returns the rows of a segment and clears them. `events`: how many the archive had when the games were read
  /// (Archive::totals()).
  [[nodiscard]] std::vector<DerivedStore::IndexRow> takeRows(std::uint32_t segment, std::uint64_t events);

 private:
  mutable std::mutex adding_;  // guards what follows
  GamesByLevel covered_;
  std::unordered_map<std::string, Games> terms_;
  std::unordered_map<std::string, std::string> ranges_;  // packed, by key
};

class TermIndex {
 public:
  /// The index as it is stored now. The archive must outlive it.
  explicit TermIndex(const Archive& archive);

  [[nodiscard]] bool isEmpty() const { return segments_.empty(); }
  /// The number that a further segment gets.
  [[nodiscard]] std::uint32_t nextSegment() const { return next_segment_; }
  [[nodiscard]] std::size_t segments() const { return segments_.size(); }
  /// The games of which the terms of a level are known.
  [[nodiscard]] const Games& covered(IndexLevel level) const { return covered_[static_cast<std::size_t>(level)]; }
  /// The covered games that have a term; games that are not covered can be among them.
  [[nodiscard]] Games with(const std::string& term) const;
  /// The games that have a term whose key begins like this and whose name passes.
  template <class Passes>
  [[nodiscard]] Games withAny(const std::string& prefix, const Passes& passes) const {
    Games games;
    forEachTerm(prefix, [&](std::string_view name, const Games& found) {
      if (passes(name)) games |= found;
    });
    return games;
  }
  /// The games in which a number was certainly never between `least` and `most`.
  [[nodiscard]] Games without(const std::string& number, const Range& range) const;
  /// Calls `visit` with the name and the games of each term whose key begins with `prefix`.
  void forEachTerm(const std::string& prefix, const std::function<void(std::string_view, const Games&)>& visit) const;

  /// True if joining it would make it faster: it has many segments, or covers games that were written since.
  [[nodiscard]] bool isScattered() const;
  /// Every row that can be used, with the segments joined into one.
  [[nodiscard]] std::vector<DerivedStore::IndexRow> joined(std::uint32_t segment) const;
  /// The bytes of all rows with their keys, the number of rows, and the number of unreadable rows.
  struct Size {
    std::uint64_t rows = 0, bytes = 0, malformed = 0;
  };
  [[nodiscard]] Size size() const;

 private:
  [[nodiscard]] bool isUsable(std::uint32_t segment) const;

  const Archive& archive_;
  std::vector<std::uint32_t> segments_;  // the segments that this program wrote, ascending
  std::size_t written_games_ = 0;
  std::uint32_t next_segment_ = 1;
  GamesByLevel covered_;
};

}  // namespace docket::find
