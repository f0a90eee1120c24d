#include "tools/report/verdict_markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tools/render/findings.h"
#include "tools/render/text.h"
#include "tools/render/verdict_text.h"
#include "tools/report/markup.h"

namespace docket::report {
namespace {

std::string lowered(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return text;
}

/// A clause and its gist.
std::string clauseMarkup(const std::string& clause, const Words& words) {
  const std::string gist = words.gist(clause);
  return fmt::format("<p class=\"clause\"><cite>{}</cite> <span dir=\"auto\">{}</span></p>", escaped(clipped(clause)),
                     gist.empty() ? std::string("this ruleset has no such clause") : escaped(gist));
}

std::string whyMarkup(const Explanation& tree, const TurnLabels& turn_labels, std::string_view summary) {
  return fmt::format("<details><summary>{}</summary>{}</details>", summary, explanationList(tree, turn_labels));
}

/// The events of which nobody can say whether they were legal, each with the reason.
std::string uncertainMarkup(const Verdict& verdict, const Words& words) {
  const auto& uncertain = verdict.legality.uncertain;
  if (uncertain.empty()) return {};
  std::string html =
      fmt::format("<details class=\"uncertain\"><summary>It is not known whether {} legal</summary><ol>\n",
                  uncertain.size() == 1 ? "1 event was" : fmt::format("{} events were", uncertain.size()));
  for (const UncertainEvent& one : uncertain) {
    html += fmt::format("<li>{} {}: <span dir=\"auto\">{}</span></li>\n", eventLink(one.event, words.turnLabels()),
                        escaped(words.turnLabels().words(one.event)), escaped(one.why));
  }
  return html + "</ol></details>\n";
}

}  // namespace

std::string gradeMarkup(Agreement agreement) {
  const auto word = agreementWord(agreement);
  return fmt::format("<span class=\"grade {}\">{}</span>", lowered(word), word);
}

std::string gradeRows(const Verdict& verdict) {
  std::string html;
  for (const GradeLine& line : gradeLines(verdict)) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td dir=\"auto\">{}</td></tr>\n", escaped(line.of),
                        gradeMarkup(line.agreement), escaped(line.words));
  }
  for (const Divergence& one : verdict.observations.first) {
    html += fmt::format(
        "<tr><td></td><td></td><td><a href=\"#e{0}\">event {0}</a>: <span dir=\"auto\">{1} of {2}: {3} computed, {4} "
        "observed</span></td></tr>\n",
        one.event, escaped(one.field), escaped(one.subject), escaped(one.computed), escaped(one.observed));
  }
  for (const std::string& line : tallyLines(verdict.legality.scope)) {
    html += fmt::format("<tr><td></td><td></td><td dir=\"auto\">{}</td></tr>\n", escaped(line));
  }
  return html;
}

std::string findingsMarkup(const Verdict& verdict, const Words& words) {
  if (verdict.legality.findings.empty()) {
    return "<p>As far as these rules cover what was done, nothing is known to break a rule.</p>\n" +
           uncertainMarkup(verdict, words);
  }
  std::string html = "<ol class=\"entries\">\n";
  for (const FoundIllegal& found : verdict.legality.findings) {
    const bool certain = found.finding.grade == Finding::Grade::certain;
    const EventNumber event = found.finding.event;
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {} {}</p>\n", event,
                        certain ? "certain" : "perhaps", findingTag(found.finding),
                        eventLink(event, words.turnLabels()), escaped(words.turnLabels().words(event)));
    html += fmt::format("<p dir=\"auto\">{}{}{}</p>\n", escaped(found.explanation.what),
                        found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
    if (found.takenBack()) html += fmt::format("<p class=\"aside\">{}</p>\n", sinceWords(found.since));
    if (!found.finding.clause.empty()) html += clauseMarkup(found.finding.clause, words) + '\n';
    if (!found.explanation.children.empty()) html += whyMarkup(found.explanation, words.turnLabels(), "Why");
    html += "</li>\n";
  }
  return html + "</ol>\n" + uncertainMarkup(verdict, words);
}

std::string rulingsMarkup(const Verdict& verdict, const Words& words) {
  if (verdict.rulings.empty()) return "<p>None was given.</p>\n";
  std::string html = "<ol class=\"entries\">\n";
  for (const RulingVerdict& ruling : verdict.rulings) {
    const auto outcome = outcomeWord(ruling.outcome);
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {}, about {}",
                        ruling.event, outcome, outcome, eventLink(ruling.event, words.turnLabels()),
                        eventLink(ruling.about, words.turnLabels()));
    if (ruling.supersedes != 0) html += ", supersedes " + eventLink(ruling.supersedes, words.turnLabels());
    if (ruling.superseded_by != 0) html += ", superseded by " + eventLink(ruling.superseded_by, words.turnLabels());
    html += fmt::format("</p>\n<p>By <bdi>{}</bdi>: <code dir=\"auto\">{}</code></p>\n",
                        ruling.judge.empty() ? std::string("a judge") : escaped(clipped(ruling.judge)),
                        escaped(clipped(ruling.claim, 400)));
    if (!ruling.note.empty()) html += fmt::format("<p dir=\"auto\">“{}”</p>\n", escaped(clipped(ruling.note, 1000)));
    html += fmt::format("<p dir=\"auto\">{}</p>\n", escaped(ruling.why));
    for (const std::string& clause : ruling.clauses) html += clauseMarkup(clause, words) + '\n';
    if (!ruling.derivation.root.what.empty()) {
      html += whyMarkup(ruling.derivation.root, words.turnLabels(), "How it was recomputed");
    }
    html += "</li>\n";
  }
  return html + "</ol>\n";
}

std::map<EventNumber, std::string> notesByEvent(const Verdict& verdict) {
  std::map<EventNumber, std::string> notes;
  for (const FoundIllegal& found : verdict.legality.findings) {
    const bool certain = found.finding.grade == Finding::Grade::certain;
    notes[found.finding.event] +=
        fmt::format("<p class=\"note {}\" dir=\"auto\"><span class=\"tag\">{}</span> {}{}{}</p>",
                    certain ? "certain" : "perhaps", findingTag(found.finding), escaped(found.explanation.what),
                    found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
  }
  for (const RulingVerdict& ruling : verdict.rulings) {
    const auto outcome = outcomeWord(ruling.outcome);
    notes[ruling.event] += fmt::format("<p class=\"note {0}\" dir=\"auto\"><span class=\"tag\">{0}</span> {1}</p>",
                                       outcome, escaped(ruling.why));
  }
  return notes;
}

}  // namespace docket::report
