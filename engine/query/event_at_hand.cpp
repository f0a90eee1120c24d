#include "engine/query/event_at_hand.h"

#include "engine/query/places.h"
#include "events/text_view.h"

namespace docket {
namespace {

/// Whether a state has the names that an event brings: it has learned them.
bool hasNamesOf(const State& state, schema::Event::Reader event) {
  if (!event.hasContext() || event.getContext().getNames().size() == 0) return false;
  return state.vocabulary->names.find(view(event.getContext().getNames()[0])) != 0;
}

}  // namespace

EventContext EventAtHand::happeningIn(const State& after) const {
  EventContext then = happening();
  // A card comes into the game as the last one of its state; where the act is void, none does.
  const auto brought = static_cast<CardIndex>(before.cards.size());
  if (event.isCardCreated() && after.isCard(brought)) then.card = then.subject = brought;
  return then;
}

Folded EventAtHand::makeAfter() const {
  Folded folded{.state = before, .step = {}};
  reducer_.fold(folded.state, rules, number, event, folded.step, hasNamesOf(before, event));
  return folded;
}

const std::vector<CopiesBeyond>& EventAtHand::copiesInDeck() const {
  if (!copies_in_deck_) {
    const auto deck = event.getDeckRegistered();
    copies_in_deck_ = copiesBeyond(after(), rules, deck.getPlayer(), registeredBy(after(), deck));
  }
  return *copies_in_deck_;
}

const EventAtHand& EventAtHand::asItKnows() const {
  const State& named = knowing();
  if (&named == &before) return *this;
  if (as_it_knows_ == nullptr) {
    as_it_knows_ = std::make_unique<const EventAtHand>(named, rules, number, event, reducer_);
  }
  return *as_it_knows_;
}

std::optional<State> EventAtHand::withItsNames() const {
  if (!event.hasContext()) return std::nullopt;
  const auto context = event.getContext();
  // Of cards that come into the game with it, no state before it knows anything.
  const bool identifies = context.getIdentities().size() != 0 && !introducesCards(event);
  if (context.getNames().size() == 0 && !identifies) return std::nullopt;
  // Whoever folds the game may have let the state learn them (learn_names.h), and one that was reached by way of a
  // correction has the names of later events already.
  const bool has_names = hasNamesOf(before, event);
  if (has_names && !identifies) return std::nullopt;
  std::optional<State> state = before;
  reducer_.learn(*state, rules, number, event, has_names);
  return state;
}

}  // namespace docket
