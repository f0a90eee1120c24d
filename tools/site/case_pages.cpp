#include "tools/site/case_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <sstream>

#include "events/errors.h"
#include "tools/case_law/library.h"
#include "tools/case_law/library_check.h"
#include "tools/cases/case_runner.h"
#include "tools/explain/answer.h"
#include "tools/notation/transcript.h"
#include "tools/report/markup.h"
#include "tools/site/addresses.h"
#include "tools/site/frame.h"
#include "tools/words/text.h"
#include "tools/words/words.h"

namespace docket::site {
namespace {

using case_law::CaseOutcome;
using case_law::CheckedCase;
using cases::CaseFile;
using report::escaped;

constexpr std::string_view kCasesSection = "cases";
/// Texts of a file are shown up to this many columns.
constexpr std::size_t kMaxShown = 2'000;

/// "agrees" in an element styled like the outcome of a ruling.
std::string outcomeMarkup(CaseOutcome outcome) {
  const std::string_view kind = outcome == CaseOutcome::agrees    ? "right"
                                : outcome == CaseOutcome::differs ? "wrong"
                                                                  : "undecided";
  return fmt::format("<span class=\"note {}\"><span class=\"tag\">{}</span></span>", kind, wordOf(outcome));
}

/// A file of a library, as it is on the list and on its page.
struct FilePage {
  std::string path, name, ruleset;
  std::size_t cases = 0, disagree = 0;
  std::vector<std::string> problems{};
};

/// Makes the page of a file.
class FilePageMaker {
 public:
  FilePageMaker(const CaseFile& file, case_law::LibraryCheck& check) : file_(file), check_(check) {}

  std::string body(FilePage& page) {
    std::string html;
    for (const std::string& problem : page.problems)
      html += fmt::format("<p class=\"viewer\">{}</p>\n", foreign(problem, kMaxShown));
    if (!file_.documents) return html;
    const case_law::CheckedFile checked = check_.check(file_);
    page.ruleset = checked.ruleset;
    page.cases = checked.cases.size();
    html += fmt::format("<p>Under {}.</p>\n", foreign(checked.ruleset));
    for (std::size_t record = 0; record < file_.records.size(); ++record) {
      std::string of_record;
      for (const CheckedCase& one : checked.cases) {
        if (one.case_line->record != record) continue;
        if (one.outcome != CaseOutcome::agrees) ++page.disagree;
        of_record += caseMarkup(one);
      }
      if (of_record.empty()) continue;
      html +=
          fmt::format("<section aria-label=\"{}\">\n<h2>{}</h2>\n{}{}</section>\n", escaped(file_.records[record].name),
                      foreign(file_.records[record].name), situation(record), of_record);
    }
    return html;
  }

 private:
  [[nodiscard]] static std::string preformatted(std::string_view summary, const std::string& text) {
    return fmt::format("<details class=\"notation\"><summary>{}</summary>\n<pre>{}</pre></details>\n", summary,
                       escaped(printableLines(text)));
  }
  [[nodiscard]] static std::string printableLines(const std::string& text) {
    std::istringstream lines(text);
    std::string all;
    for (std::string line; std::getline(lines, line);) all += printable(line) + "\n";
    return all;
  }

  /// The transcript of a record.
  [[nodiscard]] std::string situation(std::size_t record) {
    const cases::Record& one = file_.records[record];
    if (!one.problem.empty()) return {};
    try {
      std::ostringstream lines;
      const auto rules = check_.rulesFor(file_, {});
      writeTranscript(one.game, rules->rules(), lines);
      return preformatted(fmt::format("The situation: {}", counted(one.game.size(), "event")), lines.str());
    } catch (const DamagedArchive&) {
      return {};  // the rules cannot take an event of it, which its cases say
    }
  }

  [[nodiscard]] std::string derivation(const CheckedCase& one) {
    if (one.outcome == CaseOutcome::unasked) return {};
    const auto rules = check_.rulesFor(file_, *one.case_line);
    std::ostringstream lines;
    cases::CasesUnder(file_, rules->rules()).show(*one.case_line, [&](const auto& question, const auto& point) {
      const TurnLabels no_labels;
      const Words words(point.state, point.rules, file_.records[one.case_line->record].game.header(), no_labels);
      printTree(lines, explainAnswer(question, expression::evaluate(question, point), words).root, words, 0, false);
    });
    return preformatted("Why", lines.str());
  }

  [[nodiscard]] std::string caseMarkup(const CheckedCase& one) {
    const cases::Case& case_line = *one.case_line;
    std::string clause = case_line.clause;
    if (!case_line.variant.empty()) clause += "/" + case_line.variant;
    if (!one.place.empty()) clause += ", " + one.place;
    std::string html = fmt::format("<div class=\"case\" id=\"l{}\">\n<h3>{} {}</h3>\n<dl>\n", case_line.place.line,
                                   foreign(case_line.shows, kMaxShown), outcomeMarkup(one.outcome));
    const auto add = [&](std::string_view name, const std::string& what) {
      if (!what.empty()) html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, foreign(what, kMaxShown));
    };
    add("Question", fmt::format("after event {}: {}", case_line.at, case_line.question));
    add("Published", case_line.answer.text);
    if (one.outcome != CaseOutcome::agrees) add("By the rules", one.given);
    add("Clause", clause);
    add("What it says", one.gist);
    add("Source", case_line.source);
    add("Date", case_line.date);
    return html + "</dl>\n" + derivation(one) + "</div>\n";
  }

  const CaseFile& file_;
  case_law::LibraryCheck& check_;
};

std::string listBody(const std::vector<FilePage>& files, std::size_t begin, const std::string& path) {
  std::string html =
      "<table class=\"list\">\n<caption>Published answers, computed by the rules</caption>\n<thead><tr><th "
      "scope=\"col\">Situations</th><th scope=\"col\">Ruleset</th><th scope=\"col\" class=\"count\">Answers</th><th "
      "scope=\"col\" class=\"count\">Not as the rules give it</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = begin; i < std::min(begin + kRowsOnAPage, files.size()); ++i) {
    const FilePage& file = files[i];
    html += fmt::format(
        "<tr><th scope=\"row\">{}</th><td data-of=\"Ruleset\">{}</td><td class=\"count\" "
        "data-of=\"Answers\">{}</td><td class=\"count\" data-of=\"Not as the rules give it\">{}</td></tr>\n",
        linkTo(path, file.path, file.name), foreign(file.ruleset), file.cases, file.disagree);
  }
  return html + "</tbody>\n</table>\n";
}

}  // namespace

LibraryPages forEachCasePage(const std::filesystem::path& library, const Options& options, bool is_live,
                             const std::function<void(const std::string&, const std::string&)>& visit) {
  LibraryPages counts;
  case_law::LibraryCheck check({});
  std::vector<FilePage> files;
  const std::string list = pathOfList(kCasesSection);
  for (const auto& path : case_law::filesOf(library)) {
    const CaseFile file = case_law::readFile(path);
    // The pages do not reveal where the library is on this machine.
    const std::string name = std::filesystem::relative(path, library).replace_extension().string();
    FilePage& page = files.emplace_back(FilePage{.name = name == "." ? path.stem().string() : name, .problems = {}});
    page.path = pathOf(kCasesSection, keyOf(kCasesSection, page.name));
    page.problems = file.problems;
    std::string body;
    try {
      body = FilePageMaker(file, check).body(page);
    } catch (const BadInput& documents) {
      page.problems.emplace_back(documents.what());
      body = fmt::format("<p class=\"viewer\">{}</p>\n", foreign(documents.what(), kMaxShown));
    }
    visit(page.path, framed({.path = page.path,
                             .title = page.name,
                             .heading = foreign(page.name),
                             .above = {{list, "Rulings without games"}},
                             .body = body},
                            options, is_live));
    ++counts.files;
    counts.cases += page.cases;
    counts.disagree += page.disagree;
    counts.unread += page.problems.size();
  }
  for (std::size_t begin = 0, part = 0; begin < files.size(); begin += kRowsOnAPage, ++part) {
    std::vector<std::pair<std::string, std::string>> parts;
    for (std::size_t to = 0; files.size() > kRowsOnAPage && to * kRowsOnAPage < files.size(); ++to)
      parts.emplace_back("from " + foreign(files[to * kRowsOnAPage].name, 24),
                         pathOfList(kCasesSection, to == 0 ? 0 : to + 1));
    const std::string path = pathOfList(kCasesSection, part == 0 ? 0 : part + 1);
    visit(path, framed({.path = path,
                        .title = "Rulings without games",
                        .heading = "Rulings without games",
                        .body = between(pager(path, parts), listBody(files, begin, path))},
                       options, is_live));
  }
  return counts;
}

void reportUnread(std::string_view command, const LibraryPages& library, std::ostream& err) {
  if (library.unread == 0) return;
  err << fmt::format("docket {}: {} of the library cannot be read; the pages say so (docket cases check)\n", command,
                     counted(library.unread, "part"));
}

}  // namespace docket::site
