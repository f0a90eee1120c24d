#include "engine/query/acts/pending_event.h"

#include <stdexcept>

#include "events/text/text_view.h"

namespace docket {

bool PendingEvent::areNamesKnown() const {
  if (learned_.names || recorded_context.names.size() == 0) return learned_.names;
  return before.vocabulary->names.find(view(recorded_context.names[0])) != 0;
}

void PendingEvent::requireNotFolded() const {
  if (is_folded_) throw std::logic_error("an event is read after it was folded");
}

void PendingEvent::readForFold(const ReadByFold& needed) const {
  if (needed.context) static_cast<void>(context());
  if (needed.act) static_cast<void>(act());
  if (needed.added_copies) static_cast<void>(addedCopies());
  is_folded_ = true;
}

EventContext PendingEvent::contextIn(const State& after) const {
  EventContext then = context();
  // A card comes into the game as the last one of its state; if the act is void, none does.
  if (event.isCardCreated() && after.isCard(brought_)) then.card = then.subject = brought_;
  return then;
}

const State& PendingEvent::after() const {
  if (after_ == nullptr) {
    requireNotFolded();
    after_ = std::make_unique<State>(before);
    Step step;
    reducer_.fold(*after_, rules, number, event, step, {.names = areNamesKnown(), .cards = learned_.cards});
  }
  return *after_;
}

const std::vector<CopiesBeyond>& PendingEvent::copiesInDeck(const State& after) const {
  if (!copies_in_deck_) {
    const auto deck = event.getDeckRegistered();
    copies_in_deck_ = copiesBeyond(after, rules, deck.getPlayer(), registeredBy(after, deck));
  }
  return *copies_in_deck_;
}

std::span<const ApplicableLimits> PendingEvent::limitsOfAddedCopies() const {
  const auto& limits = readOnce(limits_of_added_copies_, [this] {
    boost::container::small_vector<ApplicableLimits, 2> of_each;
    for (const AddedCopy& copy : addedCopies()) of_each.push_back(limitsOf(before, rules, copy.question));
    return of_each;
  });
  return {limits.data(), limits.size()};
}

const PendingEvent& PendingEvent::informed() const {
  if (informed_ == nullptr) {
    informed_state_ = informedCopy();
    if (informed_state_ == nullptr) return *this;
    informed_ = std::make_unique<const PendingEvent>(onState(*informed_state_));
  }
  return *informed_;
}

std::unique_ptr<const State> PendingEvent::informedCopy() const {
  // No state before the event knows cards that enter the game with it.
  const bool identifies = !learned_.cards && recorded_context.identities.size() != 0 && !introducesCards(event);
  if (recorded_context.names.size() == 0 && !identifies) return nullptr;
  // The caller that folds the game may have let the state learn them (learning.h), and a state reached through a
  // correction already has the names of later events.
  const Learned learned{.names = areNamesKnown(), .cards = learned_.cards};
  if (learned.names && !identifies) return nullptr;
  requireNotFolded();
  auto state = std::make_unique<State>(before);
  reducer_.learn(*state, rules, number, event, learned);
  return state;
}

}  // namespace docket
