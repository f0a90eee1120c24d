#include "events/entity.h"

#include <array>

#include "events/text/whole_number.h"

namespace docket {
namespace {

constexpr std::array<std::string_view, 4> kPrefixes = {"#", "P", "place ", "unit "};  // by kind
constexpr std::string_view kGameText = "game";

}  // namespace

std::optional<std::string> entityText(std::uint32_t entity) {
  const auto kind = entityKindBits(entity);
  if (entity == docket::entity(EntityKind::game, 0)) return std::string(kGameText);
  if (kind >= kPrefixes.size()) return std::nullopt;
  return std::string(kPrefixes[kind]) + std::to_string(entityNumber(entity));
}

std::optional<std::uint32_t> entityOf(std::string_view text) {
  if (text == kGameText) return entity(EntityKind::game, 0);
  for (std::size_t kind = 0; kind < kPrefixes.size(); ++kind) {
    if (text.substr(0, kPrefixes[kind].size()) != kPrefixes[kind]) continue;
    const auto digits = text.substr(kPrefixes[kind].size());
    const bool spelled_once = digits == "0" || (!digits.empty() && digits.front() >= '1' && digits.front() <= '9');
    const auto number = wholeNumber<std::uint32_t>(digits);
    if (!spelled_once || !number || *number > kMaxEntityNumber) return std::nullopt;
    return entity(static_cast<EntityKind>(kind), *number);
  }
  return std::nullopt;
}

}  // namespace docket
