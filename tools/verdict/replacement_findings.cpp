#include "tools/verdict/replacement_findings.h"

namespace docket {

void judgeReplacements(const OpenGame& game, const VisitReplacement& visit) {
  const Path path = game.history().pathTo(game.last());
  if (path.corrections.empty()) return;
  const Rules rules = game.rules();
  State state = initialState(game.header(), rules);
  const auto look = [&](const State& before, EventNumber number, schema::Event::Reader event, EventNumber by) {
    if (by == 0) return;
    if (const auto findings = judge(pendingEvent(before, rules, number, event)); !findings.empty()) {
      visit(before, number, event, by, findings);
    }
  };
  foldAlong(state, rules, game.events(), path, look);
}

}  // namespace docket
