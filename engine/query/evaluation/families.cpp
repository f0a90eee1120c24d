#include "engine/query/evaluation/families.h"

#include <stdexcept>
#include <string>

#include "engine/query/cards/undefined.h"
#include "engine/query/evaluation/abilities.h"
#include "engine/query/evaluation/amounts.h"
#include "engine/query/evaluation/cards.h"
#include "engine/query/evaluation/features.h"
#include "engine/query/evaluation/periods.h"
#include "engine/query/evaluation/play.h"
#include "engine/query/evaluation/record.h"
#include "engine/query/evaluation/selection.h"
#include "engine/query/evaluation/sight.h"
#include "engine/rules/expression/arithmetic.h"

namespace docket::expression {
namespace {

Value answerOf(const Call& call) {
  switch (familyOf(call.function())) {
    case Family::card:
    case Family::type:
      return evaluateCard(call);
    case Family::keyword:
    case Family::feature:
      return evaluateFeature(call);
    case Family::titled:
      return cardOfTitle(call);
    case Family::trait:
      return hasTrait(call);
    case Family::sight:
      return evaluateSight(call);
    case Family::stat:
      return evaluateStat(call);
    case Family::printed:
      return evaluatePrinted(call);
    case Family::value:
      return evaluateValue(call);
    case Family::counters:
      return evaluateCounters(call);
    case Family::delta:
      return evaluateDelta(call);
    case Family::last_known:
      return lastKnown(call);
    case Family::selection:
      return selection(call);
    case Family::limit:
      return evaluateLimit(call);
    case Family::ability:
      return evaluateAbility(call);
    case Family::event:
      return evaluateEvent(call);
    case Family::period:
      return evaluatePeriod(call);
    case Family::extreme:
      return extreme(call);
    case Family::presence:
      return evaluatePresence(call);
    case Family::end:
    case Family::permission:
    case Family::tally:
    case Family::choice:
    case Family::player:
    case Family::players:
    case Family::place:
    case Family::event_at_hand:
    case Family::deck:
      return evaluatePlay(call);
  }
  return Value::unknown(call.type(), {});
}

}  // namespace

Value callFunction(const Call& call) {
  Value value = answerOf(call);
  if (!call.unreadMayMatter()) return value;
  const CardIndex unread = unreadInPlay(call.state(), call.rules(), mattersOf(call.function()));
  if (unread != kNone) addReason(value, {.kind = Reason::Kind::text_unknown, .subject = unread});
  return value;
}

void notOfFamily(Function function) {
  throw std::logic_error("function " + std::to_string(static_cast<int>(function)) + " has no case in its family");
}

}  // namespace docket::expression
