#include "tools/explain/candidate_acts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <set>
#include <string_view>

#include "engine/judge/scope_of_rules.h"
#include "engine/query/acts/act_question.h"
#include "engine/query/acts/requirements.h"
#include "engine/query/cards/card_text.h"
#include "engine/query/cards/granted_ability.h"
#include "engine/query/cards/places.h"
#include "engine/query/cards/sight.h"
#include "engine/query/limits/limits.h"
#include "tools/notation/name_resolution.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

using Which = schema::Event::Which;

constexpr std::int64_t kMaxNumbers = 16;  // the most numbers that are tried for one choice

/// The names that rules about a kind of event ask for.
std::set<std::string_view> namesAsked(const Rules& rules, Which which) {
  std::set<std::string_view> names;
  for (const Requirement& one : requirementsOf(rules, which)) names.insert(one.named);
  for (const std::uint16_t place : rules.ruleset.permissionsAt(which)) {
    names.insert(rules.ruleset.permissions[place].on.named);
  }
  names.erase("");
  return names;
}

/// A verb of the documents for acts of a kind.
struct ActVerb {
  std::string_view says;
  Which which{};
};

/// The kind of act of a verb's line; empty if its acts are tried without the verb.
std::optional<Which> kindOfVerb(const DeclaredVerb& verb) {
  if (verb.meanings.empty()) return std::nullopt;
  const std::string_view line = verb.meanings.front().line;
  if (line.starts_with("plays ")) return Which::CARD_PLAYED;
  if (line.starts_with("moves ")) return Which::CARD_MOVED;
  if (line.starts_with("flips ")) return Which::CARD_FLIPPED;
  return std::nullopt;
}

/// The verbs of the documents, except those with the same meaning as an earlier one.
std::vector<ActVerb> verbsOf(const Rules& rules) {
  std::vector<ActVerb> verbs;
  std::set<std::string_view> lines;
  for (const DeclaredWords* declared : {&rules.ruleset.declared, &rules.catalogue.declared}) {
    for (const DeclaredVerb& verb : declared->verbs) {
      bool is_new = false;
      for (const VerbMeaning& meaning : verb.meanings) is_new = lines.insert(meaning.line).second || is_new;
      const auto which = kindOfVerb(verb);
      if (is_new && which) verbs.push_back({.says = verb.says, .which = *which});
    }
  }
  return verbs;
}

/// True if a verb of the documents has a meaning for which a condition holds.
template <class Holds>
bool hasMeaning(const Rules& rules, Holds&& holds) {
  for (const DeclaredWords* declared : {&rules.ruleset.declared, &rules.catalogue.declared}) {
    for (const DeclaredVerb& verb : declared->verbs) {
      if (ranges::any_of(verb.meanings, holds)) return true;
    }
  }
  return false;
}

/// True if this name is the method or the reason of a verb's act.
bool hasVerbAs(const Rules& rules, std::string_view name) {
  const std::string as = " as " + notedName(name);
  return hasMeaning(rules, [&](const VerbMeaning& one) { return one.line.ends_with(as); });
}

/// True if a verb moves cards to this zone.
bool hasVerbTo(const Rules& rules, std::string_view zone) {
  const std::string to = " to " + notedName(zone);
  return hasMeaning(rules, [&](const VerbMeaning& one) {
    return one.line.starts_with("moves ") && (one.line + ' ').find(to + ' ') != std::string::npos;
  });
}

std::string cardText(const Words& words, CardIndex card) {
  const std::string title = words.title(card);
  return fmt::format("{}#{}", title.empty() ? "" : notedString(title) + " ", words.state().cards[card].number);
}

class ActMaker {
 public:
  ActMaker(const Words& words, const WhoseActs& whose, std::size_t most)
      : words_(words),
        state_(words.state()),
        rules_(words.rules()),
        ruleset_(words.rules().ruleset),
        whose_(whose),
        who_(Words::seat(whose.player) + " "),
        most_(most),
        verbs_(verbsOf(rules_)) {}

  CandidateActs make() && {
    if (whose_.card == kNone) addActsOfPlayer();
    for (CardIndex card = 0; card < state_.cards.size() && !made_.cut; ++card) {
      const Card& one = state_.cards[card];
      if (!one.exists() || (whose_.card == kNone ? !isSeen(one) : whose_.card != card)) continue;
      addActsOfCard(card);
    }
    // Last, because there can be many.
    if (whose_.card == kNone && isCovered(Which::NUMBER_CHOSEN)) addNumbers();
    return std::move(made_);
  }

 private:
  void add(CandidateAct act) {
    if (made_.acts.size() < most_) {
      made_.acts.push_back(std::move(act));
    } else {
      made_.cut = true;
    }
  }
  void add(std::string line, CardIndex card = kNone) { add(CandidateAct{.before = std::move(line), .card = card}); }

  /// True if a rule is about acts of a kind; notes the kinds without one.
  bool isCovered(Which which) {
    const bool is_ordered = which == Which::BEGAN && ranges::any_of(ruleset_.periods, &Period::forward);
    if (is_ordered || scopeOfKind(rules_, which).isCovered()) return true;
    if (!ranges::contains(made_.uncovered, which)) made_.uncovered.push_back(which);
    return false;
  }

  [[nodiscard]] bool isInPlay(const Card& card) const { return ruleset_.zones[card.zone].in_play; }
  /// True if a card is in a zone of cards that a player can still play: a hand, or slots out of play.
  [[nodiscard]] bool isHeld(const Card& card) const {
    const Zone& zone = ruleset_.zones[card.zone];
    return !zone.in_play && (zone.seen_by == schema::Zone::SeenBy::OWNER || zone.kind == schema::Zone::Kind::SLOTS);
  }
  /// True for one of the player's cards whose face the player sees.
  [[nodiscard]] bool isSeen(const Card& card) const {
    if (isInPlay(card)) return card.controller == whose_.player;
    const auto seen_by = ruleset_.zones[card.zone].seen_by;
    const bool is_theirs = card.zone_player == 0 ? card.owner == whose_.player : card.zone_player == whose_.player;
    return is_theirs && (seatsThatSee(seen_by, card.zone_player, card.face == Facing::up, state_.seats) &
                         seatSet(whose_.player)) != 0;
  }
  [[nodiscard]] bool isAsked(CardIndex card) const { return whose_.card == card; }

  void addActsOfPlayer() {
    if (isCovered(Which::CARDS_DRAWN)) addDraws();
    if (isCovered(Which::BEGAN)) addPeriods();
    if (isCovered(Which::SHUFFLED)) eachPile([&](const Zone& pile) { add(who_ + "shuffles " + notedName(pile.name)); });
    if (isCovered(Which::CONCEDED)) add(who_ + "concedes");
    if (isCovered(Which::ABILITY_ACTIVATED)) addUsesOfOwnAbilities();
    if (isCovered(Which::TRAIT_TRIGGERED)) addObligations();
  }

  void addActsOfCard(CardIndex index) {
    const Card& card = state_.cards[index];
    if (whose_.card != kNone && isCovered(Which::TRAIT_TRIGGERED)) addObligations();
    if (isCovered(Which::ABILITY_ACTIVATED)) addUses(index);
    const bool is_in_play = isInPlay(card);
    if (!is_in_play && (isHeld(card) || isAsked(index)) && isCovered(Which::CARD_PLAYED)) addPlays(index);
    if (is_in_play || isHeld(card) || isAsked(index)) addMoves(index);
    if (!is_in_play) return;
    if (isCovered(Which::CARD_TURNED)) addTurns(index);
    if (isCovered(Which::CARD_FLIPPED)) addFlips(index);
    if (isCovered(Which::ATTACK_DECLARED)) addAttacks(index);
    if (isCovered(Which::CARD_ATTACHED)) addAttachments(index);
  }

  template <class Each>
  void eachPile(Each&& each) {
    for (const Zone& zone : ruleset_.zones) {
      if (zone.kind == schema::Zone::Kind::PILE && zone.seen_by == schema::Zone::SeenBy::NOBODY &&
          zone.owner == schema::Zone::Owner::EACH)
        each(zone);
    }
  }

  void addDraws() {
    std::vector<std::string> piles;
    eachPile([&](const Zone& pile) { piles.push_back(notedName(pile.name)); });
    if (piles.size() == 1) return add(who_ + "draws 1");
    for (const std::string& pile : piles) add(CandidateAct{.before = who_ + "draws 1 from ", .choice = pile});
  }

  void addPeriods() {
    for (const Period& period : ruleset_.periods) {
      if (period.within != kUnbound && !state_.periods[period.within].open) continue;
      const std::string begins = "== " + notedName(period.name);
      if (period.within == kUnbound && period.names.empty()) {
        add(CandidateAct{.before = begins + " ", .choice = Words::seat(whose_.player)});
      } else if (period.names.empty()) {
        add(begins);
      }
      for (const std::string& name : period.names) add(CandidateAct{.before = begins + " ", .choice = notedName(name)});
    }
  }

  void addNumbers() {
    std::set<std::string_view> whats = namesAsked(rules_, Which::NUMBER_CHOSEN);
    for (const NumberRule& rule : ruleset_.numbers) whats.insert(rule.what);
    for (const std::string_view what : whats) {
      std::int64_t least = 0, most = kMaxNumbers;
      for (const NumberRule& rule : ruleset_.numbers) {
        if (rule.what != what) continue;
        least = std::max(std::min(rule.least, rule.permitted), std::numeric_limits<std::int64_t>::min() + 1) - 1;
        most = std::min(rule.most, std::numeric_limits<std::int64_t>::max() - 1) + 1;
      }
      for (std::int64_t number = least; number <= most && number - least < kMaxNumbers; ++number)
        add(CandidateAct{.before = fmt::format("{}chooses {} ", who_, notedName(what)),
                         .choice = std::to_string(number)});
    }
  }

  void addObligations() {
    for (const Obligation& owed : state_.obligations) {
      const bool is_trait = owed.card != kNone && owed.follow_up_rule == 0 && owed.effect == 0;
      const bool can_be_done = owed.status == Obligation::Status::open || owed.status == Obligation::Status::optional;
      if (!is_trait || !can_be_done || owed.player != whose_.player || !state_.cards[owed.card].exists()) continue;
      if (whose_.card != kNone && whose_.card != owed.card) continue;
      const std::string which = owed.trait != 0
                                    ? fmt::format("trait {}", owed.trait)
                                    : "called " + notedString(nameOfGrantedTrait(state_, rules_, owed.named));
      add(fmt::format("{}triggers {} {} answering {}", who_, cardText(words_, owed.card), which, owed.trigger),
          owed.card);
    }
  }

  /// " link 2" if a chain is under way.
  [[nodiscard]] std::string link() const {
    for (std::size_t i = 0; i < ruleset_.periods.size(); ++i) {
      if (ruleset_.periods[i].chains && state_.periods[i].open)
        return fmt::format(" link {}", state_.chain.empty() ? 1 : state_.chain.back().position + 1);
    }
    return {};
  }

  void addUsesOfOwnAbilities() {
    const auto use = [&](std::string_view name) { add(who_ + "uses own " + notedString(name) + link()); };
    for (const auto& one : ruleset_.abilities) use(one->name);
    for (const EntryIndex entry : state_.entriesAbout(entityOf(EntityKind::player, whose_.player))) {
      if (state_.entry(entry).kind == schema::Change::Kind::GRANT_ABILITY) use(state_.nameOf(state_.entry(entry)));
    }
  }

  void addUses(CardIndex index) {
    const Card& card = state_.cards[index];
    const std::string uses = who_ + "uses " + cardText(words_, index);
    const Definition* const text = state_.definitionOf(card);
    bool has_ability = false;
    for (std::size_t i = 0; text != nullptr && i < text->abilities.size(); ++i) {
      const Ability& one = text->abilities[i];
      if (one.kind != Ability::Kind::ABILITY) continue;
      has_ability = true;
      const bool is_near = isInPlay(card) || isHeld(card) || isInAnyZone(ruleset_, card, one.zones);
      if (!is_near && !isAsked(index)) continue;
      const std::string ability = fmt::format("{} ability {}", uses, i + 1);
      const auto designators = notation::designatorsOf(one);
      if (designators.empty()) add(ability + link(), index);
      for (const std::string_view as : designators) add(ability + " as " + notedName(as) + link(), index);
    }
    const bool is_unread = text == nullptr || (text->unread.any() && !has_ability);
    if (is_unread && (isInPlay(card) || isHeld(card) || isAsked(index))) add(uses + link(), index);
    for (const EntryIndex entry : state_.entriesAbout(index)) {
      if (state_.entry(entry).kind != schema::Change::Kind::GRANT_ABILITY) continue;
      add(uses + " called " + notedString(state_.nameOf(state_.entry(entry))) + link(), index);
    }
  }

  void addPlays(CardIndex card) {
    const std::string what = " " + cardText(words_, card);
    add(who_ + "plays" + what, card);
    for (const ActVerb& verb : verbs_) {
      if (verb.which == Which::CARD_PLAYED && verb.says != "plays") add(who_ + std::string(verb.says) + what, card);
    }
    for (const std::string_view method : namesAsked(rules_, Which::CARD_PLAYED)) {
      if (ruleset_.zone(method) == kUnbound && !hasVerbAs(rules_, method))
        add(who_ + "plays" + what + " as " + notedName(method), card);
    }
  }

  void addMoves(CardIndex index) {
    if (!isCovered(Which::CARD_MOVED)) return;
    const std::string what = " " + cardText(words_, index);
    for (const ActVerb& verb : verbs_) {
      if (verb.which == Which::CARD_MOVED) add(who_ + std::string(verb.says) + what, index);
    }
    for (const std::string_view reason : namesAsked(rules_, Which::CARD_MOVED)) {
      if (ruleset_.zone(reason) != kUnbound || hasVerbAs(rules_, reason)) continue;
      for (const Zone& zone : ruleset_.zones) {
        const bool is_here = zone.name == ruleset_.zones[state_.cards[index].zone].name;
        if (is_here || !(zone.in_play || hasVerbTo(rules_, zone.name))) continue;
        add(CandidateAct{.before = who_ + "moves" + what + " to ",
                         .choice = notedName(zone.name),
                         .after = " as " + notedName(reason),
                         .card = index});
      }
    }
  }

  void addTurns(CardIndex index) {
    for (std::size_t i = 0; i < ruleset_.orientations.size(); ++i) {
      if (i == state_.cards[index].orientation) continue;
      add(CandidateAct{.before = fmt::format("{}turns {} ", who_, cardText(words_, index)),
                       .choice = notedName(ruleset_.orientations[i]),
                       .card = index});
    }
  }

  void addFlips(CardIndex index) {
    const std::string what = " " + cardText(words_, index);
    bool has_verb = false;
    for (const ActVerb& verb : verbs_) {
      if (verb.which != Which::CARD_FLIPPED) continue;
      has_verb = true;
      if (state_.cards[index].face == Facing::down) add(who_ + std::string(verb.says) + what, index);
    }
    if (has_verb) return;
    add(who_ + "flips" + what + (state_.cards[index].face == Facing::down ? " up" : " down"), index);
  }

  void addAttacks(CardIndex index) {
    const auto attack = [&](std::string target) {
      add(CandidateAct{.before = who_ + "attacks ",
                       .choice = std::move(target),
                       .after = " with " + cardText(words_, index),
                       .card = index});
    };
    for (std::uint32_t seat = 1; seat <= state_.seats; ++seat) {
      if (seat != whose_.player) attack(Words::seat(static_cast<Seat>(seat)));
    }
    for (CardIndex target = 0; target < state_.cards.size() && !made_.cut; ++target) {
      const Card& one = state_.cards[target];
      if (one.exists() && isInPlay(one) && one.controller != whose_.player) attack(cardText(words_, target));
    }
  }

  void addAttachments(CardIndex index) {
    if (state_.cards[index].host != kNone) return;
    for (CardIndex host = 0; host < state_.cards.size() && !made_.cut; ++host) {
      const Card& one = state_.cards[host];
      if (host == index || !one.exists() || !isInPlay(one)) continue;
      add(CandidateAct{.before = fmt::format("{}attaches {} to ", who_, cardText(words_, index)),
                       .choice = cardText(words_, host),
                       .card = index});
    }
  }

  const Words& words_;
  const State& state_;
  const Rules& rules_;
  const Ruleset& ruleset_;
  WhoseActs whose_;
  std::string who_;
  std::size_t most_;
  std::vector<ActVerb> verbs_;
  CandidateActs made_;
};

/// The place to which an act moves a card, if it leaves the slot open.
std::optional<Slot> openSlotOf(const TypedAct& typed, const Ruleset& ruleset) {
  const schema::Event::Reader event = typed.event();
  if (event.isCardPlayed()) {
    const auto played = event.getCardPlayed();
    if (played.getSlot() != -1) return std::nullopt;
    return Slot{.zone = ruleset.zone(typed.names.text(played.getZone())), .player = zonePlayerOf(played)};
  }
  if (!event.isCardMoved() || event.getCardMoved().getSlot() != -1) return std::nullopt;
  const auto moved = event.getCardMoved();
  return Slot{.zone = ruleset.zone(typed.names.text(moved.getZone())), .player = moved.getPlayer()};
}

}  // namespace

CandidateActs candidateActs(const Words& words, const WhoseActs& whose, std::size_t most) {
  return ActMaker(words, whose, most).make();
}

std::vector<CandidateAct> withSlots(const CandidateAct& act, const TypedAct& typed, const Words& words) {
  const Ruleset& ruleset = words.rules().ruleset;
  std::vector<CandidateAct> variants;
  const auto open = openSlotOf(typed, ruleset);
  if (!open || open->zone == kUnbound || ruleset.zones[open->zone].several) return variants;
  std::set<std::int16_t> slots;
  for (const auto& part : ruleset.zones[open->zone].parts) slots.insert(part.slots.begin(), part.slots.end());
  for (const std::int16_t slot : slots) {
    Slot place = *open;
    place.number = slot;
    if (inSlot(words.state(), ruleset, place, act.card) != kNone) continue;
    variants.push_back({.before = act.text() + " slot ", .choice = std::to_string(slot), .card = act.card});
  }
  return variants;
}

TargetsAskedBy targetsAskedBy(const TypedAct& typed, const Words& words) {
  const schema::Event::Reader event = typed.event();
  const Rules& rules = words.rules();
  const bool has_targets = (event.isCardPlayed() && event.getCardPlayed().getTargets().size() != 0) ||
                           (event.isAbilityActivated() && event.getAbilityActivated().getTargets().size() != 0) ||
                           (event.isTraitTriggered() && event.getTraitTriggered().getTargets().size() != 0);
  if (!recordsUse(event) || has_targets) return TargetsAskedBy::nobody;
  const ActQuestion act = actQuestionOf(words.state(), event);
  const AbilityKey key = abilityKeyOf(act.use);
  const Ability* const text = key.isKnown() ? textOf(words.state(), rules, key) : nullptr;
  if (text != nullptr && text->targets.size() == 1) return TargetsAskedBy::text;
  for (const std::uint16_t place : rules.ruleset.permissionsAt(event.which())) {
    if (rules.ruleset.permissions[place].by == schema::Permission::By::THAT) return TargetsAskedBy::rules;
  }
  return TargetsAskedBy::nobody;
}

std::vector<CandidateAct> withTargets(const CandidateAct& act, const Words& words) {
  const State& state = words.state();
  std::vector<CandidateAct> variants;
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    const Card& one = state.cards[card];
    if (!one.exists() || !words.rules().ruleset.zones[one.zone].in_play) continue;
    variants.push_back({.before = act.text() + " targeting ", .choice = cardText(words, card), .card = act.card});
  }
  return variants;
}

}  // namespace docket
