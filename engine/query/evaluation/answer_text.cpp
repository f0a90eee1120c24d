#include "engine/query/evaluation/answer_text.h"

#include <fmt/format.h>

#include "engine/rules/expression/literals.h"
#include "events/text/whole_number.h"

namespace docket::expression {
namespace {

class AnswerText {
 public:
  explicit AnswerText(const State& state) : state_(state) {}

  [[nodiscard]] std::string value(const Value& value) const {
    std::string text = value.isAbsent() ? "absent" : value.isUnknown() ? "unknown" : known(value);
    if (!value.isUnknown() && value.grade == Grade::unverified) text += " unverified";
    if (!value.isUnknown() && value.grade == Grade::diverged) text += " diverged";
    std::string before = ": ";
    for (const Reason& one : value.reasons()) {
      text += before + reason(one);
      before = ", ";
    }
    return text;
  }

 private:
  [[nodiscard]] std::string entity(Entity subject) const { return entityText(state_, subject); }

  [[nodiscard]] std::string known(const Value& value) const {
    switch (value.type) {
      case Type::number:
        return std::to_string(value.number);
      case Type::boolean:
        return value.number != 0 ? "true" : "false";
      case Type::text:
        return textInQuotes(value.text());
      case Type::cards: {
        std::string text = "{";
        for (const CardIndex one : value.cards()) text += fmt::format("{}{}", text.size() > 1 ? " " : "", entity(one));
        return text + "}";
      }
      default:
        return entity(value.entity);
    }
  }

  [[nodiscard]] std::string reason(const Reason& reason) const {
    using Kind = Reason::Kind;
    switch (reason.kind) {
      case Kind::identity_unknown:
        return fmt::format("what is {}", entity(reason.subject));
      case Kind::text_unknown:
        return fmt::format("what says {}", entity(reason.subject));
      case Kind::print_unsaid:
        return (state_.isCard(reason.subject) ? "what is printed on " : "not recorded for ") + entity(reason.subject);
      case Kind::observed:
        return fmt::format("observed {}", reason.event);
      case Kind::differs:
        return fmt::format("observed {} at {}", reason.seen ? std::to_string(*reason.seen) : "absent", reason.event);
      case Kind::seen_otherwise:
        return fmt::format("observed differently at {}", reason.event);
      case Kind::part_differs:
        return fmt::format("part of what was observed differently at {}", reason.event);
      case Kind::stale:
        return fmt::format("observed at {} but may have changed at {}", reason.event, reason.since);
      case Kind::no_such_card:
        return fmt::format("no card #{}", reason.number);
      case Kind::no_such_player:
        return fmt::format("no player P{}", reason.number);
      case Kind::no_such_title:
        return "no such title";
      case Kind::no_such_stat:
        return "no such stat";
      case Kind::not_in_ruleset:
        return "not in these rules";
      case Kind::unrecorded:
        return "not recorded";
      case Kind::no_event:
        return "no event in question";
      case Kind::ambiguous_title:
        return "ambiguous title";
      case Kind::no_such_event:
        return fmt::format("no event {}", reason.event);
      case Kind::no_record:
        return "no record";
      case Kind::undecided:
        return reason.event == 0 ? std::string("undecided") : fmt::format("undecided {}", reason.event);
      case Kind::uses_uncertain:
        return fmt::format("use {} uncertain", reason.event);
      case Kind::not_computed:
        return fmt::format("not computed {}", entity(reason.subject));
      case Kind::no_start:
        return "no starting value" + (reason.subject == kNone ? std::string() : " of " + entity(reason.subject));
      case Kind::place_uncertain:
        return fmt::format("where it works {}", entity(reason.subject));
      case Kind::face_uncertain:
        return fmt::format("on which side it works {}", entity(reason.subject));
      case Kind::trait_uncertain:
        return fmt::format("what a trait of {} does", entity(reason.subject));
      case Kind::limits_uncertain:
        return "limits uncertain";
      case Kind::untold:
        return fmt::format("statement at {} not recorded", reason.event);
      case Kind::skipped:
        return fmt::format("skipped {}", reason.event);
      case Kind::no_rule:
        return fmt::format("no rule covers {}", reason.event);
      case Kind::overflow:
        return "overflow";
      case Kind::division_by_zero:
        return "division by zero";
      case Kind::out_of_steps:
        return "out of steps";
    }
    return {};
  }

  const State& state_;
};

}  // namespace

std::string entityText(const State& state, Entity subject) {
  if (state.isCard(subject)) return fmt::format("#{}", state.cards[subject].number);
  switch (kindOf(subject)) {
    case EntityKind::player:
      return fmt::format("P{}", numberOf(subject));
    case EntityKind::place:
      return fmt::format("place {}", numberOf(subject));
    case EntityKind::unit:
      return fmt::format("unit {}", numberOf(subject));
    case EntityKind::game:
      return "game";
    default:
      return "nothing";
  }
}

std::string answerText(const State& state, const Value& value) { return AnswerText(state).value(value); }

std::optional<Value> valueSaid(Type type, std::string_view words) {
  if (words == "absent" || words == "none") return Value::absent(type);
  if (type == Type::boolean && (words == "true" || words == "false")) return Value::ofBoolean(words == "true");
  if (type == Type::text) return Value::ofText(std::string(words));
  const auto number = type == Type::number ? wholeNumber<std::int64_t>(words) : std::nullopt;
  return number ? std::optional(Value::ofNumber(*number)) : std::nullopt;
}

}  // namespace docket::expression
