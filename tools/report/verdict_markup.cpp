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

bool isSuperseded(const RulingVerdict& ruling) { return ruling.superseded_by != 0 || !ruling.superseded_at.empty(); }

/// "event 30, turn 3, action phase", with a link.
std::string pointLink(EventNumber event, const Words& words) {
  const std::string when = words.turnLabels().words(event);
  return fmt::format("<a href=\"#e{0}\">event {0}</a>{1}{2}", event, when.empty() ? "" : ", ", escaped(when));
}

std::string givesMarkup(const Dispute& dispute) {
  std::string html;
  for (const auto& [what, value] : dispute.gives) {
    html += fmt::format("<li><span dir=\"auto\">{}</span>: <b dir=\"auto\">{}</b></li>", escaped(what), escaped(value));
  }
  return html.empty() ? html : fmt::format("<ul class=\"gives\">{}</ul>\n", html);
}

std::string openingMarkup(const Dispute& dispute, const RulingVerdict& ruling, const Words& words) {
  const std::string judge = ruling.judge.empty() ? std::string("a judge") : escaped(clipped(ruling.judge));
  std::string html = fmt::format(
      "<h2 id=\"verdict-title\"><span class=\"tag\">{}</span> The ruling about {}, by <bdi>{}</bdi></h2>\n<div>",
      rulingTag(ruling), pointLink(ruling.about, words), judge);
  html += fmt::format("<p>Claimed: <b dir=\"auto\">{}</b></p>\n", escaped(dispute.claim));
  if (!ruling.note.empty()) html += fmt::format("<p dir=\"auto\">“{}”</p>\n", escaped(clipped(ruling.note, 400)));
  html += fmt::format("</div>\n<div><p class=\"answer\" dir=\"auto\">{}</p>\n{}", escaped(ruling.why),
                      givesMarkup(dispute));
  for (const std::string& clause : ruling.clauses) html += clauseMarkup(clause, words) + '\n';
  if (!ruling.derivation.root.what.empty())
    html += whyMarkup(ruling.derivation.root, words.turnLabels(), "How it was recomputed");
  return html + "</div>\n";
}

std::string openingMarkup(const FoundIllegal& found, const Words& words) {
  const EventNumber event = found.finding.event;
  std::string html = fmt::format("<h2 id=\"verdict-title\"><span class=\"tag\">{}</span> {}</h2>\n",
                                 findingTag(found.finding), pointLink(event, words));
  html += fmt::format("<p class=\"answer\" dir=\"auto\">{}{}{}</p>\n<div>", escaped(found.explanation.what),
                      found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
  if (!found.finding.clause.empty()) html += clauseMarkup(found.finding.clause, words) + '\n';
  if (!found.explanation.children.empty()) html += whyMarkup(found.explanation, words.turnLabels(), "Why");
  return html + "</div>\n";
}

/// The events of which nobody can say whether they were legal, each with the reason.
std::string uncertainMarkup(const Verdict& verdict, const Words& words) {
  const auto& uncertain = verdict.legality.uncertain;
  if (uncertain.empty()) return {};
  std::string html =
      fmt::format("<details class=\"uncertain\"><summary>It is not known whether {} legal</summary><ol>\n",
                  uncertain.size() == 1 ? "1 event was" : fmt::format("{} events were", uncertain.size()));
  for (const UncertainEvent& one : uncertain) {
    html += fmt::format("<li>{}: <span dir=\"auto\">{}</span></li>\n", pointLink(one.event, words), escaped(one.why));
  }
  return html + "</ol></details>\n";
}

}  // namespace

std::string gradeMarkup(Agreement agreement, bool is_past) {
  const auto word = agreementWord(agreement);
  return fmt::format("<span class=\"grade {}{}\">{}</span>", lowered(word), is_past ? " past" : "", word);
}

std::string gradeReason(const Verdict& verdict) {
  std::string parts;
  for (const GradeLine& line : gradeLines(verdict)) {
    if (line.agreement != verdict.overall() || line.agreement == Agreement::exact) continue;
    parts += (parts.empty() ? "" : ", ") + std::string(line.of);
  }
  return parts.empty() ? parts : fmt::format("<small>by {}</small>", escaped(parts));
}

bool differsInThePastOnly(const Verdict& verdict) {
  const bool others = verdict.ofHeads() == Agreement::diverged || verdict.ofFold() == Agreement::diverged ||
                      verdict.ofObservations() == Agreement::diverged || verdict.ofLegality() == Agreement::diverged;
  return verdict.overall() == Agreement::diverged && !others &&
         std::none_of(verdict.rulings.begin(), verdict.rulings.end(), [](const RulingVerdict& ruling) {
           return ruling.outcome == RulingVerdict::Outcome::overturned && !isSuperseded(ruling);
         });
}

std::string gradeRows(const Verdict& verdict) {
  std::string html;
  const bool is_past = differsInThePastOnly(verdict);
  for (const GradeLine& line : gradeLines(verdict)) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td dir=\"auto\">{}</td></tr>\n", escaped(line.of),
                        gradeMarkup(line.agreement, is_past), escaped(line.words));
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

std::string findingKind(const FoundIllegal& found) {
  const bool certain = found.finding.grade == Finding::Grade::certain;
  return fmt::format("{}{}", certain ? "certain" : "perhaps", found.takenBack() ? " withdrawn" : "");
}

std::string rulingKind(const RulingVerdict& ruling) {
  return fmt::format("{}{}", outcomeWord(ruling.outcome), isSuperseded(ruling) ? " superseded" : "");
}

std::string rulingTag(const RulingVerdict& ruling) {
  return fmt::format("{}{}", outcomeWord(ruling.outcome), isSuperseded(ruling) ? ", superseded" : "");
}

std::string openingKind(const Dispute* dispute) {
  if (dispute == nullptr) return "clear";
  return dispute->ruling != nullptr ? rulingKind(*dispute->ruling) : findingKind(*dispute->finding);
}

std::string openingMarkup(const Dispute* dispute, const Words& words) {
  if (dispute == nullptr) {
    return "<h2 id=\"verdict-title\"><span class=\"tag\">no dispute</span> Nothing was ruled, and nothing is known to "
           "break a rule</h2>\n";
  }
  return dispute->ruling != nullptr ? openingMarkup(*dispute, *dispute->ruling, words)
                                    : openingMarkup(*dispute->finding, words);
}

std::string findingsMarkup(const Verdict& verdict, const Words& words) {
  if (verdict.legality.findings.empty()) {
    return "<p>As far as these rules cover what was done, nothing is known to break a rule.</p>\n" +
           uncertainMarkup(verdict, words);
  }
  std::string html = "<ol class=\"entries\">\n";
  for (const FoundIllegal& found : verdict.legality.findings) {
    const EventNumber event = found.finding.event;
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {}</p>\n", event,
                        findingKind(found), findingTag(found.finding), pointLink(event, words));
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
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {}, about {}",
                        ruling.event, rulingKind(ruling), outcomeWord(ruling.outcome),
                        eventLink(ruling.event, words.turnLabels()), pointLink(ruling.about, words));
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
    notes[found.finding.event] +=
        fmt::format("<p class=\"note {}\" dir=\"auto\"><span class=\"tag\">{}</span> {}{}{}</p>", findingKind(found),
                    findingTag(found.finding), escaped(found.explanation.what),
                    found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
  }
  for (const RulingVerdict& ruling : verdict.rulings) {
    notes[ruling.event] += fmt::format("<p class=\"note {}\" dir=\"auto\"><span class=\"tag\">{}</span> {}</p>",
                                       rulingKind(ruling), rulingTag(ruling), escaped(ruling.why));
  }
  return notes;
}

}  // namespace docket::report
