// The tables of an archive for analysts: the rows of each, and its columns.
// Invariant: the columns are listed once, in tables.cpp; their types and whether they can be null follow from the rows.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tools/columns/column.h"

namespace docket::columns {

/// The first fields of every row. Texts of rows may be any bytes; the writers make them valid UTF-8.
struct RowOfGame {
  std::string_view game;
  std::int64_t leaf = 0;
};

/// The fields of a row about an event.
struct RowOfEvent : RowOfGame {
  std::int32_t event = 0;
  bool taken_back = false;
  std::optional<std::int32_t> corrected_by{};
};

struct GameRow : RowOfGame {
  std::optional<std::string> tournament{}, match{}, format{}, date{}, source{};
  std::optional<std::int32_t> round{}, table_number{}, game_of_match{};
  std::optional<std::string> ruleset{}, ruleset_version{};
  std::optional<std::int32_t> events{};
  std::optional<std::string> head{};
  std::optional<std::int32_t> winner{};
  std::optional<std::string> outcome{};
  std::optional<std::string> parent{}, replaces{};
  std::optional<std::int32_t> parted_at{};
  std::optional<std::string> grade{}, fold_grade{}, observations_grade{}, legality_grade{}, rulings_grade{};
  std::optional<std::string> damage{};
};

struct PlayerRow : RowOfGame {
  std::int32_t seat = 0;
  std::optional<std::string> name{};
  std::optional<bool> won{};
};

struct EventRow : RowOfEvent {
  std::string kind;
  std::optional<std::int32_t> actor{}, player{}, card{};
  std::optional<std::string> title{}, other{}, name{}, second_name{};
  std::optional<std::int64_t> amount{};
  std::optional<std::int32_t> first_of_group{}, cause{};
  std::int32_t turn = 0;
  std::optional<std::string> moment{};
  std::string text;
  std::optional<std::int64_t> wall_clock_ms{};
};

struct ActRow : RowOfEvent {
  std::string act;
  std::optional<std::int32_t> player{}, card{};
  std::optional<std::string> title{};
  std::optional<std::int32_t> ability{};
  std::optional<std::string> ability_name{}, name{};
  std::int32_t turn = 0;
  std::string scope, legality;
  std::optional<std::string> clause{};
};

struct UseRow : RowOfEvent {
  std::optional<std::int32_t> player{}, card{};
  std::optional<std::string> title{};
  std::string used_as;
  std::optional<std::int32_t> ability{};
  std::optional<std::string> ability_name{};
  std::int32_t turn = 0;
  bool limits_known = true;
  std::optional<std::string> limit_name{}, clause{};
  std::optional<std::int32_t> used{}, perhaps{}, most{};
};

struct FindingRow : RowOfGame {
  std::int32_t event = 0;
  std::string kind, grade;
  std::optional<std::string> clause{};
  std::optional<std::int32_t> player{};
  std::optional<std::string> limit_name{};
  std::optional<std::int32_t> used_before{}, most{};
  bool stands = true;
  std::optional<std::int32_t> replaced_by{};
  std::string text;
};

struct RulingRow : RowOfGame {
  std::int32_t event = 0, about = 0;
  std::optional<std::string> judge{};
  std::string claim;
  std::optional<std::string> note{}, clauses{};
  std::string outcome, why;
  bool stands = true;
  std::optional<std::int32_t> supersedes{}, superseded_by{};
};

struct ValueRow : RowOfGame {
  std::int32_t event = 0;
  bool taken_back = false;
  std::string subject;
  std::optional<std::int32_t> player{};
  std::string value;
  std::optional<std::int64_t> amount{};
  std::string grade;
};

/// The name of a table, what a row of it is, and its columns.
struct ColumnTable {
  std::string_view name, doc;
  std::vector<Column> columns;
};

template <class Row>
struct TableOf : ColumnTable {
  std::vector<Cell (*)(const Row&)> cells;  ///< the value of each column
};

/// The rows of all tables, in the order in which the tables are listed.
using Rows = std::tuple<GameRow, PlayerRow, EventRow, ActRow, UseRow, FindingRow, RulingRow, ValueRow>;
inline constexpr std::size_t kTables = std::tuple_size_v<Rows>;

/// The table of a kind of rows; one for each of Rows.
template <class Row>
[[nodiscard]] const TableOf<Row>& tableOf();

/// All of them.
[[nodiscard]] std::array<const ColumnTable*, kTables> tables();

/// All tables while they are written.
class TableFiles {
 public:
  /// `open` makes the file of a table.
  explicit TableFiles(const std::function<std::unique_ptr<TableFile>(const ColumnTable&)>& open);

  template <class Row>
  void add(const Row& row) {
    const TableOf<Row>& table = tableOf<Row>();
    cells_.clear();
    for (const auto cell : table.cells) cells_.push_back(cell(row));
    addCells(placeOf<Row>());
  }
  void finish();

  /// The number of rows of each table so far, in the order of tables().
  [[nodiscard]] const std::array<std::uint64_t, kTables>& rows() const { return rows_; }

 private:
  template <class Row, std::size_t place = 0>
  static constexpr std::size_t placeOf() {
    if constexpr (std::same_as<Row, std::tuple_element_t<place, Rows>>) {
      return place;
    } else {
      return placeOf<Row, place + 1>();
    }
  }
  void addCells(std::size_t place);

  std::array<std::unique_ptr<TableFile>, kTables> files_;
  std::array<std::uint64_t, kTables> rows_{};
  std::vector<Cell> cells_;            // of the row that is added
  std::vector<std::string> repaired_;  // texts of it that were not valid UTF-8
};

}  // namespace docket::columns
