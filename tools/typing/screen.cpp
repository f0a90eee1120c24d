#include "tools/typing/screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/render/annotated_log.h"
#include "tools/words/layout.h"

namespace docket::typing {
namespace {

/// Each line begins with the number of its event and a mark.
constexpr std::size_t kGutter = 7;

std::size_t shownColumnsOf(std::string_view text) { return columnsOf(printable(text)); }

/// The rows of each part of a terminal.
struct Shares {
  std::size_t title = 0, pane = 0, lines = 0, next = 0, keys = 0;
  bool beside = false;
};

Shares sharesOf(const ScreenContent& content, Size size) {
  Shares shares;
  std::size_t left = size.rows;
  const auto take = [&](std::size_t wanted, std::size_t kept) {
    const std::size_t taken = left >= wanted + kept ? wanted : 0;
    left -= taken;
    return taken;
  };
  shares.title = take(1, 3);
  shares.next = take(1, 2);
  shares.keys = take(1, 4);
  shares.beside = size.columns >= kWideColumns && !content.pane_name.empty();
  if (shares.beside) {
    shares.pane = left;
  } else if (!content.pane_name.empty() && left >= 10) {
    shares.pane = take(left / 2, 5);  // its name is one of them
  }
  shares.lines = left;
  return shares;
}

class LineRows {
 public:
  LineRows(std::size_t columns, bool colour) : columns_(columns), colour_(colour) {}

  /// The rows of a line; of the one with the cursor, where that is goes to `cursor`.
  [[nodiscard]] std::vector<std::string> of(const ShownLine& line, const std::size_t* column,
                                            std::optional<Frame::Place>& cursor) const {
    std::vector<std::string> rows;
    const std::size_t width = columns_ > kGutter ? columns_ - kGutter : 1;
    std::string text = printable(line.text);
    std::size_t scrolled = 0;
    if (column != nullptr) {
      const std::size_t at = shownColumnsOf(std::string_view(line.text).substr(0, *column));
      if (at + 1 > width) scrolled = at + 1 - width;
      if (scrolled != 0) text = tail(cut(text + ' ', at + 1), width);
      cursor = Frame::Place{.row = 0, .column = std::min(kGutter + at - scrolled, columns_ - 1)};
    }
    rows.push_back(cut(gutterOf(line) + styled(colour_, styleOf(line), text), columns_));
    if (line.read == nullptr) return rows;
    if (line.read->mistake) addMistake(rows, line, column, scrolled, width);
    for (const std::string& comment : line.read->comments) {
      add(rows, styled(colour_, styleOfComment(comment), "; " + comment), width);
    }
    return rows;
  }

 private:
  [[nodiscard]] static bool isUnfinished(const ShownLine& line, const std::size_t* column) {
    return column != nullptr && line.read->mistake->column > line.text.size();
  }
  [[nodiscard]] std::string gutterOf(const ShownLine& line) const {
    if (line.read == nullptr) return std::string(kGutter, ' ');
    const bool says = line.read->kind == ReadLine::Kind::event && !line.read->mistake;
    const std::string number = says ? fmt::format("{:>5}", line.read->event) : std::string(5, ' ');
    const std::string mark = line.read->mistake || hasFinding(*line.read)
                                 ? styled(colour_, Style::bad, line.read->mistake ? "x" : "!")
                                 : std::string(" ");
    return styled(colour_, Style::faint, number) + mark + ' ';
  }
  [[nodiscard]] static Style styleOf(const ShownLine& line) {
    const auto begin = line.text.find_first_not_of(' ');
    if (begin == std::string::npos || line.read == nullptr) return Style::plain;
    const std::string_view text = std::string_view(line.text).substr(begin);
    if (text.front() == ';' || line.read->kind == ReadLine::Kind::unread) return Style::faint;
    return text.starts_with("==") || text.starts_with("--") ? Style::strong : Style::plain;
  }
  void add(std::vector<std::string>& rows, const std::string& text, std::size_t width) const {
    for (const std::string& row : wrapped(text, width)) rows.push_back(std::string(kGutter, ' ') + row);
  }
  /// Below its place if there is room for it, else with the number of its column in front.
  void addMistake(std::vector<std::string>& rows, const ShownLine& line, const std::size_t* column,
                  std::size_t scrolled, std::size_t width) const {
    const LineMistake& mistake = *line.read->mistake;
    const Style style = isUnfinished(line, column) ? Style::faint : Style::bad;
    std::string message = printable(mistake.message);
    if (mistake.column != 0) {
      const std::size_t at = shownColumnsOf(std::string_view(line.text).substr(0, mistake.column - 1));
      const bool below = at >= scrolled && at - scrolled + 2 + columnsOf(message) <= width;
      message = below ? std::string(at - scrolled, ' ') + "^ " + message
                      : fmt::format("column {}: {}", mistake.column, message);
    }
    add(rows, styled(colour_, style, message), width);
  }

  std::size_t columns_;
  bool colour_;
};

/// As many rows as fit, including the cursor's.
std::vector<std::string> rowsAround(const ScreenContent& content, std::size_t rows, std::size_t columns, bool colour,
                                    std::optional<Frame::Place>& cursor) {
  const LineRows lines(columns, colour);
  std::vector<std::string> all;
  std::size_t end_of_current = 0;
  for (std::size_t i = 0; i < content.lines.size(); ++i) {
    std::optional<Frame::Place> place;
    const bool current = i == content.current;
    const auto own = lines.of(content.lines[i], current ? &content.column : nullptr, place);
    if (current) cursor = Frame::Place{.row = all.size(), .column = place->column};
    all.insert(all.end(), own.begin(), own.end());
    if (current) end_of_current = all.size();
  }
  if (rows == 0 || !cursor) return {};
  // Some lines after that of the cursor are visible too, and all that is said about it if that fits.
  const std::size_t wanted = std::min(all.size(), end_of_current + rows / 4);
  std::size_t from = wanted > rows ? wanted - rows : 0;
  from = std::min(from, cursor->row);
  std::vector<std::string> shown(all.begin() + static_cast<std::ptrdiff_t>(from),
                                 all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), from + rows)));
  cursor->row -= from;
  shown.resize(rows);
  return shown;
}

std::vector<std::string> paneRows(ScreenContent& content, std::size_t rows, std::size_t columns, bool colour) {
  if (rows == 0) return {};
  const auto all = content.pane(columns);
  const std::size_t room = rows - 1;
  content.pane_from = std::min(content.pane_from, all.size() - std::min(all.size(), room));
  std::string name(content.pane_name);
  if (all.size() > room)
    name += fmt::format(" ── {} to {} of {}", content.pane_from + 1, content.pane_from + room, all.size());
  std::vector<std::string> shown{styled(colour, Style::faint, ruleRow(name, columns))};
  for (std::size_t row = content.pane_from; row < std::min(all.size(), content.pane_from + room); ++row) {
    shown.push_back(all[row]);
  }
  shown.resize(rows);
  return shown;
}

}  // namespace

Frame laidOut(ScreenContent& content, Size size, bool colour) {
  Frame frame;
  if (size.rows == 0 || size.columns == 0) return frame;
  const Shares shares = sharesOf(content, size);
  const std::size_t beside = shares.beside ? std::min<std::size_t>(80, size.columns / 2) : 0;
  const std::size_t columns = shares.beside ? size.columns - beside - 3 : size.columns;
  if (shares.title != 0) frame.rows.push_back(cut(content.title, size.columns));
  auto pane = paneRows(content, shares.pane, shares.beside ? beside : size.columns, colour);
  if (!shares.beside) {
    frame.rows.insert(frame.rows.end(), pane.begin(), pane.end());
    if (shares.pane != 0 && shares.lines > 1)
      frame.rows.push_back(styled(colour, Style::faint, ruleRow("transcript", size.columns)));
  }
  const std::size_t below = shares.next + shares.keys;
  const std::size_t room = size.rows - std::min(size.rows, frame.rows.size() + below);
  std::optional<Frame::Place> cursor;
  const auto lines = rowsAround(content, room, columns, colour, cursor);
  if (cursor) cursor->row += frame.rows.size();
  for (std::size_t row = 0; row < lines.size(); ++row) {
    std::string whole = lines[row];
    if (shares.beside) {
      const std::size_t taken = std::min(columns, shownColumns(whole));
      whole += std::string(columns - taken, ' ') + " │ " + (row < pane.size() ? pane[row] : std::string());
    }
    frame.rows.push_back(std::move(whole));
  }
  if (shares.next != 0 && content.prompt) {
    const std::string shown = tail(*content.prompt, size.columns - 1);
    cursor = Frame::Place{.row = frame.rows.size(), .column = columnsOf(shown)};
    frame.rows.push_back(shown);
  } else if (shares.next != 0) {
    frame.rows.push_back(cut(content.next, size.columns));
  }
  if (shares.keys != 0) frame.rows.push_back(cut(styled(colour, Style::faint, content.keys), size.columns));
  frame.cursor = cursor;
  return frame;
}

}  // namespace docket::typing
