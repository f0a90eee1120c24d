#include "tools/explain/explain_value.h"

#include <fmt/format.h>

#include <range/v3/algorithm/binary_search.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "tools/explain/explain_amount.h"
#include "tools/explain/explanation.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

using schema::Change;

/// True if two entries end at the same time, so that nothing comes back in between.
bool endsWith(const Entry& entry, const Entry& other) {
  return entry.last == other.last && entry.period == other.period && entry.source == other.source &&
         other.last != Change::Last::PERMANENT;
}

std::string valueChangeWords(schema::Event::ValueChanged::Reader changed) {
  switch (changed.getHow()) {
    case schema::How::GAINED:
      return fmt::format("gained {}", changed.getAmount());
    case schema::How::LOST:
      return fmt::format("lost {}", changed.getAmount());
    case schema::How::PAID:
      return fmt::format("paid {}", changed.getAmount());
    default:
      return fmt::format("set to {}", changed.getAmount());
  }
}

using Amount = std::optional<std::int64_t>;  // empty: it is not known

std::string amountOrUnknown(Amount amount) { return amount ? std::to_string(*amount) : "unknown"; }

}  // namespace

Explained explainController(const Words& words, CardIndex index) {
  const State& state = words.state();
  const Card& card = state.cards[index];
  std::vector<const Entry*> control;
  for (const EntryIndex i : state.entriesAbout(index)) {
    if (state.entry(i).kind == Change::Kind::CONTROL) control.push_back(&state.entry(i));
  }
  Explained explained;
  explained.root = {.what = fmt::format("controller of {}", words.card(index)), .value = words.player(card.controller)};
  auto& steps = explained.root.children;
  steps.push_back({.what = "owner", .value = words.player(card.owner)});
  steps.push_back({.what = fmt::format("entered its zone under the control of {}", words.player(card.base_controller)),
                   .event = card.arrived});
  // The newest comes first in the ledger, and is shown last: it is the one that holds.
  for (auto entry = control.rbegin(); entry != control.rend(); ++entry) {
    const bool holds = *entry == control.front();
    std::string what = words.change(**entry);
    if ((*entry)->source != kNone) what += " from " + words.card((*entry)->source);
    what += fmt::format(", {}{}", words.lasts(**entry), holds ? ": the latest, so it holds" : ": a later one holds");
    steps.push_back(
        {.what = std::move(what), .clause = words.rules().ruleset.control_clause, .event = (*entry)->event});
  }
  if (control.empty()) return explained;
  const Entry& holding = *control.front();
  const auto next = ranges::find_if(control.begin() + 1, control.end(),
                                    [&](const Entry* entry) { return !endsWith(*entry, holding); });
  const Seat heir = next == control.end() ? card.base_controller : (*next)->player;
  steps.push_back(
      {.what = holding.last == Change::Last::PERMANENT ? "when that change ends, it returns to" : "then it returns to",
       .value = words.player(heir)});
  return explained;
}

Explanation explainValueChange(EventNumber number, schema::Event::ValueChanged::Reader by,
                               std::optional<std::int64_t> after, bool is_void, EventNumber corrected_by) {
  std::string what = valueChangeWords(by);
  if (corrected_by != 0) what += fmt::format(" (as corrected by event {})", corrected_by);
  if (is_void) what += ", which is void";
  return {.what = std::move(what), .value = amountOrUnknown(after), .event = number};
}

Explained explainValue(const Words& words, Entity subject, std::uint32_t key, const EventSource& events,
                       const Path& path) {
  const State& state = words.state();
  const AmountReading reading = readAmount(state, words.rules(), {.subject = subject, .key = key});
  auto explained = explainedBy(reading);
  explained.root = {.what = fmt::format("{} of {}", words.valueName(key), words.subject(subject)),
                    .value = reading.value.isAbsent() ? std::string("none") : amountWords(reading)};
  auto& steps = explained.root.children;
  const State start = initialState(words.header(), words.rules());
  const RecordedValue began = recordedValue(start, words.rules().ruleset, subject, key);
  Amount amount = began.amount;
  if (began.status == RecordedValue::Status::unrecorded) amount.reset();
  steps.push_back({.what = amount ? "at the start of the game" : "its value at the start of the game is not known",
                   .value = amountOrUnknown(amount)});
  const auto visit = [&](EventNumber number, schema::Event::Reader event, EventNumber corrected_by) {
    if (!event.isValueChanged()) return;
    const auto change = event.getValueChanged();
    if (state.subjectOf(change.getSubject()) != subject || state.valueKey(change.getValue()) != key) return;
    const bool is_void = ranges::binary_search(state.void_events, number);
    if (!is_void) amount = valueAfter(words.rules().ruleset, key, amount, change.getHow(), change.getAmount()).amount;
    steps.push_back(explainValueChange(number, change, amount, is_void, corrected_by));
  };
  for (const EventRange stretch : path.stretches) {
    events.forEach(stretch.first, stretch.last, [&](EventNumber number, schema::Event::Reader event) {
      const auto correction = ranges::find_if(path.corrections, [&](Correction one) { return one.event == number; });
      if (correction == path.corrections.end()) return visit(number, event, 0);
      events.forEach(correction->by, correction->by, [&](EventNumber by, schema::Event::Reader correcting) {
        if (correcting.getCorrected().hasReplacement()) visit(number, correcting.getCorrected().getReplacement(), by);
      });
    });
  }
  addObservation(words, reading, steps);
  return explained;
}

}  // namespace docket
