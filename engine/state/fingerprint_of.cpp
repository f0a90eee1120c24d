#include "engine/state/fingerprint_of.h"

#include "engine/state/facts.h"

namespace docket {

Fingerprint fingerprintOf(const State& state) {
  Fingerprint sum;
  for (CardIndex i = 0; i < state.cards.size(); ++i) {
    if (state.cards[i].exists()) sum += factOf(i, state.cards[i]);
  }
  for (const auto& pile : state.piles) {
    for (std::size_t i = 0; i < pile.size(); ++i) sum += factBelow(pile[i], i == 0 ? kNone : pile[i - 1]);
  }
  state.entries.forEach([&](EntryIndex, const Entry& entry) { sum += factOf(entry); });
  for (const Use& use : state.uses) sum += factOf(use);
  for (const EndedGrant& grant : state.ended_grants) sum += factOf(grant);
  for (const Counter& counter : state.counters) sum += factOf(counter);
  for (const EntityValue& value : state.values) sum += factOf(value);
  for (const Observation& seen : state.observations) sum += factOf(seen);
  for (const DoubtedAmount& one : state.doubted) sum += factOf(one);
  for (const Skip& skip : state.skipped) sum += factOf(skip);
  for (std::size_t i = 0; i < state.periods.size(); ++i) {
    if (state.periods[i].began != 0) sum += factOf(static_cast<PeriodIndex>(i), state.periods[i]);
  }
  for (const Link& link : state.chain) sum += factOf(link);
  for (const IgnoredBound& bound : state.ignored_bounds) sum += factOf(bound);
  for (const ReceivedChange& change : state.received_changes) sum += factOf(change);
  for (const Obligation& owed : state.obligations) sum += factOf(owed);
  for (const Remembered& one : state.remembered) sum += factOf(one);
  if (state.outcome.over) sum += factOf(state.outcome);
  for (const Arrival& one : state.arrivals) sum += factOf(one);
  for (const Statement& statement : *state.statements) {
    for (std::size_t i = 0; i < statement.cards.size(); ++i) sum += factOf(statement, i);
  }
  for (const Choice& choice : state.play.choices) sum += factOf(choice);
  for (const TallyCount& one : state.play.tallies) sum += factOf(one);
  if (state.play.moved.card != kNone) sum += factOf(state.play.moved);
  for (const EndedSaying& ended : state.play.ended) sum += factOf(ended);
  for (const DeferredRequirement& one : state.play.deferred) sum += factOf(one);
  if (state.play.win.is_won) sum += factOf(state.play.win);
  if (state.play.undecided_at != 0) sum += factOfUndecided(state.play.undecided_at);
  return sum;
}

}  // namespace docket
