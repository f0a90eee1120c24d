#include "tools/render/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/view/take.hpp>
#include <utility>
#include <vector>

#include "events/heads.h"
#include "events/json/json_writer.h"
#include "events/text/letters.h"
#include "tools/game/game_loader.h"
#include "tools/io/exit_status.h"
#include "tools/verdict/verdict.h"
#include "tools/words/layout.h"
#include "tools/words/page_width.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using RulingOutcome = RulingVerdict::Outcome;

Style styleOf(Grade grade) {
  if (grade == Grade::exact) return Style::good;
  return grade == Grade::unverified ? Style::warning : Style::bad;
}

std::string countOf(const std::vector<RulingVerdict>& rulings, RulingOutcome outcome) {
  const auto count = std::count_if(rulings.begin(), rulings.end(),
                                   [&](const RulingVerdict& ruling) { return ruling.outcome == outcome; });
  return fmt::format("{} {}", count, rightOrWrong(outcome));
}

std::string observationWords(const ObservationVerdict& seen) {
  if (seen.equal + seen.unverified + seen.diverged == 0) return "nothing was observed to compare with";
  return fmt::format("{} compared: {} equal, {} with nothing to compare, {} different",
                     counted(seen.equal + seen.unverified + seen.diverged, "observation"), seen.equal, seen.unverified,
                     seen.diverged);
}

std::string legalityWords(const LegalityVerdict& legality) {
  const ScopeTally& scope = legality.scope;
  std::string words = scope.none() == 0
                          ? counted(scope.judged(), "act") + " judged: "
                          : fmt::format("{} of {} judged: ", scope.judged(), counted(scope.acts(), "act"));
  words += legality.findings.empty() ? "no findings" : counted(legality.findings.size(), "finding");
  if (scope.none() != 0) words += fmt::format("; no rule here covers {}", scope.none());
  if (!legality.uncertain.empty()) {
    words += fmt::format("; {} may or may not be legal", counted(legality.uncertain.size(), "event"));
  }
  if (legality.undefined != 0) {
    words += fmt::format("; no catalogue has {} of the game", counted(legality.undefined, "card"));
  }
  return words;
}

std::string rulingWords(const std::vector<RulingVerdict>& rulings) {
  if (rulings.empty()) return "none was given";
  return fmt::format("{}: {}, {}, {}", counted(rulings.size(), "ruling"), countOf(rulings, RulingOutcome::right),
                     countOf(rulings, RulingOutcome::wrong), countOf(rulings, RulingOutcome::undecided));
}

std::string foldWords(const FoldVerdict& fold) {
  if (!fold.differences.empty()) return fold.differences.front();
  std::string words = counted(fold.compared, "comparison") + ", all equal";
  if (fold.left_out != 0) {
    words += fmt::format("; not compared: {} kept under other rules or by another version of the engine",
                         counted(fold.left_out, "state"));
  }
  if (fold.semantics != 0) {
    words += fmt::format("; recorded with version {} of the rules engine, computed by version {}", fold.semantics,
                         kSemantics);
  }
  return words;
}

/// True if a ruling in effect decides the legality of an event and the rules agree with it.
bool isRuledOn(EventNumber event, const std::vector<RulingVerdict>& rulings) {
  const std::string asked = fmt::format("legal({})", event);
  return std::any_of(rulings.begin(), rulings.end(), [&](const RulingVerdict& ruling) {
    return ruling.outcome == RulingOutcome::right && ruling.stands() && ruling.claim.find(asked) != std::string::npos;
  });
}

/// The explanation for a verdict whose only difference is that an illegal act is on record.
std::string illegalActWords(const Verdict& verdict) {
  const auto rest = {verdict.headGrade(), verdict.foldGrade(), verdict.observationGrade(), verdict.rulingGrade()};
  const bool else_sound = std::none_of(rest.begin(), rest.end(), [](Grade one) { return one == Grade::diverged; });
  if (!else_sound || verdict.legalityGrade() != Grade::diverged) return {};
  std::size_t illegal = 0, ruled = 0;
  for (const ReportedFinding& found : verdict.legality.findings) {
    if (!found.stands() || !found.finding.isCertain()) continue;
    ++illegal;
    if (isRuledOn(found.finding.event, verdict.rulings)) ++ruled;
  }
  const std::string what =
      illegal == 1 ? "an illegal act is recorded" : fmt::format("{} illegal acts are recorded", illegal);
  if (ruled == illegal) return what + ", and the ruling agrees: the record is sound; DIVERGED is about the play";
  if (ruled == 0) return what + ": the record is sound, and there is no ruling about it yet (docket rule records one)";
  return fmt::format("{}, and the ruling agrees about {}: the record is sound", what, ruled);
}

void printGrade(std::ostream& out, std::string_view name, Grade grade, const std::string& words, bool colour) {
  const std::string line =
      fmt::format("{} {} {}", padded(name, 13), styled(colour, styleOf(grade), padded(gradeWord(grade), 11)), words);
  // Only the words are wrapped, so that the grade keeps its column.
  if (shownColumns(line) <= pageColumns()) {
    out << line << '\n';
    return;
  }
  const std::string rest = paragraph(words, 26, 26);
  out << line.substr(0, line.size() - words.size()) << rest.substr(26);
}

/// The first of them; --json has all.
void printUncertain(std::ostream& out, const std::vector<UncertainEvent>& uncertain, const Words& words, bool colour) {
  constexpr std::size_t kShown = 5;
  if (uncertain.empty()) return;
  out << '\n' << styled(colour, Style::strong, "Not known whether legal") << '\n';
  std::vector<std::pair<const UncertainEvent*, std::size_t>> reasons;  // where each is first, and of how many events
  for (const UncertainEvent& one : uncertain) {
    const auto known = ranges::find_if(reasons, [&](const auto& reason) { return reason.first->why == one.why; });
    if (known == reasons.end()) {
      reasons.emplace_back(&one, 1);
    } else {
      ++known->second;
    }
  }
  for (const auto& [first, events] : reasons | ranges::views::take(kShown)) {
    const std::string more = events == 1 ? "" : fmt::format(", and {} more", counted(events - 1, "event"));
    out << paragraph(fmt::format("{}{}: {}", words.eventWhen(first->event), more, first->why), 2, 4);
  }
  if (reasons.size() > kShown) {
    out << paragraph(
        fmt::format("... and {} (docket verify --json lists all)", counted(reasons.size() - kShown, "other reason")), 2,
        4);
  }
}

void printRuling(std::ostream& out, const RulingVerdict& ruling, const Words& words, bool colour) {
  const auto style = ruling.outcome == RulingOutcome::right   ? Style::good
                     : ruling.outcome == RulingOutcome::wrong ? Style::bad
                                                              : Style::warning;
  std::string heading =
      fmt::format("{}, {}, about event {}", ruling.event != 0 ? Words::event(ruling.event) : clipped(ruling.place, 40),
                  ruling.judge.empty() ? std::string("a judge") : clipped(ruling.judge), ruling.about);
  if (ruling.supersedes != 0) heading += fmt::format(", replaces event {}", ruling.supersedes);
  if (ruling.superseded_by != 0) heading += fmt::format(", replaced by event {}", ruling.superseded_by);
  if (!ruling.superseded_at.empty()) heading += fmt::format(", replaced by {}", clipped(ruling.superseded_at, 40));
  const std::string outcome = asciiUpper(rightOrWrong(ruling.outcome));
  out << flushRight("  " + heading, styled(colour, style, outcome), 4);
  out << paragraph("claimed: " + clipped(ruling.claim, 400), 4, 6);
  if (!ruling.note.empty()) out << paragraph(fmt::format("\"{}\"", clipped(ruling.note, 1000)), 4, 6);
  for (const std::string& clause : ruling.clauses) {
    const std::string gist = words.gist(clause);
    out << paragraph(fmt::format("cites [{}] {}", clipped(clause), gist.empty() ? std::string(kOwnClause) : gist), 4,
                     6);
  }
  out << paragraph(ruling.why + (ruling.derivation.root.what.empty() ? "" : ":"), 4, 6);
  if (!ruling.derivation.root.what.empty()) printTree(out, ruling.derivation.root, words, 6, colour);
}

void writeGraded(JsonWriter& json, std::string_view name, Grade grade) {
  json.object(name).member("grade", gradeWord(grade));
}

void writeRulingVerdict(JsonWriter& json, const RulingVerdict& ruling) {
  json.object()
      .member("event", ruling.event)
      .member("place", ruling.place)
      .member("at", ruling.about)
      .member("judge", ruling.judge);
  json.member("claim", ruling.claim).member("note", ruling.note).list("clauses", ruling.clauses);
  json.list("unknownClauses", ruling.unknown_clauses).member("supersedes", ruling.supersedes);
  json.member("supersededBy", ruling.superseded_by);
  json.member("outcome", outcomeWord(ruling.outcome)).member("why", ruling.why);
  json.member("supersededAt", ruling.superseded_at);
  if (ruling.derivation.root.what.empty()) {
    json.memberNull("derivation");
  } else {
    json.object("derivation");
    writeExplanation(json, ruling.derivation.root);
    json.end();
  }
  json.end();
}

}  // namespace

std::vector<GradeLine> gradeLines(const Verdict& verdict) {
  std::vector<GradeLine> lines{{.part = "head", .grade = verdict.headGrade(), .words = headWords(verdict)}};
  if (!verdict.damage.empty()) return lines;
  lines.push_back({.part = "fold", .grade = verdict.foldGrade(), .words = foldWords(verdict.fold)});
  lines.push_back(
      {.part = "observations", .grade = verdict.observationGrade(), .words = observationWords(verdict.observations)});
  lines.push_back({.part = "legality", .grade = verdict.legalityGrade(), .words = legalityWords(verdict.legality)});
  lines.push_back({.part = "rulings", .grade = verdict.rulingGrade(), .words = rulingWords(verdict.rulings)});
  return lines;
}

std::string_view fateWords(ReportedFinding::Fate fate) {
  switch (fate) {
    case ReportedFinding::Fate::stands:
      return "";
    case ReportedFinding::Fate::rewound:
      return "a judge took this event back";
    case ReportedFinding::Fate::corrected:
      return "a judge corrected this event";
    case ReportedFinding::Fate::resolved:
      return "a judge corrected an earlier event, after which this no longer applies";
  }
  return "";
}

void printVerdict(std::ostream& out, const Verdict& verdict, const OpenGame& game, bool colour) {
  out << flushRight(styled(colour, Style::strong, clipped(verdict.game, 60)), counted(verdict.events, "event"), 2);
  out << styled(colour, Style::faint, "head " + verdict.head) << "\n\n";
  for (const GradeLine& line : gradeLines(verdict)) printGrade(out, line.part, line.grade, line.words, colour);
  if (!verdict.damage.empty()) return;
  if (const std::string illegal = illegalActWords(verdict); !illegal.empty()) out << '\n' << paragraph(illegal, 0, 2);
  const TurnLabels turn_labels = turnLabelsOf(game);
  const State state = initialState(game.header(), game.rules());
  const Rules rules = game.rules();
  const Words words(state, rules, game.header(), turn_labels);
  const auto heading = [&](std::string_view text) { out << '\n' << styled(colour, Style::strong, text) << '\n'; };
  if (!verdict.observations.first.empty()) heading("Observations that differ");
  for (const Divergence& one : verdict.observations.first) {
    out << paragraph(fmt::format("{}: {} of {}: {} computed, {} observed", words.eventWhen(one.event), one.field,
                                 one.subject, one.computed, one.observed),
                     2, 4);
  }
  if (!verdict.legality.findings.empty()) heading("Findings");
  for (const ReportedFinding& found : verdict.legality.findings) {
    printTree(out, found.explanation, words, 2, colour);
    if (!found.finding.clause.empty()) {
      out << paragraph(fmt::format("[{}] {}", printable(found.finding.clause), words.gist(found.finding.clause)), 5, 5);
    }
    if (!found.stands()) out << paragraph(std::string(fateWords(found.fate)), 5, 5);
    if (found.replaced_by != 0) {
      out << paragraph(fmt::format("it is what happened, as corrected by {}", words.eventWhen(found.replaced_by)), 5,
                       5);
    }
  }
  printUncertain(out, verdict.legality.uncertain, words, colour);
  if (!verdict.rulings.empty()) heading("Rulings");
  for (const RulingVerdict& ruling : verdict.rulings) printRuling(out, ruling, words, colour);
  constexpr std::size_t kMaxNotes = 20;
  if (!verdict.notes.empty()) heading("Notes on the documents");
  for (std::size_t i = 0; i < std::min(verdict.notes.size(), kMaxNotes); ++i) out << paragraph(verdict.notes[i], 2, 4);
  if (verdict.notes.size() > kMaxNotes) {
    out << paragraph(fmt::format("... and {} more", counted(verdict.notes.size() - kMaxNotes, "note")), 2, 4);
  }
  if (verdict.legality.scope.acts() != 0) heading("What was judged");
  for (const std::string& line : tallyLines(verdict.legality.scope)) out << paragraph(line, 2, 4);
}

VerdictTable::VerdictTable(std::ostream& out, std::size_t widest, bool colour) : out_(out), colour_(colour) {
  // Five grades follow the name: on a narrow terminal it is the name that is clipped.
  constexpr std::size_t kGrades = 60, kFewest = 12, kMax = 28;
  most_ = std::clamp(rowColumns() - std::min(rowColumns(), kGrades), kFewest, kMax);
  widest_ = std::max(widest_, std::min(widest, most_));
  row("game", {"head", "fold", "observed", "legality", "rulings"});
}

void VerdictTable::row(std::string_view game, const std::vector<std::string>& cells) {
  std::string line = padded(game, widest_);
  for (const std::string& cell : cells)
    line += "  " + cell + std::string(10 - std::min<std::size_t>(10, shownColumns(cell)), ' ');
  line.erase(line.find_last_not_of(' ') + 1);
  out_ << tableRow(line);
}

void VerdictTable::add(const VerdictSummary& verdict) {
  ++games_;
  if (verdict.cached) ++cached_;
  if (!verdict.damage.empty()) {
    ++damaged_;
    row(clipped(verdict.game, most_), {styled(colour_, Style::bad, "DAMAGED")});
    out_ << paragraph(verdict.damage, 4, 4);
    return;
  }
  if (verdict.status == kDiffers) ++differ_;
  std::vector<std::string> cells;
  for (const Grade grade : verdict.grades) cells.push_back(styled(colour_, styleOf(grade), gradeWord(grade)));
  row(clipped(verdict.game, most_), cells);
}

void VerdictTable::finish() {
  out_ << fmt::format("\n{}: {} agree, {} differ, {} damaged\n", counted(games_, "game"), games_ - differ_ - damaged_,
                      differ_, damaged_);
  if (cached_ == 0) return;
  out_ << paragraph(
      fmt::format("{} unchanged since this program verified {}: every byte was read and every head computed, but "
                  "{} not folded again (--again does)",
                  counted(cached_, "game"), cached_ == 1 ? "it" : "them", cached_ == 1 ? "it was" : "they were"),
      0, 2);
}

std::string jsonOf(const Verdict& verdict, bool kept) {
  JsonWriter json;
  json.object().member("game", verdict.game).member("events", verdict.events).member("head", verdict.head);
  json.member("status", verdict.status()).member("kept", kept);
  json.memberOrNull("damage", verdict.damage);
  writeGraded(json, "heads", verdict.headGrade());
  json.member("recomputed", verdict.heads.recomputed);
  if (verdict.heads.bad) json.member("firstBad", verdict.heads.first_bad);
  json.end();
  writeGraded(json, "fold", verdict.foldGrade());
  json.member("compared", verdict.fold.compared)
      .member("notCompared", verdict.fold.left_out)
      .member("digest", verdict.digest)
      .list("differences", verdict.fold.differences)
      .end();
  writeGraded(json, "observations", verdict.observationGrade());
  json.member("equal", verdict.observations.equal).member("unverified", verdict.observations.unverified);
  json.member("different", verdict.observations.diverged).list("first");
  for (const Divergence& one : verdict.observations.first) {
    json.object().member("event", one.event).member("subject", one.subject).member("field", one.field);
    json.member("computed", one.computed).member("observed", one.observed).end();
  }
  json.end().end();
  writeGraded(json, "legality", verdict.legalityGrade());
  json.member("acts", verdict.legality.scope.acts());
  json.list("uncertain");
  for (const UncertainEvent& one : verdict.legality.uncertain) {
    json.object().member("event", one.event).member("why", one.why).end();
  }
  json.end();
  json.member("undefined", verdict.legality.undefined).list("findings");
  for (const ReportedFinding& found : verdict.legality.findings) {
    json.object().memberJson("finding", found.json).member("takenBack", !found.stands());
    if (found.replaced_by != 0) json.member("replacedBy", found.replaced_by);
    json.object("explanation");
    writeExplanation(json, found.explanation);
    json.end().end();
  }
  json.end().object("scope");
  writeScope(json, verdict.legality.scope);
  json.end().end();
  writeGraded(json, "rulings", verdict.rulingGrade());
  json.list("given");
  for (const RulingVerdict& ruling : verdict.rulings) writeRulingVerdict(json, ruling);
  return json.end().end().list("notes", verdict.notes).end().text();
}

}  // namespace docket
