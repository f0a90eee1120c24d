#include "tools/render/annotated_log.h"

#include <fmt/format.h>

#include <ostream>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/map.hpp>

#include "engine/fold/running_state.h"
#include "events/text/letters.h"
#include "events/text/split.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/verdict/verdict.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"

namespace docket {
namespace {

/// A comment of the transcript after `blanks`; if a terminal is too narrow for it, several: each line can be typed.
std::string brokenComment(std::string_view comment, const std::string& blanks) {
  const std::string begin = blanks + "; ";
  if (shownColumns(begin) + shownColumns(comment) <= rowColumns()) return begin + std::string(comment) + '\n';
  LineFiller filler(begin, begin + "  ");
  eachWord(comment, [&](std::string_view word) { filler.add(word); });
  return std::move(filler).ended();
}

}  // namespace

AnnotatedLog::AnnotatedLog(const OpenGame& game, const TurnLabels& turn_labels)
    : game_(game), turn_labels_(turn_labels), titles_(game.rules().catalogue) {}

void AnnotatedLog::forEach(EventNumber first, EventNumber last, const Visit& visit) const {
  if (first > last) return;
  RunningState running = game_.runningStateAfter(first - 1);
  game_.events().forEach(first, last, [&](EventNumber number, schema::Event::Reader event) {
    running.add(number, event, game_.events());
    const auto found = commented().find(number);
    LogEvent logged = found == commented().end() ? LogEvent{} : found->second;
    logged.turn = turn_labels_.turn(number);
    logged.line =
        transcribe(Words(running.state(), game_.rules(), game_.header(), turn_labels_), titles_, number, event);
    visit(logged);
  });
}

std::vector<EventNumber> AnnotatedLog::eventsWithFindings() const {
  const auto is_bad = [](const auto& one) {
    const auto& [number, logged] = one;
    const bool is_right = logged.ruling == outcomeWord(RulingVerdict::Outcome::right);
    return !logged.findings.empty() || (!logged.ruling.empty() && !is_right);
  };
  return commented() | ranges::views::filter(is_bad) | ranges::views::keys | ranges::to<std::vector>;
}

const std::map<EventNumber, LogEvent>& AnnotatedLog::commented() const {
  if (commented_) return *commented_;
  commented_.emplace();
  const Verdict verdict = verifyRecord(game_);
  for (const ReportedFinding& found : verdict.legality.findings) {
    LogEvent& logged = (*commented_)[found.replaced_by != 0 ? found.replaced_by : found.finding.event];
    logged.comments.push_back(commentOf(found.finding, found.explanation));
    logged.findings.push_back(found.json);
  }
  for (const RulingVerdict& ruling : verdict.rulings) {
    LogEvent& logged = (*commented_)[ruling.event];
    logged.comments.push_back(commentOf(ruling));
    logged.ruling = outcomeWord(ruling.outcome);
  }
  return *commented_;
}

std::string commentOf(const Finding& finding, const Explanation& explanation) {
  std::string comment = asciiUpper(findingTag(finding));
  if (!finding.clause.empty()) comment += fmt::format(" [{}]", printable(finding.clause));
  const std::size_t prefix = explanation.what.starts_with(kImpossible) ? kImpossible.size() : 0;
  comment += ": " + explanation.what.substr(prefix);
  if (!explanation.value.empty()) comment += ", " + explanation.value;
  for (const Explanation& below : explanation.children) {
    comment += "; " + below.what;
    if (!below.value.empty()) comment += ": " + below.value;
    if (below.event != 0) comment += fmt::format(" at event {}", below.event);
  }
  return comment;
}

std::string commentOf(const RulingVerdict& verdict) {
  return fmt::format("{}: {}", rightOrWrong(verdict.outcome), whyWithParts(verdict));
}

Style styleOfComment(std::string_view comment) {
  const bool bad = comment.starts_with("ILLEGAL") || comment.starts_with("IMPOSSIBLE") || comment.starts_with("wrong");
  return bad ? Style::bad : Style::good;
}

void printLogEvent(std::ostream& out, const LogEvent& logged, bool colour) {
  const std::size_t indent = logged.line.indent();
  const bool marks = logged.line.text.starts_with("==") || logged.line.text.starts_with("--");
  out << styled(colour, Style::faint, fmt::format("{:>5}", logged.line.number)) << std::string(indent - 5, ' ')
      << styled(colour, marks ? Style::strong : Style::plain, logged.line.text) << '\n';
  const std::string blanks(indent + 2, ' ');
  for (const std::string& detail : logged.line.details) out << blanks << detail << '\n';
  for (const std::string& comment : logged.comments) {
    out << styled(colour, styleOfComment(comment), brokenComment(comment, blanks));
  }
}

void writeLogEvent(JsonWriter& json, const LogEvent& logged) {
  json.object().member("event", logged.line.number).member("depth", logged.line.depth).member("turn", logged.turn);
  json.member("text", logged.line.text).list("details", logged.line.details).list("findings");
  for (const std::string& finding : logged.findings) json.itemJson(finding);
  json.end();
  json.memberOrNull("ruling", logged.ruling);
  json.end();
}

}  // namespace docket
