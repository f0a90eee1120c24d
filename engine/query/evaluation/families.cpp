#include "engine/query/evaluation/families.h"

#include "engine/query/evaluation/abilities.h"
#include "engine/query/evaluation/amounts.h"
#include "engine/query/evaluation/cards.h"
#include "engine/query/evaluation/features.h"
#include "engine/query/evaluation/periods.h"
#include "engine/query/evaluation/play.h"
#include "engine/query/evaluation/record.h"
#include "engine/query/evaluation/selection.h"
#include "engine/query/evaluation/sight.h"

namespace docket::expression {
namespace {

/// Whether it asks what a card is (features.h).
bool asksFeature(Function function) {
  switch (function) {
    case Function::keyword:
    case Function::base_keyword:
    case Function::same_keyword:
    case Function::different_keyword:
    case Function::all_different:
    case Function::count_different:
    case Function::characteristic:
    case Function::same_characteristics:
    case Function::attribute:
    case Function::attributes:
    case Function::parts:
    case Function::part:
    case Function::says:
    case Function::grants_keyword:
      return true;
    default:
      return false;
  }
}

/// Whether it asks who sees a card, knows it or was told something of it (sight.h).
bool asksSight(Function function) {
  switch (function) {
    case Function::sees:
    case Function::knows:
    case Function::told:
    case Function::told_player:
      return true;
    default:
      return false;
  }
}

/// Whether it asks what may be done, was chosen, or how the game ended (play.h).
bool asksPlay(Function function) {
  switch (function) {
    case Function::over:
    case Function::winner:
    case Function::won:
    case Function::lost:
    case Function::may:
    case Function::must:
    case Function::chosen:
    case Function::chosen_at:
    case Function::thrown:
    case Function::shuffled:
    case Function::player:
    case Function::opponent:
    case Function::arrived:
    case Function::from_bottom:
    case Function::amount:
    case Function::together:
    case Function::every_player:
    case Function::player_with_most:
    case Function::deck_legal:
    case Function::deck_broke:
      return true;
    default:
      return false;
  }
}

}  // namespace

Value callFunction(const Call& call) {
  if (asksFeature(call.function())) return ofFeature(call);
  if (asksPlay(call.function())) return ofPlay(call);
  if (asksSight(call.function())) return ofSight(call);
  switch (call.function()) {
    case Function::stat:
    case Function::stat_called:
    case Function::base:
      return ofStat(call);
    case Function::printed:
      return printedStat(call);
    case Function::value:
      return ofValue(call);
    case Function::counters:
      return ofCounters(call);
    case Function::count:
    case Function::any:
    case Function::cards:
    case Function::sum:
      return selection(call);
    case Function::card:
      return cardOfTitle(call);
    case Function::trait:
      return hasTrait(call);
    case Function::delta:
      return ofDelta(call);
    case Function::last_known:
      return lastKnown(call);
    case Function::legal:
    case Function::clause:
    case Function::broke:
    case Function::actor:
    case Function::change:
    case Function::before:
    case Function::after:
    case Function::effect_keyword:
      return ofEvent(call);
    case Function::used:
    case Function::max_uses:
      return ofLimit(call);
    case Function::open_obligations:
    case Function::obligation:
    case Function::following:
    case Function::triggers:
    case Function::ability_keyword:
    case Function::act_keyword:
    case Function::designator:
      return ofText(call);
    case Function::minimum:
    case Function::maximum:
      return extreme(call);
    case Function::turn:
    case Function::phase:
    case Function::turn_player:
    case Function::during:
    case Function::period_name:
    case Function::period_number:
    case Function::periods_ended:
    case Function::period_player:
      return ofPeriod(call);
    case Function::absent:
    case Function::known:
      return ofPresence(call);
    default:
      return ofOneCard(call);
  }
}

}  // namespace docket::expression
