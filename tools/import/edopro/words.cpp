#include "tools/import/edopro/words.h"
#include "engine/rules/expression/literals.h"

#include <fmt/format.h>

#include <array>
#include <range/v3/algorithm/find_if.hpp>

namespace docket::edopro {
namespace {

struct Word {
  std::uint64_t bit;
  std::string_view word;
};

constexpr std::array<Word, 7> kZones{{{kDeck, "deck"},
                                      {kHand, "hand"},
                                      {kMonsterZone, "monster zone"},
                                      {kSpellZone, "spell zone"},
                                      {kGraveyard, "graveyard"},
                                      {kBanished, "banished"},
                                      {kExtraDeck, "extra deck"}}};

constexpr std::array<Word, 7> kAttributes{
    {{0x1, "EARTH"}, {0x2, "WATER"}, {0x4, "FIRE"}, {0x8, "WIND"}, {0x10, "LIGHT"}, {0x20, "DARK"}, {0x40, "DIVINE"}}};

constexpr std::array<std::string_view, 32> kRaces{"Warrior",
                                                  "Spellcaster",
                                                  "Fairy",
                                                  "Fiend",
                                                  "Zombie",
                                                  "Machine",
                                                  "Aqua",
                                                  "Pyro",
                                                  "Rock",
                                                  "Winged Beast",
                                                  "Plant",
                                                  "Insect",
                                                  "Thunder",
                                                  "Dragon",
                                                  "Beast",
                                                  "Beast-Warrior",
                                                  "Dinosaur",
                                                  "Fish",
                                                  "Sea Serpent",
                                                  "Reptile",
                                                  "Psychic",
                                                  "Divine-Beast",
                                                  "Creator God",
                                                  "Wyrm",
                                                  "Cyberse",
                                                  "Illusion",
                                                  "Cyborg",
                                                  "Magical Knight",
                                                  "High Dragon",
                                                  "Omega Psychic",
                                                  "Celestial Warrior",
                                                  "Galaxy"};

/// The modes of play with their options; a mode that includes another comes first.
struct DuelMode {
  std::uint64_t options;
  std::string_view name;
  std::string_view format = "constructed";
  std::string_view ruleset = kLimitsRuleset;
};
constexpr std::array<DuelMode, 8> kDuelModes{{{0x7F28200, "Rush Duel", "rush"},
                                              {0x628000, "Speed Duel", "speed"},
                                              {0xD070C, "Goat", "goat"},
                                              {0xD0700, "Master Rule 1"},
                                              {0xD0600, "Master Rule 2"},
                                              {0x2E800, "Master Rule 5", "constructed", "yugioh-play"},
                                              {0xD2800, "Master Rule 4"},
                                              {0xD1800, "Master Rule 3"}}};

/// Options under which the rules of play stay the same: how decks are shuffled, and in which order effects that trigger
/// at once go on the chain.
constexpr std::uint64_t kSameRules = 0x10 | 0x100000000 | 0x200000000;

const DuelMode* modeOf(std::uint64_t options) {
  const auto found =
      ranges::find_if(kDuelModes, [&](const DuelMode& mode) { return (options & mode.options) == mode.options; });
  return found == kDuelModes.end() ? nullptr : &*found;
}

constexpr std::array<Word, 28> kSubtypes{{{0x10, "Normal"},        {0x20, "Effect"},
                                          {0x40, "Fusion"},        {0x80, "Ritual"},
                                          {0x100, "Trap Monster"}, {0x200, "Spirit"},
                                          {0x400, "Union"},        {0x800, "Gemini"},
                                          {0x1000, "Tuner"},       {0x2000, "Synchro"},
                                          {0x4000, "Token"},       {0x8000, "Maximum"},
                                          {0x10000, "Quick-Play"}, {0x20000, "Continuous"},
                                          {0x40000, "Equip"},      {0x80000, "Field"},
                                          {0x100000, "Counter"},   {0x200000, "Flip"},
                                          {0x400000, "Toon"},      {0x800000, "Xyz"},
                                          {0x1000000, "Pendulum"}, {0x2000000, "Special Summon"},
                                          {0x4000000, "Link"},     {0x8000000, "Skill"},
                                          {0x10000000, "Action"},  {0x20000000, "Plus"},
                                          {0x40000000, "Minus"},   {0x80000000, "Armor"}}};

/// The most specific first: a card that is destroyed by battle was also sent by a rule.
constexpr std::array<Word, 23> kReasons{{{0x1 | 0x20, "destroyed by battle"},
                                         {0x1 | 0x40, "destroyed by effect"},
                                         {0x1, "destroyed"},
                                         {0x40000, "fusion"},
                                         {0x80000, "synchro"},
                                         {0x100000, "ritual"},
                                         {0x200000, "xyz"},
                                         {0x10000000, "link"},
                                         {0x8, "material"},
                                         {0x2, "tributed"},
                                         {0x4000, "discarded"},
                                         {0x1000, "summon negated"},
                                         {0x1000000, "replacement"},
                                         {0x80, "cost"},
                                         {0x800, "special summon"},
                                         {0x10, "summon"},
                                         {0x4000000, "redirected"},
                                         {0x20000, "returned"},
                                         {0x200, "lost its target"},
                                         {0x100, "adjustment"},
                                         {0x4, "temporary"},
                                         {0x40, "effect"},
                                         {0x400, "rule"}}};

template <class Words>
std::string_view exactly(const Words& words, std::uint64_t bits) {
  for (const Word& word : words) {
    if (word.bit == bits) return word.word;
  }
  return {};
}

void join(std::string& text, std::string_view word) {
  if (!text.empty()) text += '/';
  text += word;
}

}  // namespace

std::string_view zoneName(std::uint8_t place) {
  return (place & kAttached) != 0 ? kMaterialZone : exactly(kZones, place);
}

std::string_view orientationName(std::uint32_t position) { return (position & kDefense) != 0 ? "defense" : "attack"; }

PhaseName phaseName(std::uint16_t phase) {
  switch (phase) {
    case 0x01:
      return {"draw", {}};
    case 0x02:
      return {"standby", {}};
    case 0x04:
      return {"main 1", {}};
    case 0x08:
      return {"battle", {}};
    case 0x10:
      return {{}, "battle step"};
    case 0x20:
      return {{}, "damage step"};
    case 0x40:
      return {{}, "damage calculation"};
    case 0x80:
      return {{}, "end step"};
    case 0x100:
      return {"main 2", {}};
    case 0x200:
      return {"end", {}};
    default:
      return {};
  }
}

std::string_view reasonName(std::uint32_t reason) {
  constexpr std::uint32_t kDrawn = 0x2000000;  // left over from the draw: nothing gave a reason since
  if ((reason & kDrawn) != 0) return {};
  for (const Word& word : kReasons) {
    if ((reason & word.bit) == word.bit) return word.word;
  }
  return {};
}

std::string_view winReasonName(std::uint8_t reason) {
  constexpr std::array<std::string_view, 4> kKnown{"surrender", "life points", "deck out", "time"};
  return reason < kKnown.size() ? kKnown[reason] : "card effect";
}

std::string settingsWords(std::uint64_t options) {
  const DuelMode* mode = modeOf(options);
  return fmt::format("{} (0x{:x})", mode == nullptr ? "unknown duel options" : mode->name, options);
}

std::string_view formatName(std::uint64_t options) {
  const DuelMode* mode = modeOf(options);
  return mode == nullptr ? "constructed" : mode->format;
}

std::string_view rulesetName(std::uint64_t options) {
  const DuelMode* mode = modeOf(options);
  return mode != nullptr && mode->options == (options & ~kSameRules) ? mode->ruleset : kLimitsRuleset;
}

std::string attributeWords(std::uint64_t attributes) {
  std::string text;
  for (const Word& word : kAttributes) {
    if ((attributes & word.bit) != 0) join(text, word.word);
  }
  constexpr std::uint64_t kKnown = 0x7F;
  if ((attributes & ~kKnown) != 0) join(text, fmt::format("attribute 0x{:x}", attributes & ~kKnown));
  return text;
}

std::string raceWords(std::uint64_t races) {
  std::string text;
  for (std::size_t i = 0; i < kRaces.size(); ++i) {
    if ((races >> i & 1U) != 0) join(text, kRaces[i]);
  }
  const std::uint64_t unknown = races >> kRaces.size() << kRaces.size();
  if (unknown != 0) join(text, fmt::format("race 0x{:x}", unknown));
  return text;
}

std::vector<std::string_view> subtypeWords(std::uint32_t types) {
  std::vector<std::string_view> words;
  for (const Word& word : kSubtypes) {
    if ((types & word.bit) != 0) words.push_back(word.word);
  }
  return words;
}

std::vector<std::string_view> cardTypeWords(std::uint32_t types) {
  std::vector<std::string_view> words;
  if ((types & kTypeMonster) != 0) words.emplace_back("monster");
  if ((types & kTypeSpell) != 0) words.emplace_back("spell");
  if ((types & kTypeTrap) != 0) words.emplace_back("trap");
  return words;
}

std::string typeWords(std::uint32_t types) {
  std::string text;
  for (const std::string_view word : cardTypeWords(types)) join(text, word);
  for (const std::string_view word : subtypeWords(types)) join(text, word);
  return text;
}

std::string counterName(std::uint32_t kind) { return fmt::format("counter 0x{:x}", kind); }

}  // namespace docket::edopro
