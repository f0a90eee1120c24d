#include "tools/report/verdict_markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/stable_partition.hpp>

#include "events/text/letters.h"
#include "tools/explain/findings.h"
#include "tools/render/verdict_text.h"
#include "tools/report/markup.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// The events whose legality is unknown, each with the reason.
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

std::string pointLink(EventNumber event, const Words& words) {
  const std::string when = words.turnLabels().words(event);
  return fmt::format("<a href=\"#e{0}\">event {0}</a>{1}{2}", event, when.empty() ? "" : ", ", escaped(when));
}

std::string judgeMarkup(const RulingVerdict& ruling) {
  return fmt::format("<bdi>{}</bdi>", ruling.judge.empty() ? std::string("a judge") : escaped(clipped(ruling.judge)));
}

std::string replacedMarkup(const RulingVerdict& ruling, const Disputes& all) {
  if (ruling.superseded_by == 0) return fmt::format("Replaced by {}", escaped(clipped(ruling.superseded_at)));
  const Dispute* later = all.rulingAt(ruling.superseded_by);
  return fmt::format("Replaced by {0}<a href=\"#e{1}\">event {1}</a>",
                     later == nullptr ? std::string() : judgeMarkup(*later->ruling) + ", ", ruling.superseded_by);
}

std::string basisMarkup(const Dispute& dispute) {
  std::string html;
  for (const auto& [what, value] : dispute.gives) {
    html += fmt::format("<li><span dir=\"auto\">{}</span>: <b dir=\"auto\">{}</b></li>", escaped(what), escaped(value));
  }
  if (!html.empty()) html = fmt::format("<ul class=\"gives\">{}</ul>\n", html);
  std::string changes;
  for (const auto& [what, event] : dispute.changes) {
    changes += fmt::format("<li><span dir=\"auto\">{}</span>{}</li>", escaped(what),
                           event == 0 ? std::string() : fmt::format(", since <a href=\"#e{0}\">event {0}</a>", event));
  }
  if (!changes.empty()) html += fmt::format("<ul class=\"changes\" aria-label=\"In effect then\">{}</ul>\n", changes);
  return html;
}

std::string clauseMarkup(const std::string& clause, const Words& words) {
  const std::string gist = words.gist(clause);
  return fmt::format("<p class=\"clause\"><cite>{}</cite> <span dir=\"auto\">{}</span></p>", escaped(clipped(clause)),
                     escaped(gist.empty() ? std::string(kOwnClause) : gist));
}

std::string whyMarkup(const Explanation& tree, const Words& words) {
  return fmt::format("<details><summary>Why</summary>{}</details>", explanationList(tree, words.turnLabels()));
}

std::string derivationMarkup(const RulingVerdict& ruling, const Words& words) {
  const Explanation& tree = ruling.derivation.root;
  return fmt::format("<details><summary>{}</summary><p>In notation: <code dir=\"auto\">{}</code></p>{}</details>",
                     tree.what.empty() ? "In notation" : "How it was recomputed", escaped(clipped(ruling.claim, 400)),
                     tree.what.empty() ? std::string() : explanationList(tree, words.turnLabels()));
}

std::string gradeMarkup(Grade grade, bool is_past) {
  const auto word = gradeWord(grade);
  return fmt::format("<span class=\"grade {}{}\">{}</span>", asciiLower(word), is_past ? " past" : "", word);
}

std::string gradeReason(const Verdict& verdict) {
  std::string parts;
  for (const GradeLine& line : gradeLines(verdict)) {
    if (line.grade != verdict.overall() || line.grade == Grade::exact) continue;
    parts += (parts.empty() ? "" : ", ") + std::string(line.part);
  }
  return parts.empty() ? parts : fmt::format("<small>by {}</small>", escaped(parts));
}

bool differsInThePastOnly(const Verdict& verdict) {
  const bool others = verdict.headGrade() == Grade::diverged || verdict.foldGrade() == Grade::diverged ||
                      verdict.observationGrade() == Grade::diverged || verdict.legalityGrade() == Grade::diverged;
  return verdict.overall() == Grade::diverged && !others &&
         std::none_of(verdict.rulings.begin(), verdict.rulings.end(), [](const RulingVerdict& ruling) {
           return ruling.outcome == RulingVerdict::Outcome::wrong && ruling.stands();
         });
}

std::string gradesMarkup(const Verdict& verdict) {
  std::string html = "<table>\n<tbody>\n";
  const bool is_past = differsInThePastOnly(verdict);
  for (const GradeLine& line : gradeLines(verdict)) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td dir=\"auto\">{}</td></tr>\n", escaped(line.part),
                        gradeMarkup(line.grade, is_past && line.grade == Grade::diverged), escaped(line.words));
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
  return html +
         "</tbody>\n</table>\n<p class=\"aside\">EXACT: it follows from the record and the rules. UNVERIFIED: nothing "
         "to "
         "compare with, or something unknown matters. DIVERGED: the record differs from the rules.</p>\n";
}

std::string findingKind(const ReportedFinding& found) {
  const bool certain = found.finding.isCertain();
  return fmt::format("{}{}", certain ? "certain" : "perhaps", found.stands() ? "" : " withdrawn");
}

std::string rulingKind(const RulingVerdict& ruling) {
  return fmt::format("{}{}", rightOrWrong(ruling.outcome), ruling.stands() ? "" : " replaced");
}

std::string rulingTag(const RulingVerdict& ruling) {
  const bool wrong_stands = ruling.outcome == RulingVerdict::Outcome::wrong && ruling.stands();
  return fmt::format("{}{}", rightOrWrong(ruling.outcome), wrong_stands ? ", and it still stands" : "");
}

std::string findingsMarkup(const Verdict& verdict, const Words& words) {
  if (verdict.legality.findings.empty()) {
    return "<p>As far as these rules cover the acts, none is known to break a rule.</p>\n" +
           uncertainMarkup(verdict, words);
  }
  std::string html = "<ol class=\"entries\">\n";
  for (const ReportedFinding& found : verdict.legality.findings) {
    const EventNumber event = found.finding.event;
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {}</p>\n", event,
                        findingKind(found), findingTag(found.finding), pointLink(event, words));
    html += fmt::format("<p dir=\"auto\">{}{}{}</p>\n", escaped(found.explanation.what),
                        found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
    if (!found.stands()) html += fmt::format("<p class=\"aside\">{}</p>\n", fateWords(found.fate));
    if (!found.finding.clause.empty()) html += clauseMarkup(found.finding.clause, words) + '\n';
    if (!found.explanation.children.empty()) html += whyMarkup(found.explanation, words);
    html += "</li>\n";
  }
  return html + "</ol>\n" + uncertainMarkup(verdict, words);
}

std::string rulingsMarkup(const std::vector<Dispute>& disputes, const Disputes& all, const Words& words) {
  std::vector<const Dispute*> given;
  for (const Dispute& dispute : disputes) {
    if (dispute.ruling != nullptr) given.push_back(&dispute);
  }
  ranges::stable_partition(given, &Dispute::stands);
  std::string html;
  for (const Dispute* one : given) {
    const Dispute& dispute = *one;
    const RulingVerdict& ruling = *dispute.ruling;
    html += fmt::format("<li data-event=\"{}\" class=\"{}\">\n<p><span class=\"tag\">{}</span> {}, about {}",
                        ruling.event, rulingKind(ruling), rulingTag(ruling),
                        eventLink(ruling.event, words.turnLabels()), pointLink(dispute.at, words));
    if (ruling.supersedes != 0) html += ", replacing the ruling at " + eventLink(ruling.supersedes, words.turnLabels());
    if (!ruling.stands()) html += fmt::format("</p>\n<p>{}.", replacedMarkup(ruling, all));
    html += fmt::format("</p>\n<p>By {}: <b dir=\"auto\">{}</b></p>\n", judgeMarkup(ruling), escaped(dispute.claim));
    if (!ruling.note.empty()) html += fmt::format("<p dir=\"auto\">“{}”</p>\n", escaped(clipped(ruling.note, 1000)));
    if (!ruling.why.empty()) html += fmt::format("<p class=\"answer\" dir=\"auto\">{}</p>\n", escaped(ruling.why));
    html += basisMarkup(dispute);
    for (const std::string& clause : ruling.clauses) html += clauseMarkup(clause, words) + '\n';
    html += derivationMarkup(ruling, words) + "</li>\n";
  }
  return html.empty() ? "<p>None was given.</p>\n" : "<ol class=\"entries\">\n" + html + "</ol>\n";
}

EventNotes::EventNotes(const Verdict& verdict, const Disputes& disputes) : disputes_(disputes) {
  for (const ReportedFinding& found : verdict.legality.findings) {
    findings_[found.finding.event] +=
        fmt::format("<p class=\"note {}\" dir=\"auto\"><span class=\"tag\">{}</span> {}{}{}</p>", findingKind(found),
                    findingTag(found.finding), escaped(found.explanation.what),
                    found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
  }
}

std::string EventNotes::at(EventNumber number) const {
  const auto found = findings_.find(number);
  std::string html = found == findings_.end() ? std::string() : found->second;
  const Dispute* dispute = disputes_.rulingAt(number);
  if (dispute == nullptr) return html;
  const RulingVerdict& ruling = *dispute->ruling;
  return html + fmt::format("<p class=\"note {}\" dir=\"auto\"><span class=\"tag\">{}</span> {}{}{}{}</p>",
                            rulingKind(ruling), rulingTag(ruling), escaped(dispute->claim),
                            ruling.why.empty() ? "" : ": ", escaped(ruling.why),
                            ruling.stands() ? std::string() : ". " + replacedMarkup(ruling, disputes_));
}

}  // namespace docket::report
