#include "tools/report/value_histories.h"

#include <range/v3/algorithm/binary_search.hpp>

#include "events/rewind_tree.h"
#include "tools/explain/explain_value.h"

namespace docket::report {

ValueHistories::ValueHistories(const OpenGame& game, ExplanationTable& explanations)
    : game_(game), explanations_(explanations) {}

std::uint32_t ValueHistories::number(const Words& words, Entity subject, std::uint32_t key) {
  const auto [at, fresh] = numbers_.try_emplace({subject, key}, static_cast<std::uint32_t>(histories_.size()));
  if (fresh) histories_.push_back({.subject = subject, .key = key, .stretches = {stretchAt(words, subject, key)}});
  return at->second;
}

ValueHistories::Stretch ValueHistories::stretchAt(const Words& words, Entity subject, std::uint32_t key) {
  const EventNumber at = words.state().event;
  const Explained explained = explainValue(words, subject, key, game_.events(), game_.history().pathTo(at));
  Stretch stretch{.from = at, .lines = {}};
  for (const Explanation& line : explained.root.children) {
    stretch.lines.push_back({.event = line.event, .statement = explanations_.number(line)});
  }
  return stretch;
}

void ValueHistories::addLine(const Words& words, Entity subject, std::uint32_t key, const Explanation& line) {
  const auto known = numbers_.find({subject, key});
  if (known == numbers_.end()) {
    static_cast<void>(number(words, subject, key));  // it has this event already
    return;
  }
  histories_[known->second].stretches.back().lines.push_back(
      {.event = line.event, .statement = explanations_.number(line)});
}

void ValueHistories::add(const Words& words, EventNumber number, schema::Event::Reader event) {
  const State& state = words.state();
  if (goesBack(event)) {
    for (History& history : histories_) history.stretches.push_back(stretchAt(words, history.subject, history.key));
  } else if (event.isValueChanged()) {
    const auto changed = event.getValueChanged();
    const Entity subject = state.subjectOf(changed.getSubject());
    const std::uint32_t key = state.valueKey(changed.getValue());
    const bool is_void = ranges::binary_search(state.void_events, number);
    const RecordedValue has = recordedValue(state, words.rules().ruleset, subject, key);
    const auto after = has.status == RecordedValue::Status::unrecorded ? std::nullopt : std::optional(has.amount);
    addLine(words, subject, key, explainValueChange(number, changed, after, is_void));
  } else if (event.isObserved() && event.getObserved().getReading() != 0) {
    const auto seen = event.getObserved();
    const Entity subject = state.subjectOf(seen.getSubject());
    const std::uint32_t key = state.valueKey(seen.getReading());
    if (!numbers_.contains({subject, key})) return;  // a stat, or a value that is nowhere shown
    addLine(words, subject, key,
            {.what = "the recorder observed",
             .value = seen.getAbsent() ? std::string("absent") : std::to_string(seen.getAmount()),
             .event = number});
  }
}

void ValueHistories::write(JsonWriter& json) const {
  json.list("histories");
  for (const History& history : histories_) {
    json.list();
    for (const Stretch& stretch : history.stretches) {
      json.list().item(stretch.from).list();
      for (const Line& line : stretch.lines) json.list().item(line.event).item(line.statement).end();
      json.end().end();
    }
    json.end();
  }
  json.end();
}

}  // namespace docket::report
