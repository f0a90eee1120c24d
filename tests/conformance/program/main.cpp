// docket-conformance: runs conformance cases and prints the table of clauses.
//   docket-conformance            every case of tests/conformance
//   docket-conformance FILE...    the cases of these files only
// Exit status 0 where each case shows its clause, 1 where one does not, 2 where a file cannot be read.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <set>
#include <vector>

#include "events/errors.h"
#include "tests/conformance/table.h"

namespace docket::conformance {
namespace {

struct Shown {
  std::vector<RulesetClauses> rulesets;
  std::vector<CaseResult> results;
};

/// The files' cases, and the clauses of the rulesets that they name, each ruleset once.
Shown runFiles(const std::vector<std::filesystem::path>& paths) {
  Shown shown;
  std::set<std::filesystem::path> rulesets;
  for (const auto& path : paths) {
    const CaseFile file = readCases(std::filesystem::absolute(path));
    if (rulesets.insert(file.rules).second) shown.rulesets.push_back(clausesOf(file.rules));
    for (CaseResult& result : Runner(file).run()) shown.results.push_back(std::move(result));
  }
  return shown;
}

int run(const std::vector<std::filesystem::path>& paths) {
  const auto [rulesets, results] = paths.empty() ? Shown{clausesOfRulesets(), runAll()} : runFiles(paths);
  auto rows = tabulate(rulesets, results);
  if (!paths.empty()) std::erase_if(rows, [](const ClauseRow& row) { return row.cases == 0; });
  fmt::print("{}", printed(rows));
  bool good = true;
  for (const CaseResult& result : results) {
    if (result.problem.empty()) continue;
    good = false;
    fmt::print("{}\n", result.problem);
  }
  return good ? 0 : 1;
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
