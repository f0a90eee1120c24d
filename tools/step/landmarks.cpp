#include "tools/step/landmarks.h"

#include <algorithm>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/map.hpp>

#include "engine/fold/running_state.h"
#include "tools/notation/card_references.h"

namespace docket::step {

namespace {

/// The nearest of some events, ascending, after `from` or before it; 0 if there is none.
EventNumber nearestOf(const std::vector<EventNumber>& events, EventNumber from, Direction direction) {
  if (direction == Direction::forward) {
    const auto after = std::upper_bound(events.begin(), events.end(), from);
    return after == events.end() ? 0 : *after;
  }
  const auto not_before = std::lower_bound(events.begin(), events.end(), from);
  return not_before == events.begin() ? 0 : *std::prev(not_before);
}

}  // namespace

Landmarks::Landmarks(const OpenGame& game, const AnnotatedLog& log)
    : game_(game), log_(log), stretches_(game.last() / kKeyframeEvents + 1) {}

const Landmarks::Stretch& Landmarks::stretch(EventNumber number) {
  auto& kept = stretches_[number];
  if (!kept) {
    auto stretch = std::make_unique<Stretch>();
    const EventNumber first = number * kKeyframeEvents + 1;
    look(*stretch, first, std::min(game_.last(), first + kKeyframeEvents - 1));
    kept = std::move(stretch);
  }
  return *kept;
}

void Landmarks::addTouchedBy(EventNumber first, EventNumber last, const Stretch& now, EventNumber now_first,
                             std::vector<CardIndex>& cards) {
  const auto add = [&](const Stretch& from) {
    for (const auto& [card, event] : from) {
      if (event >= first && event <= last) cards.push_back(card);
    }
  };
  for (EventNumber number = (first - 1) / kKeyframeEvents; number * kKeyframeEvents + 1 < now_first; ++number) {
    add(stretch(number));
  }
  add(now);
}

void Landmarks::look(Stretch& at, EventNumber first, EventNumber last) {
  if (first > last) return;
  RunningState running = game_.runningStateAfter(first - 1);
  game_.events().forEach(first, last, [&](EventNumber number, schema::Event::Reader event) {
    const State& table = running.state();
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
    for (const CardIndex card : touched) at.emplace_back(card, number);
  });
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
}

EventNumber Landmarks::finding(EventNumber from, Direction direction) {
  if (!findings_) findings_ = log_.eventsWithFindings();
  return nearestOf(*findings_, from, direction);
}

EventNumber Landmarks::touching(CardIndex card, EventNumber from, Direction direction) {
  const bool forward = direction == Direction::forward;
  if (forward ? from >= game_.last() : from <= 1) return 0;
  // Event n is in stretch (n - 1) / kKeyframeEvents.
  for (EventNumber number = (forward ? from : from - 2) / kKeyframeEvents; number < stretches_.size();) {
    const Stretch& one = stretch(number);
    const auto is_its = [&](const auto& touched) { return touched.first == card; };
    const auto events =
        one | ranges::views::filter(is_its) | ranges::views::values | ranges::to<std::vector<EventNumber>>;
    if (const EventNumber found = nearestOf(events, from, direction); found != 0) return found;
    if (!forward && number == 0) return 0;
    number = forward ? number + 1 : number - 1;
  }
  return 0;
}

}  // namespace docket::step
