// The functions that ask who sees a card, who knows what it is, and what was told of it.
#include "engine/query/sight.h"

#include "engine/query/evaluation/evaluation.h"
#include "engine/query/statements.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

Value Evaluation::ofSight(NodeIndex index, const Where& where, LineIndex line) {
  const State& state = *where.state;
  const Function function = node(index).function;
  const bool of_anybody = function == Function::told;
  const Value player = of_anybody ? Value::absent(Type::player) : below(child(index, 0), where, line);
  const Value card = below(child(index, of_anybody ? 0 : 1), where, line);
  if (player.isUnknown() || card.isUnknown()) return unknownFor(Type::boolean, {&player, &card});
  const bool lacks_player = !of_anybody && (player.isAbsent() || kindOf(player.entity) != EntityKind::player);
  if (lacks_player || card.isAbsent() || !state.isCard(card.entity)) return Value::absent(Type::boolean);
  const Seat seat = of_anybody ? Seat{0} : static_cast<Seat>(numberOf(player.entity));
  Value value = Value::ofBoolean(false);
  if (function == Function::sees) {
    at(line).event = state.cards[card.entity].arrived;
    value = Value::ofBoolean(seesCard(state, ruleset(), seat, card.entity));
  } else if (function == Function::knows) {
    value = Value::ofBoolean(knowsCard(state, seat, card.entity));
  } else {
    const StatementReading told = readStatement(state, seat, card.entity, textOf(child(index, of_anybody ? 1 : 2)));
    at(line).event = told.event;
    value = told.told == TriState::undecided
                ? Value::unknown(Type::boolean, {.kind = Reason::Kind::untold, .event = told.event})
                : Value::ofBoolean(told.told == TriState::yes);
  }
  takeReasons(value, player);
  takeReasons(value, card);
  return value;
}

}  // namespace docket::expression
