// The results of many ranges, put together: which leaves are done, which are missing, and which were answered in two
// ways. Merging is commutative: the order, the number and the names of the files make no difference.
// Invariant: nothing of a file is used whose heading does not say this job, or that is not whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_writer.h"
#include "store/archive.h"
#include "store/log/logged_games.h"
#include "tools/ranges/result_file.h"

namespace docket::leaf_ranges {

/// A result for a range that no other result contradicts.
struct DoneRange {
  LeafSpan leaves;
  std::filesystem::path file;
};

/// A range with results that differ; none of them counts.
struct Disagreement {
  LeafSpan leaves;
  std::vector<std::filesystem::path> files;
};

struct MergedResults {
  std::vector<DoneRange> done{};              ///< by their leaves; no leaf is in two of them
  std::vector<LeafSpan> missing{};            ///< by their leaves
  std::vector<Disagreement> disagreements{};  ///< likewise
  std::size_t repeated = 0;                   ///< ranges that were done more than once, with equal results
  std::size_t others = 0;                     ///< files with results of another job

  [[nodiscard]] std::vector<LeafSpan> leaves() const;
};

/// The results for a job in these folders: the files whose names end as those of results do. Throws BadInput for a file
/// that is malformed, and if the ranges of two files overlap.
[[nodiscard]] MergedResults resultsIn(const std::vector<std::filesystem::path>& folders, const Job& job);

/// Reads the lines of all results, by their leaves, and checks that a line about a game is about one of its range.
class ResultLines {
 public:
  /// All arguments must outlive it. `games`: those of the checkpoint's log, by leaf, listed once for many results.
  ResultLines(const MergedResults& results, const Job& job, const Archive& archive);
  ResultLines(const MergedResults& results, const Job& job, const Archive& archive, std::span<const LoggedGame> games);

  /// A line: of its range, and with the file for errors about it.
  struct Line {
    schema::RangeLine::Reader says;
    const DoneRange& range;
    const ResultReader& file;
    std::size_t games;  ///< how many games begin in the range
    /// The game of the archive whose first leaf this is. Throws BadInput if the range has none, or if its id is not
    /// `id`.
    [[nodiscard]] const LoggedGame& game(std::uint64_t leaf, std::string_view id) const;
    /// Throws BadInput if no game of the range has that id.
    void requireGame(std::string_view id) const;

    const ResultLines& all;
  };
  /// Calls `visit` with each line, and `end` after the last line of each range. Throws BadInput for what is malformed.
  using End = std::function<void(const DoneRange& range, const ResultReader& file)>;
  void forEach(const std::function<void(const Line&)>& visit, const End& end = {}) const;
  /// True if the first leaf of the game is in one of the ranges.
  [[nodiscard]] bool has(const Game& game) const { return placeOf(game) != games_.end(); }
  /// True if another record that the checkpoint has replaces this one.
  [[nodiscard]] bool isReplaced(std::string_view id) const;
  /// The games whose first leaf is in one of the ranges.
  [[nodiscard]] const std::vector<LoggedGame>& games() const { return games_; }

 private:
  [[nodiscard]] std::size_t gamesOf(LeafSpan leaves) const;
  [[nodiscard]] std::vector<LoggedGame>::const_iterator placeOf(const Game& game) const;

  const MergedResults& results_;
  const Job& job_;
  const Archive& archive_;
  std::vector<LoggedGame> games_;  // by leaf
};

}  // namespace docket::leaf_ranges
