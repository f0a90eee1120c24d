#include "engine/fold/periods.h"

#include <utility>

#include "engine/fold/erase_facts.h"
#include "engine/fold/fold.h"
#include "engine/fold/fold_obligations.h"
#include "engine/fold/ledger.h"
#include "engine/fold/tallies.h"
#include "engine/fold/uses.h"
#include "engine/query/acts/obligations.h"
#include "engine/query/acts/recorded_names.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

void setPeriod(Fold& fold, PeriodIndex period, PeriodNow&& now) {
  PeriodNow& old = fold.state.periods[period];
  if (old.began != 0) fold.state.fingerprint -= factOf(period, old);
  old = std::move(now);
  fold.state.fingerprint += factOf(period, old);
}

/// Ends everything that lasts until a period ends, including the periods within it. The caller checks whether it is
/// open.
void endWithin(Fold& fold, PeriodIndex period) {
  const Ruleset& ruleset = fold.ruleset();
  for (std::size_t inner = 0; inner < ruleset.periods.size(); ++inner) {
    if (ruleset.periods[inner].within == period) endPeriod(fold, static_cast<PeriodIndex>(inner));
  }
  endEntriesUntil(fold, period);
  forgetTallies(fold, period);
  if (period == ruleset.forget_uses_with) forgetUses(fold);
  if (period == (ruleset.forget_uses_with == kUnbound ? 0 : ruleset.forget_uses_with)) forgetObligations(fold);
  if (ruleset.periods[period].chains) eraseFacts(fold.state, fold.state.chain);
}

}  // namespace

void endPeriod(Fold& fold, PeriodIndex period) {
  endWithin(fold, period);
  const PeriodNow& ended_period = fold.state.periods[period];
  if (!ended_period.open) return;
  setPeriod(fold, period, {.player = ended_period.player, .began = ended_period.began, .count = ended_period.count});
}

void beginPeriod(Fold& fold, schema::Event::Began::Reader event) {
  const PeriodIndex period = fold.binding(event.getPeriod()).period;
  if (period == kUnbound)
    fold.throwMalformed(noSuchPeriod(fold.ruleset(), fold.state.vocabulary->names.text(event.getPeriod())));
  if (event.getPlayer() > fold.state.seats) fold.throwMalformed("it names a seat that the game does not have");
  endWithin(fold, period);
  std::vector<Entity> parties;
  for (const Entity party : event.getParties()) parties.push_back(fold.subject(party));
  setPeriod(fold, period,
            {.open = true,
             .player = event.getPlayer(),
             .name = event.getName(),
             .began = fold.now,
             .count = fold.state.periods[period].count + 1,
             .place = fold.subject(event.getPlace()),
             .parties = std::move(parties)});
}

}  // namespace docket
