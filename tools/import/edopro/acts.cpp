// What players do: plays, activations and their chain, attacks, targets, choices, what is revealed.
#include <algorithm>

#include "tools/import/edopro/abilities.h"
#include "tools/import/edopro/importer.h"

namespace docket::edopro {
namespace {

template <class List>
void fillWith(List list, const std::vector<std::uint32_t>& numbers) {
  for (unsigned i = 0; i < numbers.size(); ++i) list.set(i, numbers[i]);
}

}  // namespace

void Importer::played(CardId id, std::string_view method) {
  const TableCard& card = table_[id];
  writer_.add(seatOf(card.player), [&](schema::Event::Builder event) {
    auto play = event.initCardPlayed();
    play.setPlayer(seatOf(card.player));
    play.setCard(card.number);
    play.setMethod(writer_.name(method));
  });
}

Importer::Link& Importer::link(std::uint8_t number) {
  if (number == 0 || number > links_.size()) refuse(fmt::format("the chain has no link {}", number));
  return links_[number - 1U];
}

void Importer::chaining(const Chaining& chaining) {
  const CardId id = cardAt(chaining.at, chaining.code);
  learnCode(id, chaining.code);
  if (chaining.link != links_.size() + 1) refuse(fmt::format("link {} does not continue the chain", chaining.link));
  const bool card_activation = just_placed_ == id && chaining.triggered.place == kSpellZone;
  const Definition* definition = rules_.catalogue.find(std::to_string(table_[id].code));
  ActivatedAbility ability;
  if (definition != nullptr) {
    ability = abilityOf(*definition, rules_.ruleset,
                        {table_[id].code, chaining.description, chaining.triggered, card_activation});
  }
  const std::string_view designator = card_activation ? "card activation" : ability.designator;
  // Only the turn player can activate an ignition effect, be the card the other one's.
  const std::uint8_t player = designator == "ignition effect" ? turn_player_ : chaining.triggered.player;
  if (links_.empty()) {
    writer_.add(0, [&](schema::Event::Builder event) {
      auto began = event.initBegan();
      began.setPeriod(writer_.name("chain"));
      began.setPlayer(seatOf(player));
    });
  }
  const TableCard& card = table_[id];
  if (card.place == kHand) {  // who activates a card in the hand shows it to everyone
    TableCard& shown = table_[id];
    shown.known = 0xFF;
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
  links_.push_back({.activation = event, .player = player});
}

void Importer::resolving(std::uint8_t number) {
  writer_.causedBy(link(number).activation);
  resolving_ = number;
}

void Importer::resolved(std::uint8_t number) {
  const Link& done = link(number);
  writer_.causedBy(0);
  resolving_ = 0;
  if (done.negated) return;
  writer_.add(seatOf(done.player),
              [&](schema::Event::Builder event) { event.initActivationResolved().setActivation(done.activation); });
}

void Importer::negated(std::uint8_t number, bool effect_only) {
  Link& target = link(number);
  const EventNumber by = resolving_ != 0 && resolving_ != number ? link(resolving_).activation : 0;
  writer_.add(actor(), [&](schema::Event::Builder event) {
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
  if (!effect_only) target.negated = true;
}

void Importer::chainEnded() {
  writer_.causedBy(0);
  resolving_ = 0;
  if (links_.empty()) return;
  links_.clear();
  writer_.add(0, [&](schema::Event::Builder event) { event.initEnded().setPeriod(writer_.name("chain")); });
}

void Importer::targets(const std::vector<Location>& locations) {
  std::vector<std::uint32_t> numbers;
  for (const Location& at : locations) numbers.push_back(table_[cardAt(at)].number);
  if (links_.empty() || numbers.empty()) return;
  const Link& targeting = resolving_ != 0 ? link(resolving_) : links_.back();
  writer_.add(seatOf(targeting.player), [&](schema::Event::Builder event) {
    auto chosen = event.initTargetsChosen();
    chosen.setPlayer(seatOf(targeting.player));
    chosen.setActivation(targeting.activation);
    fillWith(chosen.initTargets(static_cast<unsigned>(numbers.size())), numbers);
  });
}

void Importer::attack(const Pair& pair) {
  const TableCard& attacker = table_[cardAt(pair.first)];
  const Entity target =
      pair.second.nowhere() ? subjectOf(attacker.player ^ 1U) : Entity{table_[cardAt(pair.second)].number};
  writer_.add(seatOf(attacker.player), [&](schema::Event::Builder event) {
    auto declared = event.initAttackDeclared();
    declared.setCard(attacker.number);
    declared.setTarget(target);
  });
}

void Importer::battle(const Battle& battle) {
  for (const Fighter& fighter : {battle.attacker, battle.target}) {
    if (fighter.at.nowhere()) continue;
    const CardId id = cardAt(fighter.at);
    const TableCard& card = table_[id];
    if (card.place == kMonsterZone && card.faceUp()) observer_.fought(id, card, fighter.attack, std::nullopt);
  }
}

void Importer::revealed(const PlayerCards& shown, std::uint8_t seers) {
  std::vector<std::uint32_t> numbers;
  for (const CardAt& each : shown.cards) {
    const CardId id = cardAt(each.at);
    learnCode(id, each.code);
    TableCard& card = table_[id];
    numbers.push_back(card.number);
    if ((card.known & seers) == seers || card.code == 0) continue;
    card.known = static_cast<std::uint8_t>(card.known | seers);
    writer_.identify(card.number, card.known, card.code);
  }
  if (numbers.empty()) return;
  const std::uint8_t holder = shown.cards.front().at.player;
  writer_.seenBy(seers);
  writer_.add(actor(), [&](schema::Event::Builder event) {
    auto revealed = event.initCardsRevealed();
    revealed.setPlayer(seatOf(holder));
    fillWith(revealed.initCards(static_cast<unsigned>(numbers.size())), numbers);
  });
}

void Importer::tossed(const Tosses& tosses, std::string_view what) {
  writer_.add(actor(), [&](schema::Event::Builder event) {
    auto outcome = event.initRandomOutcome();
    outcome.setPlayer(seatOf(tosses.player));
    outcome.setWhat(writer_.name(what));
    auto results = outcome.initResults(static_cast<unsigned>(tosses.results.size()));
    for (unsigned i = 0; i < tosses.results.size(); ++i) results.set(i, tosses.results[i]);
  });
}

void Importer::selectedAtRandom(const PlayerLocations& selected) {
  std::vector<std::uint32_t> numbers;
  for (const Location& at : selected.cards) numbers.push_back(table_[cardAt(at)].number);
  writer_.add(actor(), [&](schema::Event::Builder event) {
    auto outcome = event.initRandomOutcome();
    outcome.setPlayer(seatOf(selected.player));
    outcome.setWhat(writer_.name("card"));
    auto results = outcome.initResults(static_cast<unsigned>(numbers.size()));
    for (unsigned i = 0; i < numbers.size(); ++i) results.set(i, static_cast<std::int32_t>(numbers[i]));
  });
}

bool Importer::hinted(const Hint& hint) {
  enum Type : std::uint8_t { race = 6, attribute = 7, code = 8, number = 9 };
  const auto named = [&](std::string_view what, const std::string& text) {
    writer_.add(seatOf(hint.player), [&](schema::Event::Builder event) {
      auto chosen = event.initNameChosen();
      chosen.setPlayer(seatOf(hint.player));
      chosen.setWhat(writer_.name(what));
      chosen.setText(text);
    });
    return true;
  };
  switch (hint.type) {
    case race:
      return named("race", raceWords(hint.value));
    case attribute:
      return named("attribute", attributeWords(hint.value));
    case code: {
      const std::string key = std::to_string(hint.value);
      const Definition* definition = rules_.catalogue.find(key);
      return named("title", definition != nullptr ? definition->title : key);
    }
    case number:
      writer_.add(seatOf(hint.player), [&](schema::Event::Builder event) {
        auto chosen = event.initNumberChosen();
        chosen.setPlayer(seatOf(hint.player));
        chosen.setWhat(writer_.name("number"));
        chosen.setNumber(static_cast<std::int64_t>(hint.value));
      });
      return true;
    default:
      return false;
  }
}

}  // namespace docket::edopro
