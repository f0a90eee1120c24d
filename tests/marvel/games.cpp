#include "tests/marvel/games.h"

#include <algorithm>
#include <range/v3/algorithm/sort.hpp>
#include <string_view>
#include <vector>

#include "tests/marvel/cards.h"

namespace docket::marvel {
namespace {

/// One of this many games is read, unless all are requested.
constexpr std::size_t kOneOf = 8;

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(gamesFolder())) {
    if (entry.path().extension() == ".xz") found.push_back(entry.path());
  }
  ranges::sort(found);
  return found;
}

}  // namespace

std::set<std::int64_t> SimulatedGame::notCarriedOut() const {
  std::set<std::int64_t> found, plays;
  forEachLine([&](const Object& line) {
    const std::string kind = witness::text(line, "e");
    if (kind == "ab" && witness::text(line, "nm") == "Play") plays.insert(witness::number(line, "a"));
    if (kind != "abx" || witness::number(line, "ok") != 0) return;
    if (const std::int64_t a = witness::number(line, "a"); !plays.contains(a)) found.insert(a);
  });
  return found;
}

void forEachGame(const std::function<void(const SimulatedGame&)>& play) {
  constexpr std::string_view kBegins = "{\"e\":\"game\"";
  std::size_t count = 0;
  for (const auto& file : files()) {
    const std::string text = witness::unpacked(witness::bytesOf(file));
    for (std::size_t at = 0; at < text.size();) {
      std::size_t next = text.find("\n" + std::string(kBegins), at);
      next = next == std::string::npos ? text.size() : next + 1;
      if (witness::takesAll() || count % kOneOf == 0) play({text.substr(at, next - at)});
      ++count;
      at = next;
    }
  }
}

}  // namespace docket::marvel
