#include "tools/import/edopro/cards.h"

#include <algorithm>
#include <array>

#include "engine/rules/matters.h"
#include "engine/rules/unread_texts.h"
#include "events/text/letters.h"
#include "events/text/text_view.h"
#include "events/text/whole_number.h"
#include "tools/import/edopro/card_facts.h"
#include "tools/import/edopro/script_effects.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro {
namespace {

/// A limit as scripts describe it, and its name in the ruleset.
struct LimitForm {
  std::string_view scope, period;
  bool oath;
  const char* limit;
};
constexpr std::array<LimitForm, 10> kLimitForms{{{"card", "turn", false, "once-per-turn"},
                                                 {"card", "chain", false, "once-per-chain"},
                                                 {"card", "while_face_up", false, "once-while-face-up"},
                                                 {"card_shared", "turn", false, "once-per-turn-shared"},
                                                 {"name_player", "turn", false, "hard-use"},
                                                 {"name_player", "turn", true, "hard-activate"},
                                                 {"name_player", "chain", false, "hard-use-per-chain"},
                                                 {"name_player", "duel", false, "hard-use-per-duel"},
                                                 {"name_player", "duel", true, "hard-activate-per-duel"},
                                                 {"name_player", "chain", true, "hard-activate-per-chain"}}};

/// The maximum that all of these have by their wording; another number on a card is the limit's own.
constexpr std::int32_t kOwnMax = 1;

const char* limitName(const LimitFact& fact) {
  for (const LimitForm& form : kLimitForms) {
    if (fact.scope == form.scope && fact.period == form.period && fact.oath == form.oath) return form.limit;
  }
  return nullptr;
}

template <class List>
void fill(List list, const std::vector<std::string_view>& words) {
  for (unsigned i = 0; i < words.size(); ++i) list.set(i, textReader(words[i]));
}

struct StatFact {
  const char* name;
  std::int64_t amount;
  bool asterisk = false;
};

/// The name of the rating that a monster has: Level, Rank or Link.
const char* ratingOf(std::uint32_t types) {
  return (types & kTypeXyz) != 0 ? "Rank" : (types & kTypeLink) != 0 ? "Link" : "Level";
}

/// The stats of a monster whose amounts the source does not give.
std::vector<std::string_view> unsaidOf(const CardFact& card, bool monster) {
  std::vector<std::string_view> unsaid;
  if (!monster) return unsaid;
  const std::uint32_t types = card.types.value_or(0);
  if (!card.attack) unsaid.emplace_back("ATK");
  if (!card.defense && (types & kTypeLink) == 0) unsaid.emplace_back("DEF");
  if (!card.level && !card.types) unsaid.insert(unsaid.end(), {"Level", "Rank", "Link"});
  if (!card.level && card.types) unsaid.emplace_back(ratingOf(types));
  if (card.pendulum && !card.types) unsaid.insert(unsaid.end(), {"Left Scale", "Right Scale"});
  return unsaid;
}

/// The stats that are printed on a monster. A Link rating is in the field of the level.
std::vector<StatFact> statsOf(const CardFact& card, bool monster) {
  std::vector<StatFact> stats;
  if (!monster) return stats;
  const std::uint32_t types = card.types.value_or(0);
  const auto strength = [&](const char* name, std::optional<std::int64_t> amount) {
    if (amount) stats.push_back({name, std::max<std::int64_t>(*amount, 0), *amount < 0});
  };
  strength("ATK", card.attack);
  if ((types & kTypeLink) == 0) strength("DEF", card.defense);
  if (card.level) stats.push_back({ratingOf(types), std::max<std::int64_t>(*card.level, 0) & 0xFFFF, *card.level < 0});
  if ((types & kTypePendulum) != 0) {
    stats.push_back({"Left Scale", card.left_scale});
    stats.push_back({"Right Scale", card.right_scale});
  }
  return stats;
}

class CardWriter {
 public:
  CardWriter(const CardFact& fact, schema::Card::Builder card) : fact_(fact), card_(card) {}

  void write() {
    card_.setKey(std::to_string(fact_.code));
    card_.setTitle(textReader(fact_.name));
    if (fact_.alias != 0) card_.setAlias(std::to_string(fact_.alias));
    writeTypes();
    const auto stats = statsOf(fact_, monster_);
    auto list = card_.initStats(static_cast<unsigned>(stats.size()));
    for (unsigned i = 0; i < stats.size(); ++i) {
      list[i].setStat(stats[i].name);
      list[i].setAmount(static_cast<std::int32_t>(stats[i].amount));
      if (stats[i].asterisk) list[i].setKind(schema::PrintedStat::Kind::ASTERISK);
    }
    const auto unsaid = unsaidOf(fact_, monster_);
    if (!unsaid.empty()) fill(card_.initUnsaidStats(static_cast<unsigned>(unsaid.size())), unsaid);
    const auto procedures = proceduresOf(fact_);
    const auto scripted = static_cast<unsigned>(fact_.effects.size());
    auto abilities = card_.initAbilities(scripted + static_cast<unsigned>(procedures.size()));
    for (unsigned i = 0; i < scripted; ++i) writeAbility(fact_.effects[i], i + 1, abilities[i]);
    for (unsigned i = 0; i < procedures.size(); ++i) writeProcedure(procedures[i], abilities[scripted + i]);
    card_.setDoubtful(fact_.doubtful);
    if ((fact_.types.value_or(0) & kTypeNormal) != 0) return;  // no text but flavor
    // Scripts state a card's limits; what its text says about stats and about what may be done is unread.
    declareUnread(kPermissions | Matters::of({schema::Matter::STATS}), card_);
  }

 private:
  void writeTypes() {
    if (!fact_.types) {
      const std::string type = asciiLower(fact_.card_type);
      monster_ = type == "monster";
      card_.initTypes(1).set(0, type);
      if (!fact_.property.empty()) card_.initSubtypes(1).set(0, fact_.property);
      return;
    }
    monster_ = (*fact_.types & kTypeMonster) != 0;
    const auto types = cardTypeWords(*fact_.types);
    fill(card_.initTypes(static_cast<unsigned>(types.size())), types);
    auto subtypes = subtypeWords(*fact_.types);
    const std::string attribute = attributeWords(fact_.attribute);
    const std::string race = raceWords(fact_.race);
    if (monster_) subtypes.insert(subtypes.end(), {attribute, race});
    if (!fact_.scripted) std::erase(subtypes, std::string_view());  // a database can leave both out
    fill(card_.initSubtypes(static_cast<unsigned>(subtypes.size())), subtypes);
  }

  void writeAbility(const EffectFact& effect, unsigned number, schema::Ability::Builder ability) {
    ability.setName("effect " + std::to_string(number));
    ability.setDesignator(designatorOf(effect.effect_type));
    ability.setDescription(static_cast<std::int32_t>(effect.description.value_or(-1)));
    ability.setEvent(textReader(effect.event));
    const auto zones = zonesOf(effect);
    fill(ability.initZones(static_cast<unsigned>(zones.size())), zones);
    if (isActivation(effect)) ability.setFace(schema::Ability::Works::EITHER);
    if (effect.limit && *effect.limit < fact_.limits.size()) return writeLimit(fact_.limits[*effect.limit], ability);
    // A limit that the script sets is certain; one that it enforces by other means is not seen.
    ability.setDoubtful(fact_.doubtful || mayCarryAnEffect(effect));
  }

  /// True if a card may be activated together with its own quick effect, by a further effect that the facts lack, which
  /// is counted as that one.
  [[nodiscard]] bool mayCarryAnEffect(const EffectFact& effect) const {
    if (!isActivation(effect)) return false;
    return std::any_of(fact_.effects.begin(), fact_.effects.end(), [](const EffectFact& other) {
      return other.effect_type.find("QUICK") != std::string::npos &&
             other.range.find("LOCATION_SZONE") != std::string::npos && other.limit;
    });
  }

  void writeProcedure(const Procedure& procedure, schema::Ability::Builder ability) {
    ability.setName(procedure.name);
    ability.setDesignator(procedure.designator);
    ability.setDescription(procedure.system_string);
    ability.initZones(1).set(0, procedure.zone);
    if (std::string_view(procedure.designator) != "card activation") return;
    ability.setFace(schema::Ability::Works::EITHER);
    const auto limit = std::find_if(fact_.limits.begin(), fact_.limits.end(),
                                    [](const LimitFact& one) { return one.procedure && !one.scope.empty(); });
    if (limit != fact_.limits.end() && procedure.system_string != kPendulumActivation)
      return writeLimit(*limit, ability);
    ability.setDoubtful(fact_.doubtful || fact_.unseen_limit);
  }

  static void writeLimit(const LimitFact& limit, schema::Ability::Builder ability) {
    const char* name = limitName(limit);
    const auto max = wholeNumber<std::int32_t>(limit.max);
    if (name == nullptr || !max || *max < 1) {
      ability.setDoubtful(true);  // a limit that the ruleset has no form for
      return;
    }
    auto entry = ability.initLimits(1)[0];
    entry.setLimit(name);
    if (*max != kOwnMax) entry.setMax(*max);
    if (limit.scope == "name_player") entry.setGroup(limit.slot);
  }

  const CardFact& fact_;
  schema::Card::Builder card_;
  bool monster_ = false;
};

}  // namespace

Document<schema::Catalogue> readCards(std::string_view lines, const std::string& file) {
  return catalogueOfCards(readCardFacts(lines, file));
}

Document<schema::Catalogue> catalogueOfCards(const std::vector<CardFact>& facts) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto catalogue = message->initRoot<schema::Catalogue>();
  catalogue.setName("yugioh");
  catalogue.setRuleset("yugioh");
  catalogue.setOfFacts(true);
  auto cards = catalogue.initCards(static_cast<unsigned>(facts.size()));
  for (unsigned i = 0; i < facts.size(); ++i) CardWriter(facts[i], cards[i]).write();
  return Document<schema::Catalogue>(std::move(message));
}

}  // namespace docket::edopro
