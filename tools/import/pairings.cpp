#include "tools/import/pairings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/numeric/accumulate.hpp>
#include <set>
#include <utility>

#include "events/errors.h"
#include "events/game_id.h"
#include "events/text/letters.h"
#include "events/text/quoted.h"
#include "events/text/trimmed.h"
#include "events/text/whole_number.h"
#include "events/validate.h"
#include "tools/io/csv.h"
#include "tools/io/files.h"

namespace docket {
namespace {

constexpr std::size_t kMaxPairingBytes = 64U << 20;
constexpr std::uint32_t kMaxPairingNumber = 1'000'000;

enum class PairingColumn : std::uint8_t { about, event, match, round, table, game_of_match, player, result, other };

struct KnownColumn {
  std::string_view name;  // in small letters, without what is between its words
  PairingColumn column;
};

constexpr std::array kKnownColumns{
    KnownColumn{"file", PairingColumn::about},         KnownColumn{"filename", PairingColumn::about},
    KnownColumn{"replay", PairingColumn::about},       KnownColumn{"id", PairingColumn::about},
    KnownColumn{"gameid", PairingColumn::about},       KnownColumn{"fileorid", PairingColumn::about},
    KnownColumn{"event", PairingColumn::event},        KnownColumn{"tournament", PairingColumn::event},
    KnownColumn{"match", PairingColumn::match},        KnownColumn{"round", PairingColumn::round},
    KnownColumn{"table", PairingColumn::table},        KnownColumn{"gameofmatch", PairingColumn::game_of_match},
    KnownColumn{"game", PairingColumn::game_of_match}, KnownColumn{"result", PairingColumn::result},
    KnownColumn{"score", PairingColumn::result},
};

/// "Player 1", "player_1" and "player1" are one.
std::string columnName(std::string_view text) {
  std::string name = asciiLower(text);
  std::erase_if(name, [](char c) { return c == ' ' || c == '_' || c == '-' || c == '.'; });
  return name;
}

/// The meaning of a column of the table, and the player that it is about.
struct ColumnOfTable {
  PairingColumn column = PairingColumn::other;
  std::size_t player = 0;
  friend bool operator==(const ColumnOfTable&, const ColumnOfTable&) = default;
};

ColumnOfTable columnOf(std::string_view text) {
  const std::string name = columnName(text);
  for (const std::string_view begin : {"player", "p"}) {
    const bool is_player = name.size() == begin.size() + 1 && name.starts_with(begin);
    if (is_player && name.back() >= '1' && name.back() < static_cast<char>('1' + kMaxSeats))
      return {.column = PairingColumn::player, .player = static_cast<std::size_t>(name.back() - '1')};
  }
  const auto* const found = ranges::find(kKnownColumns, name, &KnownColumn::name);
  return {.column = found == kKnownColumns.end() ? PairingColumn::other : found->column};
}

/// Reads the rows of a table whose first row names the columns.
class PairingReader {
 public:
  PairingReader(const std::string& file, const CsvRow& names, std::vector<std::string>& notes) : file_(file) {
    for (const CsvCell& name : names) {
      const ColumnOfTable column = columnOf(name.text);
      if (column.column == PairingColumn::other) {
        notes.push_back(fmt::format("{}: the column {} was skipped", file_, docket::quoted(name.text)));
      } else if (column.column != PairingColumn::about && ranges::contains(columns_, column)) {
        refuse(name, fmt::format("a second column {}", docket::quoted(name.text)));
      }
      columns_.push_back(column);
    }
    if (!ranges::contains(columns_, PairingColumn::about, &ColumnOfTable::column))
      refuse(names.front(), "the first row names the columns, and one of them must be \"file\" or \"id\"");
  }

  [[nodiscard]] PairingRow read(const CsvRow& cells) const {
    PairingRow row{.line = cells.front().line, .about = {}, .label = {}};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!cells[i].text.empty()) take(columns_[i], cells[i], row);
    }
    if (row.about.empty()) refuse(cells.front(), "this row has no file and no id");
    row.score = scoreOf(row);
    return row;
  }

 private:
  [[noreturn]] void refuse(const CsvCell& at, const std::string& why) const {
    throw BadInput(file_, at.line, at.column, why);
  }

  [[nodiscard]] std::string text(const CsvCell& cell) const {
    if (cell.text.size() > kMaxNameBytes)
      refuse(cell, fmt::format("a text of {} bytes; the maximum is {}", cell.text.size(), kMaxNameBytes));
    return std::string(trimmed(cell.text));
  }

  [[nodiscard]] std::uint32_t number(const CsvCell& cell) const {
    const std::uint32_t value = wholeNumber<std::uint32_t>(cell.text).value_or(0);
    if (value == 0 || value > kMaxPairingNumber)
      refuse(cell, fmt::format("expected a number from 1 to {}, found {}; write a round that has a name into the "
                               "column \"match\"",
                               kMaxPairingNumber, docket::quoted(cell.text)));
    return value;
  }

  void take(const ColumnOfTable& column, const CsvCell& cell, PairingRow& row) const {
    GameLabel& label = row.label;
    switch (column.column) {
      case PairingColumn::about:
        row.about.push_back(cell.text);
        return;
      case PairingColumn::event:
        label.event = text(cell);
        return;
      case PairingColumn::match:
        label.match = text(cell);
        return;
      case PairingColumn::round:
        label.round = number(cell);
        return;
      case PairingColumn::table:
        label.table = number(cell);
        return;
      case PairingColumn::game_of_match:
        label.game_of_match = number(cell);
        return;
      case PairingColumn::player:
        label.players.resize(std::max(label.players.size(), column.player + 1));
        label.players[column.player] = text(cell);
        return;
      case PairingColumn::result:
        row.result = text(cell);
        return;
      case PairingColumn::other:
        return;
    }
  }

  /// "2-1", "1:0", "1" (the first player), "draw", the name of a player. Empty for any other text.
  [[nodiscard]] static std::optional<PairingScore> scoreOf(const PairingRow& row) {
    const auto& players = row.label.players;
    PairingScore score(std::max<std::size_t>(players.size(), 2), 0);
    const std::string result_word = columnName(row.result);
    if (result_word == "draw" || result_word == "tie" || result_word == "drawn" || result_word == "=") return score;
    const ColumnOfTable player = columnOf("player" + result_word), named = columnOf(result_word);
    for (const ColumnOfTable& one : {player, named}) {
      if (one.column != PairingColumn::player || one.player >= score.size()) continue;
      score[one.player] = 1;
      return score;
    }
    if (const auto found = ranges::find(players, row.result); !row.result.empty() && found != players.end()) {
      score[static_cast<std::size_t>(found - players.begin())] = 1;
      return score;
    }
    return scoreOfNumbers(row.result, std::move(score));
  }

  [[nodiscard]] static std::optional<PairingScore> scoreOfNumbers(std::string_view text, PairingScore score) {
    for (std::size_t i = 0; i < score.size(); ++i) {
      const char* const end = text.data() + text.size();
      const auto read = std::from_chars(text.data(), end, score[i]);
      if (read.ec != std::errc{}) return std::nullopt;
      text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
      if (i + 1 == score.size()) break;
      if (text.empty() || (text.front() != '-' && text.front() != ':')) return std::nullopt;
      text.remove_prefix(1);
    }
    // After the wins there may be how many games were drawn.
    if (!text.empty() && text.front() != '-' && text.front() != ':') return std::nullopt;
    return score;
  }

  const std::string& file_;
  std::vector<ColumnOfTable> columns_;
};

/// A path and each of its ends: "day/1/a.yrpX", "1/a.yrpX", "a.yrpX".
std::vector<std::string> endsOf(std::string_view path) {
  std::vector<std::string> ends{std::string(path)};
  for (std::size_t at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1)) {
    if (at + 1 < path.size()) ends.emplace_back(path.substr(at + 1));
  }
  return ends;
}

/// A path as tables say it: without "./" before it, the folders separated as they are here.
std::string writtenPath(std::string_view path) {
  std::string written(path);
  std::replace(written.begin(), written.end(), '\\', '/');
  while (written.starts_with("./")) written.erase(0, 2);
  return written;
}

/// How certain it is that a row is about a game.
enum class Fit : std::uint8_t {
  none,
  one_of_file,  ///< the game's id is that of a file and a number
  file,         ///< it is of that file, or has its name as id
  id
};

/// The id that games of a file have; empty where the text is not the name of a file.
std::string idOfFile(const std::string& about) {
  return std::filesystem::path(about).has_extension() ? gameIdFrom(about) : std::string();
}

/// "session" of the id "session-2", where several games of a file are numbered; empty where it has no number.
std::string_view withoutNumber(std::string_view id) {
  const auto at = id.find_last_not_of("0123456789");
  const bool is_numbered = at != std::string_view::npos && at + 1 < id.size() && id[at] == '-';
  return is_numbered ? id.substr(0, at) : std::string_view();
}

Fit fitOf(const std::string& about, const GameSought& game, const std::vector<std::string>& ends) {
  const auto name = gameNameOf(game.id).game;
  if (about == game.id || about == name) return Fit::id;
  if (!game.file.empty()) return ranges::contains(ends, about) ? Fit::file : Fit::none;
  const std::string of_file = idOfFile(about);
  if (of_file.empty()) return Fit::none;
  return of_file == name ? Fit::file : of_file == withoutNumber(name) ? Fit::one_of_file : Fit::none;
}

Fit fitOf(const PairingRow& row, const GameSought& game, const std::vector<std::string>& ends) {
  Fit best = Fit::none;
  for (const std::string& about : row.about) {
    const Fit fit = fitOf(about, game, ends);
    if (fit == Fit::none) return fit;
    best = std::max(best, fit);
  }
  return best;
}

/// Which of the games of its file a game is, from 1.
std::size_t placeInFile(const GameSought& game) {
  if (game.nth != 0 || !game.file.empty()) return std::max<std::size_t>(game.nth, 1);
  const auto name = gameNameOf(game.id).game;
  const auto before = withoutNumber(name);
  std::size_t nth = 1;
  if (!before.empty()) std::from_chars(name.data() + before.size() + 1, name.data() + name.size(), nth);
  return nth;
}

}  // namespace

Pairings::Pairings(const std::filesystem::path& file) : Pairings(readText(file, kMaxPairingBytes), file.string()) {}

Pairings::Pairings(std::string_view text, std::string file) : file_(std::move(file)) {
  const auto table = readCsv(text, file_);
  if (table.empty()) throw BadInput(file_, 1, 1, "the table is empty: its first row names the columns");
  const PairingReader reader(file_, table.front(), notes_);
  std::size_t unknown_results = 0;
  std::string first;
  for (std::size_t i = 1; i < table.size(); ++i) {
    add(reader.read(table[i]));
    const PairingRow& row = rows_.back();
    if (row.result.empty() || row.score) continue;
    if (++unknown_results == 1) first = fmt::format("{} on line {}", docket::quoted(row.result), row.line);
  }
  if (unknown_results != 0)
    notes_.push_back(fmt::format(
        "{}: {} not compared with the record, first {}: expected 2-1, 1, 2, draw or "
        "the name of the winner",
        file_, unknown_results == 1 ? "1 result was" : fmt::format("{} results were", unknown_results), first));
}

void Pairings::add(PairingRow row) {
  for (std::string& about : row.about) {
    about = writtenPath(about);
    about_[about].push_back(rows_.size());
    if (const std::string id = idOfFile(about); !id.empty() && id != about) about_[id].push_back(rows_.size());
  }
  rows_.push_back(std::move(row));
}

std::string Pairings::placeOf(const PairingRow& row) const { return fmt::format("{}:{}", file_, row.line); }

const PairingRow* Pairings::rowOf(const GameSought& game) const {
  const auto ends = endsOf(writtenPath(game.file));
  const auto name = gameNameOf(game.id).game;
  Fit best = Fit::none;
  std::set<std::size_t> fitting;
  const auto consider = [&](std::string_view about) {
    const auto found = about_.find(about);
    if (found == about_.end()) return;
    for (const std::size_t row : found->second) {
      const Fit fit = fitOf(rows_[row], game, ends);
      if (fit == Fit::none || fit < best) continue;
      if (fit > best) fitting.clear();
      best = fit;
      fitting.insert(row);
    }
  };
  for (const std::string& end : ends) consider(end);
  for (const std::string_view id : {game.id, name, withoutNumber(name)}) consider(id);
  if (fitting.empty()) return nullptr;
  if (fitting.size() == 1) return &rows_[*fitting.begin()];
  const std::size_t nth = placeInFile(game);
  return nth <= fitting.size() ? &rows_[*std::next(fitting.begin(), static_cast<std::ptrdiff_t>(nth - 1))] : nullptr;
}

std::vector<const PairingRow*> Pairings::rowsAbout(const std::filesystem::path& file) const {
  std::vector<const PairingRow*> rows;
  for (const std::string& end : endsOf(writtenPath(file.string()))) {
    const auto found = about_.find(end);
    if (found == about_.end()) continue;
    for (const std::size_t row : found->second) rows.push_back(&rows_[row]);
  }
  return rows;
}

void Pairings::requireUnambiguous(std::span<const std::filesystem::path> files) const {
  std::map<std::string, const std::filesystem::path*> by_end;
  for (const auto& file : files) {
    for (const std::string& end : endsOf(writtenPath(file.string()))) {
      const auto [at, is_new] = by_end.emplace(end, &file);
      if (is_new || !about_.contains(end)) continue;
      const PairingRow& row = rows_[about_.find(end)->second.front()];
      if (row.about.size() > 1 || row.about.front() != end) continue;  // an id tells them apart
      throw BadInput(file_, row.line, 0,
                     fmt::format("{} matches two files, {} and {}: give more of its path", docket::quoted(end),
                                 at->second->string(), file.string()));
    }
  }
}

std::optional<LabelConflict> conflictOfResult(const PairingRow& row, std::span<const std::uint8_t> seats,
                                              const RecordedEnd& end) {
  // A result is of one winner or of none.
  if (!row.score || end.everybody != schema::Everybody::NO || otherSeats(end.winners) != 0) return std::nullopt;
  const Seat winner = firstSeat(end.winners);
  const PairingScore& score = *row.score;
  LabelConflict conflict{.field = "result", .recorded = {}, .in_label = docket::quoted(row.result)};
  if (winner == 0) {
    conflict.recorded = "a draw";
    return ranges::accumulate(score, 0U) == 1 ? std::optional(conflict) : std::nullopt;
  }
  // If a row names no players, the first one has the first seat.
  const auto found = ranges::find(seats, winner);
  const auto player = seats.empty() ? winner - 1U : static_cast<std::size_t>(found - seats.begin());
  if (player >= score.size() || (!seats.empty() && found == seats.end()) || score[player] != 0) return std::nullopt;
  conflict.recorded = fmt::format("P{} won", winner);
  return conflict;
}

}  // namespace docket
