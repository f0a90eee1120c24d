#include "engine/judge/doubt.h"

#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/none_of.hpp>

#include "engine/judge/applications.h"
#include "engine/judge/judge_play.h"
#include "engine/judge/scope_of_rules.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/cards/card_text.h"
#include "engine/query/cards/places.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/limits/added_copies.h"
#include "engine/query/limits/applicable_limits.h"
#include "engine/query/limits/limits.h"
#include "engine/query/stats/amounts.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/payload_set.h"

namespace docket {
namespace {

/// True if the game's rules themselves say where the card of an ability must be.
bool rulesAsk(const Rules& rules, Requirement::What what) {
  return ranges::contains(requirementsOf(rules, schema::Event::ABILITY_ACTIVATED), what, &Requirement::what);
}

/// The ability of a card that exists; null for any other use.
const Ability* abilityOfPresentCard(const State& before, const UseQuestion& use) {
  const bool is_there = use.card != kNone && before.cards[use.card].exists();
  return is_there ? abilityOf(before, use.definition, use.ability) : nullptr;
}

/// True if an ability is used from a zone where it is not known to work. An ability without zones works in play.
bool isPlaceDoubtful(const Rules& rules, const Card& card, const Ability& ability) {
  if (rulesAsk(rules, Requirement::What::SOURCE_IN_PLAY)) return false;
  return ability.zones.empty() ? !rules.ruleset.zones[card.zone].in_play
                               : !isInAnyZone(rules.ruleset, card, ability.zones);
}

/// True if an ability is used on a side of its card on which it is not known to work.
bool isFaceDoubtful(const Rules& rules, const Card& card, const Ability& ability) {
  return !rulesAsk(rules, Requirement::What::SOURCE_FACE_UP) && !isOnItsSide(rules.ruleset, card, ability);
}

/// The unidentified card of the act that caused an event: the act's effects are unknown then. kNone if there is none.
CardIndex unknownSource(const PendingEvent& pending) {
  for (const EventNumber cause : pending.recorded_context.causes) {
    const Use* use = pending.before.useOf(cause);
    if (use != nullptr && use->card != kNone && use->definition == 0) return use->card;
  }
  return kNone;
}

/// True if copies of cards that enter the game with an event are counted, once they exist.
bool countsNewCards(const PendingEvent& pending) {
  return registersLimited(pending.rules, pending.event) || (countsCopies(pending.rules) && addsNewCards(pending.event));
}

/// True if the limits are known for the copies that an event adds of cards that exist before it.
bool areCopiesKnown(const PendingEvent& pending) {
  if (!countsCopies(pending.rules) || countsNewCards(pending)) return true;
  return ranges::all_of(pending.limitsOfAddedCopies(), &ApplicableLimits::known);
}

/// The acts in an event: its own kind, and the choice of the targets of an act.
PayloadSet actsIn(schema::Event::Reader event) {
  const PayloadSet targets = payloadBit(schema::Event::TARGETS_CHOSEN);
  const bool has_targets = (event.isAbilityActivated() && event.getAbilityActivated().getTargets().size() != 0) ||
                           (event.isTraitTriggered() && event.getTraitTriggered().getTargets().size() != 0) ||
                           (event.isCardPlayed() && event.getCardPlayed().getTargets().size() != 0);
  return payloadBit(event.which()) | (has_targets ? targets : PayloadSet{0});
}

/// A card with unread text that can forbid or bound the event: its own, or one in play; or kNone.
CardIndex unreadIn(const PendingEvent& pending) {
  const Definitions& definitions = *pending.before.definitions;
  const bool in_play = countsAny(pending.before.unread_in_play, kPermissions);
  if (definitions.undefined + definitions.unread == 0 && !in_play) return kNone;
  return unreadOnActs(pending.before, pending.rules, pending.context().card, actsIn(pending.event));
}

/// True if an ability is used whose card has unread words, by rules that are complete: those words alone can then say
/// that it cannot be used now.
bool usesUnreadText(const PendingEvent& pending) {
  const bool whole = hasPayload(pending.rules.ruleset.judged_whole, schema::Event::ABILITY_ACTIVATED);
  return whole && pending.event.isAbilityActivated() && pending.context().card != kNone &&
         unreadMattersOf(pending.before, pending.context().card).any();
}

/// The doubt about a payment from a value that is never below zero and whose amount is unknown.
std::optional<expression::Reason> unrecordedPayment(const PendingEvent& pending) {
  if (!pending.event.isValueChanged() || pending.event.getValueChanged().getHow() != schema::How::PAID)
    return std::nullopt;
  const auto changed = pending.event.getValueChanged();
  const Entity subject = pending.before.subjectOf(changed.getSubject());
  const std::uint32_t key = pending.before.valueKey(changed.getValue());
  const auto& values = pending.rules.ruleset.values;
  if (subject == kNone || key >= values.size() || !values[key].floor_at_zero) return std::nullopt;
  if (recordedValue(pending.before, pending.rules.ruleset, subject, key).status != RecordedValue::Status::unrecorded)
    return std::nullopt;
  return expression::Reason{.kind = expression::Reason::Kind::no_start, .subject = subject, .number = key};
}

/// The reason if uses or copies of unidentified cards could make an act exceed a limit, judged on `table`; empty if
/// none can.
std::optional<expression::Reason> countsUnknownCard(const State& table, const Rules& rules, const UseQuestion& question,
                                                    const ApplicableLimits& limits, schema::Event::Which judged_at) {
  for (const ApplicableLimit& limit : limits.limits) {
    if (limit.limit->judgedAt(judged_at) == nullptr) continue;
    const UsedCount count = readUsedCount(table, rules, limit, question);
    if (!restsOnUnknownCards(limit, count)) continue;
    if (isOfCopies(limit.limit->counted))
      return expression::Reason{.kind = expression::Reason::Kind::limits_uncertain, .subject = question.card};
    return expression::Reason{.kind = expression::Reason::Kind::uses_uncertain, .event = count.of_unknown.front()};
  }
  return std::nullopt;
}

std::optional<expression::Reason> useOfUnknownCard(const PendingEvent& pending) {
  const State& before = pending.before;
  const auto is_unknown = [&](const Use& use) { return before.definitions->known[use.definition] == nullptr; };
  if (ranges::none_of(before.uses, is_unknown)) return std::nullopt;
  if (pending.act().is_act) {
    if (auto use = countsUnknownCard(before, pending.rules, pending.act().use, pending.limits(), pending.event.which()))
      return use;
  }
  const auto applied = applicationBy(pending);
  return applied ? countsUnknownCard(before, pending.rules, *applied, limitsOf(before, pending.rules, *applied),
                                     schema::Event::TRAIT_TRIGGERED)
                 : std::nullopt;
}

/// The reason if copies of unidentified cards that an event adds could exceed a limit; empty if none could. `table`:
/// the state before the event or, for new cards, after it.
std::optional<expression::Reason> copyOfUnknownCard(const State& table, const Rules& rules, const AddedCopies& added) {
  for (const AddedCopy& copy : added) {
    if (auto it = countsUnknownCard(table, rules, copy.question, limitsOf(table, rules, copy.question), copy.act))
      return it;
  }
  return std::nullopt;
}

/// True if an event replaces an act without a permission: it is unknown whether the act could happen.
bool isUnknownReplaced(const PendingEvent& pending) {
  const Ruleset& ruleset = pending.rules.ruleset;
  if (!pending.event.isReplaced() || !ruleset.isOnUnnoted(RuleSwitch::forbidden_cannot_be_replaced)) return false;
  const NameNumber name = pending.context().name;
  const std::string_view act = name == 0 ? std::string_view() : pending.before.vocabulary->names.text(name);
  return ranges::none_of(ruleset.permissions, [&](const Permission& one) { return isMeantBy(one, act); });
}

}  // namespace

std::optional<expression::Reason> firstDoubt(const PendingEvent& pending) {
  if (auto unknown = firstDoubtBefore(pending)) return unknown;
  const bool is_asked = classOf(pending.event.which()).of_game && pending.hasItsCards() && countsNewCards(pending);
  return is_asked ? firstDoubtAfter(pending, pending.after()) : std::nullopt;
}

std::optional<expression::Reason> firstDoubtAfter(const PendingEvent& pending, const State& after) {
  const auto is_known = [&](const AddedCopy& copy) { return limitsOf(after, pending.rules, copy.question).known; };
  const bool deck_is_known = !registersLimited(pending.rules, pending.event) ||
                             ranges::all_of(pending.copiesInDeck(after), &CopiesBeyond::certain);
  const bool copies_are_known = !countsNewCards(pending) || !countsCopies(pending.rules) ||
                                ranges::all_of(addedCopies(after, pending.rules, pending.event), is_known);
  if (deck_is_known && copies_are_known) {
    const bool adds = countsNewCards(pending) && countsCopies(pending.rules);
    return adds ? copyOfUnknownCard(after, pending.rules, addedCopies(after, pending.rules, pending.event))
                : std::nullopt;
  }
  return expression::Reason{.kind = expression::Reason::Kind::limits_uncertain, .subject = kNone};
}

std::optional<expression::Reason> firstDoubtBefore(const PendingEvent& pending) {
  const State& before = pending.before;
  const Rules& rules = pending.rules;
  const schema::Event::Reader event = pending.event;
  using Kind = expression::Reason::Kind;
  const auto doubt = [](Kind kind, CardIndex card) { return expression::Reason{.kind = kind, .subject = card}; };
  if (!classOf(event.which()).of_game) return std::nullopt;  // no text forbids statements of judges and recorders
  if (!pending.hasItsCards()) return std::nullopt;           // only whether it is possible is judged
  if (!before.skipped.empty()) return expression::Reason{.kind = Kind::skipped, .event = before.skipped.front().event};
  if (const CardIndex unread = unreadIn(pending); unread != kNone) {
    return doubt(Kind::text_unknown, unread);
  }
  if (const CardIndex source = unknownSource(pending); source != kNone) {
    return doubt(Kind::identity_unknown, source);
  }
  if (const auto payment = unrecordedPayment(pending)) return payment;
  const ActQuestion& act = pending.act();
  const CardIndex card = act.is_act ? act.use.card : CardIndex{kNone};
  if (act.is_act) {
    if (card != kNone && act.use.definition == 0 && act.use.name.empty()) return doubt(Kind::identity_unknown, card);
    const AbilityKey used = abilityKeyOf(act.use);
    if (used.isKnown() && !hasAbility(before, rules, used)) {
      const Entity bearer = card != kNone ? card : entityOf(EntityKind::player, act.use.player);
      return expression::Reason{
          .kind = Kind::limits_uncertain, .subject = bearer, .event = pending.number, .number = used.number};
    }
    if (!pending.limits().known) return doubt(Kind::limits_uncertain, card);
  }
  if (usesUnreadText(pending)) return doubt(Kind::text_unknown, card);
  if (const auto use = useOfUnknownCard(pending)) return use;
  if (!areCopiesKnown(pending)) return doubt(Kind::limits_uncertain, card);
  if (countsCopies(rules) && !countsNewCards(pending)) {
    if (const auto copy = copyOfUnknownCard(before, rules, pending.addedCopies())) return copy;
  }
  if (const CardIndex unread = unreadObliging(pending); unread != kNone) return doubt(Kind::text_unknown, unread);
  const Ability* ability = event.isAbilityActivated() ? abilityOfPresentCard(before, act.use) : nullptr;
  if (ability == nullptr) return std::nullopt;
  const Card& source = before.cards[card];
  if (isPlaceDoubtful(rules, source, *ability)) return doubt(Kind::place_uncertain, card);
  if (!isFaceDoubtful(rules, source, *ability)) return std::nullopt;
  return expression::Reason{
      .kind = Kind::face_uncertain, .subject = card, .number = source.face == Facing::up ? 0U : 1U};
}

std::optional<expression::Reason> doubtOf(const PendingEvent& pending) {
  pending.rules.ruleset.note(RuleField::scope);
  const PendingEvent& informed = pending.informed();
  if (const auto unknown = firstDoubt(informed)) return unknown;
  const bool is_covered = !isPlayersAct(pending.event.which()) || scopeOf(informed).isCovered();
  if (is_covered && !isUnknownReplaced(informed)) return std::nullopt;
  return expression::Reason{.kind = expression::Reason::Kind::no_rule, .event = pending.number};
}

bool isLegalityUndecided(const PendingEvent& pending, const std::vector<Finding>& found) {
  if (hasCertain(found)) return false;
  return !found.empty() || firstDoubt(pending.informed());
}

}  // namespace docket
