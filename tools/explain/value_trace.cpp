#include "tools/explain/value_trace.h"

#include <range/v3/algorithm/find_if.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "engine/fold/running_state.h"
#include "tools/explain/answer.h"
#include "tools/explain/observed_answer.h"
#include "tools/explain/reevaluation.h"
#include "tools/game/named_cards.h"
#include "tools/game/open_game_record.h"
#include "tools/notation/transcript.h"
#include "tools/words/words.h"

namespace docket {
namespace {

/// A line of a derivation; two derivations differ in the lines that only one of them has.
using DerivationLine = std::tuple<std::string, std::string, std::string, EventNumber>;  // what, value, clause, event

class ValueTrace {
 public:
  ValueTrace(const OpenGame& game, const TurnLabels& turn_labels, const expression::Expression& asked)
      : game_(game),
        turn_labels_(turn_labels),
        asked_(asked),
        rules_(game.rules()),
        titles_(rules_.catalogue),
        in_effect_(game.pathTo(game.last())) {}

  std::vector<TraceStep> run(EventNumber from, EventNumber to) && {
    RunningState running = game_.runningStateAfter(from);
    take(running.state(), from, {});
    Reevaluation reevaluation(asked_);
    game_.events().forEach(from + 1, to, [&](EventNumber number, const HeldEvent& event) {
      running.add(number, event, game_.events());
      if (reevaluation.mayDiffer(running, event)) take(running.state(), number, event);
    });
    return std::move(steps_);
  }

 private:
  /// Adds a step if the value or its grade has changed.
  void take(const State& state, EventNumber number, std::optional<HeldEvent> event) {
    const Words words(state, rules_, game_.header(), turn_labels_);
    const OpenGameRecord record(game_, number);
    const auto answer = answerSeen(asked_, words, record, [this]() -> const Names& { return game_.names(); });
    TraceStep step{.event = number, .value = valueWords(answer.value, words), .grade = answer.value.grade};
    if (!steps_.empty() && steps_.back().value == step.value && steps_.back().grade == step.grade) return;
    const bool is_number = answer.value.type == expression::Type::number;
    if (answer.value.isKnown() && is_number) step.number = answer.value.number;
    if (answer.value.isKnown() && (is_number || answer.value.type == expression::Type::boolean))
      step.height = answer.value.number;
    const Explained explained = explainAnswer(asked_, answer, words);
    std::vector<DerivationLine> derivation;
    addLines(explained.root, derivation);
    if (event) {
      step.what = transcribe(words, titles_, number, *event).text;
      step.is_taken_back = !in_effect_.covers(number);
      sayCause(step, derivation);
    }
    former_ = std::move(derivation);
    steps_.push_back(std::move(step));
  }

  static void addLines(const Explanation& tree, std::vector<DerivationLine>& lines) {
    for (const Explanation& child : tree.children) {
      lines.emplace_back(child.what, child.value, child.clause, child.event);
      addLines(child, lines);
    }
  }

  /// Sets the cause of a step: the line of the derivation that came with the event, else the first new line that
  /// follows from a clause or an event, else the first such line that is gone.
  void sayCause(TraceStep& step, const std::vector<DerivationLine>& now) const {
    const auto missing_in = [](const std::vector<DerivationLine>& lines) {
      return [had = std::set<DerivationLine>(lines.begin(), lines.end())](const DerivationLine& line) {
        const auto& [what, value, clause, event] = line;
        return !had.contains(line) && (!clause.empty() || event != 0);
      };
    };
    const auto say = [&](const DerivationLine& line, std::string_view prefix) {
      const auto& [what, value, clause, event] = line;
      step.cause = std::string(prefix) + what + (value.empty() ? "" : ": " + value);
      step.clause = clause;
    };
    const auto is_new = missing_in(former_);
    const auto by_event = ranges::find_if(
        now, [&](const DerivationLine& line) { return std::get<EventNumber>(line) == step.event && is_new(line); });
    if (by_event != now.end()) return say(*by_event, "");
    if (const auto fresh = ranges::find_if(now, is_new); fresh != now.end()) return say(*fresh, "");
    if (const auto gone = ranges::find_if(former_, missing_in(now)); gone != former_.end()) say(*gone, "no longer: ");
  }

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  const expression::Expression& asked_;
  Rules rules_;
  notation::Titles titles_;
  Path in_effect_;
  std::vector<DerivationLine> former_;
  std::vector<TraceStep> steps_;
};

}  // namespace

expression::Expression expressionFor(const OpenGame& game, const std::string& text, EventNumber at) {
  const State state = game.stateAt(at);
  const NamedCards cards(game, state);
  return expression::parse(text, {.ruleset = game.rules().ruleset, .names = &game.names(), .subjects = &cards},
                           {.file = "question"});
}

std::vector<TraceStep> traceOf(const OpenGame& game, const TurnLabels& turn_labels, const expression::Expression& asked,
                               EventNumber from, EventNumber to) {
  return ValueTrace(game, turn_labels, asked).run(from, to);
}

}  // namespace docket
