#include "tests/edopro/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"
#include "engine/judge/scope_of_rules.h"
#include "engine/query/cards/undefined.h"
#include "tools/import/edopro/abilities.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro {

using witness::HypotheticalEvent;

JudgedAct judgedAs(HypotheticalEvent& hypothetical, const State& state, const Rules& rules) {
  const PendingEvent at = pendingEvent(state, rules, state.event + 1, hypothetical.whole());
  const auto findings = judgeHypothetical(at);
  JudgedAct judged{.verdict = Verdict::illegal, .why = {}, .clauses = {}};
  for (const Finding& one : findings) {
    if (one.certainty == Finding::Certainty::certain) judged.clauses.push_back(one.clause);
  }
  if (!judged.clauses.empty()) {
    judged.why = judged.clauses.front();
    return judged;
  }
  judged.verdict = Verdict::undecided;
  const auto doubt = doubtOf(at);
  if (!findings.empty()) {
    judged.why = findings.front().clause;
  } else if (doubt) {
    judged.why = fmt::format("doubt {}", static_cast<int>(doubt->kind));
  } else if (!scopeOf(at.informed()).isCovered()) {
    judged.why = "no rule covers it";
  } else {
    judged.verdict = Verdict::legal;
  }
  if (judged.verdict == Verdict::undecided) {
    const CardIndex unread =
        unreadOnActs(state, rules, at.context().card, payloadBit(at.event.which()), !findings.empty());
    if (const Definition* of = unread == kNone ? nullptr : state.definitionOf(state.cards[unread])) {
      const Card& there = state.cards[unread];
      judged.text = fmt::format("{}{}", of->title,
                                unread == at.context().card                ? " (itself)"
                                : !rules.ruleset.zones[there.zone].in_play ? " (used)"
                                : there.face == Facing::down               ? " (face-down)"
                                                                           : "");
    }
  }
  return judged;
}

CardIndex cardMeant(const State& state, const Rules& rules, Seat player, const OfferedCard& card,
                    std::string_view zone_if_unsaid) {
  const std::string key = std::to_string(card.code);
  const char letter = card.place.empty() ? '\0' : card.place[1];
  const std::string_view zone = letter == '\0'  ? zone_if_unsaid
                                : letter == 'h' ? "hand"
                                : letter == 'm' ? "monster zone"
                                : letter == 's' ? "spell zone"
                                : letter == 'g' ? "graveyard"
                                : letter == 'r' ? "banished"
                                                : "extra deck";
  const ZoneIndex index = rules.ruleset.zone(zone);
  const Seat seat = letter == '\0' ? player : static_cast<Seat>(card.place[0] - '0' + 1);
  const bool by_slot = letter == 'm' || letter == 's';
  const auto slot = by_slot ? std::stoi(card.place.substr(2)) : 0;
  for (CardIndex i = 0; i < state.cards.size(); ++i) {
    const Card& one = state.cards[i];
    if (one.zone != index || one.zone_player != seat) continue;
    if (by_slot ? one.slot == slot
                : state.definitions->named[one.definition] != nullptr &&
                      state.definitions->named[one.definition]->key == key)
      return i;
  }
  return kNone;
}

bool sayPlay(HypotheticalEvent& hypothetical, const State& state, Seat player, CardIndex index, std::string_view zone,
             bool face_up, std::string_view method) {
  if (index == kNone) return false;
  hypothetical.event().setActor(player);
  auto play = hypothetical.event().initCardPlayed();
  play.setPlayer(player);
  play.setCard(state.cards[index].number);
  play.setToPlayer(player);
  play.setZone(hypothetical.name(zone));
  play.setSlot(-1);
  play.setFace(face_up ? schema::Face::UP : schema::Face::DOWN);
  if (zone == "monster zone") play.setOrientation(hypothetical.name(face_up ? "attack" : "defense"));
  play.setMethod(hypothetical.name(method));
  return true;
}

bool isInDamageStep(const State& state, const Rules& rules) {
  const auto& periods = rules.ruleset.periods;
  const auto found = std::find_if(periods.begin(), periods.end(), [](const auto& one) { return one.name == "step"; });
  return found != periods.end() && state.periods[static_cast<std::size_t>(found - periods.begin())].open;
}

namespace {

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class Asking {
 public:
  Asking(const State& state, const Rules& rules, const Request& request, const Course& course)
      : state_(state),
        rules_(rules),
        request_(request),
        course_(course),
        seat_(static_cast<Seat>(request.player + 1)) {}

  std::vector<Candidate> candidates() && {
    switch (request_.kind) {
      case Request::Kind::main:
        mainPhase();
        break;
      case Request::Kind::battle:
        battlePhase();
        break;
      case Request::Kind::chain:
        break;
    }
    activations();
    return std::move(candidates_);
  }
  [[nodiscard]] std::size_t notFound() const { return not_found_; }

 private:
  [[nodiscard]] const Definition* definitionOf(std::uint32_t code) const {
    return rules_.catalogue.find(std::to_string(code));
  }

  [[nodiscard]] CardIndex find(const OfferedCard& card, std::string_view zone_if_unsaid) const {
    return cardMeant(state_, rules_, seat_, card, zone_if_unsaid);
  }

  void add(Candidate candidate) { candidates_.push_back(std::move(candidate)); }

  static bool isAmong(const std::vector<OfferedCard>& cards, const OfferedCard& card) {
    return std::any_of(cards.begin(), cards.end(), [&](const OfferedCard& one) { return one.id == card.id; });
  }

  [[nodiscard]] std::size_t mainZonesTaken() const {
    return static_cast<std::size_t>(std::count_if(request_.monsters.begin(), request_.monsters.end(),
                                                  [](const OfferedCard& card) { return card.place[2] < '5'; }));
  }
  [[nodiscard]] std::size_t spellZonesTaken() const {
    return static_cast<std::size_t>(std::count_if(request_.spells.begin(), request_.spells.end(),
                                                  [](const OfferedCard& card) { return card.place[2] < '5'; }));
  }

  void mainPhase() {
    for (const OfferedCard& card : request_.hand) {
      const Definition* definition = definitionOf(card.code);
      if (definition == nullptr) continue;
      if (has(definition->types, "monster")) {
        fromHand(card, *definition, "Normal Summon", request_.summon);
        fromHand(card, *definition, "Set a monster", request_.set_monster);
      } else {
        setSpell(card, *definition);
      }
    }
    for (const OfferedCard& card : request_.monsters) reposition(card);
    specials();
    phase("battle", request_.to_battle);
    phase("end", request_.to_end);
  }

  void battlePhase() {
    for (const OfferedCard& card : request_.monsters) attack(card);
    phase("main 2", request_.to_main_2);
    phase("end", request_.to_end);
  }

  /// Offered by its number in the hand: several copies of a card are one here.
  void fromHand(const OfferedCard& card, const Definition& definition, const std::string& kind,
                const std::vector<OfferedCard>& offered) {
    const CardIndex index = find(card, "hand");
    const StatIndex level = rules_.ruleset.stat("Level");
    const bool tributes = definition.stats[level].amount >= 5;
    const bool special_only = has(definition.subtypes, "Ritual") || has(definition.subtypes, "Special Summon");
    const bool used_up = request_.normal_summons && (*request_.normal_summons)[0] >= (*request_.normal_summons)[1];
    const char* reason = used_up                 ? "Normal Summon used up"
                         : special_only          ? "restriction of the card"
                         : tributes              ? "Tributes"
                         : mainZonesTaken() == 5 ? "zone full"
                                                 : "text";
    const bool face_up = kind == "Normal Summon";
    add({.kind = kind,
         .key = fmt::format("{}", card.id),
         .reason = reason,
         .id = card.id,
         .offered = isAmong(offered, card),
         .say = [this, index, face_up, tributes](HypotheticalEvent& hypothetical) {
           return sayPlay(hypothetical, index, "monster zone", face_up,
                          face_up    ? tributes ? "tribute summon" : "normal summon"
                          : tributes ? "tribute set"
                                     : "set");
         }});
  }

  bool sayPlay(HypotheticalEvent& hypothetical, CardIndex index, std::string_view zone, bool face_up,
               std::string_view method) const {
    return edopro::sayPlay(hypothetical, state_, seat_, index, zone, face_up, method);
  }

  void setSpell(const OfferedCard& card, const Definition& definition) {
    const CardIndex index = find(card, "hand");
    const bool field = has(definition.subtypes, "Field");
    const bool pendulum = has(definition.types, "monster");
    add({.kind = "Set a Spell or Trap",
         .key = fmt::format("{}", card.id),
         .reason = !field && spellZonesTaken() == 5 ? "zone full" : "text",
         .id = card.id,
         .offered = isAmong(request_.set_spell, card),
         .say = [this, index, pendulum](HypotheticalEvent& hypothetical) {
           return !pendulum && sayPlay(hypothetical, index, "spell zone", false, "set");
         }});
  }

  void reposition(const OfferedCard& card) {
    const CardIndex index = find(card, {});
    const Definition* definition = definitionOf(card.code);
    const bool down = (card.position & kFaceDownBits) != 0;
    const bool link = definition != nullptr && has(definition->subtypes, "Link");
    const std::string kind = down ? "Flip Summon" : "change of position";
    const char* reason = link                                          ? "restriction of the card"
                         : course_.hasCome(card.id, request_.turn)     ? "came this turn"
                         : course_.hasAttacked(card.id, request_.turn) ? "already attacked"
                         : course_.hasChanged(card.id, request_.turn)  ? "already changed"
                                                                       : "text";
    add({.kind = kind,
         .key = fmt::format("{}", card.id),
         .reason = reason,
         .id = card.id,
         .offered = isAmong(request_.reposition, card),
         .say = [this, index, down, position = card.position](HypotheticalEvent& hypothetical) {
           if (index == kNone) return false;
           hypothetical.event().setActor(seat_);
           const NameNumber to = hypothetical.name(down || (position & kDefenseBits) != 0 ? "attack" : "defense");
           if (down) {
             auto flipped = hypothetical.event().initCardFlipped();
             flipped.setCard(state_.cards[index].number);
             flipped.setFace(schema::Face::UP);
             flipped.setOrientation(to);
           } else {
             auto turned = hypothetical.event().initCardTurned();
             turned.setCard(state_.cards[index].number);
             turned.setOrientation(to);
           }
           return true;
         }});
  }

  void specials() {
    std::set<std::uint32_t> offered_codes;
    for (const OfferedCard& card : request_.special) {
      if (card.place[1] == 'e') offered_codes.insert(card.code);
      const CardIndex index = find(card, {});
      const Definition* definition = definitionOf(card.code);
      if (definition == nullptr) continue;
      addSpecial(card.id, card.code, index, *definition, true, card.place[1] == 's');
    }
    const ZoneIndex extra = rules_.ruleset.zone("extra deck");
    std::set<std::uint32_t> seen;
    for (CardIndex i = 0; i < state_.cards.size(); ++i) {
      const Card& card = state_.cards[i];
      if (card.zone != extra || card.zone_player != seat_) continue;
      const Definition* definition = state_.definitionOf(card);
      if (definition == nullptr) continue;
      const auto code = static_cast<std::uint32_t>(std::stoul(definition->key));
      if (offered_codes.contains(code) || !seen.insert(code).second) continue;
      if (card.face == Facing::up) continue;  // a Pendulum Monster there comes by Pendulum Summon
      addSpecial(-static_cast<std::int64_t>(code), code, i, *definition, false, false);
    }
  }

  void addSpecial(std::int64_t id, std::uint32_t code, CardIndex index, const Definition& definition, bool offered,
                  bool pendulum) {
    const std::string_view method = pendulum                              ? "pendulum summon"
                                    : has(definition.subtypes, "Link")    ? "link summon"
                                    : has(definition.subtypes, "Xyz")     ? "xyz summon"
                                    : has(definition.subtypes, "Synchro") ? "synchro summon"
                                    : has(definition.subtypes, "Fusion")  ? "fusion summon"
                                                                          : "special summon";
    add({.kind = fmt::format("Special Summon: {}", method),
         .key = fmt::format("{} {}", code, id),
         .reason = method == "fusion summon" ? "restriction of the card" : "materials",
         .id = id,
         .offered = offered,
         .say = [this, index, method](HypotheticalEvent& hypothetical) {
           return sayPlay(hypothetical, index, "monster zone", true, method);
         }});
  }

  void phase(const char* name, bool offered) {
    add({.kind = fmt::format("phase: {}", name),
         .key = name,
         .reason = request_.turn == 1 && std::string_view(name) == "battle" ? "first turn"
                   : request_.phase == 0x100                                ? "phase"
                                                                            : "text",
         .id = -2,
         .offered = offered,
         .say = [this, name](HypotheticalEvent& hypothetical) {
           hypothetical.event().setActor(seat_);
           auto began = hypothetical.event().initBegan();
           began.setPeriod(hypothetical.name("phase"));
           began.setName(hypothetical.name(name));
           began.setPlayer(seat_);
           return true;
         }});
  }

  void attack(const OfferedCard& card) {
    const CardIndex index = find(card, {});
    const auto found = std::find_if(request_.attacks.begin(), request_.attacks.end(),
                                    [&](const OfferedAttack& one) { return one.card.id == card.id; });
    const bool offered = found != request_.attacks.end();
    const bool defends = (card.position & (kDefenseBits | kFaceDownBits)) != 0;
    const char* reason = defends                                       ? "position"
                         : request_.turn == 1                          ? "first turn"
                         : course_.hasAttacked(card.id, request_.turn) ? "already attacked"
                                                                       : "text";
    const auto opposing = static_cast<Seat>(3 - seat_);
    std::vector<CardIndex> others;
    const ZoneIndex zone = rules_.ruleset.zone("monster zone");
    for (CardIndex i = 0; i < state_.cards.size(); ++i) {
      if (state_.cards[i].zone == zone && state_.cards[i].zone_player == opposing) others.push_back(i);
    }
    const auto add_target = [&](const std::string& kind, bool is_offered, const std::string& why, CardIndex target) {
      add({.kind = kind,
           .key = fmt::format("{} {}", card.id, target),
           .reason = why,
           .id = card.id,
           .offered = is_offered,
           .say = [this, index, target, opposing](HypotheticalEvent& hypothetical) {
             if (index == kNone) return false;
             hypothetical.event().setActor(seat_);
             auto declared = hypothetical.event().initAttackDeclared();
             declared.setCard(state_.cards[index].number);
             declared.setTarget(target == kNone ? entityOf(EntityKind::player, opposing) : state_.cards[target].number);
             return true;
           }});
    };
    if (!offered) return add_target("attack", false, reason, others.empty() ? CardIndex{kNone} : others.front());
    add_target("attack directly", found->direct, others.empty() ? "text" : "there are monsters", kNone);
    for (const CardIndex target : others) {
      const std::string place = fmt::format("{}m{}", opposing - 1, state_.cards[target].slot);
      const bool is_target = std::find(found->targets.begin(), found->targets.end(), place) != found->targets.end();
      add_target("attack a monster", is_target, "text", target);
    }
  }

  void activations() {
    std::set<std::pair<std::int64_t, std::uint16_t>> offered;
    std::set<std::int64_t> unknown;
    for (const OfferedEffect& effect : request_.effects) {
      constexpr std::uint32_t kContinuous = 0x800;
      if (effect.mode != 0 || (effect.kind & kContinuous) != 0) {
        unknown.insert(effect.card.id);
        continue;
      }
      const Definition* definition = definitionOf(effect.card.code);
      const CardIndex index = find(effect.card, {});
      if (definition == nullptr || index == kNone) {
        ++not_found_;
        continue;
      }
      const std::uint16_t ability = abilityOffered(effect, *definition);
      if (ability == 0 || ability == kGrantedAbility) {
        unknown.insert(effect.card.id);
        continue;
      }
      if (!offered.insert({effect.card.id, ability}).second) continue;
      addActivation(effect.card.id, index, *definition, ability, true, "offered");
    }
    notOffered(request_.hand, "hand", offered, unknown);
    notOffered(request_.spells, {}, offered, unknown);
    notOffered(request_.monsters, {}, offered, unknown);
  }

  [[nodiscard]] std::uint16_t abilityOffered(const OfferedEffect& effect, const Definition& definition) const {
    constexpr std::uint32_t kActivate = 0x10;
    Location at{};
    const char letter = effect.card.place[1];
    at.player = static_cast<std::uint8_t>(effect.card.place[0] - '0');
    at.place = letter == 'h'   ? kHand
               : letter == 'm' ? kMonsterZone
               : letter == 's' ? kSpellZone
               : letter == 'g' ? kGraveyard
               : letter == 'r' ? kBanished
               : letter == 'd' ? kDeck
                               : kExtraDeck;
    at.sequence = static_cast<std::uint32_t>(std::stoul(effect.card.place.substr(2)));
    const bool ignitable = request_.kind == Request::Kind::main;
    return abilityOf(definition, rules_.ruleset,
                     {effect.card.code, effect.description, at, (effect.kind & kActivate) != 0, ignitable})
        .number;
  }

  void notOffered(const std::vector<OfferedCard>& cards, std::string_view zone,
                  const std::set<std::pair<std::int64_t, std::uint16_t>>& offered,
                  const std::set<std::int64_t>& unknown) {
    for (const OfferedCard& card : cards) {
      const Definition* definition = definitionOf(card.code);
      const CardIndex index = find(card, zone);
      if (definition == nullptr || unknown.contains(card.id)) continue;
      if (index == kNone) {
        ++not_found_;
        continue;
      }
      const bool monster = has(definition->types, "monster");
      const bool in_hand = zone == "hand";
      const bool down = !in_hand && (card.position & kFaceDownBits) != 0;
      for (std::uint16_t i = 1; i <= definition->abilities.size(); ++i) {
        const Ability& ability = definition->abilities[i - 1U];
        const bool activation = ability.designator == "card activation";
        const bool ignition = ability.designator == "ignition effect";
        if (!activation && !ignition && ability.designator != "quick effect") continue;
        if (offered.contains({card.id, i})) continue;
        if (activation ? monster || (!in_hand && !down) : in_hand || down) continue;
        if (!activation &&
            std::find_if(ability.zones.begin(), ability.zones.end(),
                         [&](const std::string& one) {
                           return one.find(card.place[1] == 'm' ? "monster zone" : "zone") != std::string::npos;
                         }) == ability.zones.end() &&
            !ability.zones.empty())
          continue;
        addActivation(card.id, index, *definition, i, false,
                      reasonOf(card, *definition, activation, ignition, in_hand));
      }
    }
  }

  [[nodiscard]] std::string reasonOf(const OfferedCard& card, const Definition& definition, bool activation,
                                     bool ignition, bool in_hand) const {
    const bool trap = has(definition.types, "trap"), quick = has(definition.subtypes, "Quick-Play");
    const bool own_turn = request_.turn_player == request_.player;
    if (activation && trap && in_hand) return "Trap from the hand";
    if (activation && (trap || quick) && course_.wasSet(card.id, request_.turn)) return "Set this turn";
    if (activation && quick && in_hand && !own_turn) return "Quick-Play from the hand in the other turn";
    if (((activation && !trap && !quick) || ignition) && !own_turn) return "the other player's turn";
    if (((activation && !trap && !quick) || ignition) && request_.kind == Request::Kind::battle) return "phase";
    if (((activation && !trap && !quick) || ignition) && request_.kind == Request::Kind::chain) return "Spell Speed";
    if (activation && in_hand && spellZonesTaken() == 5 && !has(definition.subtypes, "Field")) return "zone full";
    return "text";
  }

  void addActivation(std::int64_t id, CardIndex index, const Definition& definition, std::uint16_t ability,
                     bool offered, const std::string& reason) {
    const std::string& designator = definition.abilities[ability - 1U].designator;
    // At a request without a chain the turn player's acts of Spell Speed 1 are offered elsewhere.
    const bool slow =
        designator == "ignition effect" ||
        (designator == "card activation" && has(definition.types, "spell") && !has(definition.subtypes, "Quick-Play"));
    const bool own_turn = request_.turn_player == request_.player;
    if (!offered && slow && request_.kind == Request::Kind::chain && request_.links == 0 && own_turn) return;
    add({.kind = designator == "card activation" ? "activate a card" : "activate an effect",
         .key = fmt::format("{} {}", id, ability),
         .reason = reason,
         .id = id * 100 + ability,
         .offered = offered,
         .say = [this, index, ability, designator](HypotheticalEvent& hypothetical) {
           hypothetical.event().setActor(seat_);
           auto activated = hypothetical.event().initAbilityActivated();
           activated.setPlayer(seat_);
           activated.setCard(state_.cards[index].number);
           activated.setAbility(ability);
           activated.setDesignator(hypothetical.name(designator));
           activated.setLink(static_cast<std::uint8_t>(request_.links + 1));
           return true;
         }});
  }

  const State& state_;
  const Rules& rules_;
  const Request& request_;
  const Course& course_;
  Seat seat_;
  std::vector<Candidate> candidates_;
  mutable std::size_t not_found_ = 0;
};

}  // namespace

Candidates candidatesAt(const State& state, const Rules& rules, const Request& request, const Course& course) {
  const auto asking = std::make_shared<Asking>(state, rules, request, course);
  Candidates candidates;
  candidates.all = std::move(*asking).candidates();
  candidates.not_found = asking->notFound();
  candidates.held = asking;
  return candidates;
}

}  // namespace docket::edopro
