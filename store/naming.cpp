#include "store/naming.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "events/game_id.h"
#include "store/index.h"

namespace docket {
namespace {

/// The numbers of the records of a game that replace others, in order.
std::vector<std::uint32_t> replacementsOf(const Archive& archive, std::string_view game) {
  std::vector<std::uint32_t> numbers;
  for (const auto& entry : archive.branchesOf(detail::replacementsOf(game)))
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
  const auto own = gameNameOf(id);
  const auto numbers = replacementsOf(archive, own.game);
  const auto next = std::upper_bound(numbers.begin(), numbers.end(), std::max(own.record, 1U));
  return next == numbers.end() ? std::nullopt : std::optional(recordId(own.game, *next));
}

}  // namespace docket
