#include "engine/judge/obligation_changes.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <range/v3/algorithm/any_of.hpp>
#include <utility>

#include "engine/judge/applications.h"
#include "engine/judge/effects.h"
#include "engine/judge/text_act.h"
#include "engine/query/acts/obligations.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/cards/card_text.h"
#include "engine/query/cards/traits.h"

namespace docket {
namespace {

using EffectFault = Finding::OtherEffect::Fault;
using Status = Obligation::Status;
using Why = Obligation::Why;

/// True if the rules themselves also cause such an event after an act, so that it does not indicate an effect: the
/// rules move cards too.
bool mayBeByRule(schema::Effect::What what) { return what == schema::Effect::What::MOVE; }

/// Whether an event is an occurrence of a trait's trigger.
TriState occurs(const State& state, const Rules& rules, const Trigger& trigger, const EventContext& context,
                CardIndex card) {
  const TriState is_kind = trigger.on.which ? isKind(state, context, trigger.on) : TriState::no;
  return is_kind == TriState::no ? is_kind : bothHold(is_kind, holds(trigger.if_, state, rules, context, card));
}

/// A trait that must answer an event, or could not.
Obligation answering(const State& state, const Rules& rules, const Ability& trait, const EventContext& context,
                     CardIndex card, bool certain) {
  Obligation owed{.card = card,
                  .definition = state.cards[card].definition,
                  .player = state.cards[card].controller,
                  .who = context.player,
                  .it = context.card,
                  .that = context.that,
                  .status = mayBeLeft(rules, trait) ? Status::optional : Status::open,
                  .certain = certain};
  const TextUse use{.card = card, .player = owed.player, .about = context};
  const TriState can = canHappen(state, rules, trait, use, owed.why);
  if (can == TriState::no) owed.status = Status::impossible;
  if (can == TriState::undecided) owed.certain = false;
  if (can != TriState::no) owed.why = Obligation::Why::none;
  return owed;
}

/// A trait of a card: by its number among the printed ones, from 1, or, with number 0, by the name of a granted one.
struct TraitOnCard {
  CardIndex card = kNone;
  const Ability* text = nullptr;
  std::uint16_t number = 0;
  std::string_view named{};
};

/// True if a trait is not triggered again: unless a rule counts each occurrence, one pending obligation is enough.
bool isMerged(const State& state, const Rules& rules, const TraitOnCard& trait) {
  const bool waits = ranges::any_of(state.obligations, [&](const Obligation& owed) {
    const bool is_it = owed.card == trait.card && owed.trait == trait.number &&
                       nameOfGrantedTrait(state, rules, owed.named) == trait.named;
    return is_it && owed.effect == 0 && owed.isOpen();
  });
  if (waits) rules.ruleset.note(rules.ruleset.obligations.fires_clause);
  return waits && rules.ruleset.obligations.fires_clause.empty();
}

class ObligationJudge {
 public:
  /// `into`: the output.
  ObligationJudge(const PendingEvent& pending, ObligationChanges& into)
      : pending_(pending),
        before_(pending.before),
        rules_(pending.rules),
        obligation_rules_(pending.rules.ruleset.obligations),
        number_(pending.number),
        event_(pending.event),
        act_(textActOf(pending)),
        after_(into.obligations_after),
        context_(pending.context()),
        obligation_changes_(into) {}

  void run() {
    obligation_changes_.clear();
    after_.assign(before_.obligations.begin(), before_.obligations.end());
    closeWaived();
    openOrCancelEffects();
    if (act_) judgeAct();
    followEffects();
    judgeDeadlines();
    judgeFollowUps();
    for (std::size_t i = 0; i < after_.size(); ++i) {
      const Obligation& former = before_.obligations[i];
      if (former.status != after_[i].status || former.by != after_[i].by || former.certain != after_[i].certain) {
        obligation_changes_.settled.push_back({.place = i, .after = after_[i]});
      }
    }
    openFollowUps();
  }

 private:
  /// The obligations that may follow from one act.
  using Followed = boost::container::small_vector<Obligation*, 8>;

  void close(Obligation& owed, Status status, Why why = Why::none) const {
    owed.status = status;
    owed.why = why;
    owed.by = number_;
  }

  void closeWaived() {
    if (!event_.isObligationWaived()) return;
    for (Obligation& owed : after_) {
      if (canBeWaived(owed) && isWaiverOf(event_.getObligationWaived(), owed, before_)) close(owed, Status::waived);
    }
  }

  /// Effects of an activation in a chain wait for its resolution; those of a negated one do not happen.
  void openOrCancelEffects() {
    if (after_.empty()) return;
    const bool resolved = event_.isActivationResolved();
    const bool negated = event_.isActivationNegated() || event_.isEffectNegated();
    if (!resolved && !negated) return;
    const EventNumber activation = activationOf(before_, event_);
    for (Obligation& owed : after_) {
      if (owed.effect == 0 || owed.trigger != activation || !owed.isOpen()) continue;
      if (negated) {
        close(owed, Status::impossible, Why::negation);
      } else if (owed.status == Status::waiting) {
        close(owed, Status::open);
      }
    }
  }

  void judgeAct() {
    for (const EventNumber cost : act_->costs) obligation_changes_.paid.push_back(cost);
    obligation_changes_.findings = judgeText(pending_, *act_);
    if (act_->obligation != kNone && after_[act_->obligation].isOpen())
      close(after_[act_->obligation], Status::discharged);
    if (obligation_rules_.effects_clause.empty() || !obligation_changes_.findings.empty() || isSpent()) return;
    if (act_->isTrait() && act_->targets.size() == 0 && !act_->text->targets.empty() &&
        !rules_.ruleset.isOn(RuleSwitch::trait_targets_can_fail)) {
      return;
    }
    const TextUse use = textUseForEffects(before_, *act_);
    std::vector<Obligation>& effects = obligation_changes_.opened;  // it is still empty
    addEffects(before_, rules_, number_, groupOf(), *act_->text, use, effects);
    const bool chained = event_.isAbilityActivated() && event_.getAbilityActivated().getLink() != 0;
    for (Obligation& owed : effects) {
      owed.trait = act_->named != 0 ? std::uint16_t{0} : act_->number;
      owed.named = act_->named;
      if (chained && owed.status == Status::open) owed.status = Status::waiting;
      // Its condition may still become true, through an earlier effect of the text or otherwise: this is unknown.
      const Condition& condition = act_->text->effects[owed.effect - 1U].if_;
      if (!chained && holds(condition, before_, rules_, use.about, use.self()) == TriState::no) owed.certain = false;
    }
    Followed all;
    for (Obligation& owed : effects) all.push_back(&owed);
    if (!all.empty()) {
      for (const RecordedChange& done : recordedChanges(before_, rules_, event_, act_->use.card))
        matchEffect(all, done);
    }
  }

  /// True if a limit stops the effects of this trait from applying.
  [[nodiscard]] bool isSpent() const {
    return act_->isTrait() && isUsedUp(before_, rules_, asApplication(pending_.act().use));
  }

  [[nodiscard]] EventNumber groupOf() const { return event_.getGroup() != 0 ? event_.getGroup() : number_; }

  /// Compares the changes of an event that an act caused with the act's effects.
  void followEffects() {
    if (after_.empty()) return;
    for (const EventNumber cause : pending_.recorded_context.causes) {
      Followed all;
      for (Obligation& owed : after_) {
        const bool resolved = owed.status == Status::open && owed.by == cause;
        if (owed.effect != 0 && (owed.trigger == cause || resolved)) all.push_back(&owed);
      }
      if (all.empty()) continue;
      for (const RecordedChange& done : recordedChanges(before_, rules_, event_, all.front()->card))
        matchEffect(all, done);
      return;
    }
  }

  void matchEffect(const Followed& all, const RecordedChange& done) {
    Obligation* found = nullptr;
    Expectation expected;
    bool same = false;
    bool perhaps = false;
    bool certain = done.amount_known;
    for (Obligation* owed : all) {
      certain = certain && owed->certain;
      if (same || !owed->isOpen()) continue;
      const Expectation expectation = expectationOf(before_, rules_, *owed);
      const EffectMatch match = compare(before_, rules_, *owed, expectation, done);
      same = match == EffectMatch::same;
      if (!same && (match == EffectMatch::other || found != nullptr)) continue;
      found = owed;
      expected = expectation;
      perhaps = match == EffectMatch::perhaps;
    }
    if (found == nullptr) {
      if (!certain || mayBeByRule(done.what)) return;
      Finding::OtherEffect surplus = ofEffect(EffectFault::surplus, *all.front());
      surplus.effect = 0;
      surplus.subject = done.subject;
      if (done.amount_known) surplus.recorded = done.amount;
      addFinding(std::move(surplus), *all.front(), true);
      return;
    }
    if (!same) {
      Finding::OtherEffect different = ofEffect(EffectFault::different, *found);
      different.expected = expected.amount;
      if (done.amount_known) different.recorded = done.amount;
      addFinding(std::move(different), *found, !perhaps && found->certain && expected.expected == TriState::yes);
    } else if (!lastsAsSaid(before_, rules_, *found, done)) {
      addFinding(ofEffect(EffectFault::lasting, *found), *found, found->certain && expected.expected == TriState::yes);
    } else {
      judgeEffectOrder(all, *found);
    }
    close(*found, Status::discharged);
  }

  /// Checks that effects happen in the order of the text.
  void judgeEffectOrder(const Followed& all, const Obligation& done) {
    if (event_.getGroup() != 0 || done.trigger == number_) return;
    for (const Obligation* owed : all) {
      if (owed->effect >= done.effect || owed->status != Status::open) continue;
      if (expectationOf(before_, rules_, *owed).expected != TriState::yes) continue;
      addFinding(ofEffect(EffectFault::early, done), done, true);
      return;
    }
  }

  [[nodiscard]] std::string nameOf(const Obligation& owed) const {
    return std::string(nameOfGrantedTrait(before_, rules_, owed.named));
  }

  [[nodiscard]] Finding::OtherEffect ofEffect(EffectFault fault, const Obligation& owed) const {
    return {
        .fault = fault, .ability = owed.trait, .named = nameOf(owed), .effect = owed.effect, .subject = owed.subject};
  }

  Finding& addFinding(Finding::OtherEffect what, const Obligation& owed, bool certain) {
    rules_.ruleset.note(obligation_rules_.effects_clause);
    return obligation_changes_.findings.emplace_back(Finding{.certainty = certaintyOf(certain),
                                                             .event = number_,
                                                             .card = owed.card,
                                                             .player = owed.player,
                                                             .clause = obligation_rules_.effects_clause,
                                                             .rests_on = {owed.trigger},
                                                             .what = std::move(what)});
  }

  /// True if the event is certainly of one of these kinds.
  [[nodiscard]] bool isOneOf(const std::vector<EventKind>& kinds) const {
    return ranges::any_of(kinds,
                          [&](const EventKind& kind) { return isKind(before_, context_, kind) == TriState::yes; });
  }

  void judgeDeadlines() {
    if (after_.empty()) return;
    if (!isOneOf(obligation_rules_.deadlines)) return;
    for (Obligation& owed : after_) {
      if (owed.status == Status::open && owed.follow_up_rule == 0 && !precedesDeadline(owed)) closeMissed(owed);
    }
  }

  // -- acts that have to be followed by another

  [[nodiscard]] TriState isMoment(const Moment& moment, Entity first) const {
    const TriState is_kind = isKind(before_, context_, moment.kind);
    return is_kind == TriState::no ? is_kind : bothHold(is_kind, holds(moment.if_, before_, rules_, context_, first));
  }

  /// True if the event ends a period: by its own end, the end of the containing period, or the beginning of the next
  /// one.
  [[nodiscard]] bool ends(PeriodIndex period) const {
    if (period == kUnbound || !before_.periods[period].open || !(event_.isEnded() || event_.isBegan())) return false;
    const PeriodIndex event_period =
        (*before_.vocabulary)[event_.isEnded() ? event_.getEnded().getPeriod() : event_.getBegan().getPeriod()].period;
    PeriodIndex holder = period;
    while (holder != kUnbound && holder != event_period) holder = rules_.ruleset.periods[holder].within;
    return holder != kUnbound;
  }

  /// True if the event is the deadline of a follow-up, for the player who owes it.
  [[nodiscard]] bool isLateFor(const FollowUpRule& rule, const Obligation& owed, bool by_owing_player) const {
    if (precedesDeadline(owed)) return false;
    if (ends(rule.within)) return true;
    const auto& deadlines = rule.before.empty() ? obligation_rules_.deadlines : rule.before;
    return by_owing_player && isOneOf(deadlines);
  }

  /// Discharges the follow-ups that the event is, for each rule the oldest pending one, and closes those that are now
  /// too late.
  void judgeFollowUps() {
    if (after_.empty()) return;
    boost::container::small_vector<bool, 8> done(obligation_rules_.follows.size(), false);
    for (Obligation& owed : after_) {
      if (owed.follow_up_rule == 0 || owed.status != Status::open) continue;
      const FollowUpRule& rule = obligation_rules_.follows[owed.follow_up_rule - 1U];
      const bool anybody = rule.by == schema::Following::By::ANYBODY || owed.player == 0;
      const bool by_owing_player = anybody || context_.player == owed.player;
      const TriState is_it = by_owing_player ? isMoment(rule.must, owed.card) : TriState::no;
      if (is_it == TriState::yes) {
        if (!done[owed.follow_up_rule - 1U]) close(owed, Status::discharged);
        done[owed.follow_up_rule - 1U] = true;
        continue;
      }
      // If it may have been the act, it is open whether anything is missed later.
      if (is_it == TriState::undecided) owed.certain = false;
      if (!isLateFor(rule, owed, by_owing_player)) continue;
      addMissedFinding(owed, rule.clause, Finding::FollowUpMissed{.rule = rule.name});
    }
  }

  /// Opens the obligations for acts that have to follow the event.
  void openFollowUps() {
    for (std::size_t i = 0; i < obligation_rules_.follows.size(); ++i) {
      if (obligation_rules_.follows[i].lifted) continue;
      const CardIndex card = context_.card;
      const TriState calls = isMoment(obligation_rules_.follows[i].after, card);
      if (calls == TriState::no) continue;
      rules_.ruleset.note(obligation_rules_.follows[i].clause);
      obligation_changes_.opened.push_back({.trigger = number_,
                                            .group = groupOf(),
                                            .card = card,
                                            .definition = card == kNone ? 0U : before_.cards[card].definition,
                                            .player = context_.player,
                                            .who = context_.player,
                                            .it = card,
                                            .that = context_.that,
                                            .status = Status::open,
                                            .certain = calls == TriState::yes,
                                            .follow_up_rule = static_cast<std::uint16_t>(i + 1)});
    }
  }

  /// An event that is simultaneous with the trigger, follows from it or also answers it is not yet past the deadline.
  [[nodiscard]] bool precedesDeadline(const Obligation& owed) const {
    if (event_.getGroup() != 0 && event_.getGroup() == owed.group) return true;
    if (event_.isAbilityActivated() && event_.getAbilityActivated().getTrigger() == owed.trigger) return true;
    for (const EventNumber cause : pending_.recorded_context.causes) {
      if (cause >= owed.trigger) return true;
    }
    return false;
  }

  /// Closes an obligation that is too late, with a finding under that clause.
  void addMissedFinding(Obligation& owed, const std::string& clause, Finding::What what) {
    close(owed, Status::missed);
    obligation_changes_.findings.push_back({.certainty = certaintyOf(owed.certain),
                                            .event = number_,
                                            .card = owed.card,
                                            .player = owed.player,
                                            .clause = clause,
                                            .rests_on = {owed.trigger},
                                            .what = std::move(what)});
  }

  void closeMissed(Obligation& owed) {
    if (owed.effect == 0) {
      addMissedFinding(owed, obligation_rules_.clause,
                       Finding::TraitMissed{.trait = owed.trait, .named = nameOf(owed)});
      return;
    }
    const Expectation expected = expectationOf(before_, rules_, owed);
    if (expected.expected == TriState::no) {
      return close(owed, Status::impossible, expected.after_source ? Why::source : Why::nothing);
    }
    Finding::OtherEffect missing = ofEffect(EffectFault::missing, owed);
    missing.expected = expected.amount;
    Finding& finding = addFinding(std::move(missing), owed, expected.expected == TriState::yes);
    if (expected.after_source) {
      const SwitchLine* goes_on = rules_.ruleset.switchLine(RuleSwitch::effects_outlive_source);
      if (goes_on != nullptr) finding.clause = goes_on->clause;
    }
    close(owed, Status::missed);
  }

  const PendingEvent& pending_;
  const State& before_;
  const Rules& rules_;
  const ObligationRules& obligation_rules_;
  EventNumber number_;
  schema::Event::Reader event_;
  std::optional<TextAct> act_;
  std::vector<Obligation>& after_;  // the earlier obligations, with the event's changes
  const EventContext& context_;
  ObligationChanges& obligation_changes_;
};

/// An event that traits answer, with the state before or after it.
struct Occurrence {
  const State& state;
  const Rules& rules;
  const EventContext& context;
  EventNumber event = 0;
  bool before = false;
  [[nodiscard]] EventNumber group() const { return context.group != 0 ? context.group : event; }
};

/// Adds a trait if an event triggers it.
void addIfTriggered(const Occurrence& at, const TraitOnCard& trait_on_card, Triggered& triggered) {
  const State& state = at.state;
  const Rules& rules = at.rules;
  const Ability& trait = *trait_on_card.text;
  const bool answers =
      trait.kind == Ability::Kind::TRIGGERED ||
      (trait.kind == Ability::Kind::ABILITY && !rules.ruleset.isOn(RuleSwitch::abilities_are_optional));
  if (trait.trigger.before != at.before || !answers || !triggersFrom(rules, trait, state.cards[trait_on_card.card]))
    return;
  if (trait_on_card.number != 0 && isTraitLost(state, rules, trait_on_card.card, trait_on_card.number)) return;
  const TriState occurred = occurs(state, rules, trait.trigger, at.context, trait_on_card.card);
  if (occurred == TriState::no || isMerged(state, rules, trait_on_card)) return;
  const NameNumber named =
      trait_on_card.named.empty() ? NameNumber{0} : numberOfGrantedTrait(state, rules, trait_on_card.named);
  if (trait_on_card.number == 0 && named == 0) return;
  Obligation owed = answering(state, rules, trait, at.context, trait_on_card.card, occurred == TriState::yes);
  owed.trigger = at.event;
  owed.group = at.group();
  owed.trait = trait_on_card.number;
  owed.named = named;
  triggered.push_back(owed);
}

/// Adds the traits printed on a card that an event triggers.
void addTriggeredOf(const Occurrence& at, CardIndex card, Triggered& triggered) {
  const auto& abilities = at.state.definitionOf(at.state.cards[card])->abilities;
  for (std::size_t i = 0; i < abilities.size(); ++i) {
    addIfTriggered(at, {.card = card, .text = &abilities[i], .number = static_cast<std::uint16_t>(i + 1)}, triggered);
  }
}

/// Adds the current granted traits of a card that an event triggers. Two copies of a trait count as one: the record
/// does not distinguish them.
void addGrantedOf(const Occurrence& at, CardIndex card, Triggered& triggered) {
  const State& state = at.state;
  const auto gives = [&](EntryIndex i) { return state.entry(i).kind == schema::Change::Kind::GRANT_TRAIT; };
  bool is_granted = false;
  for (const EntryIndex i : state.entriesAbout(card)) is_granted = is_granted || gives(i);
  if (!is_granted) return;
  const auto already = [&](std::string_view name) {
    return ranges::any_of(triggered, [&](const Obligation& one) {
      return one.card == card && one.named != 0 && nameOfGrantedTrait(state, at.rules, one.named) == name;
    });
  };
  for (const TraitLine& line : readTraits(state, at.rules, card).lines) {
    if (line.granted == kNone || !line.holds() || line.ability == nullptr) continue;
    if (!already(line.name)) addIfTriggered(at, {.card = card, .text = line.ability, .named = line.name}, triggered);
  }
}

/// Adds the traits of all cards that an event triggers.
void addAllTriggered(const Occurrence& at, schema::Event::Which payload, Triggered& triggered) {
  const State& state = at.state;
  const auto which = static_cast<unsigned>(payload);
  const auto answers = [&](CardIndex index) {
    return (state.definitionOf(state.cards[index])->triggers >> which & 1U) != 0;
  };
  // Lines of the ruleset decide which of the cards that answer can do so from where they are.
  at.rules.ruleset.record([&](Consulted&) {
    const CardSets::Cards cards = state.sets.answering(which);
    if (std::any_of(cards.begin(), cards.end(), answers)) noteTriggerPlaces(at.rules.ruleset);
  });
  const bool in_play_alone = (state.definitions->triggers_in & ~at.rules.ruleset.zones_in_play) == 0;
  for (const CardIndex index : in_play_alone ? state.sets.answeringInPlay(which) : state.sets.answering(which)) {
    if (!answers(index)) continue;
    const Card& card = state.cards[index];
    if ((state.definitionOf(card)->triggers_in >> (card.zone % 64U) & 1U) == 0) continue;
    addTriggeredOf(at, index, triggered);
  }
  if (state.granted_traits == 0 && (state.computed == nullptr || !state.computed->grant_traits)) return;
  for (const CardIndex index : state.sets.anywhere()) addGrantedOf(at, index, triggered);
}

}  // namespace

const ObligationChanges& obligationChangesOf(const PendingEvent& pending) {
  std::shared_ptr<const ObligationChanges>& read = pending.judgeCache().obligation_changes;
  if (read == nullptr) {
    std::shared_ptr<ObligationChanges> own;
    std::shared_ptr<ObligationChanges>& into =
        pending.scratch() == nullptr ? own : pending.scratch()->obligation_changes;
    if (into == nullptr) into = std::make_shared<ObligationChanges>();
    ObligationJudge(pending, *into).run();
    read = into;
  }
  return *read;
}

EventContext contextAfter(const PendingEvent& pending, const State& after) {
  EventContext context = pending.context();
  if (pending.event.isCardCreated()) context.card = after.cardOf(pending.event.getCardCreated().getCard());
  return context;
}

void addTriggeredBefore(const PendingEvent& pending, Triggered& triggered) {
  const Occurrence occurrence{.state = pending.before,
                              .rules = pending.rules,
                              .context = pending.context(),
                              .event = pending.number,
                              .before = true};
  addAllTriggered(occurrence, pending.event.which(), triggered);
}

void addTriggeredAfter(const PendingEvent& pending, const State& after, Triggered& triggered) {
  const EventContext context = contextAfter(pending, after);
  addAllTriggered({.state = after, .rules = pending.rules, .context = context, .event = pending.number},
                  pending.event.which(), triggered);
}

void addTriggeredByGroup(const PendingEvent& pending, const State& after, Triggered& triggered) {
  const EventContext context = contextAfter(pending, after);
  if (context.group == 0 || context.card == kNone || after.definitionOf(after.cards[context.card]) == nullptr) return;
  for (const Remembered& earlier : after.remembered) {
    if (earlier.context.group != context.group || earlier.event == pending.number) continue;
    Triggered answers;
    addTriggeredOf({.state = after, .rules = pending.rules, .context = earlier.context, .event = earlier.event},
                   context.card, answers);
    for (const Obligation& owed : answers) {
      const bool is_known = ranges::any_of(after.obligations, [&](const Obligation& known) {
        return known.trigger == owed.trigger && known.card == owed.card && known.trait == owed.trait;
      });
      if (!is_known) triggered.push_back(owed);
    }
  }
}

bool isNoLongerTriggered(const PendingEvent& pending, const State& after, const Obligation& owed) {
  const EventContext context = contextAfter(pending, after);
  if (context.group == 0 || owed.group != context.group || owed.trigger == pending.number) return false;
  if (owed.card != context.card || owed.effect != 0 || owed.by != 0 || owed.trait == 0) return false;
  const Ability* trait = abilityOf(after, owed.definition, owed.trait);
  return trait != nullptr && !trait->trigger.before && !triggersFrom(pending.rules, *trait, after.cards[owed.card]);
}

}  // namespace docket
