#include "tools/columns/csv_file.h"

#include <string>

#include "events/overload.h"
#include "tools/io/csv.h"

namespace docket::columns {
namespace {

std::string textOfCell(const Cell& cell) {
  return std::visit(docket::Overload{[](std::monostate) { return std::string(); },
                                     [](std::string_view text) { return std::string(text); },
                                     [](bool is_true) { return std::string(is_true ? "true" : "false"); },
                                     [](auto number) { return std::to_string(number); }},
                    cell);
}

}  // namespace

CsvFile::CsvFile(std::ostream& out, const std::vector<Column>& columns) : out_(out) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  out_ << csvRow(names);
}

void CsvFile::add(std::span<const Cell> row) {
  std::vector<std::string> cells;
  for (const Cell& cell : row) cells.push_back(textOfCell(cell));
  out_ << csvRow(cells);
}

void CsvFile::finish() { out_.flush(); }

}  // namespace docket::columns
