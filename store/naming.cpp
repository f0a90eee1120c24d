#include "store/naming.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "events/game_id.h"
#include "store/rows/index.h"

namespace docket {
namespace {

/// The numbers of the records of a game that replace others, in order.
std::vector<std::uint32_t> replacementsOf(const Archive& archive, std::string_view game) {
  std::vector<std::uint32_t> numbers;
  for (const auto& entry : archive.branchesOf(detail::replacementParent(game)))
    numbers.push_back(gameNameOf(entry.id).record);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

Game named(const Archive& archive, std::string_view name) {
  const auto typed = gameNameOf(name);
  if (typed.record != 0) return archive.game(recordId(typed.game, typed.record));
  const auto numbers = replacementsOf(archive, name);
  return archive.game(numbers.empty() ? std::string(name) : recordId(name, numbers.back()));
}

std::optional<std::string> replacedBy(const Archive& archive, std::string_view id) {
  const auto game_name = gameNameOf(id);
  const auto numbers = replacementsOf(archive, game_name.game);
  const auto next = std::upper_bound(numbers.begin(), numbers.end(), std::max(game_name.record, 1U));
  return next == numbers.end() ? std::nullopt : std::optional(recordId(game_name.game, *next));
}

std::set<std::string, std::less<>> replacedRecords(const Archive& archive) {
  std::map<std::string, std::set<std::uint32_t>, std::less<>> records;  // of games with a replaced record
  archive.list({}, [&](const GameEntry& entry) {
    if (const auto name = gameNameOf(entry.id); name.record != 0) records[std::string(name.game)].insert(name.record);
    return true;
  });
  std::set<std::string, std::less<>> replaced;
  for (auto& [game, numbers] : records) {
    replaced.insert(game);
    numbers.erase(std::prev(numbers.end()));  // the newest
    for (const std::uint32_t number : numbers) replaced.insert(recordId(game, number));
  }
  return replaced;
}

}  // namespace docket
