#include "engine/query/evaluation/sight.h"

#include "engine/query/cards/sight.h"
#include "engine/query/cards/statements.h"
#include "engine/rules/expression/arithmetic.h"
#include "engine/rules/expression/functions.h"

namespace docket::expression {

Value evaluateSight(const Call& call) {
  const State& state = call.state();
  const Function function = call.function();
  const bool of_anybody = function == Function::told;
  const Value player = of_anybody ? Value::absent(Type::player) : call.argument(0);
  const Value card = call.argument(of_anybody ? 0 : 1);
  if (player.isUnknown() || card.isUnknown()) return unknownFor(Type::boolean, {&player, &card});
  const bool lacks_player = !of_anybody && (player.isAbsent() || kindOf(player.entity) != EntityKind::player);
  if (lacks_player || card.isAbsent() || !state.isCard(card.entity)) return Value::absent(Type::boolean);
  const Seat seat = of_anybody ? Seat{0} : static_cast<Seat>(numberOf(player.entity));
  Value value = Value::ofBoolean(false);
  if (function == Function::sees) {
    call.setEvent(state.cards[card.entity].arrived);
    value = Value::ofBoolean(seesCard(state, call.ruleset(), seat, card.entity));
  } else if (function == Function::knows) {
    value = Value::ofBoolean(knowsCard(state, seat, card.entity));
  } else {
    const StatementReading statement = readStatement(state, seat, card.entity, call.text(of_anybody ? 1 : 2));
    call.setEvent(statement.event);
    value = statement.told == TriState::undecided
                ? Value::unknown(Type::boolean, {.kind = Reason::Kind::untold, .event = statement.event})
                : Value::ofBoolean(statement.told == TriState::yes);
  }
  takeReasons(value, player);
  takeReasons(value, card);
  return value;
}

}  // namespace docket::expression
