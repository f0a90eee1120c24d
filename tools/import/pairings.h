// The pairings of a tournament from an organiser's table: the round, table, players and result of each game. A row is
// about all games of a file or about one game.
// Invariant: a row that fits two files is refused, so that no game gets another game's labels.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fold/recorded_end.h"
#include "events/game_label.h"

namespace docket {

/// The number of wins of each player of a row, in the order of the row; a draw is a win for neither.
using PairingScore = std::vector<std::uint32_t>;

struct PairingRow {
  std::size_t line = 0;
  std::vector<std::string> about;  ///< a file, a game's id, or both; a game must match each
  GameLabel label;
  std::optional<PairingScore> score{};
  std::string result{};  ///< as written; `score` if it can be parsed
};

/// A game to find a row for.
struct GameSought {
  std::string_view id;
  std::string_view file;  ///< the imported path; empty: it is a game of the archive
  std::size_t nth = 0;    ///< its number among several in the file; 0: it is the only one
};

class Pairings {
 public:
  /// Reads a table. Its first row names the columns, in any order: file or id, event, match, round, table, game of
  /// match, player 1, player 2, result; other columns are skipped. Throws BadInput with file, line and column.
  explicit Pairings(const std::filesystem::path& file);
  Pairings(std::string_view text, std::string file);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<PairingRow>& rows() const { return rows_; }
  /// Notes on the skipped parts of the table, to be printed once.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// The row of a game; null if it has none. If several rows are about one file, the first is about its first game, and
  /// so on.
  [[nodiscard]] const PairingRow* rowOf(const GameSought& game) const;
  /// The rows about a file or a game in it, as far as the file's name shows.
  [[nodiscard]] std::vector<const PairingRow*> rowsAbout(const std::filesystem::path& file) const;
  /// Throws BadInput if a row fits two of the files to import.
  void requireUnambiguous(std::span<const std::filesystem::path> files) const;
  /// "pairings.csv:3"
  [[nodiscard]] std::string placeOf(const PairingRow& row) const;

 private:
  void add(PairingRow row);

  std::string file_;
  std::vector<PairingRow> rows_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> about_;  // rows by what they are about
  std::vector<std::string> notes_;
};

/// A conflict of "result" if a row's result differs from the record's. `seats`: of the row's players, in their order
/// (ComparedLabel::seats).
[[nodiscard]] std::optional<LabelConflict> conflictOfResult(const PairingRow& row, std::span<const std::uint8_t> seats,
                                                            const RecordedEnd& end);

}  // namespace docket
