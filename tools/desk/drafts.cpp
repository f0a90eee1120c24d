#include "tools/desk/drafts.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "events/text/whole_number.h"

namespace docket::desk {
namespace {

std::optional<std::uint32_t> numberOf(const std::string& name) {
  const auto number = wholeNumber<std::uint32_t>(name);
  return number == 0U ? std::nullopt : number;
}

/// The first line that begins with "game", without quotation marks.
std::string gameNameIn(const std::filesystem::path& file) {
  constexpr int kMaxLines = 50;
  constexpr std::string_view kGame = "game ";
  std::ifstream text(file);
  std::string line;
  for (int i = 0; i < kMaxLines && std::getline(text, line); ++i) {
    if (!line.starts_with(kGame)) continue;
    line.erase(0, kGame.size());
    std::erase(line, '"');
    return line;
  }
  return {};
}

}  // namespace

Drafts::Drafts(std::filesystem::path folder, const Archive& archive) : folder_(std::move(folder)), archive_(archive) {}

std::filesystem::path Drafts::folderOf(std::uint32_t number) const { return folder_ / fmt::format("{}", number); }

std::vector<Drafts::Listed> Drafts::list() const {
  std::vector<Listed> listed;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, none)) {
    const auto number = numberOf(entry.path().filename().string());
    if (!number || !std::filesystem::exists(entry.path() / "game.txt")) continue;
    listed.push_back({.number = *number, .game = gameNameIn(entry.path() / "game.txt")});
  }
  std::sort(listed.begin(), listed.end(),
            [](const Listed& one, const Listed& other) { return one.number < other.number; });
  return listed;
}

std::uint32_t Drafts::begin(std::string_view text, const std::string& catalogue) {
  std::uint32_t number = 1;
  while (std::filesystem::exists(folderOf(number))) ++number;
  Draft::begin(folderOf(number), text, catalogue);
  return number;
}

Draft& Drafts::at(std::uint32_t number) {
  const auto found = open_.find(number);
  if (found != open_.end()) return *found->second;
  if (!std::filesystem::exists(folderOf(number) / "game.txt"))
    throw BadInput(fmt::format("there is no draft {}: it was recorded or discarded", number));
  return *open_.emplace(number, std::make_unique<Draft>(folderOf(number), archive_)).first->second;
}

void Drafts::useCatalogue(std::uint32_t number, const std::string& catalogue) {
  Draft::useCatalogue(at(number).folder(), catalogue);
  reopen(number);
}

void Drafts::discard(std::uint32_t number) {
  open_.erase(number);
  std::error_code ignored;
  std::filesystem::remove_all(folderOf(number), ignored);
}

}  // namespace docket::desk
