#include "engine/doubt.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/added_copies.h"
#include "engine/card_text.h"
#include "engine/happening.h"
#include "engine/inspection.h"
#include "engine/judge.h"
#include "engine/scope_of_rules.h"
#include "engine/undefined.h"

namespace docket {
namespace {

/// Whether the rules of a game say themselves from where abilities work: a source has to be in play.
bool rulesSayWhere(const Rules& rules) {
  return ranges::any_of(requirementsOf(rules, schema::Event::ABILITY_ACTIVATED), [](const Requirement& one) {
    return one.what == schema::Act::Requirement::What::SOURCE_IN_PLAY;
  });
}

/// Whether an ability is used from a place of which nobody says that it works there. One without zones works in play.
bool isPlaceDoubtful(const State& before, const Rules& rules, const UseQuestion& use) {
  if (use.card == kNone || !before.cards[use.card].exists()) return false;
  const Ability* ability = abilityOf(before, use.definition, use.ability);
  if (ability == nullptr || rulesSayWhere(rules)) return false;
  const Zone& zone = rules.ruleset.zones[before.cards[use.card].zone];
  return ability->zones.empty() ? !zone.in_play : !ranges::contains(ability->zones, zone.name);
}

/// The card of the act that an event is told to be an effect of, where nobody knows what card that was: then nobody
/// knows what its effects are. kNone where there is none.
CardIndex unknownSource(const State& before, schema::Event::Reader event) {
  for (const EventNumber cause : event.getContext().getCauses()) {
    const Use* use = before.useOf(cause);
    if (use != nullptr && use->card != kNone && use->definition == 0) return use->card;
  }
  return kNone;
}

/// That no rule here speaks of such an act: then nobody has judged it.
std::optional<expression::Reason> unspokenOf(const State& before, const Rules& rules, EventNumber number,
                                             schema::Event::Reader event) {
  if (!isPlayersAct(event.which()) || scopeOf(before, rules, event).spoken()) return std::nullopt;
  return expression::Reason{.kind = expression::Reason::Kind::no_rule, .event = number};
}

}  // namespace

std::optional<expression::Reason> doubtOf(const State& before, const Rules& rules, EventNumber number,
                                          schema::Event::Reader event) {
  using Kind = expression::Reason::Kind;
  const auto doubt = [](Kind kind, CardIndex card) { return expression::Reason{.kind = kind, .subject = card}; };
  const CardIndex unheard = unheardIn(before, rules, event);
  if (unheard != kNone) return doubt(Kind::text_unknown, unheard);
  if (const CardIndex source = unknownSource(before, event); source != kNone) {
    return doubt(Kind::identity_unknown, source);
  }
  const ActQuestion act = questionOf(before, event);
  const bool copies = countsCopies(rules) && (addsNewCards(event) || event.isCardMoved() || event.isCardAttached() ||
                                              event.isControlChanged() || event.isDeckRegistered());
  if (!act.counted && !copies) return unspokenOf(before, rules, number, event);
  const Inspection inspected = inspect(before, rules, number, event);
  const UseQuestion use = questionOf(inspected.table, event).use;
  // The event itself can bring what its card is.
  if (act.counted && isUnheard(inspected.table, use.card)) return doubt(Kind::text_unknown, use.card);
  if (act.counted && use.card != kNone && use.definition == 0 && use.name.empty()) {
    return doubt(Kind::identity_unknown, use.card);
  }
  if (!inspected.limits_known) return doubt(Kind::limits_uncertain, act.counted ? use.card : CardIndex{kNone});
  const bool place = event.isAbilityActivated() && isPlaceDoubtful(inspected.table, rules, use);
  if (place) return doubt(Kind::place_uncertain, use.card);
  return unspokenOf(before, rules, number, event);
}

}  // namespace docket
