#include "events/game_id.h"

#include <algorithm>

#include "events/text/letters.h"
#include "events/text/whole_number.h"

namespace docket {
namespace {

bool isOfId(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '_' || c == '-' || c == '/'; }

}  // namespace

GameName gameNameOf(std::string_view text) {
  constexpr std::size_t kMaxDigits = 9;
  const auto at = text.rfind('@');
  const GameName whole{.game = text};
  if (at == std::string_view::npos) return whole;
  const auto digits = text.substr(at + 1);
  if (digits.empty() || digits.size() > kMaxDigits || digits.front() == '0') return whole;
  const auto record = wholeNumber<std::uint32_t>(digits);
  return record ? GameName{.game = text.substr(0, at), .record = *record} : whole;
}

bool isGameId(std::string_view text) {
  const auto name = gameNameOf(text);
  return text.size() <= kMaxIdBytes && !name.game.empty() && name.record != 1 &&
         std::all_of(name.game.begin(), name.game.end(), isOfId);
}

std::string recordId(std::string_view game, std::uint32_t record) {
  return record <= 1 ? std::string(game) : std::string(game) + '@' + std::to_string(record);
}

std::string replacedId(std::string_view id) {
  const auto name = gameNameOf(id);
  return name.record <= 1 ? std::string() : recordId(name.game, name.record - 1);
}

std::string exactName(std::string_view id) {
  return gameNameOf(id).record == 0 ? std::string(id) + "@1" : std::string(id);
}

}  // namespace docket
