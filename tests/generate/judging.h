// The findings against a generated game: against its events and its decks, and its overturned rulings.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/fold/events_of.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "engine/query/evaluation/evaluate.h"
#include "engine/query/limits/decks.h"

namespace docket::generate {

/// An event and the clause that it breaks.
using Breach = std::pair<EventNumber, std::string>;

struct Judged {
  std::multiset<Breach> breaches;    ///< of events, and of decks at the event by which their player had brought all
  std::multiset<Breach> overturned;  ///< rulings, by each clause that they cite

  [[nodiscard]] std::multiset<Breach> all() const {
    auto both = breaches;
    both.insert(overturned.begin(), overturned.end());
    return both;
  }
};

/// The last event by which each seat registered cards, from seat 1.
inline std::vector<EventNumber> broughtBy(const Recording& game) {
  std::vector<EventNumber> brought(game.header().getPlayers().size() + 1);
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const HeldEvent event = game.event(number);
    if (event->isDeckRegistered()) brought[event->getDeckRegistered().getPlayer()] = number;
  }
  return brought;
}

inline void judgeRuling(const State& state, const Rules& rules, const Recording& game, EventNumber number,
                        Judged& judged) {
  const HeldEvent event = game.event(number);
  const auto ruling = event->getRulingGiven();
  const auto claim = expression::parseCondition(ruling.getClaim().cStr(),
                                                {.ruleset = rules.ruleset, .names = &game.names()}, {.file = "claim"});
  const auto value = expression::evaluate(claim, {.state = state, .rules = rules}).value;
  if (!value.isUnknown() && value.isTrue()) return;
  for (const auto clause : ruling.getClauses()) {
    judged.overturned.emplace(number, value.isUnknown() ? std::string(clause.cStr()) + " (undecided)" : clause.cStr());
  }
}

inline Judged judgeGame(const Recording& game, const Rules& rules) {
  Judged judged;
  const EventsOf events(game);
  const auto brought = broughtBy(game);
  RunningState running(game.header(), rules);
  const auto breach = [&](EventNumber number, const std::string& clause, bool certain) {
    judged.breaches.emplace(number, certain ? clause : clause + " (undecided)");
  };
  for (EventNumber number = 1; number <= game.size(); ++number) {
    const auto event = game.event(number);
    for (const Finding& finding : judge(pendingEvent(running.state(), rules, number, event))) {
      breach(number, finding.clause, finding.certainty == Finding::Certainty::certain);
    }
    running.add(number, event, events);
    if (event->isRulingGiven()) judgeRuling(running.state(), rules, game, number, judged);
    if (!event->isDeckRegistered()) continue;
    const Seat player = event->getDeckRegistered().getPlayer();
    if (player == 0 || brought[player] != number) continue;
    // Copies and the requirements of registering were judged with the events.
    for (const DeckFinding& finding : checkDeck(running.state(), rules, player, game.header().getFormat().cStr())) {
      if (finding.isOfWholeDeck()) breach(number, finding.clause, finding.certain);
    }
  }
  return judged;
}

}  // namespace docket::generate
