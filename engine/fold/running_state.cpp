#include "engine/fold/running_state.h"

#include <algorithm>
#include <utility>

#include "engine/fold/learning.h"
#include "engine/fold/record_on_path.h"
#include "engine/fold/reduce.h"
#include "engine/judge/table_check.h"
#include "engine/query/cards/places.h"
#include "events/rewind_tree.h"

namespace docket {
namespace {

constexpr EventNumber kMinEventsBetweenMarks = 256;
constexpr EventNumber kMinEventsIfGoneBackTo = 16;
constexpr std::size_t kMaxMarks = 64;
constexpr std::size_t kMaxFactsInMarks = std::size_t{1} << 20U;

/// The approximate number of facts in a state, to which the cost of a copy is proportional.
std::size_t factsIn(const State& state) {
  return state.cards.size() + state.numbers.size() / 16 + state.uses.size() + state.entries.live() +
         state.counters.size() + state.values.size() + state.observations.size() + state.doubted.size() +
         state.skipped.size() + state.obligations.size();
}

/// The earlier events and the one that is being added, which no other source has yet.
class WithNext : public EventSource {
 public:
  WithNext(const EventSource& earlier, EventNumber number, schema::Event::Reader event)
      : earlier_(earlier), number_(number), event_(event) {}

  void forEach(EventNumber first, EventNumber last, const Visit& visit) const override {
    if (first < number_) earlier_.forEach(first, std::min(last, number_ - 1), visit);
    if (first <= number_ && number_ <= last) visit(number_, HeldEvent::copyOf(event_));
  }

 private:
  const EventSource& earlier_;
  EventNumber number_;
  schema::Event::Reader event_;
};

}  // namespace

RunningState::RunningState(schema::Header::Reader header, const Rules& rules)
    : RunningState(header, rules, initialState(header, rules)) {}

RunningState::RunningState(schema::Header::Reader header, const Rules& rules, State state)
    : header_(header), rules_(rules), state_(std::move(state)) {}

RunningState::RunningState(schema::Header::Reader header, const Rules& rules, const EventSource& events, Path path)
    : RunningState(header, rules) {
  if (path.corrections.empty()) return;
  corrected_ = Corrected{.events = &events, .path = std::move(path), .state = initialState(header, rules)};
  learnNamesAlong(corrected_->state, rules, events, corrected_->path);
}

std::optional<EffectiveEvent> RunningState::eventInEffect(EventNumber number, const HeldEvent& event) const {
  const Correction* correction = corrected_ ? corrected_->path.correctionOf(number) : nullptr;
  if (correction == nullptr) return EffectiveEvent{.event = event};
  if (statusOn(corrected_->path, *corrected_->events, number) == expression::EventStatus::nothing) return std::nullopt;
  return EffectiveEvent{.event = eventOn(corrected_->path, *corrected_->events, number), .by = correction->by};
}

PendingEvent RunningState::next(EventNumber number, schema::Event::Reader event) {
  // With corrections two states learn the names. An event that goes back gives its names to the state that it leads to.
  if (corrected_ || goesBack(event)) return pendingEvent(before(number), rules_, number, event);
  scratch_.table_findings.reset();
  const auto recorded_context = RecordedContext::of(event);
  learnNames(state_, rules_, number, recorded_context);
  if (recorded_context.identities.size() != 0 && !introducesCards(event)) {
    // The table is checked before the state learns the identities that the event gives: the check compares them with
    // what was known.
    scratch_.table_findings = checkTable(pendingEventOnInformed(state_, rules_, number, event, recorded_context));
    learnCards(state_, rules_, number, recorded_context);
  }
  return pendingEventOnInformed(state_, rules_, number, event, recorded_context, &scratch_);
}

void RunningState::add(EventNumber number, schema::Event::Reader event, const EventSource& earlier) {
  if (goesBack(event)) {
    goBack(number, event, earlier);
  } else {
    if (history_) history_->add(number, event);
    reduce(state_, rules_, number, event, step_);
  }
  arriveAt(number, event);
}

void RunningState::add(EventNumber number, schema::Event::Reader event, const PendingEvent& judged,
                       const EventSource& earlier) {
  if (corrected_ || goesBack(event)) return add(number, event, earlier);
  if (history_) history_->add(number, event);
  reduce(state_, judged, step_);
  arriveAt(number, event);
}

void RunningState::arriveAt(EventNumber number, schema::Event::Reader event) {
  jumped_ = goesBack(event);
  if (corrected_) foldCorrected(number, event);
  latest_ = number;
}

void RunningState::foldCorrected(EventNumber number, schema::Event::Reader event) {
  Corrected& record = *corrected_;
  record.step.clear();
  foldNext(record.state, rules_, *record.events, record.path, NamesKnown::all, number, event, record.step);
  record.step.changed = StateParts::everything();  // such games are few
  const bool was_on_path = latest_ == 0 || record.path.covers(latest_);
  const bool is_on_path = record.path.covers(number);
  if (was_on_path || is_on_path) jumped_ = was_on_path != is_on_path;
}

void RunningState::goBack(EventNumber number, schema::Event::Reader event, const EventSource& earlier) {
  if (!history_) {
    history_.emplace();
    if (number > 1) {
      earlier.forEach(1, number - 1, [&](EventNumber before, const HeldEvent& one) { history_->add(before, one); });
    }
    path_ = history_->pathTo(number - 1);
  } else {
    path_.stretches.back().last = number - 1;  // none of the events since went back
  }
  history_->add(number, event);
  const Path path = history_->pathTo(number);
  const EventNumber changes_from = firstDifference(path_, path);
  path_ = path;
  step_.clear();
  if (changes_from == number) {
    reduce(state_, rules_, number, event, step_);
  } else {
    std::erase_if(marks_, [&](const State& one) { return one.event >= changes_from; });
    learnNamesOnly(state_, rules_, number, event);
    refold(path, WithNext(earlier, number, event));
  }
  step_.changed = StateParts::everything();
}

void RunningState::refold(const Path& path, const EventSource& events) {
  auto names = std::move(state_.vocabulary);  // of all events, including those no longer in effect
  state_ = marks_.empty() ? initialState(header_, rules_) : marks_.back();
  state_.vocabulary = std::move(names);
  EventNumber marked = state_.event;
  const auto mark_some = [&](const State& before, EventNumber number, schema::Event::Reader, EventNumber) {
    const EventNumber since = before.event - marked;
    const bool is_far = since >= kMinEventsBetweenMarks && since * std::size_t{4} >= factsIn(before);
    const bool is_left = number != before.event + 1 && since >= kMinEventsIfGoneBackTo;
    if (!is_far && !is_left) return;
    mark(before);
    marked = before.event;
  };
  foldAlong(state_, rules_, events, path, mark_some, NamesKnown::all);
}

/// If there are too many marks, every second one is dropped, so their distance grows with the game.
void RunningState::mark(const State& state) {
  marks_.push_back(state);
  std::size_t facts = 0;
  for (const State& one : marks_) facts += factsIn(one);
  if (marks_.size() <= kMaxMarks && facts <= kMaxFactsInMarks) return;
  std::size_t kept = 0;
  for (std::size_t i = marks_.size() % 2; i < marks_.size(); i += 2) {
    if (kept != i) marks_[kept] = std::move(marks_[i]);
    ++kept;
  }
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(kept), marks_.end());
}

}  // namespace docket
