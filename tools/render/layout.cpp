#include "tools/render/layout.h"

#include "events/split.h"
#include "tools/render/page_width.h"
#include "tools/render/text.h"

namespace docket {
namespace {

void addWords(LineFiller& filler, std::string_view text) {
  eachWord(text, [&](std::string_view word) { filler.add(word); });
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
