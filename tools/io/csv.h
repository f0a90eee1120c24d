// Tables as spreadsheets write them (RFC 4180): a row a line, cells between commas, quoted if it contains a comma, a
// quotation mark or a line end. If the first row has no comma, semicolons or tabs separate, as spreadsheets of other
// countries write them.
// Invariant: every row has as many cells as the first one, and each cell knows its place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace docket {

struct CsvCell {
  std::string text;  ///< without the blanks around it, unless it is quoted
  std::size_t line = 0, column = 0;
};

using CsvRow = std::vector<CsvCell>;

/// Reads a table; skips rows without any text. Throws BadInput with file, line and column: for a quotation mark that is
/// not closed, text after a closed one, a row of another length, more than kMaxCsvColumns columns, kMaxCsvRows rows or
/// kMaxCsvCellBytes bytes in a cell, bytes that are no UTF-8.
[[nodiscard]] std::vector<CsvRow> readCsv(std::string_view text, const std::string& file);

/// A row with its line end; a cell is quoted if it has to be. A text that a spreadsheet would take for a formula (it
/// begins with =, +, - or @ and is no number) gets a blank in front.
[[nodiscard]] std::string csvRow(const std::vector<std::string>& cells);

inline constexpr std::size_t kMaxCsvColumns = 100;
inline constexpr std::size_t kMaxCsvRows = 1'000'000;
inline constexpr std::size_t kMaxCsvCellBytes = 4096;

}  // namespace docket
