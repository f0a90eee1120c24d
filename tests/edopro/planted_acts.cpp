#include "tests/edopro/planted_acts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "engine/fold/reduce.h"
#include "engine/query/stats/amounts.h"
#include "tests/edopro/candidates.h"
#include "tests/edopro/duels.h"
#include "tests/edopro/options.h"
#include "tools/import/edopro/file_import.h"

namespace docket::edopro {
namespace {

using witness::HypotheticalEvent;
using Planted = PlantedActs::Planted;

/// A kind of act that the rules forbid, and the clauses that say so.
struct Kind {
  std::string_view name;
  std::vector<std::string_view> clauses;
};

/// Acts that the engine did not offer, by their kind and the reason for which it did not.
struct NotOffered {
  std::string_view kind, reason;
  Kind is;
};
const std::vector<NotOffered>& notOffered() {
  static const std::vector<NotOffered> kAll = {
      {"Normal Summon", "Normal Summon used up", {"second Normal Summon", {"ygo.summon.once"}}},
      {"Set a monster", "Normal Summon used up", {"Set after the Normal Summon", {"ygo.summon.once"}}},
      {"Normal Summon", "Tributes", {"Normal Summon without Tributes", {"ygo.summon.tribute"}}},
      {"Set a monster", "Tributes", {"Set without Tributes", {"ygo.summon.tribute"}}},
      {"Normal Summon", "restriction of the card", {"Normal Summon of a Special Summon Monster", {"ygo.summon.kind"}}},
      {"Set a monster", "restriction of the card", {"Set of a Special Summon Monster", {"ygo.summon.kind"}}},
      {"Normal Summon", "zone full", {"Normal Summon without room", {"ygo.summon.room"}}},
      {"Set a Spell or Trap", "zone full", {"Set of a Spell or Trap without room", {"ygo.set.room"}}},
      {"activate a card", "zone full", {"Spell from the hand without room", {"ygo.activate.room"}}},
      {"Flip Summon", "came this turn", {"Flip Summon in the turn of its Set", {"ygo.flip.turn"}}},
      {"change of position", "came this turn", {"position changed in its first turn", {"ygo.position.came"}}},
      {"change of position", "already changed", {"position changed twice", {"ygo.position.once"}}},
      {"change of position", "already attacked", {"position changed after an attack", {"ygo.position.attacked"}}},
      {"change of position", "restriction of the card", {"position of a Link Monster", {"ygo.position.link"}}},
      {"phase: battle", "first turn", {"Battle Phase in the first turn", {"ygo.turn.first-battle"}}},
      {"attack", "position", {"attack in Defense Position", {"ygo.attack.position"}}},
      {"attack", "already attacked", {"second attack", {"ygo.attack.once"}}},
      {"attack directly", "there are monsters", {"direct attack past monsters", {"ygo.attack.direct"}}},
      {"activate a card",
       "Set this turn",
       {"Trap or Quick-Play Spell in its first turn", {"ygo.trap.turn", "ygo.quick.turn"}}},
      {"activate a card", "Trap from the hand", {"Trap from the hand", {"ygo.trap.hand"}}},
      {"activate a card",
       "Quick-Play from the hand in the other turn",
       {"Quick-Play Spell from the hand in the other turn", {"ygo.quick.hand"}}},
      {"activate a card", "the other player's turn", {"Spell in the other turn", {"ygo.spell.phase"}}},
      {"activate an effect", "the other player's turn", {"Ignition Effect in the other turn", {"ygo.ignition.phase"}}},
      {"activate a card", "phase", {"Spell in the Battle Phase", {"ygo.spell.phase"}}},
      {"activate an effect", "phase", {"Ignition Effect in the Battle Phase", {"ygo.ignition.phase"}}},
      {"activate a card", "Spell Speed", {"Spell that responds", {"ygo.speed.spell", "ygo.spell.phase"}}},
      {"activate an effect",
       "Spell Speed",
       {"Ignition Effect that responds", {"ygo.speed.ignition", "ygo.ignition.phase"}}},
      {"Special Summon: link summon", "materials", {"Link Summon without materials", {"ygo.special.link"}}},
      {"Special Summon: xyz summon", "materials", {"Xyz Summon without materials", {"ygo.special.xyz"}}},
      {"Special Summon: synchro summon", "materials", {"Synchro Summon without materials", {"ygo.special.synchro"}}},
      {"Special Summon: fusion summon",
       "restriction of the card",
       {"Fusion Summon by nothing", {"ygo.special.effect"}}},
  };
  return kAll;
}

/// FNV-1a: which place of a duel is taken depends on nothing but its name.
std::uint64_t orderOf(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  return hash;
}

constexpr std::size_t kMaxCards = 6;
constexpr std::int64_t kStatOfNoCard = -1;

class Planting {
 public:
  Planting(std::string duel, const std::vector<Request>& requests, const Rules& rules,
           std::map<std::string, Planted>& best)
      : duel_(std::move(duel)), requests_(requests), rules_(rules), best_(best) {}

  void run(const Recording& recording) {
    State state = initialState(recording.header(), rules_);
    Step step;
    std::size_t next = 0;
    for (EventNumber number = 1; number <= recording.size(); ++number) {
      const auto event = recording.event(number);
      std::size_t end = next;
      while (end < requests_.size() && requests_[end].packet < event->getContext().getSource()) ++end;
      at(state, next, end);
      next = end;
      instead(state, event);
      reduce(state, rules_, number, event, step);
      after(state, event);
    }
    ofTheEnd(state);
  }

 private:
  using Say = std::function<bool(HypotheticalEvent&)>;

  void plant(const State& state, const Kind& kind, std::string_view key, const Say& say) {
    const std::string place = fmt::format("{} event {}", duel_, state.event);
    const std::uint64_t order = orderOf(fmt::format("{} {} {}", place, kind.name, key));
    const auto found = best_.find(std::string(kind.name));
    if (found != best_.end() && found->second.order <= order) return;
    HypotheticalEvent hypothetical(state);
    if (!say(hypothetical)) return;
    const JudgedAct judged = judgedAs(hypothetical, state, rules_);
    const bool is_found = ranges::any_of(judged.clauses, [&](const std::string& clause) {
      return ranges::contains(kind.clauses, std::string_view(clause));
    });
    best_[std::string(kind.name)] = {.order = order,
                                     .place = fmt::format("{} ({})", place, key),
                                     .found = is_found,
                                     .undecided = judged.verdict == Verdict::undecided,
                                     .why = judged.why};
  }

  /// At the requests after one event.
  void at(const State& state, std::size_t first, std::size_t last) {
    std::vector<Candidates> asked;
    std::set<std::tuple<std::uint8_t, std::string, std::string>> offered;
    for (std::size_t i = first; i < last; ++i) course_.visit(requests_[i]);
    for (std::size_t i = first; i < last; ++i) {
      asked.push_back(candidatesAt(state, rules_, requests_[i], course_));
      for (const Candidate& one : asked.back().all) {
        if (one.offered) offered.emplace(requests_[i].player, one.kind, one.key);
      }
    }
    for (std::size_t i = first; i < last; ++i) {
      const Request& request = requests_[i];
      for (const Candidate& one : asked[i - first].all) {
        if (offered.contains({request.player, one.kind, one.key})) continue;
        const auto is = ranges::find_if(
            notOffered(), [&](const NotOffered& kind) { return one.kind == kind.kind && one.reason == kind.reason; });
        if (is != notOffered().end()) plant(state, is->is, one.key, one.say);
      }
      if (request.kind == Request::Kind::main) inMainPhase(state, request);
      if (request.kind == Request::Kind::battle) inBattlePhase(state, request);
      if (request.kind == Request::Kind::chain) inChain(state, request);
    }
  }

  [[nodiscard]] Say plays(const State& state, Seat player, CardIndex index, std::string_view zone, bool face_up,
                          std::string_view method) const {
    return [&state, player, index, zone, face_up, method](HypotheticalEvent& hypothetical) {
      return sayPlay(hypothetical, state, player, index, zone, face_up, method);
    };
  }

  [[nodiscard]] const Definition* definitionOf(const OfferedCard& card) const {
    return rules_.catalogue.find(std::to_string(card.code));
  }
  [[nodiscard]] bool isSmallMonster(const Definition& definition) const {
    if (!ranges::contains(definition.types, "monster")) return false;
    for (const char* kind : {"Ritual", "Special Summon", "Fusion", "Synchro", "Xyz", "Link"}) {
      if (ranges::contains(definition.subtypes, kind)) return false;
    }
    const auto level = definition.stats[rules_.ruleset.stat("Level")].amount;
    return level >= 1 && level <= 4;
  }
  /// A monster of Level 4 or lower, or a Spell or Trap, in the hand.
  CardIndex inHand(const State& state, const Request& request, bool monster, std::int64_t& id) const {
    for (const OfferedCard& card : request.hand) {
      const Definition* definition = definitionOf(card);
      if (definition == nullptr) continue;
      const bool fits = monster ? isSmallMonster(*definition) : !ranges::contains(definition->types, "monster");
      id = card.id;
      if (fits) return cardMeant(state, rules_, seatOf(request), card, "hand");
    }
    id = kStatOfNoCard;
    return kNone;
  }
  static Seat seatOf(const Request& request) { return static_cast<Seat>(request.player + 1); }

  template <class Fits>
  CardIndex firstCard(const State& state, std::string_view zone, Seat player, Fits&& fits) const {
    const ZoneIndex index = rules_.ruleset.zone(zone);
    for (CardIndex i = 0; i < state.cards.size(); ++i) {
      const Card& card = state.cards[i];
      if (card.zone == index && card.zone_player == player && fits(card)) return i;
    }
    return kNone;
  }

  void playsAtAnotherTime(const State& state, const Request& request, const Kind& summon, const Kind& set) {
    std::int64_t id = 0;
    const CardIndex monster = inHand(state, request, true, id);
    plant(state, summon, std::to_string(id),
          plays(state, seatOf(request), monster, "monster zone", true, "normal summon"));
    const CardIndex spell = inHand(state, request, false, id);
    plant(state, set, std::to_string(id), plays(state, seatOf(request), spell, "spell zone", false, "set"));
  }

  [[nodiscard]] Say phaseBegins(Seat player, std::string_view name) const {
    return [player, name](HypotheticalEvent& hypothetical) {
      hypothetical.event().setActor(player);
      auto began = hypothetical.event().initBegan();
      began.setPeriod(hypothetical.name("phase"));
      began.setName(hypothetical.name(name));
      began.setPlayer(player);
      return true;
    };
  }
  static Say attacks(const State& state, Seat player, CardIndex with, Entity target) {
    return [&state, player, with, target](HypotheticalEvent& hypothetical) {
      if (with == kNone || target == kNone) return false;
      hypothetical.event().setActor(player);
      auto declared = hypothetical.event().initAttackDeclared();
      declared.setCard(state.cards[with].number);
      declared.setTarget(state.isCard(target) ? state.cards[target].number : target);
      return true;
    };
  }
  static Say draws(const State& state, Seat player, std::string_view from, ZoneIndex deck) {
    return [&state, player, from, deck](HypotheticalEvent& hypothetical) {
      const Card* top = nullptr;
      for (const Card& card : state.cards) {
        if (card.zone == deck && card.zone_player == player && card.exists()) top = &card;
      }
      if (top == nullptr) return false;
      hypothetical.event().setActor(player);
      auto drawn = hypothetical.event().initCardsDrawn();
      drawn.setPlayer(player);
      drawn.setFrom(hypothetical.name(from));
      drawn.setTo(hypothetical.name("hand"));
      drawn.initCards(1).set(0, top->number);
      return true;
    };
  }

  void inMainPhase(const State& state, const Request& request) {
    const Seat player = seatOf(request), other = static_cast<Seat>(3 - player);
    if (request.normal_summons && (*request.normal_summons)[0] == 0) {
      const CardIndex buried = firstCard(state, "graveyard", player, [&](const Card& card) {
        const Definition* definition = state.definitionOf(card);
        return definition != nullptr && isSmallMonster(*definition);
      });
      plant(state, {"Normal Summon from the Graveyard", {"ygo.summon.hand"}}, {},
            plays(state, player, buried, "monster zone", true, "normal summon"));
    }
    const auto upright = [](const Card& card) { return card.face == Facing::up; };
    const CardIndex own = firstCard(state, "monster zone", player, upright);
    const CardIndex foe = firstCard(state, "monster zone", other, upright);
    const Entity target = foe == kNone ? entityOf(EntityKind::player, other) : Entity{foe};
    if (request.turn > 1)
      plant(state, {"attack in the Main Phase", {"ygo.attack.phase"}}, {}, attacks(state, player, own, target));
    plant(state, {"Draw Phase after the Main Phase", {"ygo.turn.order"}}, {}, phaseBegins(player, "draw"));
    plant(state, {"Standby Phase after the Main Phase", {"ygo.turn.order"}}, {}, phaseBegins(player, "standby"));
    if (request.hand.size() > kMaxCards) {
      plant(state, {"more than six cards at the end", {"ygo.turn.hand"}}, {}, [other](HypotheticalEvent& hypothetical) {
        auto began = hypothetical.event().initBegan();
        began.setPeriod(hypothetical.name("turn"));
        began.setPlayer(other);
        return true;
      });
    }
    plant(state, {"draw in the Main Phase", {"ygo.turn.draw"}}, {},
          draws(state, player, "deck", rules_.ruleset.zone("deck")));
    plant(state, {"position of the other player's monster", {"ygo.position.own"}}, {},
          [&state, foe, player](HypotheticalEvent& hypothetical) {
            if (foe == kNone) return false;
            hypothetical.event().setActor(player);
            auto turned = hypothetical.event().initCardTurned();
            turned.setCard(state.cards[foe].number);
            turned.setOrientation(hypothetical.name("defense"));
            return true;
          });
    pays(state, player);
  }

  void pays(const State& state, Seat player) {
    const auto reading = lifeOf(state, player);
    if (!reading) return;
    plant(state, {"more Life Points paid than there are", {"ygo.pay"}}, {},
          [player, life = *reading](HypotheticalEvent& hypothetical) {
            hypothetical.event().setActor(player);
            auto changed = hypothetical.event().initValueChanged();
            changed.setSubject(entityOf(EntityKind::player, player));
            changed.setValue(hypothetical.name("life"));
            changed.setHow(schema::How::PAID);
            changed.setAmount(life + 100);
            return true;
          });
  }

  [[nodiscard]] std::optional<std::int64_t> lifeOf(const State& state, Seat player) const {
    const NameNumber name = state.vocabulary->names.find("life");
    if (name == 0) return std::nullopt;
    const auto life = recordedValue(state, rules_.ruleset, entityOf(EntityKind::player, player), state.valueKey(name));
    return life.status == RecordedValue::Status::known ? std::optional(life.amount) : std::nullopt;
  }

  void inBattlePhase(const State& state, const Request& request) {
    const Seat player = seatOf(request), other = static_cast<Seat>(3 - player);
    playsAtAnotherTime(state, request, {"Normal Summon in the Battle Phase", {"ygo.summon.phase"}},
                       {"Set in the Battle Phase", {"ygo.set.phase"}});
    const auto ready = [](const Card& card) { return card.face == Facing::up; };
    const CardIndex own = firstCard(state, "monster zone", player, ready);
    const CardIndex second =
        firstCard(state, "monster zone", player, [&](const Card& card) { return &card != &state.cards[own]; });
    const CardIndex foe = firstCard(state, "monster zone", other, ready);
    if (own != kNone)
      plant(state, {"attack on an own monster", {"ygo.attack.target"}}, {}, attacks(state, player, own, second));
    plant(state, {"attack with the other player's monster", {"ygo.attack.own"}}, {},
          attacks(state, player, foe, own == kNone ? entityOf(EntityKind::player, other) : Entity{own}));
    plant(state, {"Main Phase 1 after the Battle Phase", {"ygo.turn.order"}}, {}, phaseBegins(player, "main 1"));
  }

  void inChain(const State& state, const Request& request) {
    const Seat player = seatOf(request), other = static_cast<Seat>(3 - player);
    if (request.turn_player != request.player) {
      playsAtAnotherTime(state, request, {"Normal Summon in the other turn", {"ygo.summon.phase"}},
                         {"Set in the other turn", {"ygo.set.phase"}});
      const auto ready = [](const Card& card) { return card.face == Facing::up; };
      const CardIndex own = firstCard(state, "monster zone", player, ready);
      const CardIndex foe = firstCard(state, "monster zone", other, ready);
      plant(state, {"attack in the other turn", {"ygo.attack.own"}}, {},
            attacks(state, player, own, foe == kNone ? entityOf(EntityKind::player, other) : Entity{foe}));
    } else if (request.links > 0) {
      playsAtAnotherTime(state, request, {"Normal Summon in a chain", {"ygo.summon.chain"}},
                         {"Set in a chain", {"ygo.set.phase"}});
    }
  }

  /// Another event in place of one of battle.
  void instead(const State& state, const HeldEvent& event) {
    const bool is_battle = event->isValueChanged() && event->getValueChanged().getHow() == schema::How::LOST &&
                           event->getContext().getCauses().size() == 0 && isInDamageStep(state, rules_);
    if (!is_battle) return;
    const auto lost = event->getValueChanged();
    const auto damage = [&](std::string_view kind, Entity subject, std::int64_t amount) {
      plant(state, {kind, {"ygo.battle.damage"}}, {}, [subject, amount](HypotheticalEvent& hypothetical) {
        auto changed = hypothetical.event().initValueChanged();
        changed.setSubject(subject);
        changed.setValue(hypothetical.name("life"));
        changed.setHow(schema::How::LOST);
        changed.setAmount(amount);
        return true;
      });
    };
    damage("too much battle damage", lost.getSubject(), lost.getAmount() + 300);
    const auto seat = numberOf(lost.getSubject());
    damage("battle damage to the wrong player", entityOf(EntityKind::player, 3 - seat), lost.getAmount());
  }
  /// Plants the mistakes that are possible once an event has happened.
  void after(const State& state, const HeldEvent& event) {
    const ZoneIndex deck = rules_.ruleset.zone("deck");
    const Names& names = state.vocabulary->names;
    if (event->isBegan() && event->getBegan().getPeriod() == names.find("turn")) ++turns_;
    const bool is_first_draw_phase = turns_ == 1 && event->isBegan() &&
                                     event->getBegan().getPeriod() == names.find("phase") &&
                                     event->getBegan().getName() == names.find("draw");
    if (is_first_draw_phase)
      plant(state, {"draw in the first turn", {"ygo.turn.first-draw"}}, {},
            draws(state, event->getBegan().getPlayer(), "deck", deck));
    const bool is_draw = event->isCardsDrawn() && turns_ > 1 && event->getContext().getCauses().size() == 0;
    if (!is_draw) return;
    const Seat player = event->getCardsDrawn().getPlayer();
    plant(state, {"second draw in the Draw Phase", {"ygo.turn.draw"}}, {}, draws(state, player, "deck", deck));
    plant(state, {"draw in the other player's Draw Phase", {"ygo.turn.draw"}}, {},
          draws(state, static_cast<Seat>(3 - player), "deck", deck));
  }

  void ofTheEnd(const State& state) {
    for (const Seat player : {Seat{1}, Seat{2}}) {
      const auto life = lifeOf(state, player);
      if (!life || *life > 0) continue;
      const CardIndex card = firstCard(state, "hand", player, [](const Card&) { return true; });
      plant(state, {"play after 0 Life Points", {"ygo.win.end"}}, {},
            plays(state, player, card, "spell zone", false, "set"));
    }
  }

  std::string duel_;
  const std::vector<Request>& requests_;
  const Rules& rules_;
  std::map<std::string, Planted>& best_;
  Course course_;
  std::size_t turns_ = 0;
};

}  // namespace

void PlantedActs::add(const std::string& duel, const std::filesystem::path& replay,
                      const std::filesystem::path& options, const Rules& rules) {
  const ReadGame import = importReplay(readFile(replay), duel, rules);
  const std::vector<Request> requests = readRequests(options);
  std::map<std::string, Planted> best;
  Planting(duel, requests, rules, best).run(import.recording);
  for (auto& [kind, planted] : best) planted_[kind].push_back(std::move(planted));
}

std::vector<PlantedActs::Row> PlantedActs::rows() const {
  std::vector<Row> rows;
  for (const auto& [kind, of_duels] : planted_) {
    Row row{.kind = kind};
    std::vector<Planted> taken = of_duels;
    std::sort(taken.begin(), taken.end(),
              [](const Planted& one, const Planted& other) { return one.order < other.order; });
    taken.resize(std::min(taken.size(), kPlantedOfEachKind));
    for (const Planted& one : taken) {
      ++row.planted;
      if (one.found) ++row.found;
      if (one.undecided) ++row.undecided;
      if (!one.found) row.missed.push_back(fmt::format("{}: {} {}", kind, one.place, one.why));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

PlantedActs::Row PlantedActs::sum() const {
  Row sum{.kind = fmt::format("{} kinds", planted_.size())};
  for (const Row& row : rows()) {
    sum.planted += row.planted;
    sum.found += row.found;
    sum.undecided += row.undecided;
    sum.missed.insert(sum.missed.end(), row.missed.begin(), row.missed.end());
  }
  return sum;
}

std::string PlantedActs::text(std::size_t places) const {
  std::string text;
  const auto line = [&](const Row& row) {
    text += fmt::format("{:<48} {:>3} planted, {:>3} found, {:>3} undecided, {:>3} otherwise\n", row.kind, row.planted,
                        row.found, row.undecided, row.planted - row.found - row.undecided);
  };
  for (const Row& row : rows()) line(row);
  const Row all = sum();
  line(all);
  for (std::size_t i = 0; i < std::min(places, all.missed.size()); ++i) text += fmt::format("  {}\n", all.missed[i]);
  return text;
}

std::string PlantedActs::page() const {
  std::string text = "| planted | acts | found | undecided | called legal, or for another clause |\n";
  text += "| --- | ---: | ---: | ---: | ---: |\n";
  const auto line = [&](const Row& row) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", row.kind, row.planted, row.found, row.undecided,
                        row.planted - row.found - row.undecided);
  };
  for (const Row& row : rows()) line(row);
  line(sum());
  return text;
}

}  // namespace docket::edopro
