#include "tools/report/trace_markup.h"

#include <fmt/format.h>

#include "tools/report/markup.h"
#include "tools/report/verdict_markup.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

constexpr std::size_t kMaxExpressionColumns = 300;

std::string stepRow(const TraceStep& step, const TurnLabels& turn_labels) {
  std::string why = step.what.empty() ? std::string("at the start") : foreign(step.what, 300);
  if (!step.cause.empty()) why += "<br>" + foreign(step.cause, 300);
  if (!step.clause.empty()) why += fmt::format(" <cite>{}</cite>", escaped(printable(step.clause)));
  if (step.is_taken_back) why += " <small>taken back later</small>";
  const std::string grade = step.grade == Grade::exact ? std::string() : " " + gradeMarkup(step.grade);
  return fmt::format("<tr><td>{}</td><td dir=\"auto\"><b>{}</b>{}</td><td dir=\"auto\">{}</td></tr>\n",
                     step.event == 0 ? std::string() : eventLink(step.event, turn_labels), escaped(step.value), grade,
                     why);
}

}  // namespace

TracedExpression traceExpression(const OpenGame& game, const std::string& text, const TurnLabels& turn_labels) {
  const auto parsed = expressionFor(game, text, game.last());
  return {.text = text, .steps = traceOf(game, turn_labels, parsed, 0, game.last())};
}

std::string traceMarkup(const TracedExpression& traced, const TurnLabels& turn_labels) {
  std::string html = fmt::format(
      "<section id=\"traced\" aria-labelledby=\"traced-title\" tabindex=\"-1\">\n<h2 id=\"traced-title\" "
      "dir=\"auto\"><code>{}</code></h2>\n<div id=\"traced-plot\"></div>\n<table>\n<thead><tr><th "
      "scope=\"col\">After</th><th scope=\"col\">Value</th><th scope=\"col\">Why</th></tr></thead>\n<tbody>\n",
      escaped(clipped(traced.text, kMaxExpressionColumns)));
  for (const TraceStep& step : traced.steps) html += stepRow(step, turn_labels);
  return html + "</tbody>\n</table>\n</section>\n";
}

void writeTrace(JsonWriter& json, const TracedExpression& traced) {
  json.list("trace");
  for (const TraceStep& step : traced.steps) {
    json.list().item(step.event).itemJson(step.height ? std::to_string(*step.height) : "null").end();
  }
  json.end();
}

}  // namespace docket::report
