#include "tools/import/hearthstone/enchantments.h"

#include <algorithm>
#include <array>

namespace docket::hearthstone {
namespace {

constexpr TypedEnchantment kTyped[] = {
    // clang-format off
    {"AT_013e", "Power Word: Glory"},
    {"AT_017e", "Twilight Guardian", {"Attack", 1}},
    {"AT_029e", "Buccaneer", {"Attack", 1}},
    {"AT_049e", "Thunder Bluff Valiant", {"Attack", 2}},
    {"AT_071e", "Alexstrasza's Champion", {"Attack", 1}},
    {"AT_075e", "Warhorse Trainer", {"Attack", 1}},
    {"AT_096e", "Clockwork Knight", {"Attack", 1}, {"Health", 1}},
    {"AT_116e", "Wyrmrest Agent", {"Attack", 1}},
    {"BOT_234e", "Shrink Ray", {"Attack", 1, Gives::exactly}, {"Health", 1, Gives::exactly}},
    {"BOT_263e", "Soul Infusion", {"Attack", 2}, {"Health", 2}},
    {"BOT_296e", "Omega Defender", {"Attack", 10}},
    {"BOT_423e", "Dreampetal Florist", {"Cost", -7}},
    {"BOT_443e", "Void Analyst", {"Attack", 1}, {"Health", 1}},
    {"BRM_004e", "Twilight Whelp", {"Health", 2}},
    {"BRM_028e", "Emperor Thaurissan", {"Cost", -1}},
    {"BRM_033e", "Blackwing Technician", {"Attack", 1}, {"Health", 1}},
    {"CFM_614e", "Mark of the Lotus", {"Attack", 1}, {"Health", 1}},
    {"CFM_626e", "Kabal Talonpriest", {"Health", 3}},
    {"CFM_651e", "Naga Corsair", {"Attack", 1}},
    {"CS2_004e", "Power Word: Shield", {"Health", 2}},
    {"CS2_009e", "Mark of the Wild", {"Attack", 2}, {"Health", 2}},
    {"CS2_011o", "Savage Roar", {"Attack", 2}},
    {"CS2_017o", "Shapeshift", {"Attack", 1}},
    {"CS2_045e", "Rockbiter Weapon", {"Attack", 3}},
    {"CS2_046e", "Bloodlust", {"Attack", 3}},
    {"CS2_059o", "Blood Imp", {"Health", 1}},
    {"CS2_073e", "Cold Blood", {"Attack", 2}},
    {"CS2_073e2", "Cold Blood", {"Attack", 4}},
    {"CS2_074e", "Deadly Poison", {"Attack", 2}},
    {"CS2_084e", "Hunter's Mark", {"Health", 1, Gives::exactly}},
    {"CS2_087e", "Blessing of Might", {"Attack", 3}},
    {"CS2_092e", "Blessing of Kings", {"Attack", 4}, {"Health", 4}},
    {"CS2_105e", "Heroic Strike", {"Attack", 4}},
    {"CS2_122e", "Raid Leader", {"Attack", 1}},
    {"CS2_188o", "Abusive Sergeant", {"Attack", 2}},
    {"CS2_221e", "Spiteful Smith", {"Attack", 2}},
    {"CS2_222o", "Stormwind Champion", {"Attack", 1}, {"Health", 1}},
    {"DS1_070o", "Houndmaster", {"Attack", 2}, {"Health", 2}},
    {"DS1_178e", "Tundra Rhino"},
    {"EX1_004e", "Young Priestess", {"Health", 1}},
    {"EX1_009e", "Angry Chicken", {"Attack", 5}},
    {"EX1_019e", "Shattered Sun Cleric", {"Attack", 1}, {"Health", 1}},
    {"EX1_046e", "Dark Iron Dwarf", {"Attack", 2}},
    {"EX1_093e", "Defender of Argus", {"Attack", 1}, {"Health", 1}},
    {"EX1_103e", "Coldlight Seer", {"Health", 2}},
    {"EX1_158e", "Soul of the Forest"},
    {"EX1_160be", "Power of the Wild", {"Attack", 1}, {"Health", 1}},
    {"EX1_162o", "Dire Wolf Alpha", {"Attack", 1}},
    {"EX1_295o", "Ice Block"},
    {"EX1_316e", "Power Overwhelming", {"Attack", 4}, {"Health", 4}},
    {"EX1_366e", "Sword of Justice", {"Attack", 1}, {"Health", 1}},
    {"EX1_382e", "Aldor Peacekeeper", {"Attack", 1, Gives::exactly}},
    {"EX1_390e", "Tauren Warrior", {"Attack", 3}},
    {"EX1_393e", "Amani Berserker", {"Attack", 3}},
    {"EX1_409e", "Upgrade!", {"Attack", 1}, {"Durability", 1}},
    {"EX1_412e", "Raging Worgen", {"Attack", 1}},
    {"EX1_414e", "Grommash Hellscream", {"Attack", 6}},
    {"EX1_508o", "Grimscale Oracle", {"Attack", 1}},
    {"EX1_509e", "Murloc Tidecaller", {"Attack", 1}},
    {"EX1_549o", "Bestial Wrath", {"Attack", 2}},
    {"EX1_565o", "Flametongue Totem", {"Attack", 2}},
    {"EX1_573ae", "Cenarius", {"Attack", 2}, {"Health", 2}},
    {"EX1_596e", "Demonfire", {"Attack", 2}, {"Health", 2}},
    {"EX1_603e", "Cruel Taskmaster", {"Attack", 2}},
    {"EX1_607e", "Inner Rage", {"Attack", 2}},
    {"EX1_623e", "Temple Enforcer", {"Health", 3}},
    {"GIL_653e", "Woodcutter's Axe", {"Attack", 2}, {"Health", 1}},
    {"GVG_011a", "Shrinkmeister", {"Attack", -2}},
    {"GVG_030ae", "Anodized Robo Cub", {"Attack", 1}},
    {"GVG_030be", "Anodized Robo Cub", {"Health", 1}},
    {"GVG_055e", "Screwjank Clunker", {"Attack", 2}, {"Health", 2}},
    {"GVG_102e", "Tinkertown Technician", {"Attack", 1}, {"Health", 1}},
    {"ICC_092e", "Acherus Veteran", {"Attack", 1}},
    {"ICC_210e", "Shadow Ascendant", {"Attack", 1}, {"Health", 1}},
    {"ICC_807e", "Strongshell Scavenger", {"Attack", 2}, {"Health", 2}},
    {"ICC_851e", "Prince Keleseth", {"Attack", 1}, {"Health", 1}},
    {"LOOT_054be", "Branching Paths", {"Attack", 1}},
    {"NEW1_033o", "Leokk", {"Attack", 1}},
    {"NEW1_036e", "Commanding Shout"},
    {"NEW1_037e", "Master Swordsmith", {"Attack", 1}},
    {"OG_047e", "Feral Rage", {"Attack", 4}},
    {"OG_150e", "Aberrant Berserker", {"Attack", 2}},
    {"OG_158e", "Zealous Initiate", {"Attack", 1}, {"Health", 1}},
    {"OG_195e", "Wisps of the Old Gods", {"Attack", 2}, {"Health", 2}},
    {"OG_218e", "Bloodhoof Brave", {"Attack", 3}},
    {"OG_222e", "Rallying Blade", {"Attack", 1}, {"Health", 1}},
    {"OG_256e", "Spawn of N'Zoth", {"Attack", 1}, {"Health", 1}},
    {"OG_315e", "Bloodsail Cultist", {"Attack", 1}, {"Durability", 1}},
    {"PART_007e", "Whirling Blades", {"Attack", 1}},
    {"SW_313t4ee", "Lightborn Cariel", {"Attack", 2}, {"Health", 2}},
    {"UNG_015e", "Sunkeeper Tarim", {"Attack", 3, Gives::exactly}, {"Health", 3, Gives::exactly}},
    {"UNG_037e", "Tortollan Shellraiser", {"Attack", 1}, {"Health", 1}},
    {"UNG_070e", "Tol'vir Stoneshaper"},
    {"UNG_941e", "Primordial Glyph", {"Cost", -2}},
    {"UNG_999t14e", "Volcanic Might", {"Attack", 1}, {"Health", 1}},
    {"UNG_999t2e", "Living Spores"},
    // clang-format on
};
static_assert(std::is_sorted(std::begin(kTyped), std::end(kTyped),
                             [](const auto& a, const auto& b) { return a.card < b.card; }));

}  // namespace

std::span<const TypedEnchantment> typedEnchantments() { return kTyped; }

const TypedEnchantment* typedEnchantment(std::string_view card) {
  const auto* const found = std::lower_bound(std::begin(kTyped), std::end(kTyped), card,
                                             [](const auto& one, std::string_view id) { return one.card < id; });
  return found == std::end(kTyped) || found->card != card ? nullptr : found;
}

}  // namespace docket::hearthstone
