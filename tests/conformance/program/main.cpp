// docket-conformance: runs conformance cases and prints the table of clauses.
//   docket-conformance            every case of tests/conformance
//   docket-conformance FILE...    the cases of these files, and of every *.cases in these folders
//   docket-conformance --pairs [RULESET] [--all]    the pairs of clauses that no case shows together
//   docket-conformance --deciding FILE    the clauses without which each case of a file has another answer
// Exit status 0 if each case shows its clause and each check holds, 1 if one does not, 2 if something cannot be read;
// the rest still runs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/errors.h"
#include "tests/conformance/pairs.h"
#include "tests/conformance/table.h"

namespace docket::conformance {
namespace {

struct Shown {
  std::vector<RulesetClauses> rulesets;
  std::vector<CaseResult> results;

  void cannotBeRead(const std::string& file, const std::string& why) {
    results.push_back({.clause = {}, .variant = {}, .file = file, .place = {}, .problem = why, .unread = true});
  }
};

constexpr std::string_view kUsage =
    R"(docket-conformance [FILE | FOLDER]...
docket-conformance --pairs [RULESET] [--all]
docket-conformance --deciding FILE
Asks each question twice: under the rules, where the answer has to be the one that is written, and with its clause
switched off, where that of a case has to be another one, and that of a check the same. Prints a line for each clause,
and what is wrong. Without words it runs the cases that come with docket; a folder stands for the *.cases in it.
Exit status: 0 each case shows its clause and each check holds, 1 one does not, 2 something cannot be read; the rest is
run all the same.
--pairs prints how many pairs of clauses read the same fact, how many of them a case shows together, and those that have
neither a case nor a reason in tests/conformance/pairs.tsv; --all prints every pair. Exit status: 0 all have one, 1 one
has neither, or its reason is wrong. --deciding prints the answer of each case of a file, and the clauses without which it
has another one.
)";

/// The files that were named, and those in the folders that were named.
std::vector<std::filesystem::path> filesOf(const std::vector<std::filesystem::path>& words, Shown& shown) {
  std::vector<std::filesystem::path> files;
  for (const auto& word : words) {
    if (!std::filesystem::is_directory(word)) {
      files.push_back(word);
      continue;
    }
    const auto had = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : std::filesystem::directory_iterator(word)) {
      if (entry.path().extension() == ".cases") files.push_back(entry.path());
    }
    std::sort(files.begin() + had, files.end());
    if (files.size() == static_cast<std::size_t>(had)) {
      shown.cannotBeRead(word.string(), word.string() + ": no *.cases is in this folder");
    }
  }
  return files;
}

/// The files' cases, and the clauses of the rulesets that they name, each ruleset once.
Shown runFiles(const std::vector<std::filesystem::path>& paths) {
  Shown shown;
  std::set<std::filesystem::path> rulesets;
  for (const auto& path : filesOf(paths, shown)) {
    const CaseFile file = readCasesAsNamed(path);
    for (CaseResult& result : runCases(file)) shown.results.push_back(std::move(result));
    if (!file.documents || !rulesets.insert(file.rules).second) continue;
    try {
      shown.rulesets.push_back(clausesOf(file.rules));
    } catch (const BadInput&) {
      // It is among the results that this ruleset cannot be read.
    }
  }
  return shown;
}

int runPairs(const std::vector<std::filesystem::path>& words) {
  std::optional<std::string> ruleset;
  bool each = false;
  for (const auto& word : words) {
    if (word == "--all") {
      each = true;
    } else if (!ruleset && !word.string().starts_with('-')) {
      ruleset = word.string();
    } else {
      throw BadInput(fmt::format("--pairs does not take {}\n{}", word.string(), kUsage));
    }
  }
  const Pairs pairs = findPairs(ruleset);
  fmt::print("{}", printed(pairs, each));
  return countBare(pairs.all) == 0 && pairs.problems.empty() ? 0 : 1;
}

/// Lists the clauses that decide the cases of a file, to help find a case of two clauses.
int runDeciding(const std::filesystem::path& path) {
  const CaseFile file = readCasesAsNamed(path);
  for (const std::string& problem : file.problems) fmt::print("{}\n", problem);
  if (!file.documents) return 2;
  SwitchedCases cases(file);
  for (const Case& one : file.cases) {
    if (!one.variant.empty()) continue;
    const auto given = cases.answer(one, {});
    fmt::print("{}: {} = {}\n", one.place.line, one.question, given.value_or("no answer"));
    for (const auto& clause : cases.rules().clauses) {
      const auto without = cases.answer(one, {clause.id});
      if (without && without != given) fmt::print("  {}  {}\n", clause.id, *without);
    }
  }
  return file.problems.empty() ? 0 : 2;
}

int run(const std::vector<std::filesystem::path>& paths) {
  if (paths.size() == 2 && paths.front() == "--deciding") return runDeciding(paths[1]);
  if (!paths.empty() && paths.front() == "--pairs") return runPairs({paths.begin() + 1, paths.end()});
  for (const auto& word : paths) {
    if (word == "--help" || word == "-h") return fmt::print("{}", kUsage), 0;
    if (word.string().starts_with('-')) throw BadInput(fmt::format("there is no option {}\n{}", word.string(), kUsage));
  }
  const auto [rulesets, results] = paths.empty() ? Shown{clausesOfRulesets(), runAll()} : runFiles(paths);
  const auto rows = tabulate(rulesets, results);
  fmt::print("{}", printed(rows));
  std::set<std::string> problems;  // one that several cases meet is reported once
  int status = 0;
  for (const CaseResult& result : results) {
    if (result.problem.empty()) continue;
    status = std::max(status, result.unread ? 2 : 1);
    if (problems.insert(result.problem).second) fmt::print("{}\n", result.problem);
  }
  return status;
}

}  // namespace
}  // namespace docket::conformance

int main(int count, char** arguments) {
  try {
    return docket::conformance::run({arguments + 1, arguments + count});
  } catch (const docket::BadInput& error) {
    fmt::print(stderr, "docket-conformance: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "docket-conformance: {}\n", error.what());
    return 4;
  }
}
