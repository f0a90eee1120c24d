// docket cases: libraries of rulings without games.
#include <fmt/format.h>

#include <array>
#include <map>
#include <ostream>

#include "events/errors.h"
#include "events/json/json_writer.h"
#include "tools/case_law/library.h"
#include "tools/case_law/library_check.h"
#include "tools/commands/cases_commands.h"
#include "tools/commands/command.h"
#include "tools/commands/rules_commands.h"
#include "tools/game/game_loader.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/io/json_answer.h"
#include "tools/words/layout.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using case_law::CaseOutcome;
using case_law::CheckedCase;

constexpr std::string_view kCasesHelp =
    R"(A library is a folder of files with situations, questions and published answers
(docs/cases.md).

check  computes the answers and shows those that differ or are undecided;
       with --to, those that other rules change, and by which clause
find   lists cases by words, clause, card, or the shape of their derivation
from   makes a case of a judge's ruling, from a game of the archive

Exit status of check: 0 every answer agrees, 1 one differs, is undecided or changes,
2 a part cannot be read; the rest is computed.)";

constexpr std::string_view kCasesExamples =
    R"(  docket cases check rulings
  docket cases check rulings --to draft.json
  docket cases find rulings second use
  docket cases from court --ruling 32 -o court.cases)";

case_law::CheckPlan checkPlan(const Arguments& arguments) {
  const auto archive = archiveIfPresent(arguments);
  const Archive* known = archive ? &*archive : nullptr;
  const auto ruleset = [&](std::string_view option) -> std::optional<HeldDocument> {
    if (const auto choice = arguments.value(option)) return chooseRuleset(*choice, {}, known);
    return std::nullopt;
  };
  const auto cards = [&](std::string_view option) -> std::optional<HeldDocument> {
    if (const auto choice = arguments.value(option)) return chooseCatalogue(*choice, known);
    return std::nullopt;
  };
  case_law::CheckPlan plan{.rules = ruleset("rules"), .cards = cards("cards")};
  plan.to_rules = ruleset("to");
  plan.to_cards = cards("to-cards");
  return plan;
}

/// The results of a library, counted.
struct LibraryCounts {
  std::size_t files = 0, left_out = 0, unread = 0, changed = 0;
  std::array<std::size_t, 4> outcomes{};
  std::map<std::string, std::size_t> causes{};  ///< of the changes

  void add(const CheckedCase& one) {
    ++outcomes[static_cast<std::size_t>(one.outcome)];
    if (!one.change) return;
    ++changed;
    for (const std::string& cause : one.change->causes) ++causes[cause];
  }
  [[nodiscard]] std::size_t of(CaseOutcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
  /// `own_rules`: the cases were asked under the rules that their files name, so each can be asked.
  [[nodiscard]] int status(bool own_rules) const {
    if (unread != 0 || (own_rules && of(CaseOutcome::unasked) != 0)) return kBadInput;
    return of(CaseOutcome::differs) + of(CaseOutcome::undecided) + of(CaseOutcome::unasked) + changed == 0 ? kAgrees
                                                                                                           : kDiffers;
  }
};

}  // namespace

void writeCaseMembers(JsonWriter& json, const cases::CaseFile& file, const cases::Case& one) {
  json.member("file", file.name).member("line", one.place.line);
  json.member("kind", one.check ? "check" : "case").member("clause", one.clause).member("variant", one.variant);
  json.member("record", file.records[one.record].name).member("at", one.at).member("question", one.question);
  json.member("published", one.answer.text).member("shows", one.shows);
  json.member("source", one.source).member("date", one.date);
}

std::string sourceWords(const cases::Case& one) {
  if (one.source.empty() && one.date.empty()) return {};
  return fmt::format(" ({}{}{})", printable(one.source), one.source.empty() || one.date.empty() ? "" : ", ", one.date);
}

namespace {

std::string caseJson(const cases::CaseFile& file, const CheckedCase& one, const std::string& ruleset) {
  JsonWriter json;
  json.object();
  writeCaseMembers(json, file, *one.case_line);
  json.member("ruleset", ruleset).member("outcome", case_law::wordOf(one.outcome)).member("computed", one.given);
  json.member("place", one.place).member("gist", one.gist);
  if (one.change) {
    json.object("change").member("computed", one.change->answer).list("causes", one.change->causes).end();
  } else {
    json.memberNull("change");
  }
  return json.end().text();
}

/// "l5r.ability.once, Learn to Play 5: an ability is used once a turn".
std::string citedClauseWords(const CheckedCase& one) {
  std::string words = printable(one.case_line->clause);
  if (!one.case_line->variant.empty()) words += "/" + printable(one.case_line->variant);
  if (!one.place.empty()) words += ", " + printable(one.place);
  return one.gist.empty() ? words : words + ": " + printable(one.gist);
}

void printCheckedCase(const cases::CaseFile& file, const CheckedCase& one, Streams& streams) {
  const cases::Case& case_line = *one.case_line;
  const std::string word = one.change ? "changes" : std::string(case_law::wordOf(one.outcome));
  const auto style = one.outcome == CaseOutcome::differs || one.change ? Style::bad : Style::warning;
  streams.out << flushRight(styled(streams.colour, Style::strong, printable(case_law::placeOf(file, case_line))),
                            styled(streams.colour, style, word), 2);
  if (one.outcome == CaseOutcome::unasked) {
    streams.out << paragraph(printable(one.given), 2, 4);
  } else if (one.outcome == CaseOutcome::agrees) {
    streams.out << paragraph(fmt::format("{}: {}", printable(case_line.question), printable(one.given)), 2, 4);
  } else {
    streams.out << paragraph(fmt::format("{}: {}; published: {}", printable(case_line.question), printable(one.given),
                                         printable(case_line.answer.text)),
                             2, 4);
  }
  if (one.change) {
    std::string causes;
    for (const std::string& cause : one.change->causes) causes += (causes.empty() ? ", by " : " and ") + cause;
    streams.out << paragraph(fmt::format("becomes {}{}", printable(one.change->answer), printable(causes)), 2, 4);
  }
  streams.out << paragraph(citedClauseWords(one), 2, 4)
              << paragraph(printable(case_line.shows) + sourceWords(case_line), 2, 4);
}

void printCounts(const LibraryCounts& counts, bool compares, std::ostream& out) {
  std::string line =
      fmt::format("{}: {}", counted(counts.files, "file"), counted(counts.of(CaseOutcome::agrees), "answer"));
  line += counts.of(CaseOutcome::agrees) == 1 ? " agrees" : " agree";
  line += fmt::format(", {} {}", counts.of(CaseOutcome::differs),
                      counts.of(CaseOutcome::differs) == 1 ? "differs" : "differ");
  line += fmt::format(", {} undecided", counts.of(CaseOutcome::undecided));
  if (const auto unasked = counts.of(CaseOutcome::unasked); unasked != 0)
    line += fmt::format(", {} cannot be asked", unasked);
  if (counts.unread != 0) line += fmt::format("; {} cannot be read", counted(counts.unread, "part"));
  if (counts.left_out != 0) line += fmt::format("; {} of other games left out", counted(counts.left_out, "file"));
  out << paragraph(line, 0, 2);
  if (!compares) return;
  line = counts.changed == 0 ? "no answer changes" : counted(counts.changed, "answer") + " changed";
  std::string separator = ": ";
  for (const auto& [cause, count] : counts.causes) {
    line += fmt::format("{}{} by {}", separator, count, printable(cause));
    separator = ", ";
  }
  out << paragraph(line, 0, 2);
}

int checkLibrary(const Arguments& arguments, Streams& streams) {
  if (arguments.words().size() != 2) throw BadInput("docket cases check: expected a folder, or a file of cases");
  const auto plan = checkPlan(arguments);
  const bool own_rules = !plan.rules && !plan.cards;
  case_law::LibraryCheck check(plan);
  LibraryCounts counts;
  AnswerList list(streams.out, "cases");
  const auto unread = [&](const std::string& problem) {
    ++counts.unread;
    streams.err << fmt::format("docket cases check: {}\n", printable(problem));
  };
  for (const auto& path : case_law::filesOf(arguments.words()[1])) {
    const cases::CaseFile file = case_law::readFile(path);
    ++counts.files;
    for (const std::string& problem : file.problems) unread(problem);
    if (!file.documents) continue;
    try {
      const auto checked = check.check(file);
      if (checked.is_of_other_game) ++counts.left_out;
      for (const CheckedCase& one : checked.cases) {
        counts.add(one);
        if (arguments.json()) {
          list.item(caseJson(file, one, checked.ruleset));
        } else if (one.outcome != CaseOutcome::agrees || one.change) {
          printCheckedCase(file, one, streams);
        }
      }
    } catch (const BadInput& documents) {
      unread(documents.what());
    }
  }
  if (!arguments.json()) {
    printCounts(counts, plan.compares(), streams.out);
    return counts.status(own_rules);
  }
  JsonWriter sums;
  sums.object().member("files", counts.files).member("agree", counts.of(CaseOutcome::agrees));
  sums.member("differ", counts.of(CaseOutcome::differs)).member("undecided", counts.of(CaseOutcome::undecided));
  sums.member("unasked", counts.of(CaseOutcome::unasked)).member("unread", counts.unread);
  sums.member("leftOut", counts.left_out).member("changed", counts.changed);
  list.end(sums.end().text());
  return counts.status(own_rules);
}

int runCases(const Arguments& arguments, Streams& streams) {
  const std::string& use = arguments.words().front();
  if (use == "from") return caseFromRuling(arguments, streams);
  return use == "find" ? findCases(arguments, streams) : checkLibrary(arguments, streams);
}

}  // namespace

Command casesCommand() {
  return {
      .name = "cases",
      .words = "check FOLDER | find FOLDER [WORD...] | from GAME",
      .summary = "check libraries of rulings against the rules",
      .help = kCasesHelp,
      .examples = kCasesExamples,
      .least_words = 1,
      .most_words = 100,
      .options =
          {{.name = "rules",
            .value = "RULESET",
            .help = "use these rules, not those of each file",
            .belongs_to = "check"},
           {.name = "cards", .value = "CATALOGUE", .help = "use these cards", .belongs_to = "check"},
           {.name = "to", .value = "RULESET", .help = "show what changes under these rules", .belongs_to = "check"},
           {.name = "to-cards", .value = "CATALOGUE", .help = "... and these cards", .belongs_to = "check"},
           {.name = "clause", .value = "CLAUSE", .help = "cases of this clause", .belongs_to = "find"},
           {.name = "card", .value = "TEXT", .help = "cases with a card of that title or key", .belongs_to = "find"},
           {.name = "like", .value = "FILE:LINE", .help = "cases derived like that one", .belongs_to = "find"},
           {.name = "ruling",
            .value = "N",
            .help = "event of the ruling",
            .least = 1,
            .most = UINT32_MAX,
            .belongs_to = "from"},
           {.name = "source", .value = "TEXT", .help = "the source of the ruling, for the case", .belongs_to = "from"},
           {.name = "output,o", .value = "FILE", .help = "write the case to this file", .belongs_to = "from"}},
      .run = runCases,
      .uses_pager = true};
}

}  // namespace docket
