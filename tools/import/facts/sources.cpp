#include "tools/import/facts/sources.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/rules/expression/literals.h"
#include "events/text/letters.h"
#include "tools/import/facts/grand_archive.h"
#include "tools/import/facts/ygoprodeck.h"
#include "tools/import/hearthstone/enchantments.h"

namespace docket::facts {
namespace {

/// "Item. Tech." and "S.H.I.E.L.D. Spy.": a stop ends a trait, but the stops of an abbreviation are part of it.
std::vector<std::string> traitsOf(std::string_view text) {
  std::vector<std::string> traits;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(". "), text.size());
    std::string trait(text.substr(0, end));
    text.remove_prefix(std::min(end + 2, text.size()));
    if (text.empty() && trait.ends_with('.')) trait.pop_back();
    if (trait.find('.') != std::string::npos) trait += '.';
    traits.push_back(std::move(trait));
  }
  return traits;
}

/// "main_scheme" as people write it; one type has a hyphen.
std::string typeWords(std::string code) {
  if (code == "alter_ego") return "alter-ego";
  std::replace(code.begin(), code.end(), '_', ' ');
  return code;
}

constexpr std::array<StatField, 8> kMarvelStats{{{"cost", "cost"},
                                                 {"attack", "attack"},
                                                 {"thwart", "thwart"},
                                                 {"defense", "defense"},
                                                 {"recover", "recovery"},
                                                 {"scheme", "scheme"},
                                                 {"health", "hit points"},
                                                 {"hand_size", "hand size"}}};

/// The stats that the source gives for every card of a type; resources and cards that begin in play have no cost.
const std::array<StatsOfType, 8> kMarvelStatsOfTypes{
    {{"hero", {"thwart", "attack", "defense", "hit points", "hand size"}},
     {"alter-ego", {"recovery", "hit points", "hand size"}},
     {"ally", {"cost", "thwart", "attack", "hit points"}},
     {"event", {"cost"}},
     {"upgrade", {"cost"}},
     {"support", {"cost"}},
     {"villain", {"scheme", "attack", "hit points"}},
     {"minion", {"scheme", "attack", "hit points"}}}};

constexpr std::array<StatField, 9> kLegendStats{{{"force", "Force"},
                                                 {"chi", "Chi"},
                                                 {"personal_honor", "Personal Honor"},
                                                 {"honor_requirement", "Honor Requirement"},
                                                 {"gold_cost", "Gold Cost"},
                                                 {"focus", "Focus Value"},
                                                 {"province_strength", "Province Strength"},
                                                 {"gold_production", "Gold Production"},
                                                 {"starting_honor", "Starting Honor"}}};

constexpr std::array<StatField, 4> kHearthstoneStats{
    {{"attack", "Attack"}, {"health", "Health"}, {"durability", "Durability"}, {"cost", "Cost"}}};

/// An attachment's stats are modifiers of its host's; a negative number means X.
void readMarvelStats(CardFacts& facts) {
  const bool is_attachment = facts.types.front() == "attachment";
  for (StatFact& stat : facts.stats) {
    if (stat.kind != StatKind::NUMBER && stat.kind != StatKind::MODIFIER) continue;
    if (is_attachment) {
      stat.kind = StatKind::MODIFIER;
    } else if (stat.amount < 0) {
      stat = {.name = stat.name, .kind = StatKind::ASTERISK};
    }
  }
}

/// Makes a stat unknown.
void leaveOpen(std::string_view name, CardFacts& facts) {
  std::erase_if(facts.stats, [&](const StatFact& stat) { return stat.name == name; });
  facts.unsaid.push_back(name);
}

}  // namespace

std::string titleCased(std::string word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (word[i - 1] != ' ') word[i] = toSmall(word[i]);
  }
  return word;
}

CardFacts marvelCard(const FactObject& card) {
  constexpr std::array<std::string_view, 2> kOfCopy{"code", "pack_code"};
  constexpr std::array<std::string_view, 4> kOfCard{"code", "name", "pack_code", "type_code"};
  constexpr std::array<std::string_view, 12> kKnown{"subname", "traits", "cost",   "attack",    "thwart",     "defense",
                                                    "recover", "scheme", "health", "hand_size", "deck_limit", "text"};
  std::string copy_of = card.text("duplicate_of");
  if (!copy_of.empty() && !card.has("type_code")) {
    card.require(kOfCopy, {});
    return {.key = card.neededText("code"), .set = card.text("pack_code"), .copy_of = std::move(copy_of)};
  }
  card.require(kOfCard, kKnown);
  CardFacts facts{.key = card.neededText("code"),
                  .title = card.neededText("name"),
                  .version = card.text("subname"),
                  .set = card.text("pack_code"),
                  .types = {typeWords(card.neededText("type_code"))},
                  .keywords = traitsOf(card.text("traits"))};
  takeStats(card, kMarvelStats, kMarvelStatsOfTypes, facts);
  readMarvelStats(facts);
  if (card.flag("health_per_hero")) leaveOpen("hit points", facts);  // what is printed is for each player
  if (card.flag("permanent") && std::erase(facts.unsaid, "cost") != 0)
    facts.stats.push_back({.name = "cost", .kind = StatKind::ABSENT});
  if (facts.types.front() == "resource" && !card.has("cost"))
    facts.stats.push_back({.name = "cost", .kind = StatKind::ABSENT});
  if (std::string words = card.text("text"); !words.empty())
    facts.texts.push_back({.field = "text", .words = std::move(words)});
  // "Max 1 per deck" is the limit's own number, and follows the ruleset where that is edited.
  const auto most = card.number("deck_limit", 0, std::numeric_limits<std::int32_t>::max()).value_or(0);
  if (most > 0)
    facts.limits.push_back({.limit = "max-per-deck", .max = most == 1 ? 0 : static_cast<std::int32_t>(most)});
  return facts;
}

CardFacts legendCard(const FactObject& card) {
  card.require({"title", "types", "_set"},
               {"extended_title", "collector_number", "keywords", "force", "chi", "personal_honor", "honor_requirement",
                "gold_cost", "focus", "province_strength", "gold_production", "starting_honor"});
  CardFacts facts{.title = card.neededText("title"),
                  .version = card.text("extended_title"),
                  .set = card.neededText("_set"),
                  .number = card.text("collector_number"),
                  .types = card.texts("types"),
                  .keywords = card.texts("keywords")};
  if (facts.types.empty()) card.refuse("types", "the card has no type");
  facts.key = facts.title + " [" + facts.set + (facts.number.empty() ? "" : " ") + facts.number + "]";
  takeStats(card, kLegendStats, facts);
  if (std::string words = card.text("text"); !words.empty())
    facts.texts.push_back({.field = "text", .words = std::move(words)});
  return facts;
}

CardFacts hearthstoneCard(const FactObject& card) {
  card.require({"id"},
               {"name", "type", "cost", "attack", "health", "durability", "armor", "race", "class", "rarity", "seen"});
  CardFacts facts{.key = card.neededText("id"), .title = card.text("name")};
  if (facts.title.empty()) facts.title = facts.key;  // helpers of the program have no name
  std::string type = card.text("type");
  std::replace(type.begin(), type.end(), '_', ' ');
  facts.types = {type.empty() ? "Unknown" : titleCased(type)};
  std::vector<std::string> races = card.texts("races");
  if (races.empty() && !card.text("race").empty()) races = {card.text("race")};
  for (std::string& race : races) {
    std::replace(race.begin(), race.end(), '_', ' ');
    facts.subtypes.push_back(titleCased(std::move(race)));
  }
  takeStats(card, kHearthstoneStats, facts);
  if (type == "MINION" || type == "HERO") facts.designator = "attack";
  if (type == "HERO POWER") facts.designator = "hero power";
  if (type == "LOCATION") facts.designator = "location";
  if (type == "WEAPON")  // a hero fights with a weapon in the player's own turn
    facts.effects.push_back({.stat = "Attack",
                             .amount = "stat(this, 'Attack')",
                             .to = "cards(in hero of me)",
                             .only_if = "turnPlayer() = me"});
  const auto* typed = hearthstone::typedEnchantment(facts.key);
  if (typed == nullptr || type != "ENCHANTMENT") return facts;
  facts.read = true;
  for (const hearthstone::GivenNumber& given : {typed->first, typed->second}) {
    if (given.stat.empty()) continue;
    const bool more = given.gives == hearthstone::Gives::more;
    facts.effects.push_back({.what = more ? schema::Effect::What::BONUS : schema::Effect::What::SET,
                             .stat = given.stat,
                             .amount = std::to_string(given.amount),
                             .to = "attachedTo(this)"});
  }
  return facts;
}

namespace {

/// The fields of each source, a blank between them. The unused fields hold nothing that a shipped ruleset has a name
/// for.
constexpr std::string_view kMarvelUsed =
    "code name subname pack_code type_code traits cost attack thwart defense recover scheme health "
    "health_per_hero hand_size deck_limit permanent duplicate_of text";
constexpr std::string_view kMarvelNotUsed =
    "attack_cost attack_star back_flavor back_link back_name back_text backimagesrc base_threat "
    "base_threat_fixed base_threat_per_group boost boost_star boost_text card_set_code card_set_name "
    "card_set_type_name_code deck_options deck_requirements defense_cost defense_star double_sided "
    "duplicate_of_code duplicate_of_name duplicated_by errata escalation_threat escalation_threat_fixed "
    "faction_code faction_name faction2_code file flavor health_per_group hidden id illustrator imagesrc "
    "is_unique linked_card linked_to_code linked_to_name matches meta octgn_id pack_name position quantity "
    "real_name real_text real_traits recover_star resource_energy resource_mental resource_physical "
    "resource_wild scheme_acceleration scheme_amplify scheme_crisis scheme_hazard scheme_star set_code "
    "set_position spoiler stage threat threat_fixed thwart_cost thwart_star type_name url";

constexpr std::string_view kLegendUsed =
    "title extended_title _set collector_number types keywords force chi personal_honor honor_requirement "
    "gold_cost focus province_strength gold_production starting_honor";
constexpr std::string_view kLegendNotUsed =
    "text decks legality clans is_unique designer notes grants creates is_proxy errata_text id doublesided "
    "is_back legal_date is_banned back_title back_flavor errata _celestial_legal _families flavor";

constexpr std::string_view kArchiveUsed =
    "slug name types subtypes classes element elements cost_memory cost_reserve power life durability level "
    "speed effect effect_raw";
constexpr std::string_view kArchiveNotUsed =
    "collector_number created_at editions effect_html families flavor flavor_text last_update legality "
    "orientation referenced_by references result_editions rule thema uuid illustrator rarity";

constexpr std::string_view kDuelUsed = "id name type desc atk def level race attribute linkval scale typeline";
constexpr std::string_view kDuelNotUsed =
    "archetype banlist_info card_images card_prices card_sets frameType humanReadableCardType linkmarkers "
    "misc_info monster_desc pend_desc ygoprodeck_url";

constexpr std::string_view kHearthstoneUsed = "id name type cost attack health durability race races";
constexpr std::string_view kHearthstoneNotUsed =
    "armor artist battlegroundsBuddyDbfId battlegroundsHero battlegroundsNormalDbfId "
    "battlegroundsPremiumDbfId battlegroundsSkinParentId cardClass class classes collectible collectionText "
    "countAsCopyOfDbfId dbfId elite entourage faction flavor hasDiamondSkin hasSignature hideCost hideStats "
    "howToEarn howToEarnGolden isBattlegroundsBuddy isBattlegroundsPoolMinion isBattlegroundsPoolSpell "
    "isMiniSet keywords mechanics mercenariesAbilityCooldown mercenariesRole mercenary multiClassGroup "
    "overload playRequirements playerClass puzzleType questReward rarity referencedTags runeCost seen set "
    "spellDamage spellSchool spell_school targetingArrowText techLevel text varies";

constexpr std::string_view kScriptUsed =
    "id code name card_type property type atk def level attribute race lscale rscale limits effects doubtful "
    "flag_limit_hint pendulum_text text";
constexpr std::string_view kScriptNotUsed = "alias link_markers setcodes note";

constexpr std::array kSources{
    Source{.name = "MarvelCDB",
           .known_by = "\"type_code\"",
           .ruleset = "marvel-champions",
           .recognises =
               [](const FactObject& card) {
                 return card.has("type_code") || (card.has("pack_code") && card.has("duplicate_of"));
               },
           .read = marvelCard,
           .used = kMarvelUsed,
           .not_used = kMarvelNotUsed,
           .has_texts = true},
    Source{.name = "game_on_yasuki",
           .known_by = "\"_set\"",
           .ruleset = "l5r-celestial",
           .recognises = [](const FactObject& card) { return card.has("_set"); },
           .read = legendCard,
           .used = kLegendUsed,
           .not_used = kLegendNotUsed,
           .has_printings = true},
    Source{.name = "the Grand Archive index",
           .known_by = "\"slug\"",
           .ruleset = "grand-archive",
           .recognises = [](const FactObject& card) { return card.has("slug"); },
           .read = archiveCard,
           .used = kArchiveUsed,
           .not_used = kArchiveNotUsed,
           .has_texts = true},
    Source{.name = "YGOPRODeck",
           .known_by = "\"id\", \"type\" and \"desc\"",
           .ruleset = "yugioh",
           .recognises =
               [](const FactObject& card) { return card.isNumber("id") && card.isText("type") && card.has("desc"); },
           .read = duelCard,
           .used = kDuelUsed,
           .not_used = kDuelNotUsed,
           .has_texts = true},
    Source{.name = "EDOPro's scripts",
           .known_by = "\"effects\"",
           .ruleset = "yugioh",
           .recognises = [](const FactObject& card) { return card.has("effects") || card.has("card_type"); },
           .read = nullptr,
           .used = kScriptUsed,
           .not_used = kScriptNotUsed},
    Source{.name = "HearthstoneJSON",
           .known_by = "a text \"id\"",
           .ruleset = "hearthstone",
           .recognises = [](const FactObject& card) { return card.isText("id"); },
           .read = hearthstoneCard,
           .used = kHearthstoneUsed,
           .not_used = kHearthstoneNotUsed},
};

}  // namespace

std::span<const Source> sources() { return kSources; }

}  // namespace docket::facts
