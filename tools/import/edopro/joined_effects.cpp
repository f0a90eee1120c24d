#include "tools/import/edopro/joined_effects.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "events/text/text_view.h"
#include "tools/import/edopro/script_effects.h"

namespace docket::edopro {
namespace {

/// The effects of a script under one number of a description: usually one, or one that answers two events.
struct Scripted {
  std::int32_t description = -1;
  std::string designator;
  std::set<std::string_view> zones;  ///< of any of them; none: it is not said
  bool same_kind = true;
};

std::vector<Scripted> scriptedIn(const CardFact& fact) {
  std::vector<Scripted> all;
  for (const EffectFact& effect : fact.effects) {
    const auto description = static_cast<std::int32_t>(effect.description.value_or(-1));
    const std::string designator = designatorOf(effect.effect_type);
    auto found = std::find_if(all.begin(), all.end(), [&](const Scripted& one) {
      return one.description == description && (one.designator == "card activation") == isActivation(effect);
    });
    if (found == all.end()) {
      all.push_back({.description = description, .designator = designator, .zones = {}});
      found = all.end() - 1;
    }
    found->same_kind = found->same_kind && found->designator == designator;
    for (const auto zone : zonesOf(effect)) found->zones.insert(zone);
  }
  return all;
}

/// True if the zones are the same, or one is a part of the other.
bool isSamePlace(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto part = [](std::string_view zone, std::string_view place) {
    if (place == "monster zone") return zone == "main monster zone" || zone == "extra monster zone";
    return place == "spell zone" && (zone == "field zone" || zone == "pendulum zone" || zone == "spell and trap zone");
  };
  return part(a, b) || part(b, a);
}

bool canBe(const Scripted& scripted, schema::Ability::Reader ability) {
  if (ability.getKind() == schema::Ability::Kind::CONTINUOUS) return false;
  const std::string_view designator = view(ability.getDesignator());
  if ((designator == "card activation") != (scripted.designator == "card activation")) return false;
  if (designator == "card activation") return true;
  if (scripted.same_kind && designator != scripted.designator) return false;
  if (scripted.zones.empty() || ability.getZones().size() == 0) return true;
  for (const auto zone : ability.getZones()) {
    const bool is_shared = std::any_of(scripted.zones.begin(), scripted.zones.end(),
                                       [&](std::string_view other) { return isSamePlace(view(zone), other); });
    if (is_shared) return true;
  }
  return false;
}

/// The abilities that each effect of a script may be, and the one that it is if that is certain. A set of effects that
/// can only be an equally large set of abilities, which no other effect can be, is matched in order.
class EffectMatcher {
 public:
  EffectMatcher(const std::vector<Scripted>& scripted, schema::Card::Reader card) {
    for (const Scripted& one : scripted) {
      std::set<unsigned> can;
      for (unsigned i = 0; i < card.getAbilities().size(); ++i) {
        if (canBe(one, card.getAbilities()[i])) can.insert(i);
      }
      can_be_.push_back(std::move(can));
    }
  }

  /// For each effect of the script, its ability; empty if that is in doubt.
  std::vector<std::optional<unsigned>> joined() {
    std::vector<std::optional<unsigned>> joined(can_be_.size());
    std::map<std::set<unsigned>, std::vector<std::size_t>> alike;  // by what they can be
    for (std::size_t i = 0; i < can_be_.size(); ++i) alike[can_be_[i]].push_back(i);
    for (const auto& [can, effects] : alike) {
      if (can.size() != effects.size() || isWantedElsewhere(can, effects)) continue;
      auto ability = can.begin();
      for (const std::size_t effect : effects) joined[effect] = *ability++;
    }
    return joined;
  }

 private:
  [[nodiscard]] bool isWantedElsewhere(const std::set<unsigned>& abilities, const std::vector<std::size_t>& by) const {
    for (std::size_t i = 0; i < can_be_.size(); ++i) {
      if (std::find(by.begin(), by.end(), i) != by.end()) continue;
      if (std::any_of(abilities.begin(), abilities.end(), [&](unsigned one) { return can_be_[i].contains(one); })) {
        return true;
      }
    }
    return false;
  }

  std::vector<std::set<unsigned>> can_be_;
};

/// The abilities of a card with room for more after them.
void addProcedures(const CardFact& fact, schema::Card::Builder card) {
  const auto procedures = proceduresOf(fact);
  if (procedures.empty()) return;
  const auto before = card.disownAbilities();
  const auto old = before.getReader();
  auto abilities = card.initAbilities(old.size() + static_cast<unsigned>(procedures.size()));
  for (unsigned i = 0; i < old.size(); ++i) abilities.setWithCaveats(i, old[i]);
  unsigned at = old.size();
  for (const Procedure& procedure : procedures) {
    auto ability = abilities[at++];
    // The activation of a card is one, whatever number it is recorded under.
    const bool activation = std::string_view(procedure.designator) == "card activation";
    const bool begun = activation && procedure.system_string != kPendulumActivation && old.size() > 0 &&
                       view(old[0].getDesignator()) == "card activation";
    if (begun) abilities.setWithCaveats(at - 1, old[0]);
    ability = abilities[at - 1];
    ability.setName(procedure.name);
    ability.setDesignator(procedure.designator);
    ability.setDescription(procedure.system_string);
    if (!begun) ability.initZones(1).set(0, procedure.zone);
    if (activation) ability.setFace(schema::Ability::Works::EITHER);
    ability.setDoubtful(begun ? old[0].getDoubtful() : card.getDoubtful());
  }
}

/// True if a card may be activated together with an effect of its own, which is counted then.
bool mayBeUsedAtOnce(schema::Ability::Reader ability) {
  const std::string_view designator = view(ability.getDesignator());
  if (ability.getLimits().size() == 0 || (designator != "quick effect" && designator != "trigger effect")) return false;
  bool in_spell_zone = ability.getZones().size() == 0;
  for (const auto zone : ability.getZones()) in_spell_zone = in_spell_zone || isSamePlace(view(zone), "spell zone");
  return in_spell_zone;
}

/// The record shows only the activation of such a card; whether the effect was used with it is unknown.
void doubtActivation(schema::Card::Builder card) {
  bool may_be_both = false;
  for (const auto ability : card.asReader().getAbilities()) may_be_both = may_be_both || mayBeUsedAtOnce(ability);
  if (!may_be_both) return;
  for (auto ability : card.getAbilities()) {
    const bool is_free = ability.getLimits().size() == 0;
    if (is_free && view(ability.asReader().getDesignator()) == "card activation") ability.setDoubtful(true);
  }
}

}  // namespace

void joinEffects(const CardFact& fact, schema::Card::Builder card) {
  const auto scripted = scriptedIn(fact);
  const auto joined = EffectMatcher(scripted, card.asReader()).joined();
  auto abilities = card.getAbilities();
  for (auto ability : abilities) ability.setDescription(fact.scripted ? kNotKnownWhich : kNoScript);
  for (std::size_t i = 0; i < joined.size(); ++i) {
    if (joined[i]) abilities[*joined[i]].setDescription(scripted[i].description);
  }
  doubtActivation(card);
  addProcedures(fact, card);
}

}  // namespace docket::edopro
