#include "tools/case_law/derivation.h"

#include <capnp/schema.h>
#include <fmt/format.h>

#include <map>
#include <range/v3/algorithm/find_if.hpp>
#include <set>

#include "engine/fold/reduce.h"
#include "engine/judge/applicable_rules.h"
#include "engine/query/acts/act_question.h"
#include "engine/query/acts/finding.h"
#include "engine/rules/expression/functions.h"
#include "events/payload_names.h"
#include "events/text/text_view.h"
#include "tools/explain/claim_words.h"
#include "tools/explain/findings.h"

namespace docket::case_law {
namespace {

using expression::Expression;
using expression::Line;
using expression::NodeIndex;
using expression::Operator;
using expression::Value;

/// "minimum [l5r.calc.clamp]".
std::string withClause(std::string step, std::string_view clause) {
  if (!clause.empty()) step += fmt::format(" [{}]", clause);
  return step;
}

template <class Enum>
std::string enumWord(Enum value) {
  const auto enumerants = capnp::Schema::from<Enum>().getEnumerants();
  const auto index = static_cast<unsigned>(value);
  return index < enumerants.size() ? textOf(enumerants[index].getProto().getName()) : std::to_string(index);
}

std::string_view truthWord(const Value& value) {
  if (value.isUnknown()) return " unknown";
  if (value.type != expression::Type::boolean) return value.isKnown() ? "" : " absent";
  return value.isTrue() ? " true" : " false";
}

std::string_view metWord(TriState met) {
  if (met == TriState::undecided) return "undecided";
  return met == TriState::yes ? "met" : "unmet";
}

std::string findingStep(const Finding& finding) {
  std::string step = fmt::format("finding: {}", findingWord(finding));
  for (const std::string_view word : {breachWord(finding), faultWord(finding)}) {
    if (!word.empty()) step += fmt::format(" {}", word);
  }
  if (const auto* impossible = finding.as<Finding::Impossible>()) step += " " + enumWord(impossible->assumption);
  if (!finding.isCertain()) step += ", perhaps";
  return withClause(std::move(step), finding.clause);
}

/// True if a node is its own value: a card, a number, a name.
bool isLiteral(const expression::Node& node) {
  return node.op <= Operator::literal_text || expression::isEntity(node.op);
}

class Derivation {
 public:
  Derivation(const Expression& question, const expression::Point& point) : question_(question), point_(point) {}

  Steps steps() && {
    const expression::Answer answer = expression::evaluate(question_, point_);
    if (!answer.lines.empty()) add(question_, answer, asked(answer), "");
    for (const EventNumber event : actsAskedAbout(question_, point_.record->size())) addAct(event);
    Steps all;
    for (const auto& [step, count] : counts_) {
      all.push_back(step);
      // Whether there is one or several is a part of the shape, how many is not.
      if (count > 1 && step.find(" > ") == std::string::npos) all.push_back("several: " + step);
    }
    return all;
  }

 private:
  /// The line of a claim's subject, below its value.
  [[nodiscard]] std::uint32_t asked(const expression::Answer& answer) const {
    std::uint32_t at = answer.root;
    while (answer.lines[at].kind == Line::Kind::node && answer.lines[at].node != kNone) {
      const auto& node = question_.nodes[answer.lines[at].node];
      if (node.op < Operator::equal || (node.op > Operator::at_least && node.op != Operator::negation)) break;
      std::vector<std::uint32_t> parts;
      for (const std::uint32_t below : answer.lines[at].below) {
        const Line& line = answer.lines[below];
        if (line.kind != Line::Kind::node || line.node == kNone || !isLiteral(question_.nodes[line.node]))
          parts.push_back(below);
      }
      if (parts.size() != 1) break;
      at = parts.front();
    }
    return at;
  }

  void count(const std::string& step, const std::string& above) {
    ++counts_[step];
    if (!above.empty()) ++counts_[above + " > " + step];
  }

  /// Adds a line of an answer and those below it.
  void add(const Expression& expression, const expression::Answer& answer, std::uint32_t index,
           const std::string& above) {
    const Line& line = answer.lines[index];
    if (line.finding != nullptr) return addFinding(*line.finding, above);
    const std::string step = stepOf(expression, line);
    if (!step.empty()) count(step, above);
    const Line* before = nullptr;
    for (const std::uint32_t below : line.below) {
      const Line& child = answer.lines[below];
      const bool follows = child.kind == Line::Kind::floor || child.kind == Line::Kind::bounds;
      if (follows && before != nullptr && child.value.isKnown() && before->value.isKnown() &&
          child.value.number != before->value.number)
        count(child.value.number > before->value.number ? "raised" : "lowered",
              withClause(child.kind == Line::Kind::floor ? "floor" : "bounds", child.clause));
      if (child.kind == Line::Kind::sum || follows) before = &child;
      add(expression, answer, below, step.empty() ? above : step);
    }
  }

  /// Empty for a part that is its own value.
  [[nodiscard]] static std::string stepOf(const Expression& expression, const Line& line) {
    switch (line.kind) {
      case Line::Kind::node:
        return line.node == kNone ? "" : nodeStep(expression, line);
      case Line::Kind::change: {
        const bool negative = line.value.isKnown() && line.value.number < 0;
        return withClause(fmt::format("{}{}{}", enumWord(line.change), negative ? " below 0" : "",
                                      line.counted ? "" : ", without effect"),
                          line.clause);
      }
      case Line::Kind::saying:
        return withClause(fmt::format("{} says{}", line.source == kNone ? "a rule" : "a card",
                                      line.counted ? ", and this holds" : ""),
                          line.clause);
      default:
        break;
    }
    constexpr std::string_view kKinds[] = {"",
                                           "candidate",
                                           "printed value",
                                           "",
                                           "sum",
                                           "floor",
                                           "bounds",
                                           "observation",
                                           "finding",
                                           "use that counts",
                                           "use that may count",
                                           "use given back",
                                           ""};
    return withClause(std::string(kKinds[static_cast<std::size_t>(line.kind)]), line.clause);
  }

  [[nodiscard]] static std::string nodeStep(const Expression& expression, const Line& line) {
    const auto& node = expression.nodes[line.node];
    if (isLiteral(node)) return {};
    if (node.op == Operator::call) {
      const auto known = ranges::find_if(
          expression::signatures(), [&](const expression::Signature& one) { return one.function == node.function; });
      return withClause(fmt::format("{}{}", known->name, truthWord(line.value)), line.clause);
    }
    if (expression::isArithmetic(node.op)) return "arithmetic";
    if (node.op >= Operator::equal && node.op <= Operator::at_least) return "comparison";
    switch (node.op) {
      case Operator::conjunction:
        return "and";
      case Operator::disjunction:
        return "or";
      case Operator::negation:
        return "not";
      case Operator::choice:
        return "if";
      case Operator::zone:
        return "in a zone";
      default:
        return "arithmetic";
    }
  }

  void addFinding(const Finding& finding, const std::string& above) {
    const std::string step = findingStep(finding);
    count(step, above);
    if (const auto* unmet = finding.as<Finding::RequirementUnmet>(); unmet != nullptr && unmet->answer != nullptr)
      addCondition(unmet->requirement->that, *unmet->answer, step);
    if (const auto* text = finding.as<Finding::AgainstText>();
        text != nullptr && text->tested.condition != nullptr && text->tested.answer != nullptr)
      addCondition(*text->tested.condition, *text->tested.answer, step);
  }

  void addCondition(const Condition& condition, const expression::Answer& answer, const std::string& above) {
    if (condition && !answer.lines.empty()) add(*condition, answer, answer.root, above);
  }

  /// Adds the rules that apply to an event. What is found against it is in the answer.
  void addAct(EventNumber number) {
    if (number == 0 || number > point_.record->size()) return;
    const auto before = point_.record->before(number);
    if (before == nullptr) return;
    const HeldEvent event = point_.record->event(number);
    const std::string act = fmt::format("act: {}", payloadName(event->which()));
    count(act, "");
    const ApplicableRules applicable = applicableRules(pendingEvent(*before, point_.rules, number, event));
    for (const ApplicableRules::RequirementResult& asked : applicable.requirements) {
      const std::string step =
          withClause(fmt::format("requirement {}{}", metWord(asked.met), asked.lifted ? ", lifted" : ""),
                     asked.requirement->clause);
      count(step, act);
      if (asked.answer != nullptr) addCondition(asked.requirement->that, *asked.answer, step);
    }
    for (const ApplicableRules::LimitResult& counted : applicable.limits) addLimit(applicable.table, counted, act);
    for (const ApplicableRules::PermissionResult& allowed : applicable.permissions) {
      const PermissionReading& reading = allowed.reading;
      const std::string_view word = !reading.known ? "unknown" : reading.must ? "must" : reading.may ? "may" : "cannot";
      const std::string step = withClause(fmt::format("{} {}", word, allowed.permission->act), reading.clause);
      count(step, act);
      for (const Saying& saying : reading.sayings)
        count(withClause(fmt::format("a {} says{}", saying.speaker, saying.certain ? "" : ", perhaps"), saying.clause),
              step);
    }
  }

  void addLimit(const State& table, const ApplicableRules::LimitResult& counted, const std::string& above) {
    const UsedCount& uses = counted.count;
    const bool is_spent = uses.used >= counted.limit.max;
    const std::string step = withClause(fmt::format("limit on {} {}", enumWord(counted.question.counted),
                                                    is_spent        ? "spent"
                                                    : uses.used > 0 ? "used"
                                                                    : "unused"),
                                        counted.limit.limit->clause);
    count(step, above);
    for (const EventNumber use : uses.used_by) count("use that counts: " + ofUse(table, counted.question, use), step);
    for (const EventNumber use : uses.perhaps_by)
      count("use that may count: " + ofUse(table, counted.question, use), step);
    for (const GivenBackUse& use : uses.given_back)
      count(withClause(use.by == 0 ? "use negated" : "use given back",
                       use.clause == nullptr ? std::string_view() : std::string_view(*use.clause)),
            step);
  }

  /// How an earlier use resembles the use in question.
  [[nodiscard]] std::string ofUse(const State& table, const UseQuestion& asked, EventNumber use) const {
    if (use == 0 || use > point_.record->size()) return "unknown";
    const HeldEvent event = point_.record->event(use);
    const ActQuestion earlier = actQuestionOf(table, event);
    if (!earlier.is_act) return std::string(payloadName(event->which()));
    return fmt::format("{} card, {} ability", earlier.use.card == asked.card ? "same" : "another",
                       earlier.use.ability == asked.ability ? "same" : "another");
  }

  const Expression& question_;
  const expression::Point& point_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace

Steps stepsOf(const Expression& question, const expression::Point& point) {
  return Derivation(question, point).steps();
}

std::vector<std::string> clausesOf(const Steps& steps) {
  std::set<std::string> clauses;
  for (const std::string& step : steps) {
    const auto open = step.rfind(" [");
    if (open != std::string::npos && step.ends_with(']')) clauses.insert(step.substr(open + 2, step.size() - open - 3));
  }
  return {clauses.begin(), clauses.end()};
}

}  // namespace docket::case_law
