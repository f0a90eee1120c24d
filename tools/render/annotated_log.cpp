#include "tools/render/annotated_log.h"

#include <fmt/format.h>

#include <ostream>
#include <range/v3/algorithm/contains.hpp>
#include <tuple>
#include <vector>

#include "engine/fold/hindsight.h"
#include "engine/fold/record_on_path.h"
#include "engine/fold/reduce.h"
#include "engine/fold/running_state.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"
#include "events/text/letters.h"
#include "events/text/split.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/explanation.h"
#include "tools/explain/findings.h"
#include "tools/verdict/replacement_findings.h"
#include "tools/verdict/ruling_verdict.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/table_words.h"

namespace docket {
namespace {

/// A finding as a comment; `of` says whether it is about the event as first recorded.
std::string commentOf(const Words& words, const Finding& finding, const std::string& of) {
  const Explanation explanation = explainFinding(words, finding);
  std::string comment = asciiUpper(findingTag(finding));
  if (!finding.clause.empty()) comment += fmt::format(" [{}]", printable(finding.clause));
  const auto* impossible = finding.as<Finding::Impossible>();
  comment += ": " + of + (impossible == nullptr ? explanation.what : impossibleWords(words, finding, *impossible));
  if (!explanation.value.empty()) comment += ", " + explanation.value;
  for (const Explanation& below : explanation.children) {
    comment += "; " + below.what;
    if (!below.value.empty()) comment += ": " + below.value;
    if (below.event != 0) comment += fmt::format(" at event {}", below.event);
  }
  return comment;
}

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
    : game_(game), turn_labels_(turn_labels), rules_(game.rules()), titles_(rules_.catalogue) {}

void AnnotatedLog::forEach(EventNumber first, EventNumber last, const See& see) const {
  if (first > last) return;
  RunningState running = game_.runningStateAfter(first - 1);
  std::vector<LogEvent> waiting;  // events that happen at the same time, reported when all of them have happened
  EventNumber group = 0;          // of these
  EventNumber begin = first;      // the first of them
  const auto report_waiting = [&] {
    const State& after = running.state();
    auto findings = judgeGroup(after, rules_);
    const bool is_open = ranges::contains(findings, Finding::Certainty::undecided, &Finding::certainty);
    if (const auto known = is_open ? stateInHindsight(after) : std::nullopt) findings = judgeGroup(*known, rules_);
    for (const Finding& finding : findings) {
      const EventNumber place = finding.event - begin;
      if (finding.event >= begin && place < waiting.size()) {
        addFindings(waiting[place], after, finding.event, {}, {finding});
      }
    }
    for (const LogEvent& one : waiting) see(one);
    waiting.clear();
  };
  const EventNumber end = endOfGroup(game_.events(), last, game_.last());
  game_.events().forEach(first, end, [&](EventNumber number, schema::Event::Reader event) {
    if (event.getGroup() == 0 || event.getGroup() != group) report_waiting();
    if (number > last) return running.add(number, event, game_.events());
    group = event.getGroup();
    if (waiting.empty()) begin = number;
    LogEvent logged{.turn = turn_labels_.turn(number)};
    const PendingEvent at = pendingEvent(running.state(), rules_, number, event);
    auto findings = judge(at);
    const auto known = isLegalityUndecided(at, findings) ? stateInHindsight(running.state()) : std::nullopt;
    if (known) findings = judge(pendingEvent(*known, rules_, number, event));
    std::erase_if(findings, [&](const Finding& one) { return one.event != number; });
    addFindings(logged, known ? *known : running.state(), number, event, findings);
    if (event.isCorrected()) addReplacement(logged, number);
    running.add(number, event, game_.events());
    addLine(logged, running.state(), number, event);
    waiting.push_back(std::move(logged));
  });
  report_waiting();
}

std::optional<State> AnnotatedLog::stateInHindsight(const State& then) const {
  if (!at_the_end_) at_the_end_ = game_.stateAt(game_.last());
  return inHindsight(then, *at_the_end_, rules_);
}

void AnnotatedLog::addReplacement(LogEvent& logged, EventNumber by) const {
  if (!replacements_) {
    replacements_.emplace();
    judgeReplacements(game_, [&](const State& before, EventNumber number, schema::Event::Reader event,
                                 EventNumber correction, const std::vector<Finding>& findings) {
      addFindings((*replacements_)[correction], before, number, event, findings,
                  fmt::format("the replacement of event {}: ", number));
    });
  }
  const auto found = replacements_->find(by);
  if (found == replacements_->end()) return;
  const auto& [findings, comments] = std::tie(found->second.findings, found->second.comments);
  logged.findings.insert(logged.findings.end(), findings.begin(), findings.end());
  logged.comments.insert(logged.comments.end(), comments.begin(), comments.end());
}

void AnnotatedLog::addFindings(LogEvent& logged, const State& before, EventNumber number, schema::Event::Reader event,
                               const std::vector<Finding>& findings, const std::string& of) const {
  if (findings.empty()) return;
  const StateForFindings table(before, rules_, number, event, findings);
  const Words words(table.state(), rules_, game_.header(), turn_labels_);
  const bool is_view = game_.header().getViewer() != 0;
  for (const Finding& finding : findings) {
    if (is_view && finding.certainty == Finding::Certainty::undecided) continue;  // a doubt of who sees only a part
    logged.comments.push_back(commentOf(words, finding, of));
    logged.findings.push_back(findingJson(finding, table.state(), rules_.ruleset));
  }
}

void AnnotatedLog::addLine(LogEvent& logged, const State& after, EventNumber number,
                           schema::Event::Reader event) const {
  logged.line = transcribe(Words(after, rules_, game_.header(), turn_labels_), titles_, number, event);
  if (!event.isRulingGiven()) return;
  const auto verdict = verifyRuling(game_, turn_labels_, number, event.getRulingGiven());
  logged.ruling = outcomeWord(verdict.outcome);
  logged.comments.push_back(fmt::format("{}: {}", rightOrWrong(verdict.outcome), whyWithParts(verdict)));
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
