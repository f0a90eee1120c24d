#include "engine/query/acts/outcome.h"

#include <bit>
#include <cstdint>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/query/state_reader.h"
#include "engine/rules/expression/certain.h"

namespace docket {
namespace {

/// Whether any player has won, and which.
struct Verdict {
  TriState met = TriState::no;
  Seats winners = 0;
  schema::Everybody everybody{};
  CardIndex terms = kNone;
};

/// The players who win together by a rule: possibly all; if there are none, the rule does not hold.
Verdict severalBy(StateReader& reader, const WinRule& rule, const EventContext& context, Entity self) {
  TriState met = TriState::yes;
  Seats winners = 0, all = 0;
  for (Seat seat = 1; seat <= reader.seats(); ++seat) {
    const TriState wins = reader.holds(rule.winners, context, self, seat);
    if (wins == TriState::undecided) met = TriState::undecided;
    if (wins == TriState::yes) winners = withSeat(winners, seat);
    all = withSeat(all, seat);
  }
  if (met == TriState::undecided) return {.met = met};
  if (winners == 0) return {};
  if (winners == all) return {.met = met, .everybody = schema::Everybody::WINS};
  return {.met = met, .winners = winners};
}

/// The winners by a rule: none if it names no player. A rule that names a player who is not there does not hold.
Verdict winnerBy(StateReader& reader, const WinRule& rule, const EventContext& context, Entity self) {
  if (rule.winners) return severalBy(reader, rule, context, self);
  if (!rule.winner) return {.met = TriState::yes, .everybody = rule.everybody};
  const auto winner = reader.valueOf(*rule.winner, context, self);
  if (!expression::isCertain(winner)) return {.met = TriState::undecided};
  if (!winner.isKnown() || kindOf(winner.entity) != EntityKind::player) return {};
  return {.met = TriState::yes, .winners = seatSet(static_cast<Seat>(numberOf(winner.entity)))};
}

Verdict verdictBy(StateReader& reader, const WinRule& rule, const EventContext& context, Entity self) {
  const TriState met = reader.holds(rule.if_, context, self);
  if (met == TriState::no) return {};
  Verdict verdict = winnerBy(reader, rule, context, self);
  if (met == TriState::undecided && verdict.met == TriState::yes) verdict.met = TriState::undecided;
  return verdict;
}

/// Whether a card's terms for winning are met. `only`: the players who may win by them; empty: any.
Verdict termsOf(StateReader& reader, CardIndex card, const EventContext& context, Seats only) {
  const Definition* definition = reader.definitionOf(card);
  if (definition == nullptr) return {.met = TriState::undecided};
  Verdict found;
  for (const WinRule& terms : definition->wins) {
    Verdict verdict = verdictBy(reader, terms, context, card);
    if (verdict.met == TriState::no || (only != 0 && verdict.winners != 0 && verdict.winners != only)) continue;
    verdict.terms = card;
    if (verdict.met == TriState::yes) return found.met == TriState::undecided ? found : verdict;
    found = verdict;
  }
  return found;
}

Verdict wonBy(StateReader& reader, const WinRule& rule, const EventContext& context) {
  if (rule.terms == kUnbound) return verdictBy(reader, rule, context, kNone);
  const TriState met = reader.holds(rule.if_, context, kNone);
  if (met == TriState::no) return {};
  // The players who may win by the terms, if the rule names any.
  const Verdict only = winnerBy(reader, rule, context, kNone);
  if (only.met == TriState::no) return {};
  for (const CardIndex card : reader.cardsIn(rule.terms)) {
    Verdict verdict = termsOf(reader, card, context, only.winners);
    if (verdict.met == TriState::no) continue;
    if (met == TriState::undecided || only.met == TriState::undecided) verdict.met = TriState::undecided;
    return verdict;
  }
  return {};
}

/// True if something that was triggered is not yet dealt with.
bool isPending(const State& state) {
  return ranges::any_of(state.obligations, [](const Obligation& owed) {
    const bool closed = owed.status != Obligation::Status::open && owed.status != Obligation::Status::optional;
    return owed.effect == 0 && owed.follow_up_rule == 0 && !closed;
  });
}

/// Applies one rule. `not_won`: stays valid as long as no player can have won by it.
void decideBy(const State& after, const Rules& rules, const EventContext& context, std::size_t place, Validity& not_won,
              Decision& decision) {
  const WinRule& rule = rules.ruleset.wins[place];
  const bool waits = !rule.at_once && isPending(after);
  if (waits) rules.ruleset.note(RuleField::wins_at_once);
  const TriState is_kind = isKind(after, context, rule.on);
  if (waits || is_kind == TriState::no) return;
  StateReader reader(after, rules);
  Verdict verdict = wonBy(reader, rule, context);
  if (verdict.met == TriState::no) not_won.restsOn(reader.read());
  verdict.met = bothHold(is_kind, verdict.met);
  if (verdict.met != TriState::no) {
    rules.ruleset.note(rule.clause);
    rules.ruleset.note(RuleField::wins_at_once, [&] { return isPending(after); });
  }
  decision.undecided = decision.undecided || verdict.met == TriState::undecided;
  if (verdict.met != TriState::yes) return;
  decision.win = Win{.is_won = true,
                     .winners = verdict.winners,
                     .everybody = verdict.everybody,
                     .rule = static_cast<std::uint16_t>(place),
                     .terms = verdict.terms};
}

}  // namespace

Seats winnersIn(schema::Event::GameEnded::Reader ended) {
  Seats winners = seatSet(ended.getWinner());
  for (const Entity other : ended.getAlongside()) winners = withSeat(winners, static_cast<Seat>(numberOf(other)));
  return winners;
}

Decision decideOutcome(const State& after, const Rules& rules, const EventContext& context, std::uint32_t ended,
                       std::vector<Validity>& not_won) {
  const Ruleset& ruleset = rules.ruleset;
  not_won.resize(ruleset.wins.size());
  Decision decision;
  for (std::uint64_t remaining = ruleset.win_times.after(context.which, ended); remaining != 0;
       remaining &= remaining - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(remaining));
    if (!not_won[place].holds()) decideBy(after, rules, context, place, not_won[place], decision);
    if (decision.win) break;
  }
  return decision;
}

Win remainingWin(const State& after, const Rules& rules, const Win& win) {
  StateReader reader(after, rules);
  const Verdict verdict = wonBy(reader, rules.ruleset.wins[win.rule], win.context);
  if (verdict.met != TriState::yes) return {};
  Win still = win;
  const bool by_nobody = win.winners == 0 && win.everybody == schema::Everybody::NO;
  if (by_nobody) return still;  // wins that cancelled out stay so
  still.winners = verdict.winners;
  still.everybody = verdict.everybody;
  return still;
}

const WinRule* ruleOf(const State& state, const Rules& rules) {
  const Win& win = state.play.win;
  return win.is_won && win.rule < rules.ruleset.wins.size() ? &rules.ruleset.wins[win.rule] : nullptr;
}

GameEnd gameEndOf(const State& state, const Rules& rules) {
  const Outcome& outcome = state.outcome;
  if (outcome.over)
    return {.over = true, .winners = outcome.winners, .everybody = outcome.everybody, .event = outcome.event};
  const Win& win = state.play.win;
  return {.over = win.is_won,
          .known = state.play.undecided_at == 0,
          .winners = win.winners,
          .everybody = win.everybody,
          .event = win.is_won ? win.event : state.play.undecided_at,
          .rule = ruleOf(state, rules)};
}

bool isGameEndUnknown(const GameEnd& end, const Rules& rules) {
  if (end.over) return false;
  rules.ruleset.note(RuleField::scope);
  return rules.ruleset.wins.empty();
}

bool hasWon(const GameEnd& end, Seat player) {
  return end.over && player != 0 && (end.everybody == schema::Everybody::WINS || hasSeat(end.winners, player));
}

bool hasLost(const GameEnd& end, Seat player) {
  const bool to_others = end.winners != 0 && !hasSeat(end.winners, player);
  return end.over && player != 0 && (end.everybody == schema::Everybody::LOSES || to_others);
}

}  // namespace docket
