#include "engine/fold/fold.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/query/undefined.h"
#include "engine/state/facts.h"
#include "events/errors.h"

namespace docket {

void Fold::touch(CardIndex index) {
  note(index);
  Card& card = state.cards[index];
  if (card.touched) return;
  if (card.exists()) state.fingerprint -= factOf(index, card);
  if (isUnheardInPlay(state, rules, card)) --state.unheard_in_play;
  card.touched = true;
}

CardIndex Fold::introduce(const Card& card) {
  // The numbers between were given out by a stretch of the record that is not in effect.
  if (card.number < state.numbers.size() || card.number - state.numbers.size() > kMostNumbersAtOnce) {
    malformed(fmt::format("it introduces card {}, but the next free number is {}", card.number, state.numbers.size()));
  }
  state.numbers.resize(card.number, kNone);
  const auto index = static_cast<CardIndex>(state.cards.size());
  state.cards.push_back(card);
  state.cards.back().touched = true;
  state.numbers.push_back(index);
  note(index);
  return index;
}

void Fold::finish() {
  for (const CardIndex index : step.cards) {
    Card& card = state.cards[index];
    if (!card.touched) continue;
    if (card.exists()) state.fingerprint += factOf(index, card);
    if (isUnheardInPlay(state, rules, card)) ++state.unheard_in_play;
    card.touched = false;
  }
}

void Fold::malformed(const std::string& what) const { throw DamagedArchive(fmt::format("event {}: {}", now, what)); }

}  // namespace docket
