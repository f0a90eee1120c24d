#include "tools/report/opening_markup.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>

#include "tools/explain/findings.h"
#include "tools/report/markup.h"
#include "tools/report/verdict_markup.h"
#include "tools/words/text.h"

namespace docket::report {
namespace {

/// The rulings that the opening ruling replaced, directly or through others, the latest first.
std::vector<const Dispute*> replacedDisputes(const Dispute& opening, const Disputes& disputes) {
  std::vector<const Dispute*> replaced;
  for (const Dispute* later = &opening;;) {
    const Dispute* one = disputes.rulingAt(later->ruling->supersedes);
    // Only an earlier one can be replaced, so this ends.
    if (one == nullptr || (later->event != 0 && one->event >= later->event)) return replaced;
    replaced.push_back(one);
    later = one;
  }
}

std::string earlierMarkup(const std::vector<const Dispute*>& replaced, const Disputes& disputes, const Words& words) {
  std::string html;
  for (const Dispute* one : replaced) {
    const RulingVerdict& ruling = *one->ruling;
    html +=
        fmt::format("<p class=\"past\">Earlier, at {}, {} ruled: <span dir=\"auto\">{}</span>. That was {}. {}.</p>\n",
                    eventLink(ruling.event, words.turnLabels()), judgeMarkup(ruling), escaped(one->claim),
                    rightOrWrong(ruling.outcome), replacedMarkup(ruling, disputes));
  }
  return html;
}

/// Penalties of the game. One that was given before the ruling on which the page opens may have been given for another
/// one, and counts all the same.
std::string penaltiesMarkup(const std::vector<Discretion>& decisions, bool any_replaced, EventNumber ruling,
                            const Words& words) {
  std::string html;
  for (const Discretion& one : decisions) {
    if (one.kind != schema::Event::PENALTY_GIVEN) continue;
    html += fmt::format("<p class=\"penalty{}\">Penalty: <b dir=\"auto\">{}, {}</b> ({}, by <bdi>{}</bdi>).",
                        one.corrected ? " past" : "", escaped(words.player(one.player)), escaped(clipped(one.penalty)),
                        eventLink(one.event, words.turnLabels()),
                        one.judge.empty() ? std::string("a judge") : escaped(clipped(one.judge)));
    if (one.corrected) {
      html += " It was recorded wrongly and no longer counts.";
    } else if (any_replaced && one.event < ruling) {
      html += " It was given before this ruling, and counts until a judge corrects it.";
    }
    html += "</p>\n";
  }
  return html;
}

/// The judge's remedies: rewinds and corrections since event `after`.
std::string remediesMarkup(const std::vector<Discretion>& decisions, EventNumber after, const Words& words) {
  std::string html;
  for (const Discretion& one : decisions) {
    if (one.event <= after) continue;
    std::string what;
    if (one.kind == schema::Event::REWOUND) {
      what = fmt::format("<b><bdi>{}</bdi> backed the game up to {}</b>",
                         one.judge.empty() ? std::string("a judge") : escaped(clipped(one.judge)),
                         one.about == 0 ? std::string("its beginning") : eventLink(one.about, words.turnLabels()));
    } else if (one.kind == schema::Event::CORRECTED) {
      what = fmt::format("<b>the record of {} was corrected</b>", eventLink(one.about, words.turnLabels()));
    } else {
      continue;
    }
    html += fmt::format("<p class=\"remedy{}\">Then {} ({}).{}</p>\n", one.corrected ? " past" : "", what,
                        eventLink(one.event, words.turnLabels()),
                        one.corrected ? " It was recorded wrongly and no longer counts." : "");
  }
  return html;
}

std::string rulingMarkup(const Dispute& dispute, const Disputes& disputes, const std::vector<Discretion>& decisions,
                         const Words& words) {
  const RulingVerdict& ruling = *dispute.ruling;
  std::string html =
      fmt::format("<h2 id=\"verdict-title\"><span class=\"tag\">{}</span> The ruling about {}, by {}</h2>\n<div>",
                  rulingTag(ruling), pointLink(dispute.at, words), judgeMarkup(ruling));
  html += fmt::format("<p>Ruled: <b dir=\"auto\">{}</b></p>\n", escaped(dispute.claim));
  if (!ruling.note.empty()) html += fmt::format("<p dir=\"auto\">“{}”</p>\n", escaped(clipped(ruling.note, 400)));
  const auto replaced = replacedDisputes(dispute, disputes);
  if (!ruling.stands()) html += fmt::format("<p class=\"past\">{}.</p>\n", replacedMarkup(ruling, disputes));
  html += earlierMarkup(replaced, disputes, words);
  const EventNumber first = replaced.empty() ? ruling.event : replaced.back()->ruling->event;
  html += remediesMarkup(decisions, first, words);
  html += penaltiesMarkup(decisions, !replaced.empty(), ruling.event, words);
  html += "</div>\n<div>";
  if (!ruling.why.empty()) html += fmt::format("<p class=\"answer\" dir=\"auto\">{}</p>\n", escaped(ruling.why));
  html += basisMarkup(dispute);
  for (const std::string& clause : ruling.clauses) html += clauseMarkup(clause, words) + '\n';
  return html + derivationMarkup(ruling, words) + "</div>\n";
}

std::string findingMarkup(const ReportedFinding& found, const std::vector<Discretion>& decisions, const Words& words) {
  std::string html = fmt::format("<h2 id=\"verdict-title\"><span class=\"tag\">{}</span> {}</h2>\n",
                                 findingTag(found.finding), pointLink(found.finding.event, words));
  html += fmt::format("<div><p class=\"answer\" dir=\"auto\">{}{}{}</p>\n", escaped(found.explanation.what),
                      found.explanation.value.empty() ? "" : ": ", escaped(found.explanation.value));
  html += remediesMarkup(decisions, found.finding.event, words);
  html += penaltiesMarkup(decisions, false, 0, words) + "</div>\n<div>";
  if (!found.finding.clause.empty()) html += clauseMarkup(found.finding.clause, words) + '\n';
  if (!found.explanation.children.empty()) html += whyMarkup(found.explanation, words);
  return html + "</div>\n";
}

/// Explains the word in the heading.
std::string wordOf(const Dispute& opening) {
  if (opening.ruling != nullptr) {
    switch (opening.ruling->outcome) {
      case RulingVerdict::Outcome::right:
        return "<b>Right</b> describes this ruling: the rules agree with it.";
      case RulingVerdict::Outcome::wrong:
        return "<b>Wrong</b> describes this ruling: the rules give a different result.";
      case RulingVerdict::Outcome::undecided:
        return "<b>Undecided</b> describes this ruling: it depends on something unknown.";
    }
  }
  const std::string_view tag = findingTag(opening.finding->finding);
  return fmt::format("<b>{}</b> describes this act: {}.", tag,
                     opening.finding->finding.isCertain() ? "the rules do not allow it as it is recorded"
                                                          : "whether the rules allow it depends on something unknown");
}

/// Why a record is DIVERGED, part by part.
std::string differences(const Verdict& verdict) {
  std::string why;
  const auto add = [&](Grade part, std::string_view words) {
    if (part == Grade::diverged) why += fmt::format("{}{}", why.empty() ? "" : "; ", words);
  };
  const bool wrong_stands = ranges::any_of(verdict.rulings, [](const RulingVerdict& ruling) {
    return ruling.outcome == RulingVerdict::Outcome::wrong && ruling.stands();
  });
  add(verdict.headGrade(), "its stored heads do not match its events");
  add(verdict.foldGrade(), "its stored states do not match the recomputed ones");
  add(verdict.observationGrade(), "the rules give a different result than an observation");
  add(verdict.legalityGrade(), "an act was played that the rules do not allow; it stays recorded as it happened");
  add(verdict.rulingGrade(), wrong_stands ? "the rules give a different result than a ruling in it that still stands"
                                          : "an earlier ruling in it was wrong, and was replaced");
  return why;
}

}  // namespace

std::string openingKind(const Dispute* opening) {
  if (opening == nullptr) return "clear";
  return opening->ruling != nullptr ? rulingKind(*opening->ruling) : findingKind(*opening->finding);
}

std::string openingMarkup(const Disputes& disputes, const std::vector<Discretion>& decisions, const Words& words) {
  const Dispute* opening = disputes.opening();
  if (opening == nullptr) {
    return "<h2 id=\"verdict-title\"><span class=\"tag\">no dispute</span> Nothing was ruled, and no known act "
           "breaks a rule</h2>\n" +
           penaltiesMarkup(decisions, false, 0, words);
  }
  return opening->ruling != nullptr ? rulingMarkup(*opening, disputes, decisions, words)
                                    : findingMarkup(*opening->finding, decisions, words);
}

std::string meaningMarkup(const Dispute* opening, const Verdict& verdict) {
  std::string html = opening == nullptr ? std::string() : wordOf(*opening) + ' ';
  const Grade whole = verdict.overall();
  html += gradeMarkup(whole, differsInThePastOnly(verdict)) + " describes the whole record: ";
  switch (whole) {
    case Grade::exact:
      html += "all of it follows from what was recorded and the rules.";
      break;
    case Grade::unverified:
      html += "there is nothing to compare a part of it with, or something unknown matters.";
      break;
    case Grade::diverged:
      html += differences(verdict) + '.';
      break;
  }
  return fmt::format("<p class=\"meaning\">{} <a href=\"#grades\">More</a></p>\n", html);
}

}  // namespace docket::report
