// The pairings of a tournament, as an organiser has them in a table: which game was played in which round at which
// table, by whom, and how it ended. A row is about the games of a file or about one game.
// Invariant: a row that may be about two files is refused, so that no game gets the name of another.
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

/// How often each player of a row has won, in the order of the row; of a draw nobody.
using PairingScore = std::vector<std::uint32_t>;

struct PairingRow {
  std::size_t line = 0;
  std::vector<std::string> about;  ///< a file, the id of a game, or both; a game has to fit each
  GameLabel label;
  std::optional<PairingScore> score{};
  std::string result{};  ///< as it is written; `score` where it says one
};

/// A game that a row is looked for.
struct GameSought {
  std::string_view id;
  std::string_view file;  ///< the path that was imported; empty: it is a game of the archive
  std::size_t nth = 0;    ///< which of several in the file; 0: it is the only one
};

class Pairings {
 public:
  /// Reads a table. Its first row names the columns, in any order: file or id, event, match, round, table, game of
  /// match, player 1, player 2, result; others are passed over. Throws BadInput with file, line and column.
  explicit Pairings(const std::filesystem::path& file);
  Pairings(std::string_view text, std::string file);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<PairingRow>& rows() const { return rows_; }
  /// What of the table was passed over, to be told once.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// The row of a game; null where it has none. Of several rows about a file, the first is about its first game, and
  /// so on.
  [[nodiscard]] const PairingRow* rowOf(const GameSought& game) const;
  /// The rows that are about a file or one of the games in it, as far as the name of the file tells.
  [[nodiscard]] std::vector<const PairingRow*> rowsAbout(const std::filesystem::path& file) const;
  /// Throws BadInput where a row fits two of the files that are going to be imported.
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

/// What a row says of how a game ended, where the record says otherwise: as a conflict of "result". `seats`: of the
/// row's players, by their order (ComparedLabel::seats).
[[nodiscard]] std::optional<LabelConflict> conflictOfResult(const PairingRow& row, std::span<const std::uint8_t> seats,
                                                            const RecordedEnd& end);

}  // namespace docket
