#include "tools/layout.h"

#include "tools/text.h"

namespace docket {
namespace {

/// Fills lines with pieces.
class Filler {
 public:
  Filler(std::size_t indent, std::size_t hanging) : hanging_(hanging), columns_(indent), text_(indent, ' ') {}

  void add(std::string_view piece) {
    const std::size_t wide = shownColumns(piece);
    const bool fresh = !begun_;
    if (!fresh && columns_ + 1 + wide > kPageColumns) {
      text_ += '\n';
      text_.append(hanging_, ' ');
      columns_ = hanging_;
    } else if (!fresh) {
      text_ += ' ';
      ++columns_;
    }
    text_ += piece;
    columns_ += wide;
    begun_ = true;
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::string ended() && { return std::move(text_) + '\n'; }

 private:
  std::size_t hanging_, columns_;
  std::string text_;
  bool begun_ = false;
};

void addWords(Filler& filler, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) filler.add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

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
  Filler filler(indent, hanging);
  addWords(filler, text);
  return std::move(filler).ended();
}

std::string itemised(const std::vector<std::string>& items, std::string_view separator, std::size_t indent,
                     std::size_t hanging) {
  Filler filler(indent, hanging);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string piece = i + 1 < items.size() ? items[i] + std::string(separator) : items[i];
    if (hanging + shownColumns(piece) > kPageColumns) {
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
  if (taken + 2 <= kPageColumns) {
    return std::string(left) + std::string(kPageColumns - taken, ' ') + std::string(right) + '\n';
  }
  const std::size_t wide = shownColumns(right);
  const std::size_t before = wide + hanging < kPageColumns ? kPageColumns - wide : hanging;
  return paragraph(left, indent, hanging) + std::string(before, ' ') + std::string(right) + '\n';
}

}  // namespace docket
