// The raw facts of a state, as they are hashed into its fingerprint. The layout of a fact's words is permanent for a
// version of the facts (fingerprint.cpp's key). Derived data (controllers, readings, list links) is not hashed. Nor is
// Card::created: it never changes after the event that brings the card.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// The part of the state that a ledger entry belongs to.
inline StateParts partsOf(const Entry& entry) {
  using Kind = schema::Change::Kind;
  switch (entry.kind) {
    case Kind::BONUS:
    case Kind::SET:
    case Kind::MINIMUM:
    case Kind::MAXIMUM:
    case Kind::SET_BASE:
    case Kind::COPY:
      return StateParts::ofStat(static_cast<StatIndex>(entry.stat_or_name));
    case Kind::CONTROL:
      return StateParts::of(StatePart::control);
    case Kind::GRANT_TRAIT:
    case Kind::REMOVE_TRAIT:
    case Kind::NEGATE_EFFECTS:
      return StateParts::of(StatePart::traits);
    case Kind::PERMIT:
    case Kind::FORBID:
    case Kind::MUST:
      return StateParts::of(StatePart::sayings);
    case Kind::GRANT_KEYWORD:
    case Kind::REMOVE_KEYWORD:
    case Kind::SET_TYPE:
    case Kind::ADD_TYPE:
    case Kind::REMOVE_TYPE:
    case Kind::GRANT_ABILITY:
    case Kind::REMOVE_ABILITY:
    case Kind::SET_TITLE:
    case Kind::ADD_SUPERTYPE:
    case Kind::ADD_SUBTYPE:
    case Kind::ACT_AS:
    case Kind::SET_SUBTYPE:
      break;
  }
  return StateParts::of(StatePart::characteristics);
}

inline std::uint64_t pack(std::uint32_t low, std::uint32_t high) {
  return static_cast<std::uint64_t>(high) << 32U | low;
}

inline Fingerprint factOf(CardIndex index, const Card& card) {
  const auto small =
      static_cast<std::uint64_t>(card.zone) | static_cast<std::uint64_t>(card.zone_player) << 8U |
      static_cast<std::uint64_t>(card.owner) << 16U | static_cast<std::uint64_t>(card.base_controller) << 24U |
      static_cast<std::uint64_t>(card.face) << 32U | static_cast<std::uint64_t>(card.orientation) << 40U |
      static_cast<std::uint64_t>(static_cast<std::uint16_t>(card.slot)) << 48U;
  return hashFact(FactKind::card, pack(index, card.number), pack(card.definition, card.arrived), small,
                  pack(card.host, card.attachment), pack(card.attached_at, card.known_to));
}

/// In a pile, `card` is on `below` (kNone: `card` is at the bottom).
inline Fact factBelow(CardIndex card, CardIndex below) {
  return {hashFact(FactKind::below, pack(card, below)), StateParts::of(StatePart::piles)};
}

inline Fact factOf(const Entry& entry) {
  const auto kinds = static_cast<std::uint32_t>(entry.index) | static_cast<std::uint32_t>(entry.kind) << 16U |
                     static_cast<std::uint32_t>(entry.last) << 24U;
  const auto what = static_cast<std::uint32_t>(entry.stat_or_name) | static_cast<std::uint32_t>(entry.period) << 16U |
                    static_cast<std::uint32_t>(entry.player) << 24U;
  Fingerprint fact = hashFact(FactKind::entry, pack(entry.event, kinds),
                              pack(entry.subject, static_cast<std::uint32_t>(entry.amount)), pack(what, entry.source));
  if (entry.cap != kNoCap) {
    fact += hashFact(FactKind::entry_most, pack(entry.event, kinds), static_cast<std::uint32_t>(entry.cap));
  }
  return {fact, partsOf(entry)};
}

inline Fingerprint factOf(const Use& use) {
  const auto small = static_cast<std::uint32_t>(use.ability) | static_cast<std::uint32_t>(use.player) << 16U |
                     static_cast<std::uint32_t>(use.counted) << 24U;
  const auto flags = static_cast<std::uint32_t>(use.negated) | static_cast<std::uint32_t>(use.effect_negated) << 1U |
                     static_cast<std::uint32_t>(use.resolved) << 2U | static_cast<std::uint32_t>(use.applied) << 3U |
                     static_cast<std::uint32_t>(use.designator) << 16U;
  Fingerprint fact = hashFact(FactKind::use, pack(use.event, use.card), pack(use.definition, use.trigger),
                              pack(small, flags), use.host);
  if (use.named != 0) fact += hashFact(FactKind::use_named, pack(use.event, use.named), pack(use.player, use.titled));
  if ((use.turned_by_other | use.turned_by_itself | use.turned_by_unrecorded) != 0) {
    fact += hashFact(FactKind::use_turned, pack(use.event, use.turned_by_other),
                     pack(use.turned_by_itself, use.turned_by_unrecorded));
  }
  if (use.resolved_at != 0) fact += hashFact(FactKind::use_resolved, pack(use.event, use.resolved_at));
  return fact;
}

inline Fingerprint factOf(const EndedGrant& grant) {
  return hashFact(FactKind::ended_grant, pack(grant.subject, grant.name), pack(grant.began, grant.ended));
}

inline Fact factOf(const Counter& counter) {
  return {hashFact(FactKind::counter, pack(counter.subject, counter.name), counter.amount),
          StateParts::of(StatePart::counters)};
}

inline Fact factOf(const EntityValue& value) {
  const FactKind kind = value.known ? FactKind::value : FactKind::value_unrecorded;
  return {hashFact(kind, pack(value.subject, value.key), value.amount), StateParts::of(StatePart::values)};
}

inline Fact factOf(const DoubtedAmount& one) {
  const auto what = static_cast<std::uint64_t>(one.amount.stat) << 32U | one.amount.key;
  return {hashFact(FactKind::doubted_amount, pack(one.amount.subject, one.amount.base ? 1U : 0U), what, one.event),
          StateParts::of(StatePart::observations)};
}

/// A skip can affect every reading, so it invalidates everything that was computed.
inline Fact factOf(const Skip& skip) {
  return {hashFact(FactKind::skip, skip.subject, skip.event), StateParts::everything()};
}

inline Fact factOf(const Observation& seen) {
  constexpr std::uint32_t kIsStat = 1U << 19U;
  constexpr std::uint32_t kIsValue = 1U << 20U;
  const bool is_stat = seen.stat != kUnbound;
  const std::uint32_t what = seen.reading != 0 ? seen.reading : is_stat ? seen.stat | kIsStat : seen.key | kIsValue;
  const auto small = what | static_cast<std::uint32_t>(seen.base) << 16U |
                     static_cast<std::uint32_t>(seen.absent) << 17U |
                     static_cast<std::uint32_t>(!seen.explained) << 18U;
  return {hashFact(FactKind::observation, pack(seen.subject, small), seen.amount, seen.event),
          StateParts::of(StatePart::observations)};
}

inline Fact factOf(PeriodIndex period, const PeriodNow& now) {
  const auto small = static_cast<std::uint32_t>(period) | static_cast<std::uint32_t>(now.open) << 8U |
                     static_cast<std::uint32_t>(now.player) << 16U;
  Fingerprint fact = hashFact(FactKind::period, pack(small, now.name), pack(now.began, now.count), now.place);
  for (std::uint32_t i = 0; i < now.parties.size(); ++i) {
    fact += hashFact(FactKind::parties, pack(now.began, i), now.parties[i]);
  }
  return {fact, StateParts::of(StatePart::periods)};
}

inline Fingerprint factOf(const Link& link) {
  return hashFact(FactKind::link, pack(link.activation, link.position), link.resolved ? 1U : 0U);
}

inline Fact factOf(const IgnoredBound& bound) {
  return {hashFact(FactKind::ignored_bound, pack(bound.subject, bound.event), pack(bound.index, bound.stat)),
          StateParts::ofStat(bound.stat)};
}

inline Fact factOf(const ReceivedChange& change) {
  const std::uint32_t what = change.of_words ? 1U << 16U : std::uint32_t{change.stat};
  return {hashFact(FactKind::received_change, pack(change.subject, change.event), pack(change.index, what),
                   pack(change.source, change.since)),
          change.of_words ? StateParts::of(StatePart::characteristics) : StateParts::ofStat(change.stat)};
}

inline Fact factOf(const Choice& choice) {
  const auto small = static_cast<std::uint32_t>(choice.what) | static_cast<std::uint32_t>(choice.player) << 16U |
                     static_cast<std::uint32_t>(choice.kind) << 24U;
  return {hashFact(FactKind::choice, pack(choice.event, small), choice.number), StateParts::of(StatePart::choices)};
}

inline Fact factOf(const TallyCount& one) {
  return {hashFact(FactKind::tally, pack(one.subject, one.tally), pack(one.arrived, one.latest),
                   pack(one.count, one.perhaps), pack(one.card, one.that)),
          StateParts::of(StatePart::tallies)};
}

inline Fingerprint factOf(const LatestMove& moved) {
  return hashFact(FactKind::latest_move, pack(moved.card, moved.from));
}

inline Fingerprint factOf(const EndedSaying& ended) {
  const auto small = static_cast<std::uint32_t>(ended.act) | static_cast<std::uint32_t>(ended.says) << 16U;
  return hashFact(FactKind::ended_saying, pack(ended.event, small), pack(ended.subject, ended.source));
}

inline Fact factOf(const Win& win) {
  const auto small = static_cast<std::uint32_t>(win.rule) | static_cast<std::uint32_t>(firstSeat(win.winners)) << 16U |
                     static_cast<std::uint32_t>(win.everybody) << 24U;
  return {hashFact(FactKind::won, pack(win.event, small), pack(win.terms, otherSeats(win.winners))),
          StateParts::of(StatePart::outcome)};
}

/// The fact that after an event something unknown decided whether a player had won.
inline Fact factOfUndecided(EventNumber at) {
  return {hashFact(FactKind::undecided_end, at), StateParts::of(StatePart::outcome)};
}

inline Fingerprint factOf(const Arrival& one) {
  const auto how = static_cast<std::uint32_t>(one.at) | static_cast<std::uint32_t>(one.act) << 8U;
  return hashFact(FactKind::arrival, pack(one.event, one.group), pack(one.card, how));
}

/// The further fields of a stored context, if it has any.
inline Fingerprint factOfRest(EventNumber event, const EventContext& it) {
  if (!it.caused && it.link == 0 && !it.how && it.slot < 0 && it.from == kUnbound) return {};
  const auto small = static_cast<std::uint32_t>(it.link) | static_cast<std::uint32_t>(encodedHow(it.how)) << 8U |
                     static_cast<std::uint32_t>(it.from) << 16U | static_cast<std::uint32_t>(it.caused) << 24U;
  return hashFact(FactKind::context_rest, pack(event, small), static_cast<std::uint16_t>(it.slot));
}

inline Fingerprint factOf(const DeferredRequirement& one) {
  const EventContext& it = one.context;
  const auto names = static_cast<std::uint32_t>(it.name) | static_cast<std::uint32_t>(it.kind) << 16U;
  const auto small = static_cast<std::uint32_t>(it.which) | static_cast<std::uint32_t>(it.player) << 16U |
                     static_cast<std::uint32_t>(it.own_act) << 24U | static_cast<std::uint32_t>(it.amount_known) << 25U;
  const auto used = static_cast<std::uint32_t>(it.ability) | static_cast<std::uint32_t>(it.named) << 16U;
  return hashFact(FactKind::deferred_requirement, pack(one.event, one.index), pack(it.card, it.subject),
                  pack(it.that, names), pack(small, used), it.amount) +
         factOfRest(one.event, it);
}

/// The fact of a statement about one of its cards, by that card's place in the statement.
Fingerprint factOf(const Statement& statement, std::size_t place);

inline Fact factOf(const Outcome& outcome) {
  const auto who = static_cast<std::uint32_t>(firstSeat(outcome.winners)) |
                   static_cast<std::uint32_t>(outcome.everybody) << 8U |
                   static_cast<std::uint32_t>(otherSeats(outcome.winners)) << 16U;
  return {hashFact(FactKind::outcome, pack(outcome.event, who), outcome.reason), StateParts::of(StatePart::outcome)};
}

inline Fingerprint factOf(const Obligation& owed) {
  const auto which = static_cast<std::uint32_t>(owed.trait) | static_cast<std::uint32_t>(owed.effect) << 16U;
  const auto small = static_cast<std::uint32_t>(owed.player) | static_cast<std::uint32_t>(owed.who) << 8U |
                     static_cast<std::uint32_t>(owed.status) << 16U | static_cast<std::uint32_t>(owed.why) << 20U |
                     static_cast<std::uint32_t>(owed.certain) << 24U;
  Fingerprint fact = hashFact(FactKind::obligation, pack(owed.trigger, owed.group), pack(owed.by, owed.card),
                              pack(owed.definition, which), pack(small, owed.it), pack(owed.that, owed.subject));
  if (owed.named != 0) fact += hashFact(FactKind::obligation_named, pack(owed.trigger, owed.named), which);
  if (owed.follow_up_rule != 0) {
    const auto state = static_cast<std::uint32_t>(owed.status) | static_cast<std::uint32_t>(owed.certain) << 8U;
    fact += hashFact(FactKind::follow_up, pack(owed.trigger, owed.follow_up_rule), pack(owed.by, state));
  }
  return fact;
}

inline Fingerprint factOf(const Remembered& one) {
  const EventContext& it = one.context;
  const auto names = static_cast<std::uint32_t>(it.name) | static_cast<std::uint32_t>(it.kind) << 16U;
  const auto small = static_cast<std::uint32_t>(it.which) | static_cast<std::uint32_t>(it.player) << 16U;
  const auto lay = static_cast<std::uint32_t>(one.zone) | static_cast<std::uint32_t>(one.orientation) << 16U |
                   static_cast<std::uint32_t>(one.face) << 24U;
  Fingerprint fact = hashFact(FactKind::remembered, pack(one.event, one.spent), pack(it.card, it.subject),
                              pack(it.that, names), pack(small, lay), it.amount);
  if (it.ability != 0 || it.named != 0) {
    fact += hashFact(FactKind::remembered_use, pack(one.event, it.ability), it.named);
  }
  if (!it.amount_known) fact += hashFact(FactKind::remembered_unknown, one.event);
  if (!it.own_act) fact += hashFact(FactKind::remembered_for_another, one.event);
  return fact;
}

/// Changes a record of the state by `edit`, and its fact in the fingerprint.
template <class Record, class Edit>
void changeFact(State& state, const Record& record, Edit edit) {
  state.fingerprint -= factOf(record);
  edit();
  state.fingerprint += factOf(record);
}

}  // namespace docket
