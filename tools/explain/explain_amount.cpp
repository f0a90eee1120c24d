#include "tools/explain/explain_amount.h"

#include <range/v3/algorithm/find.hpp>

#include "tools/explain/explanation.h"
#include "tools/words/amount_words.h"

namespace docket {
namespace {

Explanation observationStanding(const AmountReading& reading) {
  if (reading.stale_since != 0) {
    return {.what = reading.seen->explained
                        ? "stale: something that can change it has happened since"
                        : "stale: the rules gave a different result then, and something has happened since",
            .event = reading.stale_since};
  }
  if (reading.value.grade == Grade::diverged) return {.what = "the rules give a different result"};
  if (reading.value.grade == Grade::exact) return {.what = "the rules give the same result"};
  return {.what = "the rules give no certain result, so this is the answer"};
}

}  // namespace

Explained explainedBy(const AmountReading& reading) {
  const Grade grade = reading.value.grade;
  return {.root = {}, .grade = grade, .differs = grade == Grade::diverged};
}

void addObservation(const Words& words, const AmountReading& reading, std::vector<Explanation>& steps) {
  using expression::Reason;
  const auto& reasons = reading.value.reasons();
  const auto unread = ranges::find(reasons, Reason::Kind::text_unknown, &Reason::kind);
  if (unread != reasons.end()) {
    steps.push_back({.what = words.unread(unread->subject) + ", and its text can change this"});
  }
  if (const auto part = ranges::find(reasons, Reason::Kind::part_differs, &Reason::kind); part != reasons.end()) {
    steps.push_back({.what = "something that is computed from this was observed differently", .event = part->event});
  }
  if (!reading.seen) return;
  steps.push_back({.what = "the recorder observed",
                   .value = seenWords(*reading.seen),
                   .event = reading.seen->event,
                   .children = {observationStanding(reading)}});
}

}  // namespace docket
