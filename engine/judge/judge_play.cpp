#include "engine/judge/judge_play.h"

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find.hpp>

#include "engine/derived/derived_values.h"
#include "engine/query/acts/conditions.h"
#include "engine/query/acts/outcome.h"
#include "engine/query/acts/permissions.h"
#include "engine/query/acts/read_event.h"
#include "engine/query/cards/undefined.h"
#include "engine/query/state_reader.h"
#include "engine/rules/event_meaning.h"

namespace docket {
namespace {

using Breach = Finding::NotPermitted::Breach;

/// The kinds of unread text that can create or remove an obligation of a card.
constexpr Matters kObliging =
    Matters::of({schema::Matter::STATS, schema::Matter::WORDS, schema::Matter::CONTROL}) | kPermissions;

/// True if the permission can oblige a card in play.
bool canOblige(const Permission& permission) {
  return permission.by != schema::Permission::By::WHO &&
         ranges::any_of(permission.grants, [](const Grant& grant) { return grant.says == Says::MUST; });
}

/// Events that respond to or follow from another event are not a deadline: a Reaction may come before the obligatory
/// act.
bool isDeadline(const PendingEvent& pending) {
  const schema::Event::Reader event = pending.event;
  const bool follows = pending.recorded_context.causes.size() != 0;
  const bool answers = event.isAbilityActivated() && event.getAbilityActivated().getTrigger() != 0;
  if (follows || answers) return false;
  return ranges::any_of(pending.rules.ruleset.obligations.deadlines, [&](const EventKind& kind) {
    return isKind(pending.before, pending.context(), kind) == TriState::yes;
  });
}

/// Visits what cards in play had to do by this deadline and did not: the permission, its reading and the card. What
/// depends on unread words is not visited, as it is one doubt (doubt.h): returns a card with such words, or kNone.
template <typename Visit>
CardIndex forEachMissedMust(const PendingEvent& pending, const Visit& visit) {
  const State& before = pending.before;
  const Rules& rules = pending.rules;
  if (before.derived.values().none_obliged.holds() || !isDeadline(pending)) return kNone;
  StateReader reader(before, rules);
  bool may_oblige_any = false;
  CardIndex unread = kNone;
  for (const Permission& permission : rules.ruleset.permissions) {
    if (!canOblige(permission)) continue;
    for (const CardIndex card : reader.cardsInPlay()) {
      if (!mayOblige(reader, permission, card)) continue;
      may_oblige_any = true;
      const PermissionReading reading = readPermission(before, rules, permission, {.who_does = card});
      if (!reading.must && (reading.known || !reading.perhaps_must)) continue;
      rules.ruleset.note(permission.clause);
      if (!reading.known && unread == kNone) unread = unreadInPlay(before, rules, kObliging);
      if (reading.known || unread == kNone) visit(permission, reading, card);
    }
  }
  if (!may_oblige_any) pending.judgeCache().read_for_none_obliged = reader.read();
  return unread;
}

class PlayJudge {
 public:
  PlayJudge(const PendingEvent& pending, std::vector<Finding>& findings)
      : pending_(pending),
        before_(pending.before),
        rules_(pending.rules),
        ruleset_(pending.rules.ruleset),
        number_(pending.number),
        event_(pending.event),
        findings_(findings),
        context_(pending.context()) {}

  void judge() {
    if (const auto places = ruleset_.permissionsAt(event_.which()); !places.empty()) judgeActs(places);
    judgeCosts();
    if (event_.isReplaced()) judgeReplacement();
    reportMissedMusts();
    judgeNumbers();
    judgeAfterEnd();
  }

 private:
  [[gnu::cold]] Finding& addFinding(Finding::What what, std::string_view clause, bool certain = true) {
    return findings_.emplace_back(Finding{.certainty = certaintyOf(certain),
                                          .event = number_,
                                          .card = context_.card,
                                          .player = context_.player,
                                          .clause = std::string(clause),
                                          .what = std::move(what)});
  }

  /// Adds a finding by a permission; it rests on the events that began the sayings.
  [[gnu::cold]] Finding& addFinding(Breach breach, const Permission& permission, const PermissionReading& reading,
                                    std::string_view clause, bool certain) {
    Finding& finding = addFinding(Finding::NotPermitted{.breach = breach,
                                                        .act = permission.act,
                                                        .sayings = {reading.sayings.begin(), reading.sayings.end()},
                                                        .prevailing = reading.prevailing},
                                  clause, certain);
    for (const Saying& saying : reading.sayings) {
      if (saying.event != 0 && saying.event < number_) finding.rests_on.push_back(saying.event);
    }
    return finding;
  }

  void judgeActs(std::span<const std::uint16_t> places) {
    for (const std::uint16_t place : places) {
      const Permission& permission = ruleset_.permissions[place];
      for (const DoneAct& done_act : doneActsOf(pending_, permission)) {
        const PermissionReading reading = readPermission(before_, rules_, permission, done_act.parties);
        if (reading.unsaid || (reading.may && reading.known)) continue;
        ruleset_.note(permission.clause);
        const bool certain = done_act.known && reading.known;
        addFinding(Breach::may_not, permission, reading, reading.clause, certain);
        forbidden_ = forbidden_ || certain;
      }
    }
    pending_.judgeCache().is_forbidden = forbidden_;
  }

  /// A cost that could not be done was not paid, and nothing can pay for an act that cannot be done.
  void judgeCosts() {
    std::vector<EventNumber> unpaid;
    for (const EventNumber cost : costsOf(event_)) {
      if (forbidden_ || ranges::binary_search(before_.play.forbidden, cost)) unpaid.push_back(cost);
    }
    if (unpaid.empty() || !ruleset_.isOn(RuleSwitch::forbidden_cannot_be_paid)) return;
    addFinding(Finding::Unpaid{}, ruleset_.clauseOfSwitch(RuleSwitch::forbidden_cannot_be_paid)).rests_on =
        std::move(unpaid);
  }

  void judgeReplacement() {
    if (context_.card == kNone || context_.name == 0) return;
    const std::string_view act = before_.vocabulary->names.text(context_.name);
    for (const Permission& permission : ruleset_.permissions) {
      if (!isMeantBy(permission, act)) continue;
      const PermissionReading reading = readPermission(before_, rules_, permission, {.who_does = context_.card});
      if ((reading.may && reading.known) || !ruleset_.isOn(RuleSwitch::forbidden_cannot_be_replaced)) continue;
      ruleset_.note(permission.clause);
      addFinding(Breach::irreplaceable, permission, reading,
                 ruleset_.clauseOfSwitch(RuleSwitch::forbidden_cannot_be_replaced), reading.known);
    }
  }

  /// Reports cards in play that had to do something by this deadline and did not.
  void reportMissedMusts() {
    forEachMissedMust(pending_, [&](const Permission& permission, const PermissionReading& reading, CardIndex card) {
      Finding& finding = addFinding(Breach::must, permission, reading, reading.clause, reading.known);
      finding.card = card;
      finding.player = before_.cards[card].controller;
    });
  }

  void judgeNumbers() {
    if (!event_.isNumberChosen() && !event_.isAbilityActivated()) return;
    for (const NumberRule& rule : ruleset_.numbers) {
      if (rule.what.empty() || isNamed(before_, context_, rule.what) != TriState::yes) continue;
      const std::int64_t chosen = context_.amount;
      if (chosen >= rule.least && chosen <= rule.most) continue;
      const Permission* unless = rule.unless.empty() ? nullptr : findPermission(ruleset_, rule.unless);
      bool certain = true;
      if (unless != nullptr) {
        const bool of_player = unless->by == schema::Permission::By::WHO || context_.card == kNone;
        const Entity doer = of_player ? entityOf(EntityKind::player, context_.player) : context_.card;
        const auto reading = readPermission(before_, rules_, *unless, {.who_does = doer, .player = context_.player});
        ruleset_.note(unless->clause);
        const bool is_permitted = chosen == rule.permitted;
        if (is_permitted && reading.known && reading.may) continue;
        certain = reading.known || !is_permitted;
      }
      addFinding(Finding::NumberOutOfBounds{.chosen = chosen, .least = rule.least, .most = rule.most}, rule.clause,
                 certain);
    }
  }

  void judgeAfterEnd() {
    const GameEnd end = gameEndOf(before_, rules_);
    if (event_.isGameEnded()) return judgeEnd(end);
    // Events simultaneous with the win are not later acts.
    const bool with_it = event_.getGroup() != 0 && event_.getGroup() <= end.event;
    // Activations from before the end may still resolve.
    const bool resolves = event_.isActivationResolved() && event_.getActivationResolved().getActivation() < end.event;
    if (!end.over || with_it || resolves || !classOf(event_.which()).done_by_people ||
        !ruleset_.isOn(RuleSwitch::win_ends_the_game))
      return;
    const std::string& ends = ruleset_.clauseOfSwitch(RuleSwitch::win_ends_the_game);
    const std::string& clause = ends.empty() && end.rule != nullptr ? end.rule->clause : ends;
    addFinding(Finding::AfterTheEnd{}, clause).rests_on = {end.event};
  }

  /// Compares the recorded winners with those that the rules give, or with the rule that the record names.
  void judgeEnd(const GameEnd& end) {
    if (ruleset_.wins.empty()) return;
    const auto ended = event_.getGameEnded();
    if (end.rule != nullptr) {
      if (end.winners == winnersIn(ended) && end.everybody == ended.getEverybody()) return;
      Finding& finding = addFinding(Finding::OtherWinner{.winners = end.winners, .everybody = end.everybody},
                                    end.rule->clause, end.known);
      finding.player = onlySeat(end.winners);
      finding.rests_on = {end.event};
      return;
    }
    if (const WinRule* rule = claimedRule()) addFinding(Finding::OtherWinner{}, rule->clause, end.known).player = 0;
  }

  /// The win rule that the recorded end is checked against: the one that it names. If it names none and a player has
  /// won, the first that can apply, provided that the rules cover concessions too; null if there is none. An end that
  /// the document declares and that no rule gives, such as a disconnection, is not checked.
  [[nodiscard]] const WinRule* claimedRule() const {
    const std::string_view reason =
        context_.name == 0 ? std::string_view() : before_.vocabulary->names.text(context_.name);
    const auto named_rule = ranges::find(ruleset_.wins, reason, &WinRule::name);
    if (named_rule != ruleset_.wins.end() && !reason.empty()) return &*named_rule;
    const auto ended = event_.getGameEnded();
    const bool is_claim = ended.getWinner() != 0 || ended.getEverybody() != schema::Everybody::NO;
    const bool all_ends =
        ranges::any_of(ruleset_.wins, [](const WinRule& one) { return one.on.which == schema::Event::CONCEDED; });
    if (!is_claim || !all_ends || ranges::contains(ruleset_.declared.endings, reason)) return nullptr;
    for (const WinRule& rule : ruleset_.wins) {
      if (!rule.on.which && holds(rule.if_, before_, rules_, context_) != TriState::no) return &rule;
    }
    return &ruleset_.wins.front();
  }

  const PendingEvent& pending_;
  const State& before_;
  const Rules& rules_;
  const Ruleset& ruleset_;
  EventNumber number_;
  schema::Event::Reader event_;
  std::vector<Finding>& findings_;
  const EventContext& context_;
  bool forbidden_ = false;
};

}  // namespace

void judgePlay(const PendingEvent& pending, std::vector<Finding>& findings) {
  if (pending.rules.ruleset.has_rules_of_play) PlayJudge(pending, findings).judge();
}

CardIndex unreadObliging(const PendingEvent& pending) {
  if (!pending.rules.ruleset.has_rules_of_play || !countsAny(pending.before.unread_in_play, kObliging)) return kNone;
  return forEachMissedMust(pending, [](const Permission&, const PermissionReading&, CardIndex) {});
}

}  // namespace docket
