#include "tools/io/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/all_of.hpp>
#include <utility>

#include "events/errors.h"
#include "events/text/letters.h"
#include "events/text/printable.h"
#include "events/text/trimmed.h"

namespace docket {
namespace {

/// The separator of the first row's cells: a comma, else a semicolon or a tab.
char separatorOf(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  for (const char separator : {',', ';', '\t'}) {
    if (line.find(separator) != std::string_view::npos) return separator;
  }
  return ',';
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file) : text_(text), file_(file), separator_(separatorOf(text)) {}

  std::vector<CsvRow> read() {
    std::vector<CsvRow> rows;
    while (at_ < text_.size()) {
      CsvRow row = readRow();
      if (ranges::all_of(row, [](const CsvCell& cell) { return cell.text.empty(); })) continue;
      if (!rows.empty() && row.size() != rows.front().size())
        refuse(row.front().line, row.front().column,
               fmt::format("this row has {} cell{}, but the first row has {}", row.size(), row.size() == 1 ? "" : "s",
                           rows.front().size()));
      if (rows.size() == kMaxCsvRows)
        refuse(row.front().line, 1, fmt::format("the table has more than {} rows", kMaxCsvRows));
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  [[noreturn]] void refuse(std::size_t line, std::size_t column, const std::string& why) const {
    throw BadInput(file_, line, column, why);
  }
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  [[nodiscard]] std::size_t column() const { return at_ - line_begin_ + 1; }
  void step() {
    if (text_[at_++] != '\n') return;
    ++line_;
    line_begin_ = at_;
  }

  CsvRow readRow() {
    CsvRow row;
    while (true) {
      if (row.size() == kMaxCsvColumns)
        refuse(line_, column(), fmt::format("a row has more than {} cells", kMaxCsvColumns));
      row.push_back(readCell());
      const bool goes_on = !ended() && text_[at_] == separator_;
      if (!ended()) step();
      if (!goes_on) return row;
    }
  }

  CsvCell readCell() {
    while (!ended() && text_[at_] == ' ' && separator_ != ' ') step();
    CsvCell cell{.text = {}, .line = line_, .column = column()};
    if (!ended() && text_[at_] == '"') {
      readQuoted(cell);
    } else {
      const auto end = std::min(text_.find_first_of(std::string{separator_, '\n'}, at_), text_.size());
      cell.text = trimmed(text_.substr(at_, end - at_));
      at_ = end;
    }
    requireText(cell);
    return cell;
  }

  void readQuoted(CsvCell& cell) {
    step();
    while (true) {
      if (ended()) refuse(cell.line, cell.column, "this quotation mark is not closed");
      const char c = text_[at_];
      step();
      if (c == '"' && (ended() || text_[at_] != '"')) break;
      if (c == '"') step();  // two of them stand for one
      cell.text.push_back(c);
      if (cell.text.size() > kMaxCsvCellBytes) return;  // it is refused for that
    }
    while (!ended() && (text_[at_] == ' ' || text_[at_] == '\r')) step();
    if (!ended() && text_[at_] != separator_ && text_[at_] != '\n')
      refuse(line_, column(), "after the closing quotation mark, expected the next cell or the end of the row");
  }

  void requireText(const CsvCell& cell) const {
    if (cell.text.size() > kMaxCsvCellBytes)
      refuse(cell.line, cell.column, fmt::format("the cell has more than {} bytes", kMaxCsvCellBytes));
    for (std::string_view rest = cell.text; !rest.empty();) {
      const Character first = firstCharacter(rest);
      if (!first.valid || first.value == 0)
        refuse(cell.line, cell.column, "the cell is not valid UTF-8: save the table as \"CSV UTF-8\"");
      rest.remove_prefix(first.bytes);
    }
  }

  std::string_view text_;
  const std::string& file_;
  char separator_;
  std::size_t at_ = 0, line_ = 1, line_begin_ = 0;
};

bool isWholeAmount(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return areDigits(text);
}

std::string csvCell(std::string_view text) {
  std::string cell(text);
  const bool is_like_formula = !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
  if (is_like_formula && !isWholeAmount(text)) cell.insert(0, 1, ' ');
  if (cell.find_first_of(",;\t\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::vector<CsvRow> readCsv(std::string_view text, const std::string& file) { return CsvReader(text, file).read(); }

std::string csvRow(const std::vector<std::string>& cells) {
  std::string row;
  for (const std::string& cell : cells) {
    if (&cell != &cells.front()) row += ',';
    row += csvCell(cell);
  }
  return row + '\n';
}

}  // namespace docket
