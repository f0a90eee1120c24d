// docket trace: every change of a value over a game.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "tools/commands/command.h"
#include "tools/explain/value_trace.h"
#include "tools/game/game_loader.h"
#include "tools/io/csv.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

constexpr std::string_view kTraceHelp =
    R"(Prints each event that changes the value of EXPRESSION (docs/expressions.md), with
what it changed in the derivation and the clause behind it. Each value is as it was
known then. Events that a judge took back later are marked with "-"; the rewind
itself is a line that restores the value.)";

constexpr std::string_view kTraceExamples =
    R"(  docket trace court 'value(P1, "Family Honor")'
  docket trace duel 'used(#22, 2, "hard-use")' --from 20
  docket trace duel 'count(in play)' --csv)";

struct TracedGame {
  std::string_view game;
  const std::string& expression;
  const TurnLabels& turn_labels;
  const std::vector<TraceStep>& steps;
};

void printSteps(const TracedGame& traced, Streams& streams) {
  std::size_t value_columns = 0;
  for (const TraceStep& step : traced.steps) value_columns = std::max(value_columns, columnsOf(step.value));
  value_columns = std::min(value_columns, rowColumns() / 3);
  for (const TraceStep& step : traced.steps) {
    const std::string value = styled(streams.colour, Style::strong, padded(step.value, value_columns));
    const std::string grade = step.grade == Grade::exact ? "" : fmt::format("  {}", gradeWord(step.grade));
    const std::string what = step.what.empty() ? "at the start" : step.what;
    streams.out << tableRow(
        fmt::format("{:>6}{}  {}{}  {}", step.event, step.is_taken_back ? '-' : ' ', value, grade, what));
    if (step.cause.empty()) continue;
    const std::string clause = step.clause.empty() ? "" : fmt::format(" [{}]", step.clause);
    streams.out << paragraph(step.cause + clause, 9, 11);
  }
  const std::size_t changes = traced.steps.size() - 1;
  streams.out << (changes == 0 ? "it does not change\n" : fmt::format("{}\n", counted(changes, "change")));
}

void printCsv(const TracedGame& traced, std::ostream& out) {
  out << csvRow({"event", "when", "value", "number", "grade", "takenBack", "what", "cause", "clause"});
  for (const TraceStep& step : traced.steps) {
    out << csvRow({std::to_string(step.event), traced.turn_labels.words(step.event), step.value,
                   step.number ? std::to_string(*step.number) : "", std::string(gradeWord(step.grade)),
                   step.is_taken_back ? "true" : "false", step.what, step.cause, step.clause});
  }
}

void writeSteps(const TracedGame& traced, std::ostream& out) {
  JsonWriter json;
  json.object().member("game", traced.game).member("expression", traced.expression).list("steps");
  for (const TraceStep& step : traced.steps) {
    json.object().member("event", step.event).member("when", traced.turn_labels.words(step.event));
    json.member("value", step.value);
    json.member("number", step.number);
    json.member("grade", gradeWord(step.grade)).member("takenBack", step.is_taken_back);
    json.member("what", step.what).member("cause", step.cause).member("clause", step.clause).end();
  }
  json.end();
  writeAnswer(out, "trace", json.end().text());
}

int runTrace(const Arguments& arguments, Streams& streams) {
  GameLoader loader(arguments.archive());
  const OpenGame game = loader.game(arguments.words().front(), arguments.value("under"));
  const EventNumber from = game.point(arguments.value("from").value_or("start"));
  const EventNumber to = game.point(arguments.value("to").value_or("end"));
  if (to < from) throw BadInput(fmt::format("--to {} is before --from {}", to, from));
  const std::string& expression = arguments.words().back();
  const auto parsed = expressionFor(game, expression, to);
  const TurnLabels turn_labels = turnLabelsOf(game);
  const auto steps = traceOf(game, turn_labels, parsed, from, to);
  const TracedGame traced{.game = game.id(), .expression = expression, .turn_labels = turn_labels, .steps = steps};
  if (arguments.json()) {
    writeSteps(traced, streams.out);
  } else if (arguments.has("csv")) {
    printCsv(traced, streams.out);
  } else {
    printSteps(traced, streams);
  }
  return kAgrees;
}

}  // namespace

Command traceCommand() {
  return {
      .name = "trace",
      .words = "GAME EXPRESSION",
      .summary = "show every change of a value, and its cause",
      .help = kTraceHelp,
      .examples = kTraceExamples,
      .least_words = 2,
      .most_words = 2,
      .options = {{.name = "from", .value = "POINT", .help = "from the value after this point (default: the start)"},
                  {.name = "to", .value = "POINT", .help = "up to this point (default: the end)"},
                  {.name = "csv", .value = {}, .help = "print a table for spreadsheets"},
                  {.name = "under", .value = "RULESET", .help = "use these rules instead of those of the game"}},
      .run = runTrace,
      .uses_pager = true};
}

}  // namespace docket
