// Repeated activations, inserted into recorded duels where the engine's own memory says that they are illegal, or
// that something gave the use back. Cards are identified by the engine's ids, never by Docket's state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "tests/edopro/duels.h"
#include "tests/witness/lines.h"
#include "tools/import/edopro/file_import.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro::planted_test {
namespace {

/// A state that continues with invented events, as if the duel had taken another course there.
class HypotheticalCourse {
 public:
  HypotheticalCourse(const State& from, const Rules& rules) : state_(from), rules_(rules) {}

  template <class Fill>
  void happens(Fill&& fill, EventNumber cause = 0) {
    capnp::MallocMessageBuilder message;
    auto event = built(message, fill, cause);
    Step step;
    const EventNumber number = state_.event + 1;
    reduce(state_, rules_, number, event, step);
  }
  std::vector<Finding> judged(std::uint32_t card, std::uint16_t ability, Seat player) {
    capnp::MallocMessageBuilder message;
    const auto fill = [&](schema::Event::Builder event) {
      auto activated = event.initAbilityActivated();
      activated.setPlayer(player);
      activated.setCard(card);
      activated.setAbility(ability);
    };
    return judge(pendingEvent(state_, rules_, state_.event + 1, built(message, fill, 0)));
  }
  std::uint16_t name(std::string_view text) {
    if (const auto known = state_.vocabulary->names.find(text); known != 0) return known;
    fresh_.emplace_back(text);
    return static_cast<std::uint16_t>(state_.vocabulary->names.size() + fresh_.size());
  }
  void moves(std::uint32_t card, Seat player, std::string_view zone, std::int16_t slot) {
    happens([&](schema::Event::Builder event) {
      auto moved = event.initCardMoved();
      moved.setCard(card);
      moved.setPlayer(player);
      moved.setZone(name(zone));
      moved.setSlot(slot);
      moved.setFace(schema::Face::UP);
    });
  }
  void flips(std::uint32_t card, schema::Face face, EventNumber cause = 0) {
    happens(
        [&](schema::Event::Builder event) {
          auto flipped = event.initCardFlipped();
          flipped.setCard(card);
          flipped.setFace(face);
        },
        cause);
  }
  void negates(EventNumber activation) {
    happens([&](schema::Event::Builder event) { event.initActivationNegated().setActivation(activation); });
  }
  void turnBegins(Seat player) {
    happens([&](schema::Event::Builder event) {
      auto began = event.initBegan();
      began.setPeriod(name("turn"));
      began.setPlayer(player);
    });
  }

 private:
  template <class Fill>
  schema::Event::Reader built(capnp::MallocMessageBuilder& message, Fill& fill, EventNumber cause) {
    auto event = message.initRoot<schema::Event>();
    fresh_.clear();
    fill(event);
    auto context = event.initContext();
    if (cause != 0) context.initCauses(1).set(0, cause);
    if (!fresh_.empty()) {
      auto names = context.initNames(static_cast<unsigned>(fresh_.size()));
      for (unsigned i = 0; i < fresh_.size(); ++i) names.set(i, fresh_[i]);
    }
    return event.asReader();
  }

  State state_;
  Rules rules_;
  std::vector<std::string> fresh_;
};

/// The clause that a finding must cite for a limit of the engine.
std::string clauseOf(const TrueLimit& limit) {
  if (limit.code == 0) return "ygo.soft";
  if ((limit.flag & 2) != 0) return "ygo.hard.duel";
  return (limit.flag & 1) != 0 ? "ygo.hard.card" : "ygo.hard.use";
}

struct Counts {
  std::map<std::string, std::size_t> illegal, legal;
  std::map<std::string, std::size_t> otherwise;  ///< by title: activations of cards whose text has another limit
};

/// An activation in the record: its event, card and ability, with the engine's data about it.
struct Met {
  const TrueActivation* truth;
  EventNumber event;
  std::uint32_t card;
  std::uint16_t ability;
  Seat player;
};

class Planting {
 public:
  Planting(const std::string& name, const Rules& rules, Counts& counts, CardsFrom from = CardsFrom::scripts)
      : rules_(rules),
        counts_(counts),
        from_(from),
        truth_(readTruth(name)),
        import_(importReplay(replayFile(name), name, rules)) {
    for (const TrueActivation& one : truth_.activations) by_packet_[one.packet] = &one;
  }

  void run() {
    State state = initialState(import_.recording.header(), rules_);
    Step step;
    for (EventNumber number = 1; number <= import_.recording.size(); ++number) {
      const auto event = import_.recording.event(number);
      const std::size_t packet = event->getContext().getSource();
      for (; step_ < truth_.steps.size() && truth_.steps[step_].packet < packet; ++step_)
        applyTruth(truth_.steps[step_]);
      if (event->isBegan() && event->getBegan().getPeriod() == import_.recording.names().find("turn")) {
        turnEnds(state);
        met_.clear();
      }
      reduce(state, rules_, number, event, step);
      if (!event->isAbilityActivated()) continue;
      const auto activated = event->getAbilityActivated();
      const TrueActivation* truth = by_packet_.at(packet);
      const Met met{truth, number, activated.getCard(), activated.getAbility(), activated.getPlayer()};
      if (truth->limit && limitIsKnown(met) && !saysOtherwise(met)) atOnce(state, met);
      met_.push_back(met);
    }
  }

 private:
  [[nodiscard]] std::string where(const Met& met, const std::string& what) const {
    return fmt::format("duel {} event {}: {}", truth_.name, met.event, what);
  }

  void applyTruth(const TrueStep& step) {
    for (const std::string& slot : step.gone) board_.erase(slot);
    for (const auto& [slot, card] : step.set) board_[slot] = card;
    std::map<std::uint32_t, std::string> now;
    for (const auto& [slot, card] : board_) now[card.id] = slot;
    // An instance ends when its card leaves the location that it was in, or is turned face-down.
    for (const auto& [id, slot] : slots_) {
      const auto found = now.find(id);
      if (found == now.end() || placeOf(found->second) != placeOf(slot)) reset_.insert(id);
    }
    // By the article a card gets nothing back by turning itself down; the engine that played gave it back.
    const auto latest = by_packet_.upper_bound(step.packet);
    const std::uint32_t acting = latest == by_packet_.begin() ? 0 : std::prev(latest)->second->id;
    for (const auto& [id, slot] : now) {
      const bool down = (board_[slot].position & kFaceDown) != 0 && placeOf(slot) == 'f';
      if (down && !down_.contains(id) && id != acting) reset_.insert(id);
      if (down) {
        down_.insert(id);
      } else {
        down_.erase(id);
      }
    }
    slots_ = std::move(now);
  }
  static char placeOf(const std::string& slot) { return slot[1] == 'm' || slot[1] == 's' ? 'f' : slot[1]; }

  /// The finding that is due: that clause, resting on the first use.
  void expectIllegal(HypotheticalCourse course, const Met& met, std::uint32_t card, Seat player,
                     const std::string& what) {
    ++counts_.illegal[what];
    const auto findings = course.judged(card, met.ability, player);
    const bool found = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      const auto& events = finding.rests_on;
      return finding.certainty == Finding::Certainty::certain &&
             (from_ != CardsFrom::scripts || finding.clause == clauseOf(*met.truth->limit)) &&
             std::find(events.begin(), events.end(), met.event) != events.end();
    });
    EXPECT_TRUE(found) << where(met, what) << ": not found (" << findings.size() << " findings)";
  }
  void expectLegal(HypotheticalCourse course, const Met& met, std::uint32_t card, Seat player,
                   const std::string& what) {
    ++counts_.legal[what];
    for (const Finding& finding : course.judged(card, met.ability, player)) {
      if (finding.is<Finding::Unexplained>()) continue;  // as planted, it is the other player's card
      ADD_FAILURE() << where(met, what) << ": a false alarm, " << finding.clause;
    }
  }

  /// True if the facts of the card tie the activation to a limit; the others are counted in limits_test.cpp.
  [[nodiscard]] bool limitIsKnown(const Met& met) const {
    const Definition* definition = rules_.catalogue.find(std::to_string(met.truth->code));
    return definition != nullptr && met.ability != 0 && met.ability <= definition->abilities.size() &&
           !definition->abilities[met.ability - 1U].limits.empty();
  }

  /// True if the text of the card has another limit than its script: by name or by card, for how long, what gives it
  /// back. The text decides then, and the engine knows nothing of that.
  [[nodiscard]] bool isOtherwise(const Met& met) const {
    if (from_ == CardsFrom::scripts) return false;
    const Definition& definition = *rules_.catalogue.find(std::to_string(met.truth->code));
    const Limit& limit = rules_.ruleset.limits[definition.abilities[met.ability - 1U].limits.front().limit];
    const TrueLimit& truth = *met.truth->limit;
    const bool by_name = limit.keyed(schema::Limit::Key::TITLE);
    const bool given_back = limit.givenBackBy(schema::Limit::GivenBack::When::ACTIVATION_NEGATED) != nullptr;
    return by_name != (truth.code != 0) || given_back != ((truth.flag & 1) != 0) ||
           (limit.within == Within::game) != ((truth.flag & 2) != 0);
  }
  bool saysOtherwise(const Met& met) {
    if (!isOtherwise(met)) return false;
    ++counts_.otherwise[rules_.catalogue.find(std::to_string(met.truth->code))->title];
    return true;
  }

  /// True if the limit is used up, by the engine's activations of this turn.
  [[nodiscard]] bool isUsedUp(const Met& met) const {
    const TrueLimit& limit = *met.truth->limit;
    if (limit.code != 0 || limit.flag != 0) return limit.used >= limit.max;
    return limit.max == 1;  // a card's own limit is not sampled at the activation
  }
  /// True if another player used the same limit of that name in this turn.
  [[nodiscard]] bool usedBy(Seat player, const TrueLimit& limit) const {
    if ((limit.flag & 2) != 0) return true;  // over the whole duel: not looked at
    return std::any_of(met_.begin(), met_.end(), [&](const Met& other) {
      return other.player == player && other.truth->limit && other.truth->limit->code == limit.code;
    });
  }

  /// Right after an activation: again by the same card, by another of its name, by the other player.
  void atOnce(const State& state, const Met& met) {
    const TrueLimit& limit = *met.truth->limit;
    if (!isUsedUp(met)) return;
    const auto other_player = static_cast<Seat>(3 - met.player);
    reset_.erase(met.truth->id);
    expectIllegal(HypotheticalCourse(state, rules_), met, met.card, met.player, "the same card again");
    const bool by_name = limit.code != 0;
    if (!by_name) {
      expectIllegal(HypotheticalCourse(state, rules_), met, met.card, other_player,
                    "the same card by the other player");
    } else if (!usedBy(other_player, limit)) {
      expectLegal(HypotheticalCourse(state, rules_), met, met.card, other_player, "the name by the other player");
    }
    anotherCopy(state, met);
    plantResets(state, met);
  }

  /// Another card of the same name, if the engine has one in sight whose number in the record is known.
  void anotherCopy(const State& state, const Met& met) {
    for (const auto& [slot, card] : board_) {
      const std::uint32_t id = card.id;
      if (id == met.truth->id || card.code != met.truth->code) continue;
      const CardIndex index = cardIn(state, slot);
      if (index == kNone) continue;
      const std::uint32_t number = state.cards[index].number;
      if (met.truth->limit->code != 0)
        return expectIllegal(HypotheticalCourse(state, rules_), met, number, met.player, "another copy of a name");
      const bool used = std::any_of(met_.begin(), met_.end(), [&](const Met& other) { return other.truth->id == id; });
      if (!used)
        return expectLegal(HypotheticalCourse(state, rules_), met, number, met.player, "another copy of a card");
    }
  }

  /// The card in a slot that the engine names.
  [[nodiscard]] CardIndex cardIn(const State& state, const std::string& slot) const {
    const auto seat = static_cast<Seat>(slot[0] - '0' + 1);
    const auto place = static_cast<std::size_t>(std::stoul(slot.substr(2)));
    const char* zone = slot[1] == 'm'   ? "monster zone"
                       : slot[1] == 's' ? "spell zone"
                       : slot[1] == 'g' ? "graveyard"
                                        : "banished";
    const ZoneIndex index = rules_.ruleset.zone(zone);
    if (slot[1] == 'g' || slot[1] == 'r') {
      const auto& pile = state.piles[state.pile(index, seat)];
      return place < pile.size() ? pile[place] : kNone;
    }
    for (CardIndex i = 0; i < state.cards.size(); ++i) {
      const Card& card = state.cards[i];
      if (card.zone == index && card.zone_player == seat && card.slot == static_cast<std::int16_t>(place)) return i;
    }
    return kNone;
  }

  /// Plants events that give a use back, and events that do not, right after the activation.
  void plantResets(const State& state, const Met& met) {
    const TrueLimit& limit = *met.truth->limit;
    const bool by_name = limit.code != 0;
    const bool on_monster_zone = met.truth->place == 4;
    const auto expect = [&](HypotheticalCourse course, bool legal, const std::string& what) {
      if (legal) {
        expectLegal(std::move(course), met, met.card, met.player, what);
      } else {
        expectIllegal(std::move(course), met, met.card, met.player, what);
      }
    };
    if (on_monster_zone) {
      HypotheticalCourse left(state, rules_);
      left.moves(met.card, met.player, "banished", -1);
      left.moves(met.card, met.player, "monster zone", 0);
      expect(std::move(left), !by_name,
             by_name ? "name: left the field and returned" : "card: left the field and returned");
      HypotheticalCourse moved(state, rules_);
      moved.moves(met.card, static_cast<Seat>(3 - met.player), "monster zone", 0);
      expect(std::move(moved), false, by_name ? "name: went to the other side" : "card: went to the other side");
      HypotheticalCourse down(state, rules_);
      down.flips(met.card, schema::Face::DOWN);
      down.flips(met.card, schema::Face::UP);
      expect(std::move(down), !by_name, by_name ? "name: turned down and up" : "card: turned down and up");
      if (!by_name && !limit.no_reset) {
        HypotheticalCourse by_itself(state, rules_);
        by_itself.flips(met.card, schema::Face::DOWN, met.event);
        by_itself.flips(met.card, schema::Face::UP);
        expect(std::move(by_itself), false, "card: turned itself down");
      }
    }
    HypotheticalCourse negated(state, rules_);
    negated.negates(met.event);
    const bool activate = (limit.flag & 1) != 0;
    expect(std::move(negated), activate, activate ? "activate: negated" : by_name ? "use: negated" : "card: negated");
    HypotheticalCourse next(state, rules_);
    next.turnBegins(static_cast<Seat>(3 - met.player));
    const bool lasts = (limit.flag & 2) != 0 || limit.no_reset;
    expect(std::move(next), !lasts, lasts ? "next turn, where the limit lasts" : "next turn");
  }

  /// At the end of the turn in which a card activated: again, unless the duel itself has given the use back.
  void turnEnds(const State& state) {
    for (const Met& met : met_) {
      if (!met.truth->limit || !limitIsKnown(met) || isOtherwise(met) || !isUsedUp(met)) continue;
      const TrueLimit& limit = *met.truth->limit;
      if ((limit.flag & 8) != 0) continue;  // its chain has ended
      const auto at = slots_.find(met.truth->id);
      if (at == slots_.end()) continue;
      const CardIndex index = cardIn(state, at->second);
      if (index == kNone) continue;
      const std::uint32_t number = state.cards[index].number;
      if (limit.code != 0) {
        if ((limit.flag & 1) != 0 && met.truth->negated) {
          if (!usedAgain(met))
            expectLegal(HypotheticalCourse(state, rules_), met, number, met.player,
                        "end of turn: negated, where that gives back");
        } else {
          expectIllegal(HypotheticalCourse(state, rules_), met, number, met.player, "end of turn: a name");
        }
      } else if (usedAgain(met)) {
        continue;  // the later use is the one that counts
      } else if (!reset_.contains(met.truth->id)) {
        expectIllegal(HypotheticalCourse(state, rules_), met, number, met.player, "end of turn: a card that stayed");
      } else if (!usedAgain(met)) {
        expectLegal(HypotheticalCourse(state, rules_), met, number, met.player,
                    "end of turn: a card that left or was turned down");
      }
    }
  }
  /// True if the same limit was used in this turn by a later activation too.
  [[nodiscard]] bool usedAgain(const Met& met) const {
    return std::any_of(met_.begin(), met_.end(), [&](const Met& other) {
      return other.event > met.event && other.truth->limit &&
             (met.truth->limit->code != 0 ? other.truth->limit->code == met.truth->limit->code
                                          : other.truth->id == met.truth->id);
    });
  }

  Rules rules_;
  Counts& counts_;
  CardsFrom from_;
  TrueDuel truth_;
  ReadGame import_;
  std::map<std::size_t, const TrueActivation*> by_packet_;
  std::size_t step_ = 0;
  std::map<std::string, TrueCard> board_;
  std::map<std::uint32_t, std::string> slots_;  ///< of each card in sight, by the engine's id
  std::set<std::uint32_t> down_;                ///< cards that are face-down in play
  std::set<std::uint32_t> reset_;               ///< cards whose instance ended since their last activation
  std::vector<Met> met_;                        ///< in this turn
};

TEST(PlantedActivations, AreFoundExactlyIfTheyAreIllegal) {
  SKIP_WITHOUT_DUELS();
  const Rules rules = DuelRules::get().rules();
  Counts counts;
  for (const std::string& duel : duelNames()) Planting(duel, rules, counts).run();
  for (const auto& [what, count] : counts.illegal) fmt::print("{:6} illegal  {}\n", count, what);
  for (const auto& [what, count] : counts.legal) fmt::print("{:6} legal    {}\n", count, what);
  if (!witness::isSharedData()) return;
  EXPECT_GE(counts.illegal.size(), 10U);
  EXPECT_GE(counts.legal.size(), 6U);
}

/// Over all duels, with limits that were read from texts.
void expectFoundByTexts(CardsFrom from) {
  const Rules rules = DuelRules::get(kDuels, from).rules();
  Counts counts;
  for (const std::string& duel : duelNames()) Planting(duel, rules, counts, from).run();
  for (const auto& [what, count] : counts.illegal) fmt::print("{:6} illegal  {}\n", count, what);
  for (const auto& [what, count] : counts.legal) fmt::print("{:6} legal    {}\n", count, what);
  for (const auto& [title, count] : counts.otherwise)
    fmt::print("{:6} the text of \"{}\" says otherwise\n", count, title);
  if (!witness::isSharedData()) return;
  EXPECT_GE(counts.illegal.size(), 10U);
  EXPECT_GE(counts.legal.size(), 6U);
  // "Activate" if the script counts a use, and vice versa: scripts differ from the printed texts.
  const std::map<std::string, std::size_t> otherwise{{"Gather Your Mind", 1}, {"Magistus Theurgy", 1}};
  EXPECT_EQ(counts.otherwise, otherwise);
}

TEST(PlantedActivations, AreFoundByLimitsReadFromTexts) {
  SKIP_WITHOUT_DUELS();
  expectFoundByTexts(CardsFrom::texts);
}

TEST(PlantedActivations, AreFoundByLimitsReadOnlyFromTexts) {
  SKIP_WITHOUT_DUELS();
  expectFoundByTexts(CardsFrom::texts_alone);
}

}  // namespace
}  // namespace docket::edopro::planted_test
