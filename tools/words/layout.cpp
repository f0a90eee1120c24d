#include "tools/words/layout.h"

#include <algorithm>

#include "events/text/split.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

void addWords(LineFiller& filler, std::string_view text) {
  eachWord(text, [&](std::string_view word) { filler.add(word); });
}

/// A cell of a row, and the blanks in front of it.
struct RowCell {
  std::size_t blanks = 0;
  std::string text;
};

/// The end of a colour, which follows the blanks that fill up a cell, begins the next one.
std::vector<RowCell> rowCells(std::string_view row) {
  std::vector<RowCell> cells;
  RowCell next;
  while (!row.empty()) {
    const std::size_t begin = std::min(row.find_first_not_of(' '), row.size());
    row.remove_prefix(begin);
    const std::string_view text = row.substr(0, row.find("  "));
    row.remove_prefix(text.size());
    next.blanks += begin;
    next.text += text;
    if (shownColumns(next.text) == 0) continue;
    cells.push_back(std::exchange(next, {}));
  }
  if (!cells.empty()) cells.back().text += next.text;
  return cells;
}

}  // namespace

LineFiller::LineFiller(std::string first, std::string later)
    : later_(std::move(later)), text_(std::move(first)), columns_(shownColumns(text_)) {}

void LineFiller::breakLine() {
  text_ += '\n' + later_;
  columns_ = shownColumns(later_);
  begun_ = false;
}

void LineFiller::add(std::string_view piece) {
  const std::size_t wide = shownColumns(piece);
  if (begun_ && columns_ + 1 + wide > pageColumns()) breakLine();
  if (begun_) {
    text_ += ' ';
    ++columns_;
  }
  text_ += piece;
  columns_ += wide;
  begun_ = true;
}

void LineFiller::addRight(std::string_view text) {
  const std::size_t wide = shownColumns(text);
  if (columns_ + 2 + wide > pageColumns()) breakLine();
  const std::size_t blanks = columns_ + wide < pageColumns() ? pageColumns() - columns_ - wide : 1;
  text_ += std::string(blanks, ' ') + std::string(text);
  columns_ += blanks + wide;
}

std::size_t shownColumns(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t escape = text.find("\x1b[");
    columns += columnsOf(text.substr(0, escape));
    if (escape == std::string_view::npos) break;
    const std::size_t end = text.find('m', escape);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return columns;
}

std::string paragraph(std::string_view text, std::size_t indent, std::size_t hanging) {
  LineFiller filler(std::string(indent, ' '), std::string(hanging, ' '));
  addWords(filler, text);
  return std::move(filler).ended();
}

std::string itemised(const std::vector<std::string>& items, std::string_view separator, std::size_t indent,
                     std::size_t hanging) {
  LineFiller filler(std::string(indent, ' '), std::string(hanging, ' '));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string piece = i + 1 < items.size() ? items[i] + std::string(separator) : items[i];
    if (hanging + shownColumns(piece) > pageColumns()) {
      addWords(filler, piece);
    } else {
      filler.add(piece);
    }
  }
  return std::move(filler).ended();
}

std::string tableRow(std::string_view row) {
  if (shownColumns(row) <= rowColumns()) return std::string(row) + '\n';
  const std::vector<RowCell> cells = rowCells(row);
  const RowCell& first = cells.front();
  const std::size_t second = cells.size() < 2 ? 0 : first.blanks + shownColumns(first.text) + cells[1].blanks;
  const std::size_t hanging = cells.size() < 2 || second > rowColumns() / 2 ? first.blanks + 4 : second;
  std::string text;
  std::size_t column = 0;
  for (const RowCell& cell : cells) {
    const std::size_t begin = column + cell.blanks, wide = shownColumns(cell.text);
    const bool fits = begin + wide <= rowColumns();
    const bool is_last = &cell == &cells.back();
    if (fits || &cell == &first || (is_last && begin <= hanging)) {
      text += std::string(cell.blanks, ' ');
      column = begin;
    } else {
      text += '\n' + std::string(hanging, ' ');
      column = hanging;
    }
    if (column + wide <= rowColumns()) {
      text += cell.text;
    } else {
      const std::string words = paragraph(cell.text, column, std::max(column, hanging));
      text += std::string_view(words).substr(column, words.size() - column - 1);
    }
    column = shownColumns(std::string_view(text).substr(text.rfind('\n') + 1));
  }
  return text + '\n';
}

std::string flushRight(std::string_view left, std::string_view right, std::size_t hanging) {
  const std::size_t indent = std::min(left.find_first_not_of(' '), left.size());
  if (right.empty()) return paragraph(left, indent, hanging);
  const std::size_t taken = shownColumns(left) + shownColumns(right);
  if (taken + 2 <= pageColumns()) {
    return std::string(left) + std::string(pageColumns() - taken, ' ') + std::string(right) + '\n';
  }
  const std::size_t wide = shownColumns(right);
  const std::size_t before = wide + hanging < pageColumns() ? pageColumns() - wide : hanging;
  return paragraph(left, indent, hanging) + std::string(before, ' ') + std::string(right) + '\n';
}

}  // namespace docket
