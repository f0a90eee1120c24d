#include "engine/fold/history.h"

#include <algorithm>
#include <range/v3/algorithm/lower_bound.hpp>
#include <range/v3/algorithm/mismatch.hpp>
#include <string>

#include "engine/fold/learning.h"
#include "engine/fold/reduce.h"
#include "events/errors.h"
#include "events/new_cards.h"

namespace docket {
namespace {

/// The first free card number after the event, if it assigns any; else 0.
std::uint64_t firstFreeNumberAfter(schema::Event::Reader event) {
  const auto [first, count] = newCards(event);
  return std::uint64_t{first} + count;
}

/// Reserves the card numbers of an event that was taken back or corrected.
void reserveCardNumbers(State& state, schema::Event::Reader event) {
  const std::uint64_t end = firstFreeNumberAfter(event);
  if (end <= state.numbers.size()) return;
  if (end - state.numbers.size() > kMaxNumbersAtOnce) throw DamagedArchive("an event introduces too many cards");
  state.numbers.resize(end, kNone);
}

/// Before the first event of a stretch: the card numbers assigned since the previous stretch stay assigned.
void reserveCardNumbersBefore(State& state, const Path& path, EventNumber number) {
  const auto stretch = ranges::lower_bound(path.stretches, number, {}, &EventRange::first);
  if (stretch == path.stretches.end() || stretch->first != number) return;
  const auto which = static_cast<std::size_t>(stretch - path.stretches.begin());
  const std::uint64_t free_number = which < path.free_numbers.size() ? path.free_numbers[which] : 0;
  if (free_number > state.numbers.size()) state.numbers.resize(free_number, kNone);
}

}  // namespace

void History::add(EventNumber number, schema::Event::Reader event) {
  const auto earlier = [&](EventNumber other) {
    if (other >= number)
      throw DamagedArchive("event " + std::to_string(number) + " goes back to an event that is not earlier");
    return other;
  };
  if (event.isRewound()) {
    earlier(event.getRewound().getTo());
    free_numbers_.emplace_back(number, free_number_);
  }
  if (event.isCorrected()) corrections_.push_back({.event = earlier(event.getCorrected().getEvent()), .by = number});
  rewind_tree_.add(number, event);
  free_number_ = std::max(free_number_, firstFreeNumberAfter(event));
}

Path History::pathTo(EventNumber at) const {
  Path path{.stretches = rewind_tree_.to(at), .free_numbers = {}, .corrections = {}, .known_to = at};
  for (const EventRange& stretch : path.stretches) {  // all but the first begin with a rewind
    using Before = std::pair<EventNumber, std::uint64_t>;
    const auto before = ranges::lower_bound(free_numbers_, stretch.first, {}, &Before::first);
    const bool is_rewind = before != free_numbers_.end() && before->first == stretch.first;
    path.free_numbers.push_back(is_rewind ? before->second : 0);
  }
  for (const Correction& correction : corrections_) {
    if (path.covers(correction.by) && path.covers(correction.event)) path.corrections.push_back(correction);
  }
  // The latest correction of each event comes last here.
  auto& all = path.corrections;
  std::stable_sort(all.begin(), all.end(), [](Correction one, Correction other) { return one.event < other.event; });
  const auto earlier =
      std::unique(all.rbegin(), all.rend(), [](Correction later, Correction one) { return later.event == one.event; });
  all.erase(all.begin(), earlier.base());
  return path;
}

Path Path::upTo(EventNumber event) const {
  Path shortened = *this;
  std::erase_if(shortened.stretches, [&](const EventRange& stretch) { return stretch.first > event; });
  shortened.free_numbers.resize(shortened.stretches.size());
  if (!shortened.stretches.empty()) shortened.stretches.back().last = std::min(shortened.stretches.back().last, event);
  std::erase_if(shortened.corrections, [&](const Correction& correction) { return correction.event > event; });
  return shortened;
}

const Correction* Path::correctionOf(EventNumber event) const {
  const auto found = ranges::lower_bound(corrections, event, {}, &Correction::event);
  return found != corrections.end() && found->event == event ? &*found : nullptr;
}

EventNumber firstDifference(const Path& one, const Path& other) {
  const auto end = [](const Path& path) { return path.stretches.empty() ? 0 : path.stretches.back().last; };
  EventNumber first = std::min(end(one), end(other)) + 1;
  if (const auto [one_place, other_place] = ranges::mismatch(one.stretches, other.stretches);
      one_place != one.stretches.end() && other_place != other.stretches.end()) {
    const bool begin_alike = one_place->first == other_place->first;
    first =
        begin_alike ? std::min(one_place->last, other_place->last) + 1 : std::min(one_place->first, other_place->first);
  }
  const auto [one_place, other_place] = ranges::mismatch(one.corrections, other.corrections);
  if (one_place != one.corrections.end()) first = std::min(first, one_place->event);
  if (other_place != other.corrections.end()) first = std::min(first, other_place->event);
  return first;
}

void learnNamesAlong(State& state, const Rules& rules, const EventSource& events, const Path& path) {
  const EventNumber last_folded = state.event;
  events.forEach(last_folded + 1, path.known_to,
                 [&](EventNumber number, const HeldEvent& event) { learnNamesOnly(state, rules, number, event); });
  state.event = last_folded;
}

void foldNext(State& state, const Rules& rules, const EventSource& events, const Path& path, NamesKnown names,
              EventNumber number, schema::Event::Reader event, Step& step, const VisitAlong& visit) {
  const bool names_known = names == NamesKnown::all;
  if (!path.covers(number)) {
    // Events that were taken back are not in effect, but their names and card numbers stay assigned.
    if (!names_known) learnNamesOnly(state, rules, number, event);
    return reserveCardNumbers(state, event);
  }
  const Correction* correction = path.correctionOf(number);
  if (correction == nullptr) {
    if (visit) visit(state, number, event, 0);
    reserveCardNumbersBefore(state, path, number);
    return reduce(state, rules, number, event, step, {.names = names_known});
  }
  events.forEach(correction->by, correction->by, [&](EventNumber, const HeldEvent& by) {
    const auto corrected = by->getCorrected();
    if (visit && corrected.hasReplacement()) visit(state, number, corrected.getReplacement(), correction->by);
    reserveCardNumbersBefore(state, path, number);
    if (!names_known) learnNamesOnly(state, rules, number, event);
    state.event = number;
    if (corrected.hasReplacement()) reduce(state, rules, number, corrected.getReplacement(), step);
    reserveCardNumbers(state, event);
  });
}

void foldAlong(State& state, const Rules& rules, const EventSource& events, const Path& path, const VisitAlong& visit,
               NamesKnown names) {
  const EventNumber last_folded = state.event;
  if (path.stretches.empty() || path.stretches.back().last <= last_folded) return;
  // The replacement in a correction may use names that were first used when it was made, so these are learned first.
  if (names == NamesKnown::so_far && !path.corrections.empty()) {
    learnNamesAlong(state, rules, events, path);
    names = NamesKnown::all;
  }
  Step step;
  const auto fold = [&](EventNumber number, schema::Event::Reader event) {
    foldNext(state, rules, events, path, names, number, event, step, visit);
  };
  if (names == NamesKnown::so_far) return events.forEach(last_folded + 1, path.stretches.back().last, fold);
  for (const EventRange& stretch : path.stretches) {
    if (stretch.last > last_folded) events.forEach(std::max(stretch.first, last_folded + 1), stretch.last, fold);
  }
}

}  // namespace docket
