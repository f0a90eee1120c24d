#include "engine/fold/tallies.h"

#include <range/v3/algorithm/lower_bound.hpp>
#include <tuple>

#include "engine/fold/erase_facts.h"
#include "engine/query/acts/conditions.h"
#include "engine/rules/event_meaning.h"
#include "engine/rules/payload_set.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

const auto kTallyKey = [](const TallyCount& one) { return std::tuple{one.tally, one.subject}; };

/// The entity that a count belongs to; kNone if the event has none.
Entity countedFor(const EventContext& context, schema::Tally::By by) {
  switch (by) {
    case schema::Tally::By::WHO:
      return context.player == 0 ? Entity{kNone} : entityOf(EntityKind::player, context.player);
    case schema::Tally::By::IT:
      return context.card;
    case schema::Tally::By::GAME:
      break;
  }
  return entityOf(EntityKind::game, 0);
}

void addToTally(Fold& fold, const TallyCount& counted) {
  auto& tallies = fold.state.play.tallies;
  auto found = ranges::lower_bound(tallies, kTallyKey(counted), {}, kTallyKey);
  if (found == tallies.end() || kTallyKey(*found) != kTallyKey(counted)) {
    tallies.insert(found, counted);
  } else {
    fold.state.fingerprint -= factOf(*found);
    const bool stays = found->arrived == counted.arrived;
    found->count = (stays ? found->count : 0) + counted.count;
    found->perhaps = (stays ? found->perhaps : 0) + counted.perhaps;
    found->arrived = counted.arrived;
    found->latest = counted.latest;
    found->card = counted.card;
    found->that = counted.that;
  }
  found = ranges::lower_bound(tallies, kTallyKey(counted), {}, kTallyKey);
  fold.state.fingerprint += factOf(*found);
}

/// True if a card still counts as just moved when such an event happens between its move and its play or use.
bool keepsMove(schema::Event::Reader event) {
  switch (event.which()) {
    case schema::Event::OBSERVED:
    case schema::Event::SKIPPED:
    case schema::Event::BEGAN:
    case schema::Event::CARD_ATTACHED:
    case schema::Event::CARD_DETACHED:
    case schema::Event::CONTROL_CHANGED:
      return true;
    default:
      return !classOf(event.which()).of_game;
  }
}

}  // namespace

TalliedEvent talliesOf(const PendingEvent& pending) {
  TalliedEvent tallied;
  const Ruleset& ruleset = pending.rules.ruleset;
  if (!hasPayload(ruleset.tallied, pending.event.which())) return tallied;
  for (std::size_t i = 0; i < ruleset.tallies.size(); ++i) {
    TriState counts = TriState::no;
    for (const Moment& moment : ruleset.tallies[i].of) {
      const TriState is_kind = isKind(pending.before, pending.context(), moment.kind);
      if (is_kind == TriState::no || counts == TriState::yes) continue;
      const TriState met = bothHold(is_kind, holds(moment.if_, pending.before, pending.rules, pending.context()));
      if (met != TriState::no) counts = met;
    }
    if (counts != TriState::no)
      tallied.push_back({.tally = static_cast<std::uint16_t>(i), .certain = counts == TriState::yes});
  }
  return tallied;
}

void countEvent(Fold& fold, const EventContext& context, const TalliedEvent& tallied) {
  for (const Tallied& one : tallied) {
    const Entity subject = countedFor(context, fold.ruleset().tallies[one.tally].by);
    if (subject == kNone) continue;
    const EventNumber arrived = fold.state.isCard(subject) ? fold.state.cards[subject].arrived : 0;
    addToTally(fold, {.tally = one.tally,
                      .subject = subject,
                      .arrived = arrived,
                      .count = one.certain ? 1U : 0U,
                      .perhaps = one.certain ? 0U : 1U,
                      .latest = fold.now,
                      .card = context.card,
                      .that = context.that});
  }
}

void forgetTallies(Fold& fold, PeriodIndex period) {
  eraseFacts(fold.state, fold.state.play.tallies,
             [&](const TallyCount& one) { return fold.ruleset().tallies[one.tally].within == period; });
}

void keepMove(Fold& fold, schema::Event::Reader event, const EventContext& context) {
  LatestMove& moved = fold.state.play.moved;
  if (!fold.ruleset().asks_origin || (!event.isCardMoved() && keepsMove(event))) return;
  if (moved.card != kNone) fold.state.fingerprint -= factOf(moved);
  moved = event.isCardMoved() ? LatestMove{.card = context.card, .from = context.from} : LatestMove{};
  if (moved.card != kNone) fold.state.fingerprint += factOf(moved);
}

}  // namespace docket
