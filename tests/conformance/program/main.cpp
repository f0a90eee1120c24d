// docket-conformance: runs conformance cases and prints the table of clauses.
//   docket-conformance            every case of tests/conformance
//   docket-conformance FILE...    the cases of these files, and of every *.cases in these folders
// Exit status 0 where each case shows its clause and each check holds, 1 where one does not, 2 where something cannot
// be read; the rest is run all the same.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "events/errors.h"
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
Asks each question twice: under the rules, where the answer has to be the one that is written, and with its clause
switched off, where that of a case has to be another one, and that of a check the same. Prints a line for each clause,
and what is wrong. Without words it runs the cases that come with docket; a folder stands for the *.cases in it.
Exit status: 0 each case shows its clause and each check holds, 1 one does not, 2 something cannot be read; the rest is
run all the same.
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
    if (!file.has_documents || !rulesets.insert(file.rules).second) continue;
    try {
      shown.rulesets.push_back(clausesOf(file.rules));
    } catch (const BadInput&) {
      // It is among the results that this ruleset cannot be read.
    }
  }
  return shown;
}

int run(const std::vector<std::filesystem::path>& paths) {
  for (const auto& word : paths) {
    if (word == "--help" || word == "-h") return fmt::print("{}", kUsage), 0;
    if (word.string().starts_with('-')) throw BadInput(fmt::format("there is no option {}\n{}", word.string(), kUsage));
  }
  const auto [rulesets, results] = paths.empty() ? Shown{clausesOfRulesets(), runAll()} : runFiles(paths);
  const auto rows = tabulate(rulesets, results);
  fmt::print("{}", printed(rows));
  std::set<std::string> problems;  // one that several cases meet is told once
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
