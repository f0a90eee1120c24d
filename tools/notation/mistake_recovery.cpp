#include "tools/notation/mistake_recovery.h"

#include <algorithm>
#include <range/v3/view/reverse.hpp>

namespace docket::notation {
namespace {

constexpr std::size_t kMaxPatches = 8;  // of one event

}  // namespace

EventLines MistakeRecovery::eventLines() const {
  EventLines lines(lines_.front(), players_);
  for (std::size_t i = 1; i < lines_.size(); ++i) lines.add(lines_[i]);
  return lines;
}

Place MistakeRecovery::placeTyped(const Mistake& mistake) const {
  std::size_t column = mistake.column();
  std::size_t length = mistake.length();
  for (const auto& patch : patches_ | ranges::views::reverse) {
    if (patch.line != mistake.line() || column < patch.column) continue;
    const bool within = column < patch.column + patch.corrected_bytes;
    column = within ? patch.column : column + patch.typed_bytes - patch.corrected_bytes;
    if (within) length = patch.typed_bytes;
  }
  return {.file = lines_.front().file(), .line = mistake.line(), .column = column, .length = length};
}

bool MistakeRecovery::recover(const Mistake& mistake) {
  const Place place = placeTyped(mistake);
  const bool again = std::any_of(mistakes_.begin(), mistakes_.end(), [&](const Mistake& other) {
    return other.line() == place.line && other.column() == place.column;
  });
  if (again) return false;
  mistakes_.push_back(mistake.movedTo(place));
  const auto line = std::find_if(lines_.begin(), lines_.end(),
                                 [&](const Cursor& each) { return each.lineNumber() == mistake.line(); });
  if (mistake.choices().empty() || patches_.size() >= kMaxPatches || line == lines_.end()) return false;
  auto text = std::make_unique<std::string>(corrected(line->text(), mistake, mistake.choices().front()));
  patches_.push_back({.line = mistake.line(),
                      .column = mistake.column(),
                      .typed_bytes = mistake.length(),
                      .corrected_bytes = text->size() + mistake.length() - line->text().size()});
  *line = Cursor(*text, line->file(), line->lineNumber());
  texts_.push_back(std::move(text));
  return true;
}

}  // namespace docket::notation
