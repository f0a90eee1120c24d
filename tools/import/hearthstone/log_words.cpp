#include "tools/import/hearthstone/log_words.h"

#include <array>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>
#include <span>

#include "events/text/whole_number.h"
#include "tools/import/hearthstone/packets.h"
#include "tools/import/hearthstone/tags.h"

namespace docket::hearthstone {
namespace {

struct Word {
  std::string_view word;
  std::int64_t number;
};

constexpr std::array<Word, 42> kTags{{
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
    {"PREDAMAGE", 318},
    {"OVERLOAD_LOCKED", 393},
    {"HEROPOWER_ADDITIONAL_ACTIVATIONS", 405},
    {"EXTRA_ATTACKS_THIS_TURN", 444},
    {"RUSH", 791},
    {"PUZZLE_TYPE", 982},
    {"PUZZLE_MODE", 1073},
    {"COIN_MANA_GEM", 1199},
    {"MEGA_WINDFURY", 1207},
    {"HEROPOWER_UNLIMITED_USES", 4088},
    {"TECH_LEVEL_MANA_GEM", 1442},
    {"SKIP_MULLIGAN", 1561},
    {"LETTUCE_NODE_TYPE", 1808},
    // clang-format on
}};

constexpr std::array<Word, 10> kZones{{
    // clang-format off
    {"INVALID", 0},
    {"PLAY", 1},
    {"DECK", 2},
    {"HAND", 3},
    {"GRAVEYARD", 4},
    {"REMOVEDFROMGAME", 5},
    {"SETASIDE", 6},
    {"SECRET", 7},
    {"LETTUCE_ABILITY", 8},
    {"COSMETIC", 9},
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

constexpr std::array<Word, 10> kPlayStates{{
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
    {"QUIT", 8},
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

constexpr std::array<Word, 16> kBlocks{{
    // clang-format off
    {"INVALID", 0},
    {"ATTACK", 1},
    {"CONTINUOUS", 2},
    {"JOUST", 2},
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

constexpr std::string_view kBattlegrounds = "a game of Battlegrounds", kMercenaries = "a game of Mercenaries",
                           kTogether = "a co-op brawl",
                           kBrawl = "this is a Tavern Brawl; its special rules are not in the ruleset";

constexpr std::array<Mode, 35> kModes{{
    // clang-format off
    {0, "GT_UNKNOWN", "", ""},
    {1, "GT_VS_AI", "", ""},
    {2, "GT_VS_FRIEND", "", ""},
    {4, "GT_TUTORIAL", "the tutorial", ""},
    {5, "GT_ARENA", "", ""},
    {6, "GT_TEST_AI_VS_AI", "", ""},
    {7, "GT_RANKED", "", ""},
    {8, "GT_CASUAL", "", ""},
    {16, "GT_TAVERNBRAWL", "", kBrawl},
    {17, "GT_TB_1P_VS_AI", "", kBrawl},
    {18, "GT_TB_2P_COOP", kTogether, ""},
    {19, "GT_FSG_BRAWL_VS_FRIEND", "", kBrawl},
    {20, "GT_FSG_BRAWL", "", kBrawl},
    {21, "GT_FSG_BRAWL_1P_VS_AI", "", kBrawl},
    {22, "GT_FSG_BRAWL_2P_COOP", kTogether, ""},
    {23, "GT_BATTLEGROUNDS", kBattlegrounds, ""},
    {24, "GT_BATTLEGROUNDS_FRIENDLY", kBattlegrounds, ""},
    {28, "GT_PVPDR_PAID", "", ""},
    {29, "GT_PVPDR", "", ""},
    {30, "GT_MERCENARIES_PVP", kMercenaries, ""},
    {31, "GT_MERCENARIES_PVE", kMercenaries, ""},
    {32, "GT_MERCENARIES_PVE_COOP", kMercenaries, ""},
    {33, "GT_MERCENARIES_AI_VS_AI", kMercenaries, ""},
    {34, "GT_MERCENARIES_FRIENDLY", kMercenaries, ""},
    {35, "GT_BATTLEGROUNDS_AI_VS_AI", kBattlegrounds, ""},
    {36, "GT_BATTLEGROUNDS_PLAYER_VS_AI", kBattlegrounds, ""},
    {37, "GT_BATTLEGROUNDS_DUO", kBattlegrounds, ""},
    {38, "GT_BATTLEGROUNDS_DUO_VS_AI", kBattlegrounds, ""},
    {39, "GT_BATTLEGROUNDS_DUO_FRIENDLY", kBattlegrounds, ""},
    {40, "GT_BATTLEGROUNDS_DUO_AI_VS_AI", kBattlegrounds, ""},
    {41, "GT_BATTLEGROUNDS_DUO_1_PLAYER_VS_AI", kBattlegrounds, ""},
    {42, "GT_UNDERGROUND_ARENA", "", ""},
    {43, "GT_ACHIEVEMENT_TEST", "", ""},
    {44, "GT_ARENA_PLAYER_VS_AI", "", ""},
    {45, "GT_UNDERGROUND_ARENA_PLAYER_VS_AI", "", ""},
    // clang-format on
}};

/// The words that the server has for values of a tag; none where they are plain numbers.
std::span<const Word> wordsOf(std::uint32_t tag) {
  switch (static_cast<GameTag>(tag)) {
    case GameTag::zone:
      return kZones;
    case GameTag::card_type:
      return kCardKinds;
    case GameTag::step:
      return kSteps;
    case GameTag::playstate:
      return kPlayStates;
    case GameTag::state:
      return kStates;
    default:
      return {};
  }
}

std::optional<std::int64_t> numberOfWord(std::span<const Word> words, std::string_view word) {
  for (const Word& one : words) {
    if (one.word == word) return one.number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> tagNumber(std::string_view word) {
  if (const auto number = wholeNumber<std::uint32_t>(word)) return number;
  const auto known = numberOfWord(kTags, word);
  return known ? std::optional(static_cast<std::uint32_t>(*known)) : std::nullopt;
}

std::optional<std::int64_t> tagValue(std::uint32_t tag, std::string_view word) {
  if (const auto number = wholeNumber<std::int32_t>(word)) return *number;
  return numberOfWord(wordsOf(tag), word);
}

std::string_view tagWord(std::uint32_t tag) {
  const auto* const found = ranges::find(kTags, tag, &Word::number);
  return found == kTags.end() ? std::string_view() : found->word;
}

bool isKnownValue(std::uint32_t tag, std::int64_t value) {
  const auto words = wordsOf(tag);
  return value != kUnknownValue && (words.empty() || ranges::contains(words, value, &Word::number));
}

bool isKnownBlock(std::uint32_t block) { return ranges::contains(kBlocks, block, &Word::number); }

const Mode* modeOf(std::uint32_t number) {
  const auto* const found = ranges::find(kModes, number, &Mode::number);
  return found == kModes.end() ? nullptr : found;
}
const Mode* modeOf(std::string_view word) {
  const auto* const found = ranges::find(kModes, word, &Mode::word);
  return found == kModes.end() ? nullptr : found;
}

std::optional<std::uint32_t> blockNumber(std::string_view word) {
  if (const auto number = wholeNumber<std::uint32_t>(word)) return number;
  const auto known = numberOfWord(kBlocks, word);
  return known ? std::optional(static_cast<std::uint32_t>(*known)) : std::nullopt;
}

}  // namespace docket::hearthstone
