#include "engine/fold/fold_obligations.h"

#include <range/v3/algorithm/contains.hpp>

#include "engine/fold/erase_facts.h"
#include "engine/rules/payload_set.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

bool isClosed(const Obligation& owed) {
  return owed.status != Obligation::Status::open && owed.status != Obligation::Status::waiting;
}

void remember(Fold& fold, const EventContext& context) {
  const Card card = fold.card_before.value_or(Card{});
  auto& remembered = fold.state.remembered;
  if (remembered.size() == kMaxRemembered) {
    fold.state.fingerprint -= factOf(remembered.front());
    remembered.erase(remembered.begin());
  }
  remembered.push_back(
      {.event = fold.now, .context = context, .zone = card.zone, .orientation = card.orientation, .face = card.face});
  fold.state.fingerprint += factOf(remembered.back());
}

/// True if a trait can answer such events, before or after them.
bool isAnswered(const Fold& fold, schema::Event::Which which, bool before) {
  const Catalogue& cards = fold.rules.catalogue;
  const Ruleset& ruleset = fold.ruleset();
  const PayloadSet answered =
      before ? cards.triggers_before | ruleset.triggers_before : cards.triggers_after | ruleset.triggers_after;
  return hasPayload(answered, which);
}

/// Simultaneous events are answered from the table after all of them: a card that came into play with the event answers
/// the earlier ones, and a card that left answers none.
void answerGroup(Fold& fold, const PendingEvent& pending, Triggered& triggered) {
  if (fold.group == 0) return;
  addTriggeredByGroup(pending, fold.state, triggered);
  eraseFacts(fold.state, fold.state.obligations,
             [&](const Obligation& owed) { return isNoLongerTriggered(pending, fold.state, owed); });
}

}  // namespace

void settleObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered) {
  State& state = fold.state;
  const ObligationChanges& obligation_changes = obligationChangesOf(pending);
  if (const CardIndex card = pending.context().card; card != kNone && fold.rules.refersTo(pending.context().which))
    fold.card_before = state.cards[card];
  if (isAnswered(fold, pending.event.which(), true)) addTriggeredBefore(pending, triggered);
  for (const auto& settled : obligation_changes.settled) {
    Obligation& obligation = state.obligations[settled.place];
    changeFact(state, obligation, [&] { obligation = settled.after; });
  }
  for (Remembered& one : state.remembered) {
    if (one.spent != 0 || !ranges::contains(obligation_changes.paid, one.event)) continue;
    changeFact(state, one, [&] { one.spent = fold.now; });
  }
}

void openObligations(Fold& fold, const PendingEvent& pending, Triggered& triggered) {
  State& state = fold.state;
  const bool is_answered = isAnswered(fold, pending.event.which(), false);
  if (is_answered) addTriggeredAfter(pending, state, triggered);
  answerGroup(fold, pending, triggered);
  const std::vector<Obligation>& opened = obligationChangesOf(pending).opened;  // read before the event was folded
  const std::size_t more = opened.size() + triggered.size();
  if (state.obligations.size() + more > kMaxObligations) {
    eraseFacts(state, state.obligations, isClosed);
    if (state.obligations.size() + more > kMaxObligations) {
      fold.throwMalformed("too many traits and effects are waiting");
    }
  }
  const auto add = [&](const auto& all) {
    for (const Obligation& owed : all) {
      state.obligations.push_back(owed);
      state.fingerprint += factOf(owed);
    }
  };
  add(opened);
  add(triggered);
  const bool answered_later = is_answered && fold.group != 0;
  if (answered_later || fold.rules.refersTo(pending.context().which)) remember(fold, contextAfter(pending, state));
}

void forgetObligations(Fold& fold) {
  State& state = fold.state;
  eraseFacts(state, state.obligations, [&](const Obligation& owed) { return isClosed(owed) && owed.by != fold.now; });
  eraseFacts(state, state.remembered);
}

}  // namespace docket
