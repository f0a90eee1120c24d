#include "tools/import/games_of_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "events/errors.h"
#include "events/text/trimmed.h"
#include "tools/io/open_file.h"

namespace docket {
namespace {

constexpr std::size_t kPiece = 1U << 16;

/// The format of a file that begins with these bytes. Throws BadInput if no format does.
const GameFormat& requireFormat(std::string_view bytes, const std::string& name) {
  if (const GameFormat* format = formatOf(bytes)) return *format;
  std::string expected;
  for (const GameFormat& one : gameFormats()) {
    const bool last = &one == &gameFormats().back();
    expected += fmt::format("{}{}", expected.empty() ? "" : last ? ", or " : ", ", one.expected);
  }
  throw BadInput(fmt::format("{}: docket cannot read this as a game: expected {}", name, expected));
}

}  // namespace

GamesOfFile::GamesOfFile(const std::filesystem::path& file)
    : name_(file.string()), file_(openFile(file)), from_(&file_) {
  begin();
}

GamesOfFile::GamesOfFile(std::istream& from, std::string name) : name_(std::move(name)), from_(&from) { begin(); }

void GamesOfFile::begin() {
  while (isBlank(rest_) && doubleBuffer()) {
  }
  eraseByteOrderMark(rest_);
  while (formatOf(rest_) == nullptr && doubleBuffer()) {
  }
  format_ = &requireFormat(rest_, name_);
  one_by_one_ = format_->begins_game != nullptr;
  if (one_by_one_) return;
  while (readMore()) {
  }
  games_ = format_->games_in(rest_);
}

bool GamesOfFile::readMore() {
  if (!*from_) return false;
  const std::size_t had = rest_.size();
  rest_.resize(had + kPiece);
  from_->read(rest_.data() + had, kPiece);
  rest_.resize(had + static_cast<std::size_t>(from_->gcount()));
  if (from_->bad()) throw EnvironmentError(fmt::format("{}: reading it failed", name_));
  if (game_.size() + rest_.size() > kMaxBytes)
    throw BadInput(fmt::format("{}: {} larger than {} MiB, the maximum", name_,
                               one_by_one_ ? fmt::format("the game at line {} is", next_line_) : "it is",
                               kMaxBytes >> 20U));
  return rest_.size() != had;
}

bool GamesOfFile::doubleBuffer() {
  const std::size_t had = rest_.size();
  while (readMore() && rest_.size() < 2 * had) {
  }
  return rest_.size() != had;
}

std::optional<GameText> GamesOfFile::next() {
  if (one_by_one_) return nextByLines();
  return given_ < games_.size() ? std::optional(games_[given_++]) : std::nullopt;
}

/// Lines before the first game belong to it, so that errors in them are reported with their line.
std::optional<GameText> GamesOfFile::nextByLines() {
  game_.clear();
  const std::size_t first_line = next_line_;
  std::size_t lines = 0, at = 0, looked = 0;  // in rest_: of the game, and how far for the end of its next line
  bool is_said = false;                       // more than blanks
  for (;;) {
    auto end = rest_.find('\n', looked);
    looked = rest_.size();
    if (end == std::string::npos && readMore()) continue;
    if (at == rest_.size()) break;
    end = std::min(end, rest_.size() - 1) + 1;
    const auto line = std::string_view(rest_).substr(at, end - at);
    if (is_said && format_->begins_game(line)) break;
    is_said = is_said || !isBlank(line);
    ++lines;
    at = looked = end;
  }
  if (at == 0) return std::nullopt;
  game_ = rest_.substr(0, at);
  rest_.erase(0, at);
  next_line_ += lines;
  return GameText{.text = game_, .first_line = first_line};
}

}  // namespace docket
