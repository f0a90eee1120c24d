#include "engine/fold/set_updates.h"

#include "engine/state/computed_entries.h"

namespace docket {
namespace {

CardSets::Recorded recordedOf(const State& state, CardIndex index) {
  CardSets::Recorded recorded;
  for (EntryIndex i = state.cards[index].first_entry; i != kNone; i = state.entries[i].next_of_subject) {
    const schema::Change::Kind kind = state.entries[i].kind;
    recorded.types = recorded.types || isAboutTypes(kind);
    recorded.traits = recorded.traits || kind == schema::Change::Kind::GRANT_TRAIT;
  }
  return recorded;
}

}  // namespace

void addToSets(State& state, const Ruleset& ruleset, CardIndex index) {
  const Card& card = state.cards[index];
  const bool is_bare = card.host == kNone && card.definition == 0 && card.first_entry == kNone;
  if (card.exists() && is_bare) {
    return state.sets.addNewCard(index, card.zone, ruleset.zones[card.zone].in_play, card.controller);
  }
  if (card.exists()) state.sets.addToZone(index, card.zone, ruleset.zones[card.zone].in_play);
  state.sets.changeController(card.controller, card.controller, index);
  state.sets.markAttached(index, card.host != kNone);
  state.sets.updateDefinition(index, nullptr, state.definitionOf(card), recordedOf(state, index));
}

void setController(State& state, CardIndex index, Seat seat) {
  Card& card = state.cards[index];
  if (card.controller == seat) return;
  state.sets.changeController(card.controller, seat, index);
  card.controller = seat;
}

void setDefinition(State& state, CardIndex index, std::uint32_t definition) {
  Card& card = state.cards[index];
  if (card.definition == definition) return;
  const Definition* former = state.definitionOf(card);
  card.definition = definition;
  state.sets.updateDefinition(index, former, state.definitionOf(card), recordedOf(state, index));
}

void setHost(State& state, CardIndex index, Entity host) {
  state.cards[index].host = host;
  state.sets.markAttached(index, host != kNone);
}

void updateSetsFor(State& state, const Entry& changed) {
  if (!isAboutTypes(changed.kind) && changed.kind != schema::Change::Kind::GRANT_TRAIT) return;
  if (!state.isCard(changed.subject)) return;
  const CardIndex index = changed.subject;
  state.sets.updateRecorded(index, state.definitionOf(state.cards[index]), recordedOf(state, index));
}

}  // namespace docket
