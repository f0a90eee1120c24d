#include "tools/terminal/rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/text/characters.h"
#include "events/text/printable.h"
#include "tools/words/text.h"

namespace docket {
namespace {

/// The bytes of the sequence of styled() that a text begins with; 0 if it begins with none.
std::size_t styleBytes(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end == std::string_view::npos || text[end] != 'm' ? 0 : end + 1;
}

void addCells(std::string_view plain, const std::string& style, std::vector<Cell>& cells) {
  for (std::size_t at = 0; at < plain.size();) {
    std::size_t bytes = 1;
    while (at + bytes < plain.size() && continuesCharacter(plain[at + bytes])) ++bytes;
    const std::string_view character = plain.substr(at, bytes);
    cells.push_back({.text = std::string(character), .columns = columnsOf(character), .style = style});
    at += bytes;
  }
}

}  // namespace

std::vector<Cell> cellsOf(std::string_view line) {
  std::vector<Cell> cells;
  std::string style;
  while (!line.empty()) {
    if (const std::size_t bytes = styleBytes(line); bytes != 0) {
      style = line.substr(0, bytes) == "\x1b[0m" ? std::string{} : std::string(line.substr(0, bytes));
      line.remove_prefix(bytes);
      continue;
    }
    // Up to the next sequence; an escape that begins none of ours is made visible with the rest.
    std::size_t end = line.find('\x1b', 1);
    while (end != std::string_view::npos && styleBytes(line.substr(end)) == 0) end = line.find('\x1b', end + 1);
    addCells(printable(line.substr(0, end)), style, cells);
    line.remove_prefix(std::min(end, line.size()));
  }
  return cells;
}

namespace {

using Cells = std::vector<Cell>::const_iterator;

std::string styledRow(Cells first, Cells last) {
  std::string row;
  std::string style;
  for (; first != last; ++first) {
    if (first->style != style) {
      if (!style.empty()) row += "\x1b[0m";
      row += first->style;
      style = first->style;
    }
    row += first->text;
  }
  if (!style.empty()) row += "\x1b[0m";
  return row;
}

/// The end of the cells that fit the width from `first` on.
Cells fitting(Cells first, Cells last, std::size_t columns) {
  for (std::size_t taken = 0; first != last; ++first) {
    taken += first->columns;
    if (taken > columns) break;
  }
  return first;
}

bool isBlankCell(const Cell& cell) { return cell.text == " "; }

/// The beginning of a line's text: after blanks, and after the number of an event with its mark.
Cells textBegin(Cells first, Cells last) {
  const Cells begin = std::find_if_not(first, last, isBlankCell);
  const Cells number =
      begin != last && begin->text == ">" ? std::find_if_not(std::next(begin), last, isBlankCell) : begin;
  const Cells past_number = std::find_if_not(number, last, [](const Cell& cell) {
    return cell.text.size() == 1 && cell.text[0] >= '0' && cell.text[0] <= '9';
  });
  const Cells text = std::find_if_not(past_number, last, isBlankCell);
  return past_number != number && text - past_number >= 2 ? text : begin;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view line, std::size_t columns) {
  const std::vector<Cell> cells = cellsOf(line);
  const Cells begin = textBegin(cells.begin(), cells.end());
  const auto lead = static_cast<std::size_t>(begin - cells.begin());
  const std::size_t hanging = std::min(lead + 2, columns / 2);
  std::vector<std::string> rows;
  Cells first = cells.begin();
  do {
    const std::size_t set_in = rows.empty() ? 0 : hanging;
    Cells end = fitting(first, cells.end(), columns - set_in);
    if (end == first && first != cells.end()) {  // a wide character on a terminal of one column
      rows.emplace_back("…");
      ++first;
      continue;
    }
    Cells next = end;
    if (end != cells.end()) {
      const Cells words = rows.empty() ? std::max(first, begin) : first;
      Cells blank = end;
      if (!isBlankCell(*end) && words < end) {
        blank = std::find_if(std::make_reverse_iterator(end), std::make_reverse_iterator(words), isBlankCell).base();
      }
      if (blank != end && blank != words) end = next = blank;  // after the blank
      while (next != cells.end() && isBlankCell(*next)) ++next;
      while (end != first && isBlankCell(*std::prev(end))) --end;
    }
    rows.push_back(std::string(set_in, ' ') + styledRow(first, end));
    first = next;
  } while (first != cells.end());
  return rows;
}

std::vector<std::string> wrappedText(std::string_view text, std::size_t columns) {
  std::vector<std::string> rows;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    for (std::string& row : wrapped(text.substr(0, end), columns)) rows.push_back(std::move(row));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return rows;
}

std::string cut(std::string_view line, std::size_t columns) {
  const std::vector<Cell> cells = cellsOf(line);
  Cells end = fitting(cells.begin(), cells.end(), columns);
  if (end == cells.end()) return styledRow(cells.begin(), end);
  end = fitting(cells.begin(), cells.end(), columns - std::min<std::size_t>(columns, 1));
  return styledRow(cells.begin(), end) + (columns == 0 ? "" : "…");
}

std::string ruleRow(std::string_view text, std::size_t columns) {
  std::string row = fmt::format("── {} ", text);
  for (std::size_t column = columnsOf(row); column < columns; ++column) row += "─";
  return cut(row, columns);
}

std::string tail(std::string_view line, std::size_t columns) {
  const std::vector<Cell> cells = cellsOf(line);
  Cells first = cells.begin();
  while (first != cells.end() && fitting(first, cells.end(), columns) != cells.end()) ++first;
  return styledRow(first, cells.end());
}

}  // namespace docket
