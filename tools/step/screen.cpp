#include "tools/step/screen.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/words/text.h"

namespace docket::step {
namespace {

/// The rows of each part of a terminal. The title comes first, then the bottom, then the body; other parts appear only
/// if the body keeps some rows.
struct Shares {
  std::size_t event = 0, rule = 0, body = 0, bottom = 0;
};

Shares sharesOf(const ScreenContent& content, Size size) {
  Shares shares;
  std::size_t left = size.rows - std::min<std::size_t>(size.rows, 1);
  const auto take = [&](std::size_t wanted) {
    const std::size_t taken = std::min(wanted, left);
    left -= taken;
    return taken;
  };
  shares.bottom = take(1);
  if (left >= 4) {
    shares.rule = take(1);
    shares.event = take(std::min(content.event.size(), std::max<std::size_t>(1, left / 3)));
  }
  shares.body = left;
  return shares;
}

std::string bodyRule(const ScreenContent& content, std::size_t body_rows, std::size_t columns) {
  std::string rule = content.name;
  if (content.body.size() > body_rows) {
    rule += fmt::format(" ── {} to {} of {}", content.from + 1, std::min(content.from + body_rows, content.body.size()),
                        content.body.size());
  }
  return ruleRow(rule, columns);
}

}  // namespace

std::size_t bodyRows(const ScreenContent& content, Size size) { return sharesOf(content, size).body; }

Frame laidOut(const ScreenContent& content, Size size, bool colour) {
  Frame frame;
  if (size.rows == 0 || size.columns == 0) return frame;
  const Shares shares = sharesOf(content, size);
  frame.rows.push_back(cut(styled(colour, Style::strong, printable(content.title)), size.columns));
  for (std::size_t row = 0; row < shares.event; ++row) {
    const bool more = row + 1 == shares.event && content.event.size() > shares.event;
    frame.rows.push_back(more ? cut(content.event[row] + " …", size.columns) : content.event[row]);
  }
  if (shares.rule != 0) {
    frame.rows.push_back(styled(colour, Style::faint, bodyRule(content, shares.body, size.columns)));
  }
  for (std::size_t row = 0; row < shares.body; ++row) {
    const std::size_t line = content.from + row;
    frame.rows.push_back(line < content.body.size() ? content.body[line] : std::string{});
  }
  if (shares.bottom == 0) return frame;
  if (content.typing) {
    const std::string shown = tail(content.bottom, size.columns - 1);
    frame.cursor = Frame::Place{.row = frame.rows.size(), .column = columnsOf(shown)};
    frame.rows.push_back(shown);
  } else {
    frame.rows.push_back(cut(content.bottom, size.columns));
  }
  return frame;
}

}  // namespace docket::step
