#include "tools/step/landmarks.h"

#include <algorithm>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "tools/notation/card_references.h"
#include "tools/verdict/replacement_findings.h"
#include "tools/verdict/ruling_verdict.h"

namespace docket::step {

Landmarks::Landmarks(const OpenGame& game, const TurnLabels& turn_labels)
    : game_(game), turn_labels_(turn_labels), stretches_(game.last() / kKeyframeEvents + 1) {}

const Landmarks::Stretch& Landmarks::stretch(EventNumber number) {
  auto& kept = stretches_[number];
  if (!kept) {
    auto made = std::make_unique<Stretch>();
    const EventNumber first = number * kKeyframeEvents + 1;
    look(*made, first, std::min(game_.last(), first + kKeyframeEvents - 1));
    kept = std::move(made);
  }
  return *kept;
}

void Landmarks::addTouchedBy(EventNumber first, EventNumber last, const Stretch& now, EventNumber now_first,
                             std::vector<CardIndex>& cards) {
  const auto add = [&](const Stretch& from) {
    for (const auto& [card, event] : from.touched) {
      if (event >= first && event <= last) cards.push_back(card);
    }
  };
  for (EventNumber number = (first - 1) / kKeyframeEvents; number * kKeyframeEvents + 1 < now_first; ++number) {
    add(stretch(number));
  }
  add(now);
}

bool Landmarks::isIllegalCorrection(EventNumber number) {
  if (!illegal_corrections_) {
    illegal_corrections_.emplace();
    judgeReplacements(game_, [&](const State&, EventNumber, schema::Event::Reader, EventNumber by,
                                 const std::vector<Finding>&) { illegal_corrections_->insert(by); });
  }
  return illegal_corrections_->contains(number);
}

void Landmarks::look(Stretch& at, EventNumber first, EventNumber last) {
  if (first > last) return;
  const Rules rules = game_.rules();
  RunningState running = game_.runningStateAfter(first - 1);
  game_.events().forEach(first, last, [&](EventNumber number, schema::Event::Reader event) {
    const State& table = running.state();
    bool found = !judge(pendingEvent(table, rules, number, event)).empty();
    if (event.isCorrected()) found = found || isIllegalCorrection(number);
    if (event.isRulingGiven()) {
      found = found || verifyRuling(game_, turn_labels_, number, event.getRulingGiven()).outcome !=
                           RulingVerdict::Outcome::upheld;
    }
    if (found) at.findings.push_back(number);
    std::vector<CardIndex> touched;
    const auto named = cardsNamedBy(event);
    const auto add_named = [&] {  // a shuffle takes numbers away, others give them: both tables know some
      for (const std::uint32_t card : named) {
        if (const CardIndex index = table.cardOf(card); index != kNone) touched.push_back(index);
      }
    };
    add_named();
    running.add(number, event, game_.events());
    add_named();
    const auto& changed = running.step().cards;
    touched.insert(touched.end(), changed.begin(), changed.end());
    // Events that a judge takes back touched the same cards.
    if (event.isRewound()) addTouchedBy(event.getRewound().getTo() + 1, number - 1, at, first, touched);
    if (event.isCorrected()) {
      const EventNumber corrected = event.getCorrected().getEvent();
      addTouchedBy(corrected, corrected, at, first, touched);
    }
    for (const CardIndex card : touched) at.touched.emplace_back(card, number);
  });
  std::sort(at.touched.begin(), at.touched.end());
  at.touched.erase(std::unique(at.touched.begin(), at.touched.end()), at.touched.end());
}

/// `candidates` gives the events of a stretch that come into question, in order.
template <class Candidates>
EventNumber Landmarks::nearest(EventNumber from, Direction direction, const Candidates& candidates) {
  const bool forward = direction == Direction::forward;
  if (forward ? from >= game_.last() : from <= 1) return 0;
  // Event n is in stretch (n - 1) / kKeyframeEvents.
  for (EventNumber number = (forward ? from : from - 2) / kKeyframeEvents;;) {
    const std::vector<EventNumber> events = candidates(stretch(number));
    if (forward) {
      const auto after = std::upper_bound(events.begin(), events.end(), from);
      if (after != events.end()) return *after;
      if (++number >= stretches_.size()) return 0;
    } else {
      const auto not_before = std::lower_bound(events.begin(), events.end(), from);
      if (not_before != events.begin()) return *std::prev(not_before);
      if (number-- == 0) return 0;
    }
  }
}

EventNumber Landmarks::finding(EventNumber from, Direction direction) {
  return nearest(from, direction, [](const Stretch& one) { return one.findings; });
}

EventNumber Landmarks::touching(CardIndex card, EventNumber from, Direction direction) {
  return nearest(from, direction, [&](const Stretch& one) {
    std::vector<EventNumber> events;
    const auto first = std::lower_bound(one.touched.begin(), one.touched.end(), std::pair(card, EventNumber{0}));
    for (auto each = first; each != one.touched.end() && each->first == card; ++each) events.push_back(each->second);
    return events;
  });
}

}  // namespace docket::step
