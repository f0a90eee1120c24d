#include "tests/conformance/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace docket::conformance {
namespace {

/// In a table of Markdown a bar ends a cell.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string countInWords(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

std::vector<ClauseRow> tabulate(const std::vector<RulesetClauses>& rulesets, const std::vector<CaseResult>& results) {
  std::vector<ClauseRow> rows;
  std::map<std::string, std::vector<std::string>> versions_of;  // of a clause, in its document
  std::map<std::string, std::string> document_of;               // of a clause: the first ruleset that has it
  std::map<std::string, std::size_t> versions;                  // of a ruleset: how many
  for (const RulesetClauses& ruleset : rulesets) {
    ++versions[ruleset.name];
    for (const auto& clause : ruleset.clauses) {
      const auto [document, is_new] = document_of.try_emplace(clause.id, ruleset.name);
      if (is_new) {
        rows.push_back({.id = clause.id, .document = ruleset.name, .place = clause.place, .gist = clause.gist});
      }
      if (document->second == ruleset.name) versions_of[clause.id].push_back(ruleset.version);
    }
  }
  for (ClauseRow& row : rows) {
    const auto& in = versions_of[row.id];
    if (in.size() != versions[row.document]) row.document += fmt::format(" {}", fmt::join(in, ", "));
    for (const CaseResult& result : results) {
      if (result.clause != row.id) continue;
      if (result.check) {
        ++row.checks;
        row.held += result.passed && !result.fails_off && result.problem.empty() ? 1 : 0;
        continue;
      }
      ++row.cases;
      row.passed += result.passed ? 1 : 0;
      row.fails_off += result.fails_off ? 1 : 0;
    }
  }
  return rows;
}

std::string printed(const std::vector<ClauseRow>& rows) {
  std::size_t widest = 0;
  for (const ClauseRow& row : rows) widest = std::max(widest, row.id.size());
  std::string text = fmt::format("{:<{}}  {:>5}  {:>6}  {:>9}  {:>6}  {:>4}  {}\n", "clause", widest, "cases", "passed",
                                 "fails off", "checks", "held", "document, place");
  std::vector<std::string_view> uncovered;
  std::size_t cases = 0, passed = 0, fails_off = 0, shown = 0, checks = 0, held = 0;
  for (const ClauseRow& row : rows) {
    text += fmt::format("{:<{}}  {:>5}  {:>6}  {:>9}  {:>6}  {:>4}  {}, {}\n", row.id, widest, row.cases, row.passed,
                        row.fails_off, row.checks, row.held, row.document, row.place);
    if (row.cases == 0) uncovered.push_back(row.id);
    cases += row.cases;
    passed += row.passed;
    fails_off += row.fails_off;
    checks += row.checks;
    held += row.held;
    shown += row.cases >= 2 && row.fails_off == row.cases ? 1 : 0;
  }
  return text +
         fmt::format("{}, {} of them shown by two cases or more; {}, {} passed, {} fail when off; {}, {} held\n",
                     countInWords(rows.size(), "clause"), shown, countInWords(cases, "case"), passed, fails_off,
                     countInWords(checks, "check"), held) +
         (uncovered.empty() ? std::string{} : fmt::format("no case: {}\n", fmt::join(uncovered, ", ")));
}

std::string page(const std::vector<ClauseRow>& rows) {
  std::string text =
      "# Clauses\n\n"
      "Every clause of the rulesets, and how many cases and checks show it. Each case gives its answer, and another "
      "one\n"
      "with the clause switched off; each check gives its answer both ways.\n"
      "`DOCKET_ACCEPT_CLAUSES=1 build/release/tests/conformance_tests` writes this page.\n";
  std::string ruleset;
  for (const ClauseRow& row : rows) {
    if (const std::string name = row.document.substr(0, row.document.find(' ')); name != ruleset) {
      ruleset = name;
      text += fmt::format(
          "\n## {}\n\n| clause | document | place | cases | checks |\n"
          "| --- | --- | --- | ---: | ---: |\n",
          name);
    }
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.id, row.document, cell(row.place), row.cases, row.checks);
  }
  return text;
}

}  // namespace docket::conformance
