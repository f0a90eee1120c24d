#include "tools/import/edopro/chain.h"

#include <fmt/format.h>

#include "events/seats.h"
#include "tools/import/edopro/abilities.h"

namespace docket::edopro {

void Chain::addLink(const Chaining& chaining) {
  const CardId id = duel_.cardAt(chaining.at, chaining.code);
  duel_.learnCode(id, chaining.code);
  if (chaining.link != duel_.links.size() + 1)
    duel_.refuse(fmt::format("link {} does not continue the chain", chaining.link));
  const bool card_activation = duel_.just_placed == id && chaining.triggered.place == kSpellZone;
  const Definition* definition = duel_.rules.catalogue.find(std::to_string(table_[id].code));
  ActivatedAbility ability;
  if (definition != nullptr) {
    ability = abilityOf(*definition, duel_.rules.ruleset,
                        {table_[id].code, chaining.description, chaining.triggered, card_activation,
                         chaining.link == 1 && isMainPhase(duel_.phase)});
  }
  // An effect has one description. Another description means another effect, and which of the two was meant is unknown.
  if (ability.is_inferred && !card_activation) {
    const auto named = duel_.described.try_emplace({table_[id].code, ability.number}, chaining.description).first;
    if (named->second != chaining.description) ability = {};
  }
  const std::string_view designator = card_activation ? "card activation" : ability.designator;
  // Only the turn player can activate an ignition effect, even one of the other player's card.
  const std::uint8_t player = designator == "ignition effect" ? duel_.turn_player : chaining.triggered.player;
  if (duel_.links.empty()) {
    writer_.add(0, [&](schema::Event::Builder event) {
      auto began = event.initBegan();
      began.setPeriod(writer_.name("chain"));
      began.setPlayer(seatOf(player));
    });
  }
  const DuelCard& card = table_[id];
  if (card.place == kHand) {  // activating a card in the hand shows it to everyone
    DuelCard& shown = table_[id];
    shown.known = kEveryone;
    writer_.identify(shown.number, shown.known, shown.code);
  }
  const EventNumber event = writer_.add(seatOf(player), [&](schema::Event::Builder builder) {
    auto activated = builder.initAbilityActivated();
    activated.setPlayer(seatOf(player));
    activated.setCard(card.number);
    activated.setAbility(ability.number);
    activated.setDesignator(writer_.name(designator));
    activated.setLink(static_cast<std::uint8_t>(chaining.link));
    if (chaining.triggered.place == chaining.at.place && player == chaining.at.player) return;
    activated.setFromPlayer(seatOf(player));
    activated.setFrom(writer_.name(zoneName(chaining.triggered.place)));
  });
  duel_.links.push_back({.activation = event, .player = player});
  duel_.seen_at[card.code] = event;
}

void Chain::beginResolution(std::uint8_t number) {
  writer_.causedBy(duel_.link(number).activation);
  duel_.resolving = number;
}

void Chain::endResolution(std::uint8_t number) {
  const Link& done = duel_.link(number);
  writer_.causedBy(0);
  duel_.resolving = 0;
  if (done.negated) return;
  const EventNumber last = writer_.add(seatOf(done.player), [&](schema::Event::Builder event) {
    event.initActivationResolved().setActivation(done.activation);
  });
  duel_.resolved = done.effect_negated ? Resolved{} : Resolved{.activation = done.activation, .last = last};
}

void Chain::negate(std::uint8_t number, bool effect_only) {
  Link& target = duel_.link(number);
  const EventNumber by = duel_.resolving != 0 && duel_.resolving != number ? duel_.link(duel_.resolving).activation : 0;
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    const auto fill = [&](auto negation) {
      negation.setActivation(target.activation);
      negation.setBy(by);
    };
    if (effect_only) {
      fill(event.initEffectNegated());
    } else {
      fill(event.initActivationNegated());
    }
  });
  (effect_only ? target.effect_negated : target.negated) = true;
}

void Chain::end() {
  writer_.causedBy(0);
  duel_.resolving = 0;
  if (duel_.links.empty()) return;
  duel_.after_chain = {};
  for (const Link& link : duel_.links) {  // the first link is the last to be resolved
    EventNumber& last = duel_.after_chain.at(link.player & 1U);
    if (last == 0 && !link.negated && !link.effect_negated) last = link.activation;
  }
  duel_.refreshes = 0;
  duel_.links.clear();
  writer_.add(0, [&](schema::Event::Builder event) { event.initEnded().setPeriod(writer_.name("chain")); });
}

void Chain::addTargets(const std::vector<Location>& locations) {
  std::vector<std::uint32_t> numbers;
  for (const Location& at : locations) numbers.push_back(table_[duel_.cardAt(at)].number);
  if (duel_.links.empty() || numbers.empty()) return;
  const Link& targeting = duel_.resolving != 0 ? duel_.link(duel_.resolving) : duel_.links.back();
  writer_.add(seatOf(targeting.player), [&](schema::Event::Builder event) {
    auto chosen = event.initTargetsChosen();
    chosen.setPlayer(seatOf(targeting.player));
    chosen.setActivation(targeting.activation);
    fillWith(chosen.initTargets(static_cast<unsigned>(numbers.size())), numbers);
  });
}

}  // namespace docket::edopro
