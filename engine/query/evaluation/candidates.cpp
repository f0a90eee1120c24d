#include "engine/query/evaluation/candidates.h"

#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/rules/expression/functions.h"

namespace docket::expression {
namespace {

CardSets::Cards cardsFrom(const State& state, std::int64_t zone) {
  if (zone >= 0) return state.sets.in(static_cast<ZoneIndex>(zone));
  return zone == kAnywhere ? state.sets.anywhere() : state.sets.inPlay();
}

/// Takes the first filter that is a call of that function about `it` and a second argument out, and gives it.
template <class IsIt>
NodeIndex takeOut(Candidates& chosen, const Expression& expression, Function function, const IsIt& is_second) {
  const auto found = ranges::find_if(chosen.filters, [&](NodeIndex filter) {
    const Node& one = expression.node(filter);
    if (one.op != Operator::call || one.function != function || one.first_child == kNone) return false;
    const Node& about = expression.node(one.first_child);
    return about.op == Operator::it && about.next != kNone && is_second(about.next);
  });
  if (found == chosen.filters.end()) return kNone;
  const NodeIndex filter = *found;
  chosen.filters.erase(found);
  return filter;
}

/// True if the sets of types are complete: no trait gives types, and no unread text can.
bool doSetsSayTypes(const State& state) {
  const bool are_given = state.computed != nullptr && state.computed->about_types;
  return !are_given && state.unheard_in_play[static_cast<std::size_t>(schema::Matter::WORDS)] == 0;
}

}  // namespace

bool Candidates::isPrintedSo(const State& state, CardIndex card) const {
  const Definition* definition = state.definitionOf(state.cards[card]);
  return state.cards[card].first_entry == kNone && definition != nullptr && (definition->type_set >> type & 1U) != 0;
}

const Narrowing* narrowingOf(const Expression& expression, NodeIndex zone) {
  const auto found = ranges::find(expression.narrowings, zone, &Narrowing::zone);
  return found == expression.narrowings.end() ? nullptr : &*found;
}

Candidates candidatesOf(const Expression& expression, const Point& point, NodeIndex zone, const Narrowing* narrowing,
                        std::optional<Seat> controller) {
  Candidates chosen{.cards = cardsFrom(point.state, expression.node(zone).number)};
  for (NodeIndex i = expression.node(zone).next; i != kNone; i = expression.node(i).next) chosen.filters.push_back(i);
  if (narrowing == nullptr || !narrowing->hasSets()) return chosen;
  chosen.steps = narrowing->steps * chosen.cards.size();
  if (controller) {
    chosen.cards = chosen.cards.controlledBy(*controller);
    takeOut(chosen, expression, Function::controller,
            [&](NodeIndex second) { return second == narrowing->controller; });
  }
  if (narrowing->type != kUnbound && doSetsSayTypes(point.state)) {
    chosen.cards = chosen.cards.thatCanBe(narrowing->type);
    chosen.type = narrowing->type;
    const std::string& name = point.rules.ruleset.types[narrowing->type];
    chosen.type_filter = takeOut(chosen, expression, Function::type,
                                 [&](NodeIndex second) { return expression.textOf(second) == name; });
  }
  return chosen;
}

}  // namespace docket::expression
