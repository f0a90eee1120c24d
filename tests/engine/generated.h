// Random games for property tests: events drawn by a seed from everything that test_ruleset.json has, well formed
// and mostly legal. The same seed gives the same game everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/engine/test_table.h"

namespace docket {

/// A small generator of numbers that is the same on every machine (xorshift64*).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  std::uint32_t below(std::size_t bound) {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL >> 33U) % bound);
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

class GeneratedGame {
 public:
  explicit GeneratedGame(std::uint64_t seed, std::uint32_t events) : dice_(seed) {
    static const std::vector<std::string> kKeys{"Ant", "Bee", "Cat", "Dog", "Dog two", "Emu", "Fork", ""};
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      std::vector<std::string> keys;
      for (int i = 0; i < 12; ++i) keys.push_back(kKeys[dice_.below(kKeys.size())]);
      table.deck(seat, keys);
    }
    while (table.game.size() < events) act();
  }

  TestTable table;

 private:
  using Event = schema::Event::Builder;

  std::vector<std::uint32_t> cardsIn(bool in_play) const {
    std::vector<std::uint32_t> found;
    for (const Card& card : table.state.cards) {
      if (card.exists() && TestRules::get().rules().ruleset.zones[card.zone].in_play == in_play)
        found.push_back(card.number);
    }
    return found;
  }
  Seat seat() { return static_cast<Seat>(1 + dice_.below(2)); }
  const char* pick(std::initializer_list<const char*> names) { return names.begin()[dice_.below(names.size())]; }
  std::uint32_t pick(const std::vector<std::uint32_t>& numbers) { return numbers[dice_.below(numbers.size())]; }

  void act() {
    const auto play = cardsIn(true);
    const auto rest = cardsIn(false);
    if (table.state.outcome.over) return note();
    if (play.size() < 3 && !rest.empty()) return enter(pick(rest));
    if (rest.empty() || dice_.chance(10)) return time();
    switch (dice_.below(12)) {
      case 0:
        return enter(pick(rest));
      case 1:
        return leave(pick(play));
      case 2:
        return shuffle();
      case 3:
      case 4:
        return change(pick(play));
      case 5:
      case 6:
        return use(pick(play));
      case 7:
        return lookOf(pick(play));
      case 8:
        return hold(pick(play), pick(play));
      case 9:
        return amounts(pick(play));
      case 10:
        return learn(pick(rest));
      default:
        return say(pick(play));
    }
  }

  void time() {
    switch (dice_.below(5)) {
      case 0:
        table.turn(seat());
        break;
      case 1:
        table.began("chain", "", 0);
        break;
      case 2:
        table.ended(pick({"chain", "phase"}));
        break;
      default:
        table.phase(pick({"first", "second", "last"}));
        break;
    }
  }
  void enter(std::uint32_t card) {
    const std::string zone = pick({"field", "bench"});
    if (dice_.chance(50)) {
      table.move(card, zone, seat(), static_cast<std::int16_t>(dice_.below(5)));
      return;
    }
    table.play([&](Event event) {
      auto played = event.initCardPlayed();
      played.setPlayer(seat());
      played.setCard(card);
      played.setZone(table.game.name(zone));
    });
  }
  void leave(std::uint32_t card) {
    if (dice_.chance(10)) {
      table.play([&](Event event) { event.initCardCeased().setCard(card); });
    } else {
      table.move(card, pick({"hand", "deck", "discard"}), seat(), static_cast<std::int16_t>(dice_.below(3) - 2));
    }
  }
  void shuffle() {
    const Seat player = seat();
    const auto& state = table.state;
    const auto& pile = state.piles[state.pile(TestRules::get().rules().ruleset.zone("deck"), player)];
    if (pile.empty()) return note();
    std::vector<std::uint32_t> order;
    for (const CardIndex card : pile) order.push_back(state.cards[card].number);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice_.below(i)]);
    const bool known = dice_.chance(60);
    const auto first = static_cast<std::uint32_t>(state.numbers.size());
    table.play([&](Event event) {
      event.initContext().setSeats(0);
      auto shuffled = event.initShuffled();
      shuffled.setPlayer(player);
      shuffled.setZone(table.game.name("deck"));
      shuffled.setFirst(first);
      shuffled.setCount(static_cast<std::uint32_t>(order.size()));
      if (known) shuffled.setOrder(kj::arrayPtr(order.data(), order.size()));
    });
  }
  void change(std::uint32_t card) {
    using ChangeKind = schema::Change::Kind;
    const ChangeKind kinds[] = {ChangeKind::BONUS,   ChangeKind::BONUS,   ChangeKind::SET,
                                ChangeKind::MINIMUM, ChangeKind::MAXIMUM, ChangeKind::SET_BASE};
    if (dice_.chance(15) && table.game.size() > 5) {
      const EventNumber begun = 1 + dice_.below(table.game.size());
      table.play([&](Event event) {
        event.initChangeEnded().setBegun(begun);
        event.getChangeEnded().setAll(dice_.chance(50));
      });
      return;
    }
    table.change(card, kinds[dice_.below(6)], pick({"Force", "Chi", "Debt"}),
                 static_cast<std::int32_t>(dice_.below(9)) - 3, pick({"", "turn", "phase", "chain"}));
  }
  /// A trait that an obligation waits for, or one that nothing asks for; its effects, or others.
  void trigger(std::uint32_t card) {
    const auto& owed = table.state.obligations;
    const bool asked = !owed.empty() && dice_.chance(70);
    const Obligation& one = asked ? owed[dice_.below(owed.size())] : Obligation{};
    const std::uint32_t of = asked && one.effect == 0 ? table.state.cards[one.card].number : card;
    const EventNumber paid = dice_.below(table.game.size());
    if (asked && one.effect != 0 && dice_.chance(60)) {
      table.play([&](Event event) {
        event.initContext().initCauses(1).set(0, one.trigger);
        auto placed = event.initCounterPlaced();
        placed.setSubject(card);
        placed.setCounter(table.game.name("charge"));
        placed.setAmount(1 + dice_.below(2));
      });
      return;
    }
    table.play([&](Event event) {
      auto triggered = event.initTraitTriggered();
      triggered.setPlayer(seat());
      triggered.setCard(of);
      triggered.setTrait(asked && one.effect == 0 ? one.trait : std::uint16_t{4});
      triggered.setTrigger(asked ? one.trigger : 0);
      if (dice_.chance(50)) triggered.initCosts(1).set(0, paid);
    });
  }
  void use(std::uint32_t card) {
    if (dice_.chance(25)) return trigger(card);
    if (dice_.chance(20) && !table.state.uses.empty()) {
      const EventNumber activation = table.state.uses[dice_.below(table.state.uses.size())].event;
      if (dice_.chance(50)) {
        table.negate(activation);
      } else {
        table.play([&](Event event) { event.initActivationResolved().setActivation(activation); });
      }
      return;
    }
    table.play([&](Event event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(seat());
      activated.setCard(card);
      activated.setAbility(static_cast<std::uint16_t>(dice_.below(4)));
      activated.setLink(static_cast<std::uint8_t>(dice_.below(3)));
      activated.setTrigger(dice_.below(table.game.size()));
      auto begins = event.initBegins(dice_.below(3));
      for (auto change : begins) {
        change.setSubject(card);
        change.setName(table.game.name("Force"));
        change.setAmount(static_cast<std::int32_t>(dice_.below(4)));
        change.setSource(card);
        change.setLast(dice_.chance(50) ? schema::Change::Last::WHILE_SOURCE : schema::Change::Last::PERMANENT);
      }
    });
  }
  void lookOf(std::uint32_t card) {
    if (dice_.chance(50)) {
      table.flip(card, dice_.chance(50) ? schema::Face::UP : schema::Face::DOWN,
                 table.state.uses.empty() ? 0 : table.state.uses.back().event);
    } else {
      table.play([&](Event event) {
        event.initCardTurned().setCard(card);
        event.getCardTurned().setOrientation(table.game.name(pick({"ready", "spent"})));
      });
    }
  }
  void hold(std::uint32_t card, std::uint32_t host) {
    if (dice_.chance(40)) {
      table.control(card, seat(), pick({"", "turn", "phase"}));
    } else if (card != host && !holds(card, host)) {
      table.attach(card, host, static_cast<std::int32_t>(dice_.below(4)));
    } else {
      table.play([&](Event event) { event.initCardDetached().setCard(card); });
    }
  }
  /// True if `host` hangs on `card` already, so that hanging `card` on it would close a ring.
  bool holds(std::uint32_t card, std::uint32_t host) const {
    Entity above = table.state.cardOf(host);
    while (table.state.isCard(above)) {
      if (above == table.state.cardOf(card)) return true;
      above = table.state.cards[above].host;
    }
    return false;
  }
  void amounts(std::uint32_t card) {
    table.play([&](Event event) {
      if (dice_.chance(50)) {
        auto value = event.initValueChanged();
        value.setSubject(entityOf(EntityKind::player, seat()));
        value.setValue(table.game.name(pick({"life", "points"})));
        value.setHow(static_cast<schema::How>(dice_.below(4)));
        value.setAmount(dice_.below(7));
      } else if (dice_.chance(70)) {
        auto placed = event.initCounterPlaced();
        placed.setSubject(card);
        placed.setCounter(table.game.name(pick({"charge", "rust"})));
        placed.setAmount(1 + dice_.below(3));
      } else {
        auto removed = event.initCounterRemoved();
        removed.setSubject(card);
        removed.setCounter(table.game.name("charge"));
        removed.setAmount(1 + dice_.below(2));
      }
    });
  }
  void learn(std::uint32_t card) {
    table.play([&](Event event) {
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(card);
      identity.setSeats(static_cast<std::uint8_t>(dice_.below(4)));
      if (dice_.chance(80)) {
        identity.setDefinition(pick({"Ant", "Bee", "Dog", "Emu"}));
      } else {
        auto printed = identity.initPrinted();
        printed.setTitle(pick({"Ant", "Gnu", ""}));
        auto stat = printed.initStats(1)[0];
        stat.setStat("Force");
        stat.setAmount(static_cast<std::int32_t>(dice_.below(5)));
      }
      event.initCardsRevealed().setPlayer(1);
    });
  }
  void say(std::uint32_t card) {
    table.play([&](Event event) {
      if (dice_.chance(70)) {
        auto observed = event.initObserved();
        if (dice_.chance(30)) {  // of more than one amount
          const std::string other = std::to_string(1 + dice_.below(8));
          observed.setExpression("stat(#" + std::to_string(card) + ", \"Force\") + stat(#" + other + ", \"Chi\")");
          observed.setValue(std::to_string(dice_.below(9)));
          return;
        }
        observed.setSubject(card);
        observed.setReading(table.game.name("Force"));
        observed.setBase(dice_.chance(30));
        observed.setAmount(dice_.below(9));
      } else {
        auto created = event.initCardCreated();
        created.setCard(static_cast<std::uint32_t>(table.state.numbers.size()));
        created.setOwner(seat());
        created.setPlayer(seat());
        created.setZone(table.game.name("bench"));
      }
    });
  }
  void note() {
    table.play([&](Event event) { event.setNote("said at the table"); });
  }

  Dice dice_;
};

}  // namespace docket
