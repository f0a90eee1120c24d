#include "engine/fold/timeline.h"

#include <algorithm>

namespace docket {
namespace {

constexpr EventNumber kEvents = 256;       // at least so many events from one mark to the next
constexpr EventNumber kEventsBefore = 16;  // or where a judge goes back to
constexpr std::size_t kMostMarks = 64;
constexpr std::size_t kMostFacts = std::size_t{1} << 20U;  // in all marks together

/// About how many facts a state holds: what a copy of it costs.
std::size_t size(const State& state) {
  return state.cards.size() + state.numbers.size() / 16 + state.uses.size() + state.entries.live() +
         state.counters.size() + state.values.size() + state.observations.size() + state.doubted.size() +
         state.skipped.size() + state.obligations.size();
}

}  // namespace

void Timeline::note(EventNumber number, schema::Event::Reader event) {
  same_ = false;
  if (event.isRewound()) rewind(number, event.getRewound().getTo());
  course_.add(number, event);
  if (event.isCorrected()) {
    const EventNumber other = event.getCorrected().getEvent();
    correct(number, event);
    same_ = !course_.covers(other);
    if (!same_) forgetFrom(other);
  }
  numbers_ = std::max(numbers_, numbersAfter(event));
}

void Timeline::rewind(EventNumber number, EventNumber to) {
  numbers_before_[number] = numbers_;
  if (to != 0 && !course_.covers(to)) {  // to what was taken back itself: from the beginning
    marks_.clear();
    in_effect_.clear();
    on_event_.clear();
    const auto way = course_.to(to);
    for (const Correction& one : corrections_) {
      if (covers(way, one.by) && covers(way, one.event)) putInEffect(one);
    }
    return;
  }
  forgetFrom(to + 1);
  for (; !in_effect_.empty() && in_effect_.back().by > to; in_effect_.pop_back()) {
    const auto on = on_event_.find(in_effect_.back().event);
    forgetFrom(on->first);
    on->second.pop_back();
    if (on->second.empty()) on_event_.erase(on);
  }
}

void Timeline::correct(EventNumber number, schema::Event::Reader event) {
  const Correction one{.event = event.getCorrected().getEvent(), .by = number};
  corrections_.push_back(one);
  by_.emplace(number, HeldEvent::copyOf(event));
  if (course_.covers(one.event)) putInEffect(one);
}

void Timeline::putInEffect(const Correction& correction) {
  in_effect_.push_back(correction);
  on_event_[correction.event].push_back(correction.by);
}

void Timeline::forgetFrom(EventNumber number) {
  while (!marks_.empty() && marks_.back().number >= number) marks_.pop_back();
}

// If there are too many marks, every second one is dropped, so their distance grows with the game.
void Timeline::mark(const State& state) {
  marks_.push_back({.number = state.event, .state = state});
  std::size_t facts = 0;
  for (const Mark& one : marks_) facts += size(one.state);
  if (marks_.size() <= kMostMarks && facts <= kMostFacts) return;
  std::size_t kept = 0;
  for (std::size_t i = marks_.size() % 2; i < marks_.size(); i += 2) {
    if (kept != i) marks_[kept] = std::move(marks_[i]);
    ++kept;
  }
  marks_.resize(kept);
}

void Timeline::fold(State& state, const Rules& rules, EventNumber number, schema::Event::Reader event,
                    Step& step) const {
  const auto corrected = on_event_.find(number);
  if (corrected == on_event_.end()) return reduce(state, rules, number, event, step, true);
  const HeldEvent& by = by_.at(corrected->second.back());
  foldCorrected(state, rules, number, event, by, step, true);
}

void Timeline::retrace(State& state, schema::Header::Reader header, const Rules& rules, const EventSource& events) {
  Step step;
  const EventNumber last = course_.stretches().back().last;
  if (same_) {
    events.forEach(last, last,
                   [&](EventNumber number, const HeldEvent& event) { reduce(state, rules, number, event, step); });
    return;
  }
  // What a correction says happened may be in words that are first used by it.
  events.forEach(last, last,
                 [&](EventNumber number, const HeldEvent& event) { keepNames(state, rules, number, event); });
  auto names = std::move(state.vocabulary);  // of all events, also of those that are not in effect any more
  state = marks_.empty() ? begin(header, rules) : marks_.back().state;
  state.vocabulary = std::move(names);
  const EventNumber stands = state.event;
  EventNumber marked = stands;
  for (const Stretch stretch : course_.stretches()) {
    if (stretch.last <= stands) continue;
    if (stands < stretch.first) {
      if (const auto given = numbers_before_.find(stretch.first);
          given != numbers_before_.end() && given->second > state.numbers.size()) {
        state.numbers.resize(given->second, kNone);
      }
    }
    events.forEach(std::max(stretch.first, stands + 1), stretch.last, [&](EventNumber number, const HeldEvent& event) {
      if (number == last) return reduce(state, rules, number, event, step, true);
      fold(state, rules, number, event, step);
      const EventNumber since = number - marked;
      const bool far = since >= kEvents && since * std::size_t{4} >= size(state);
      if (!far && !(number == stretch.last && since >= kEventsBefore)) return;
      mark(state);
      marked = number;
    });
  }
}

}  // namespace docket
