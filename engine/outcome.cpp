#include "engine/outcome.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/expression/evaluate.h"
#include "engine/requirements.h"

namespace docket {
namespace {

/// The player that a rule names; 0 where that is nobody or not known.
Seat winnerBy(const State& state, const Rules& rules, const WinRule& rule, const Happening& happening, Entity self) {
  if (!rule.winner) return 0;
  const auto winner = valueOf(*rule.winner, state, rules, happening, self);
  return winner.isKnown() && kindOf(winner.entity) == EntityKind::player ? static_cast<Seat>(numberOf(winner.entity))
                                                                         : Seat{0};
}

/// Whether a card's terms hold: `self` is the card.
std::optional<Seat> termsOf(const State& state, const Rules& rules, CardIndex card, const Happening& happening) {
  const Definition* definition = state.definitionOf(state.cards[card]);
  if (definition == nullptr) return std::nullopt;
  for (const WinRule& terms : definition->wins) {
    if (holds(terms.if_, state, rules, happening, card) != Met::yes) continue;
    if (const Seat winner = winnerBy(state, rules, terms, happening, card); winner != 0) return winner;
  }
  return std::nullopt;
}

std::optional<Won> wonBy(const State& state, const Rules& rules, const WinRule& rule, const Happening& happening) {
  if (!isKind(state, happening, rule.on)) return std::nullopt;
  if (holds(rule.if_, state, rules, happening) != Met::yes) return std::nullopt;
  if (rule.terms == kUnbound) {
    const Seat winner = winnerBy(state, rules, rule, happening, kNone);
    return winner == 0 ? std::nullopt : std::optional(Won{.won = true, .winner = winner});
  }
  const Seat only = winnerBy(state, rules, rule, happening, kNone);  // whose terms they are, where a rule says so
  for (CardIndex card = 0; card < state.cards.size(); ++card) {
    if (state.cards[card].zone != rule.terms) continue;
    const auto winner = termsOf(state, rules, card, happening);
    if (winner && (!rule.winner || *winner == only)) return Won{.won = true, .winner = *winner, .terms = card};
  }
  return std::nullopt;
}

/// Whether something that triggered has yet to be dealt with.
bool isPending(const State& state) {
  return ranges::any_of(state.obligations, [](const Obligation& owed) {
    const bool closed = owed.status != Obligation::Status::open && owed.status != Obligation::Status::optional;
    return owed.effect == 0 && !closed;
  });
}

}  // namespace

std::optional<Won> decideOutcome(const State& after, const Rules& rules, const Happening& happening) {
  for (std::size_t i = 0; i < rules.ruleset.wins.size(); ++i) {
    const WinRule& rule = rules.ruleset.wins[i];
    if (!rule.at_once && isPending(after)) continue;
    auto won = wonBy(after, rules, rule, happening);
    if (!won) continue;
    won->rule = static_cast<std::uint16_t>(i);
    return won;
  }
  return std::nullopt;
}

const WinRule* ruleOf(const State& state, const Rules& rules) {
  const Won& won = state.play.won;
  return won.won && won.rule < rules.ruleset.wins.size() ? &rules.ruleset.wins[won.rule] : nullptr;
}

End endOf(const State& state, const Rules& rules) {
  const Outcome& said = state.outcome;
  if (said.over) return {.over = true, .winner = said.winner, .event = said.event};
  const Won& won = state.play.won;
  return {.over = won.won, .winner = won.winner, .event = won.event, .rule = ruleOf(state, rules)};
}

}  // namespace docket
