#include "tools/typing/typed_text.h"

#include <algorithm>
#include <utility>

#include "events/text/characters.h"

namespace docket::typing {
namespace {

/// The maximum number of changes that can be undone.
constexpr std::size_t kMaxChanges = 10'000;

/// The beginning of the character before `at`, and the end of the one that begins there.
std::size_t characterBefore(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  for (--at; at > 0 && continuesCharacter(text[at]); --at) {
  }
  return at;
}
std::size_t characterEnd(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  for (++at; at < text.size() && continuesCharacter(text[at]); ++at) {
  }
  return at;
}

std::vector<std::string> splitLines(std::string_view text) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool return_too = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (text[at] == '\n' || (text[at] == '\r' && !return_too)) {
      lines.emplace_back();
    } else if (!return_too) {
      lines.back() += text[at];
    }
  }
  return lines;
}

/// A tab is a blank; what else moves a cursor is nothing that is typed.
std::string typable(std::string_view text) {
  std::string typed;
  for (const char character : text) {
    if (character == '\t') {
      typed += ' ';
    } else if (static_cast<unsigned char>(character) >= 0x20 && character != '\x7f') {
      typed += character;
    }
  }
  return typed;
}

}  // namespace

TypedText::TypedText(std::string_view text) : lines_(splitLines(text)) {}

std::string TypedText::text() const {
  std::size_t count = lines_.size();
  while (count > 0 && lines_[count - 1].empty()) --count;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += lines_[i] + '\n';
  return text;
}

std::size_t TypedText::takeChanged() { return std::exchange(changed_, lines_.size()); }

void TypedText::put(std::size_t first, std::size_t count, const std::vector<std::string>& with, Place place) {
  const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(first);
  lines_.insert(lines_.erase(begin, begin + static_cast<std::ptrdiff_t>(count)), with.begin(), with.end());
  place_ = place;
  changed_ = std::min(changed_, first);
}

void TypedText::change(std::size_t first, std::size_t count, std::vector<std::string> with, Place after, bool typed) {
  const auto begin = lines_.begin() + static_cast<std::ptrdiff_t>(first);
  Change change{.first = first,
                .before = {begin, begin + static_cast<std::ptrdiff_t>(count)},
                .after = std::move(with),
                .place_before = place_,
                .place_after = after};
  put(first, count, change.after, after);
  undone_.clear();
  const bool joins = goes_on_ && typed && !done_.empty() && done_.back().first == first && count == 1 &&
                     change.after.size() == 1 && done_.back().after.size() == 1;
  if (joins) {
    done_.back().after = std::move(change.after);
    done_.back().place_after = after;
  } else {
    done_.push_back(std::move(change));
    if (done_.size() > kMaxChanges) done_.erase(done_.begin());
  }
  goes_on_ = typed;
}

void TypedText::insert(std::string_view text) {
  auto lines = splitLines(text);
  for (std::string& one : lines) one = typable(one);
  const bool typed = lines.size() == 1;
  Place after{.line = place_.line + lines.size() - 1, .column = lines.back().size()};
  if (typed) after.column += place_.column;
  lines.back() += line().substr(place_.column);
  lines.front().insert(0, line().substr(0, place_.column));
  change(place_.line, 1, std::move(lines), after, typed);
}

void TypedText::replaceFrom(std::size_t column, std::string_view text) {
  column = std::min(column, place_.column);
  const std::string put = typable(text);
  change(place_.line, 1, {line().substr(0, column) + put + line().substr(place_.column)},
         {.line = place_.line, .column = column + put.size()}, true);
}

void TypedText::replaceLines(std::size_t first, std::size_t count, std::vector<std::string> with) {
  first = std::min(first, lines_.size());
  count = std::min(count, lines_.size() - first);
  for (std::string& line : with) line = typable(line);
  if (with.empty() && count == lines_.size()) with.emplace_back();
  const std::size_t last = std::max<std::size_t>(first + with.size(), 1) - 1;
  const Place after{.line = last, .column = with.empty() ? 0 : with.back().size()};
  change(first, count, std::move(with), after, false);
}

void TypedText::backspace() {
  if (place_.column > 0) return replaceFrom(characterBefore(line(), place_.column), {});
  if (place_.line == 0) return;
  const std::string& above = lines_[place_.line - 1];
  change(place_.line - 1, 2, {above + line()}, {.line = place_.line - 1, .column = above.size()}, false);
}

void TypedText::erase() {
  if (place_.column == line().size() && place_.line + 1 == lines_.size()) return;
  right();
  backspace();
}

void TypedText::eraseToEnd() {
  if (place_.column == line().size()) return erase();
  change(place_.line, 1, {line().substr(0, place_.column)}, place_, false);
}

void TypedText::moveTo(Place to) {
  to.line = std::min(to.line, lines_.size() - 1);
  const std::string& on = lines_[to.line];
  to.column = std::min(to.column, on.size());
  while (to.column > 0 && to.column < on.size() && continuesCharacter(on[to.column])) --to.column;
  place_ = to;
  goes_on_ = false;
}

void TypedText::left() {
  if (place_.column > 0) return moveTo({.line = place_.line, .column = characterBefore(line(), place_.column)});
  if (place_.line > 0) moveTo({.line = place_.line - 1, .column = lines_[place_.line - 1].size()});
}

void TypedText::right() {
  if (place_.column < line().size())
    return moveTo({.line = place_.line, .column = characterEnd(line(), place_.column)});
  if (place_.line + 1 < lines_.size()) moveTo({.line = place_.line + 1, .column = 0});
}

void TypedText::up(std::size_t lines) {
  moveTo({.line = place_.line - std::min(lines, place_.line), .column = place_.column});
}

void TypedText::down(std::size_t lines) { moveTo({.line = place_.line + lines, .column = place_.column}); }

bool TypedText::undo() {
  if (done_.empty()) return false;
  Change change = std::move(done_.back());
  done_.pop_back();
  put(change.first, change.after.size(), change.before, change.place_before);
  undone_.push_back(std::move(change));
  goes_on_ = false;
  return true;
}

bool TypedText::redo() {
  if (undone_.empty()) return false;
  Change change = std::move(undone_.back());
  undone_.pop_back();
  put(change.first, change.before.size(), change.after, change.place_after);
  done_.push_back(std::move(change));
  goes_on_ = false;
  return true;
}

}  // namespace docket::typing
