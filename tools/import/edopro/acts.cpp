#include "tools/import/edopro/acts.h"

namespace docket::edopro {

void Acts::addPlay(CardId id, std::string_view method) {
  const DuelCard& card = table_[id];
  const EventNumber effect = grantingEffect(card.player, method);
  if (effect != 0) writer_.causedBy(effect);
  duel_.seen_at[card.code] = writer_.add(seatOf(card.player), [&](schema::Event::Builder event) {
    auto play = event.initCardPlayed();
    play.setPlayer(seatOf(card.player));
    play.setCard(card.number);
    play.setMethod(writer_.name(method));
  });
  if (effect != 0) writer_.causedBy(0);
  const bool is_normal = (method == "normal summon" || method == "set") && card.place == kMonsterZone;
  if (is_normal && effect == 0 && duel_.resolving == 0) duel_.has_summoned.at(card.player) = true;
}

EventNumber Acts::grantingEffect(std::uint8_t player, std::string_view method) const {
  if (duel_.resolving != 0 || (method != "normal summon" && method != "set")) return 0;
  // The engine also names an effect that only lessens the Tributes: the Summon of the turn is used all the same.
  const bool is_granted = duel_.granted_by != 0 && duel_.has_summoned.at(player);
  return is_granted ? duel_.granted_by : duel_.after_chain.at(player);
}

void Acts::addAttack(const Pair& pair) {
  const DuelCard& attacker = table_[duel_.cardAt(pair.first)];
  const Entity target =
      pair.second.nowhere() ? subjectOf(attacker.player ^ 1U) : Entity{table_[duel_.cardAt(pair.second)].number};
  writer_.add(seatOf(attacker.player), [&](schema::Event::Builder event) {
    auto declared = event.initAttackDeclared();
    declared.setCard(attacker.number);
    declared.setTarget(target);
  });
}

void Acts::addBattle(const Battle& battle) {
  for (const Fighter& fighter : {battle.attacker, battle.target}) {
    if (fighter.at.nowhere()) continue;
    const CardId id = duel_.cardAt(fighter.at);
    const DuelCard& card = table_[id];
    if (card.place == kMonsterZone && card.faceUp()) duel_.observer.fought(id, card, fighter.attack, std::nullopt);
  }
}

void Acts::addReveal(const PlayerCards& shown, std::uint8_t seers) {
  std::vector<std::uint32_t> numbers;
  for (const CardAt& each : shown.cards) {
    const CardId id = duel_.cardAt(each.at);
    duel_.learnCode(id, each.code);
    DuelCard& card = table_[id];
    numbers.push_back(card.number);
    if ((card.known & seers) == seers || card.code == 0) continue;
    card.known = static_cast<std::uint8_t>(card.known | seers);
    writer_.identify(card.number, card.known, card.code);
  }
  if (numbers.empty()) return;
  const std::uint8_t holder = shown.cards.front().at.player;
  writer_.seenBy(seers);
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    auto revealed = event.initCardsRevealed();
    revealed.setPlayer(seatOf(holder));
    fillWith(revealed.initCards(static_cast<unsigned>(numbers.size())), numbers);
  });
}

void Acts::addToss(const Tosses& tosses, std::string_view what) {
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    auto outcome = event.initRandomOutcome();
    outcome.setPlayer(seatOf(tosses.player));
    outcome.setWhat(writer_.name(what));
    auto results = outcome.initResults(static_cast<unsigned>(tosses.results.size()));
    for (unsigned i = 0; i < tosses.results.size(); ++i) results.set(i, tosses.results[i]);
  });
}

void Acts::addRandomSelection(const PlayerLocations& selected) {
  std::vector<std::uint32_t> numbers;
  for (const Location& at : selected.cards) numbers.push_back(table_[duel_.cardAt(at)].number);
  writer_.add(duel_.actor(), [&](schema::Event::Builder event) {
    auto outcome = event.initRandomOutcome();
    outcome.setPlayer(seatOf(selected.player));
    outcome.setWhat(writer_.name("card"));
    auto results = outcome.initResults(static_cast<unsigned>(numbers.size()));
    for (unsigned i = 0; i < numbers.size(); ++i) results.set(i, static_cast<std::int32_t>(numbers[i]));
  });
}

bool Acts::addChoice(const Hint& hint) {
  enum Type : std::uint8_t { race = 6, attribute = 7, code = 8, number = 9, card = 10 };
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
      const Definition* definition = duel_.rules.catalogue.find(key);
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
    case card: {
      const auto seen = duel_.seen_at.find(static_cast<std::uint32_t>(hint.value));
      if (seen != duel_.seen_at.end()) duel_.granted_by = seen->second;
      return false;
    }
    default:
      return false;
  }
}

}  // namespace docket::edopro
