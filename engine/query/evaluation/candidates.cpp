#include "engine/query/evaluation/candidates.h"

#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

CardSets::Cards cardsFrom(const State& state, std::int64_t zone) {
  if (zone >= 0) return state.sets.in(static_cast<ZoneIndex>(zone));
  return zone == kAnywhere ? state.sets.anywhere() : state.sets.inPlay();
}

/// The first filter of a zone that is a call of that function about `it` and a second argument; kNone: none.
template <class IsSecond>
NodeIndex filterOf(const Expression& expression, NodeIndex zone, Function function, const IsSecond& is_second) {
  for (NodeIndex i = expression.node(zone).next; i != kNone; i = expression.node(i).next) {
    const Node& one = expression.node(i);
    if (one.op != Operator::call || one.function != function || one.first_child == kNone) continue;
    const Node& about = expression.node(one.first_child);
    if (about.op == Operator::it && about.next != kNone && is_second(about.next)) return i;
  }
  return kNone;
}

/// True if the sets of types are complete: no trait gives types, and no unread text can.
bool doSetsSayTypes(const State& state) {
  const bool are_given = state.computed != nullptr && state.computed->about_types;
  return !are_given && !countsAny(state.unread_in_play, Matters::of({schema::Matter::WORDS}));
}

/// True if the sets of controllers are certain: no unread text can give control of a card.
bool doSetsSayControllers(const State& state) {
  return !countsAny(state.unread_in_play, Matters::of({schema::Matter::CONTROL}));
}

}  // namespace

bool Candidates::answer(NodeIndex filter, const State& state, CardIndex card) const {
  if (filter == answered) return true;
  if (filter != type_filter) return false;
  const Definition* definition = state.definitionOf(state.cards[card]);
  return state.cards[card].first_entry == kNone && definition != nullptr && (definition->type_set >> type & 1U) != 0;
}

Candidates candidatesOf(const Expression& expression, const State& state, const Rules& rules, NodeIndex zone,
                        const Narrowing* narrowing, std::optional<Seat> controller) {
  Candidates chosen{.cards = cardsFrom(state, expression.node(zone).number)};
  if (narrowing == nullptr || !narrowing->hasSets()) return chosen;
  chosen.steps = narrowing->steps * chosen.cards.size();
  if (controller && doSetsSayControllers(state)) {
    chosen.cards = chosen.cards.controlledBy(*controller);
    chosen.answered = filterOf(expression, zone, Function::controller,
                               [&](NodeIndex second) { return second == narrowing->controller; });
  }
  if (narrowing->type != kUnbound && doSetsSayTypes(state)) {
    chosen.cards = chosen.cards.thatCanBe(narrowing->type);
    chosen.type = narrowing->type;
    const std::string& name = rules.ruleset.types[narrowing->type];
    chosen.type_filter =
        filterOf(expression, zone, Function::type, [&](NodeIndex second) { return expression.textOf(second) == name; });
  }
  return chosen;
}

}  // namespace docket::expression
