#include "tools/explain/observed_answer.h"

#include <optional>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/contains.hpp>

#include "engine/query/evaluation/answer_text.h"
#include "events/errors.h"
#include "events/text/text_view.h"
#include "tools/explain/answer.h"

namespace docket {
namespace {

using expression::Answer;
using expression::Expression;
using expression::Reason;

/// An observed value of an expression, and the event that recorded it.
struct Seen {
  EventNumber event = 0;
  std::string value;
};

/// The latest observation of an expression with no event since.
std::optional<Seen> latestSeen(const Expression& asked, const Words& words, const RecordOnPath& record,
                               const NamesProvider& names) {
  for (EventNumber number = record.point(); number != 0 && number >= words.state().latest_change; --number) {
    const expression::EventStatus status = record.statusOf(number);
    if (status != expression::EventStatus::recorded && status != expression::EventStatus::replaced) continue;
    const HeldEvent event = record.event(number);
    if (!event->isObserved() || event->getObserved().getReading() != 0) continue;
    if (ranges::contains(words.state().observations, number, &Observation::event)) continue;  // an amount, read as such
    try {
      const expression::Scope scope{.ruleset = words.rules().ruleset, .names = &names()};
      const auto seen = expression::parse(view(event->getObserved().getExpression()), scope);
      if (expression::isSame(asked, seen)) return Seen{number, std::string(view(event->getObserved().getValue()))};
    } catch (const BadInput&) {
      // Its words are not an expression.
    }
  }
  return std::nullopt;
}

/// True if the only doubt about a value is that something else that depends on a part of it was observed differently.
bool isClaimed(const expression::Value& value) {
  return !value.isUnknown() && ranges::all_of(value.reasons(), [](const Reason& reason) {
    return reason.kind == Reason::Kind::part_differs;
  });
}

/// The result of the rules, compared with the observation.
void compareWithSeen(expression::Value& value, const Seen& seen, const Words& words) {
  const bool agrees = !value.isUnknown() && (valueWords(value, words) == seen.value ||
                                             expression::answerText(words.state(), value) == seen.value);
  if (agrees && value.grade != Grade::diverged) {
    value.grade = Grade::exact;
    value.details = {};
  } else if (isClaimed(value)) {
    value.grade = Grade::diverged;
    value.details.edit().reasons = {{.kind = Reason::Kind::seen_otherwise, .event = seen.event}};
  } else if (value.grade == Grade::unverified) {
    if (auto as_seen = expression::valueSaid(value.type, seen.value)) {
      value = std::move(*as_seen);
      value.grade = Grade::unverified;
      value.details.edit().reasons = {{.kind = Reason::Kind::observed, .event = seen.event}};
    }
  }
}

}  // namespace

Answer answerSeen(const Expression& asked, const Words& words, const RecordOnPath& record, const NamesProvider& names) {
  Answer answer = expression::evaluate(asked, {.state = words.state(), .rules = words.rules(), .record = &record});
  const auto seen = latestSeen(asked, words, record, names);
  if (!seen) return answer;
  compareWithSeen(answer.value, *seen, words);
  if (!answer.lines.empty()) {
    answer.lines[answer.root].below.push_back(static_cast<std::uint32_t>(answer.lines.size()));
    answer.lines.push_back({.kind = expression::Line::Kind::observation,
                            .value = expression::Value::ofText(seen->value),
                            .event = seen->event});
  }
  return answer;
}

expression::Value valueSeen(const Expression& asked, const Words& words, const RecordOnPath& record,
                            const NamesProvider& names) {
  auto value = expression::valueAt(asked, {.state = words.state(), .rules = words.rules(), .record = &record});
  if (const auto seen = latestSeen(asked, words, record, names)) compareWithSeen(value, *seen, words);
  return value;
}

}  // namespace docket
