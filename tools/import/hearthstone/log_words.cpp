#include "tools/import/hearthstone/log_words.h"

#include <array>
#include <charconv>
#include <span>

#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {
namespace {

struct Word {
  std::string_view word;
  std::int64_t number;
};

constexpr std::array<Word, 39> kTags{{
    // clang-format off
    {"PLAYSTATE", 17},
    {"STEP", 19},
    {"TURN", 20},
    {"FATIGUE", 22},
    {"CURRENT_PLAYER", 23},
    {"RESOURCES_USED", 25},
    {"RESOURCES", 26},
    {"PLAYER_ID", 30},
    {"ATTACHED", 40},
    {"EXHAUSTED", 43},
    {"DAMAGE", 44},
    {"HEALTH", 45},
    {"ATK", 47},
    {"COST", 48},
    {"ZONE", 49},
    {"CONTROLLER", 50},
    {"DURABILITY", 187},
    {"WINDFURY", 189},
    {"TAUNT", 190},
    {"STEALTH", 191},
    {"DIVINE_SHIELD", 194},
    {"CHARGE", 197},
    {"CARDTYPE", 202},
    {"STATE", 204},
    {"CANT_ATTACK", 227},
    {"FROZEN", 260},
    {"ZONE_POSITION", 263},
    {"ARMOR", 292},
    {"TEMP_RESOURCES", 295},
    {"OVERLOAD_LOCKED", 393},
    {"HEROPOWER_ADDITIONAL_ACTIVATIONS", 405},
    {"EXTRA_ATTACKS_THIS_TURN", 444},
    {"RUSH", 791},
    {"COIN_MANA_GEM", 1199},
    {"MEGA_WINDFURY", 1207},
    {"HEROPOWER_UNLIMITED_USES", 4088},
    {"TECH_LEVEL_MANA_GEM", 1442},
    {"SKIP_MULLIGAN", 1561},
    {"LETTUCE_NODE_TYPE", 1808},
    // clang-format on
}};

constexpr std::array<Word, 8> kZones{{
    // clang-format off
    {"INVALID", 0},
    {"PLAY", 1},
    {"DECK", 2},
    {"HAND", 3},
    {"GRAVEYARD", 4},
    {"REMOVEDFROMGAME", 5},
    {"SETASIDE", 6},
    {"SECRET", 7},
    // clang-format on
}};

constexpr std::array<Word, 22> kCardKinds{{
    // clang-format off
    {"INVALID", 0},
    {"GAME", 1},
    {"PLAYER", 2},
    {"HERO", 3},
    {"MINION", 4},
    {"SPELL", 5},
    {"ENCHANTMENT", 6},
    {"WEAPON", 7},
    {"ITEM", 8},
    {"TOKEN", 9},
    {"HERO_POWER", 10},
    {"BLANK", 11},
    {"GAME_MODE_BUTTON", 12},
    {"MOVE_MINION_HOVER_TARGET", 22},
    {"LETTUCE_ABILITY", 23},
    {"BATTLEGROUND_HERO_BUDDY", 24},
    {"LOCATION", 39},
    {"BATTLEGROUND_QUEST_REWARD", 40},
    {"BATTLEGROUND_SPELL", 42},
    {"BATTLEGROUND_ANOMALY", 43},
    {"BATTLEGROUND_TRINKET", 44},
    {"PET", 45},
    // clang-format on
}};

constexpr std::array<Word, 21> kSteps{{
    // clang-format off
    {"INVALID", 0},
    {"BEGIN_FIRST", 1},
    {"BEGIN_SHUFFLE", 2},
    {"BEGIN_DRAW", 3},
    {"BEGIN_MULLIGAN", 4},
    {"MAIN_BEGIN", 5},
    {"MAIN_READY", 6},
    {"MAIN_RESOURCE", 7},
    {"MAIN_DRAW", 8},
    {"MAIN_START", 9},
    {"MAIN_ACTION", 10},
    {"MAIN_COMBAT", 11},
    {"MAIN_END", 12},
    {"MAIN_NEXT", 13},
    {"FINAL_WRAPUP", 14},
    {"FINAL_GAMEOVER", 15},
    {"MAIN_CLEANUP", 16},
    {"MAIN_START_TRIGGERS", 17},
    {"MAIN_SET_ACTION_STEP_TYPE", 18},
    {"MAIN_PRE_ACTION", 19},
    {"MAIN_POST_ACTION", 20},
    // clang-format on
}};

constexpr std::array<Word, 9> kPlayStates{{
    // clang-format off
    {"INVALID", 0},
    {"PLAYING", 1},
    {"WINNING", 2},
    {"LOSING", 3},
    {"WON", 4},
    {"LOST", 5},
    {"TIED", 6},
    {"DISCONNECTED", 7},
    {"CONCEDED", 8},
    // clang-format on
}};

constexpr std::array<Word, 4> kStates{{
    // clang-format off
    {"INVALID", 0},
    {"LOADING", 1},
    {"RUNNING", 2},
    {"COMPLETE", 3},
    // clang-format on
}};

constexpr std::array<Word, 15> kBlocks{{
    // clang-format off
    {"INVALID", 0},
    {"ATTACK", 1},
    {"CONTINUOUS", 2},
    {"POWER", 3},
    {"SCRIPT", 4},
    {"TRIGGER", 5},
    {"DEATHS", 6},
    {"PLAY", 7},
    {"FATIGUE", 8},
    {"RITUAL", 9},
    {"REVEAL_CARD", 10},
    {"GAME_RESET", 11},
    {"MOVE_MINION", 12},
    {"DECK_ACTION", 13},
    {"ACTION", 99},
    // clang-format on
}};

std::optional<std::int64_t> numberOfWord(std::span<const Word> words, std::string_view word) {
  for (const Word& one : words) {
    if (one.word == word) return one.number;
  }
  return std::nullopt;
}

}  // namespace

template <class Number>
std::optional<Number> wholeNumber(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}
template std::optional<std::uint32_t> wholeNumber(std::string_view text);
template std::optional<std::int32_t> wholeNumber(std::string_view text);

std::optional<std::uint32_t> tagNumber(std::string_view word) {
  if (const auto number = wholeNumber<std::uint32_t>(word)) return number;
  const auto known = numberOfWord(kTags, word);
  return known ? std::optional(static_cast<std::uint32_t>(*known)) : std::nullopt;
}

std::optional<std::int64_t> tagValue(std::uint32_t tag, std::string_view word) {
  if (const auto number = wholeNumber<std::int32_t>(word)) return *number;
  switch (static_cast<GameTag>(tag)) {
    case GameTag::zone:
      return numberOfWord(kZones, word);
    case GameTag::card_type:
      return numberOfWord(kCardKinds, word);
    case GameTag::step:
      return numberOfWord(kSteps, word);
    case GameTag::playstate:
      return numberOfWord(kPlayStates, word);
    case GameTag::state:
      return numberOfWord(kStates, word);
    default:
      return std::nullopt;
  }
}

std::optional<std::uint32_t> blockNumber(std::string_view word) {
  if (const auto number = wholeNumber<std::uint32_t>(word)) return number;
  const auto known = numberOfWord(kBlocks, word);
  return known ? std::optional(static_cast<std::uint32_t>(*known)) : std::nullopt;
}

}  // namespace docket::hearthstone
