#include "engine/judge/text_act.h"

#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/query/cards/traits.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

using TextFault = Finding::AgainstText::Fault;

/// The obligation that a trait discharges, or has discharged already: that of the event it names, else the oldest open
/// one.
std::size_t obligationOf(const State& state, const Rules& rules, const TextAct& act) {
  const std::string_view name = state.vocabulary->names.text(act.named);
  std::size_t latest = kNone;
  for (std::size_t i = 0; i < state.obligations.size(); ++i) {
    const Obligation& owed = state.obligations[i];
    if (owed.card != act.use.card || owed.effect != 0 || owed.follow_up_rule != 0) continue;
    if (act.named != 0 ? nameOfGrantedTrait(state, rules, owed.named) != name
                       : owed.trait != act.number || owed.named != 0)
      continue;
    if (act.trigger == 0 ? owed.isOpen() : owed.trigger == act.trigger) return i;
    if (act.trigger == 0) latest = i;
  }
  return latest;
}

/// The other party of an act: a card as `it`, so that a text can refer to it.
TriState fitsTarget(const State& before, const Rules& rules, const Target& target, const TextUse& use, Entity entity) {
  EventContext about = use.about;
  about.card = before.isCard(entity) ? entity : kNone;
  about.that = entity;
  return holds(target.that, before, rules, about, use.self());
}

std::int64_t countOf(const State& before, const Rules& rules, const Target& target, const TextUse& use) {
  if (!target.count) return 1;
  const auto value = valueOf(*target.count, before, rules, use.about, use.self());
  return expression::isCertain(value) ? value.number : 0;
}

class TextJudge {
 public:
  TextJudge(const PendingEvent& pending, const TextAct& act)
      : before_(pending.before), rules_(pending.rules), number_(pending.number), act_(act), event_(pending.event) {}

  std::vector<Finding> run() {
    if (act_.isTrait()) {
      const std::string& clause = rules_.ruleset.obligations.costs_clause;
      judgeOccurrence();
      if (!clause.empty()) judgeConditions(clause);
      if (!clause.empty()) judgeCosts(clause);  // findings cite the clause and note it
      judgeIfOn(RuleSwitch::trait_targets_can_fail, [&](const std::string& by) { judgeTargets(by); });
    } else {
      judgeIfOn(RuleSwitch::constraints_bind, [&](const std::string&) { judgeReaction(); });
      judgeIfOn(RuleSwitch::conditions_permit, [&](const std::string& by) { judgeConditions(by); });
      judgeIfOn(RuleSwitch::constraints_bind, [&](const std::string& by) { judgeCosts(by), judgeTargets(by); });
      judgeIfOn(RuleSwitch::each_designator_counts, [&](const std::string&) { judgeDesignator(); });
    }
    return std::move(findings_);
  }

 private:
  /// If the ruleset turns the switch on, judges under its clause; the switch matters if there is a finding.
  template <class Judge>
  void judgeIfOn(RuleSwitch which, Judge&& judge) {
    const Ruleset& ruleset = rules_.ruleset;
    const std::size_t found = findings_.size();
    if (ruleset.isOnUnnoted(which)) judge(clauseOf(which));
    if (!ruleset.isOnUnnoted(which) || findings_.size() != found) ruleset.note(which);
  }
  /// The clause of a switch; empty if it is off. judgeIfOn() notes the switch.
  [[nodiscard]] const std::string& clauseOf(RuleSwitch which) const {
    static const std::string kNothing;
    const SwitchLine* line = rules_.ruleset.switchLineUnnoted(which);
    return line == nullptr ? kNothing : line->clause;
  }

  void addFinding(TextFault fault, const std::string& clause, TriState met = TriState::no,
                  std::vector<EventNumber> rests_on = {}, Finding::AgainstText::TestedCondition tested = {}) {
    findings_.push_back({.certainty = certaintyOf(met == TriState::no),
                         .event = number_,
                         .card = act_.use.card,
                         .player = act_.use.player,
                         .clause = clause,
                         .rests_on = std::move(rests_on),
                         .what = Finding::AgainstText{
                             .of_trait = act_.isTrait(),
                             .fault = fault,
                             .ability = act_.number,
                             .named = std::string(before_.vocabulary->names.text(act_.named)),
                             .tested = std::move(tested),
                         }});
  }

  /// A trait happens once for each occurrence of its trigger, from a zone where it triggers.
  void judgeOccurrence() {
    const ObligationRules& obligation_rules = rules_.ruleset.obligations;
    if (act_.obligation != kNone) {
      const Obligation& owed = before_.obligations[act_.obligation];
      if (owed.status == Obligation::Status::discharged && !obligation_rules.fires_clause.empty()) {
        addFinding(TextFault::twice, obligation_rules.fires_clause, TriState::no, {owed.trigger, owed.by});
      }
      return;
    }
    if (!triggersFrom(rules_, *act_.text, before_.cards[act_.use.card])) {
      addFinding(TextFault::place,
                 obligation_rules.places.empty() ? std::string{} : obligation_rules.places.front().clause);
    } else if (!obligation_rules.fires_clause.empty()) {
      addFinding(TextFault::no_trigger, obligation_rules.fires_clause);
    }
  }

  void judgeConditions(const std::string& clause) {
    for (const AbilityCondition& condition : act_.text->conditions) {
      const TriState met = holds(condition.that, before_, rules_, act_.use.about, act_.use.self());
      if (met == TriState::yes) continue;
      Finding::AgainstText::TestedCondition tested;
      if (condition.that) {
        tested = {.condition = std::make_shared<const expression::Expression>(*condition.that),
                  .answer = answerOf(*condition.that, before_, rules_, act_.use.about, act_.use.self())};
      }
      addFinding(TextFault::condition, clause, met, {}, std::move(tested));
    }
  }

  void judgeCosts(const std::string& clause) {
    const TriState paid = arePaid(before_, rules_, act_.text->costs, act_.use, act_.costs);
    if (paid != TriState::yes) addFinding(TextFault::cost, clause, paid);
  }

  /// Each target must fit; a trait may have none if there is no valid target.
  void judgeTargets(const std::string& clause) {
    if (act_.text->targets.empty()) return;
    if (act_.targets.size() == 0 && act_.isTrait() &&
        canTarget(before_, rules_, *act_.text, act_.use) != TriState::yes) {
      return;
    }
    unsigned next = 0;
    for (const Target& target : act_.text->targets) {
      for (std::int64_t remaining = countOf(before_, rules_, target, act_.use); remaining > 0; --remaining, ++next) {
        if (next >= act_.targets.size()) return addFinding(TextFault::target, clause);
        const TriState fits = fitsTarget(before_, rules_, target, act_.use, before_.subjectOf(act_.targets[next]));
        if (fits != TriState::yes) return addFinding(TextFault::target, clause, fits);
      }
    }
    if (next < act_.targets.size()) addFinding(TextFault::target, clause);
  }

  /// A reaction answers an event of its trigger's kind.
  void judgeReaction() {
    const Trigger& trigger = act_.text->trigger;
    const std::string& clause = clauseOf(RuleSwitch::constraints_bind);
    if (!trigger.on.which) return;
    const auto answered = ranges::find(before_.remembered, act_.trigger, &Remembered::event);
    const TriState is_kind =
        answered == before_.remembered.end() ? TriState::no : isKind(before_, answered->context, trigger.on);
    if (is_kind == TriState::no) return addFinding(TextFault::no_trigger, clause);
    const TriState met = bothHold(is_kind, holds(trigger.if_, before_, rules_, answered->context, act_.use.self()));
    if (met != TriState::yes) addFinding(TextFault::no_trigger, clause, met, {act_.trigger});
  }

  void judgeDesignator() {
    const auto used = before_.vocabulary->names.text(event_.getAbilityActivated().getDesignator());
    const std::string& clause = clauseOf(RuleSwitch::each_designator_counts);
    if (used.empty() || act_.text->designators.empty() || countsAs(*act_.text, used)) return;
    addFinding(TextFault::designator, clause);
  }

  const State& before_;
  Rules rules_;
  EventNumber number_;
  const TextAct& act_;
  schema::Event::Reader event_;
  std::vector<Finding> findings_;
};

void readAnswered(const State& before, TextAct& act) {
  if (act.obligation != kNone) {
    const Obligation& owed = before.obligations[act.obligation];
    act.trigger = owed.trigger;
    act.use.about = {.card = owed.it, .player = owed.who, .that = owed.that};
    return;
  }
  const auto answered = ranges::find(before.remembered, act.trigger, &Remembered::event);
  act.use.about.player = act.use.player;
  if (act.trigger != 0 && answered != before.remembered.end()) act.use.about = answered->context;
}

}  // namespace

std::optional<TextAct> textActOf(const PendingEvent& pending) {
  const schema::Event::Reader event = pending.event;
  TextAct act;
  const AbilityKey key = abilityKeyOf(pending.act().use);
  if (event.isTraitTriggered()) {
    const auto triggered = event.getTraitTriggered();
    act = {.number = triggered.getTrait(),
           .named = triggered.getNamed(),
           .trigger = triggered.getTrigger(),
           .targets = triggered.getTargets(),
           .costs = triggered.getCosts(),
           .use = {.player = triggered.getPlayer()}};
  } else if (event.isAbilityActivated()) {
    const auto activated = event.getAbilityActivated();
    if (activated.getCard() != 0 && key.card == kNone) return std::nullopt;
    act = {.number = activated.getAbility(),
           .named = activated.getNamed(),
           .trigger = activated.getTrigger(),
           .targets = activated.getTargets(),
           .costs = activated.getCosts(),
           .use = {.player = activated.getPlayer()}};
  } else {
    return std::nullopt;
  }
  if (key.card == kNone && key.name.empty()) return std::nullopt;
  act.use.card = key.card;
  act.text = textOf(pending.before, pending.rules, key);
  if (act.text == nullptr || act.isTrait() != event.isTraitTriggered()) return std::nullopt;
  if (key.name.empty() || act.isTrait()) act.obligation = obligationOf(pending.before, pending.rules, act);
  readAnswered(pending.before, act);
  return act;
}

TextUse textUseForEffects(const State& before, const TextAct& act) {
  TextUse use = act.use;
  if (!act.text->targets.empty()) {
    use.about.that = act.targets.size() == 0 ? kNone : before.subjectOf(act.targets[0]);
  }
  return use;
}

TriState canTarget(const State& before, const Rules& rules, const Ability& text, const TextUse& use) {
  TriState all = TriState::yes;
  for (const Target& target : text.targets) {
    std::int64_t remaining = countOf(before, rules, target, use);
    bool doubtful = false;
    for (CardIndex card = 0; card < before.cards.size() && remaining > 0; ++card) {
      if (!before.cards[card].exists()) continue;
      const TriState fits = fitsTarget(before, rules, target, use, card);
      if (fits == TriState::yes) --remaining;
      doubtful = doubtful || fits == TriState::undecided;
    }
    if (remaining > 0 && !doubtful) return TriState::no;
    if (remaining > 0) all = TriState::undecided;
  }
  return all;
}

TriState canHappen(const State& before, const Rules& rules, const Ability& trait, const TextUse& use,
                   Obligation::Why& why) {
  TriState all = TriState::yes;
  const auto asks = [&](TriState met, Obligation::Why reason) {
    if (met == TriState::no && all != TriState::no) why = reason;
    if (met != TriState::yes && all != TriState::no) all = met;
  };
  if (const std::string& clause = rules.ruleset.obligations.costs_clause; !clause.empty()) {
    for (const AbilityCondition& condition : trait.conditions) {
      asks(holds(condition.that, before, rules, use.about, use.card), Obligation::Why::condition);
    }
    for (const Cost& cost : trait.costs) asks(canPay(before, rules, cost, use), Obligation::Why::cost);
    if (all != TriState::yes) rules.ruleset.note(clause);
  }
  const auto may_fail = [&] { return canTarget(before, rules, trait, use) != TriState::yes; };
  if (!rules.ruleset.isOn(RuleSwitch::trait_targets_can_fail, may_fail)) {
    asks(canTarget(before, rules, trait, use), Obligation::Why::target);
  }
  return all;
}

std::optional<Finding::AgainstText> lostOrMissingAbility(const PendingEvent& pending) {
  if (!pending.event.isAbilityActivated() && !pending.event.isTraitTriggered()) return std::nullopt;
  const AbilityKey used = abilityKeyOf(pending.act().use);
  if (!used.isKnown()) return std::nullopt;
  const auto found = [&](TextFault fault) {
    return Finding::AgainstText{.of_trait = pending.event.isTraitTriggered(),
                                .fault = fault,
                                .ability = used.number,
                                .named = std::string(used.name)};
  };
  if (pending.event.isTraitTriggered() && used.number != 0) {
    const bool lost = used.card != kNone && isTraitLost(pending.before, pending.rules, used.card, used.number);
    return lost ? std::optional(found(TextFault::lost)) : std::nullopt;
  }
  if (isLost(pending.before, pending.rules, used)) return found(TextFault::lost);
  if (pending.event.isTraitTriggered()) return std::nullopt;
  const Ability* printed = used.card == kNone ? nullptr : abilityOf(pending.before, used.definition, used.number);
  const bool is_trait = printed != nullptr && printed->kind != schema::Ability::Kind::ABILITY;
  return is_trait ? std::optional(found(TextFault::trait)) : std::nullopt;
}

std::vector<Finding> judgeText(const PendingEvent& pending, const TextAct& act) {
  return TextJudge(pending, act).run();
}

}  // namespace docket
