// docket-mutation: tries every mutant of every document, and prints what became of them.
//   docket-mutation               all of them; what remains is compared with tests/mutation/remaining.txt
//   docket-mutation --list NAME   the mutants of the documents whose name holds NAME that nothing notices, a line each
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "events/errors.h"
#include "tests/mutation/trial.h"

namespace docket::mutation {
namespace {

int run(std::string_view only) {
  fmt::print("{:46}", "");
  for (unsigned i = 0; i < 6; ++i) fmt::print("{:>11}", nameOf(static_cast<Outcome>(i)));
  fmt::print("\n");
  std::array<std::size_t, 6> sum{};
  for (const Subject& subject : subjects()) {
    if (subject.name.find(only) == std::string::npos) continue;
    std::array<std::size_t, 6> counts{};
    const Trial trial(subject);
    std::vector<std::string> remaining;
    for (const Mutant& mutant : trial.mutants()) {
      const Outcome outcome = trial.of(mutant);
      ++counts[static_cast<std::size_t>(outcome)];
      ++sum[static_cast<std::size_t>(outcome)];
      if (outcome != Outcome::remains) continue;
      remaining.push_back(fmt::format("{}\t{}\t{}", mutant.place, nameOf(mutant.change), mutant.what));
    }
    fmt::print("{:46}", subject.name);
    for (const std::size_t count : counts) fmt::print("{:>11}", count);
    fmt::print("\n");
    for (const std::string& line : remaining) fmt::print("{}\t{}\n", subject.name, line);
    std::fflush(stdout);
  }
  fmt::print("{:46}", "");
  for (const std::size_t count : sum) fmt::print("{:>11}", count);
  fmt::print("\n");
  return 0;
}

}  // namespace
}  // namespace docket::mutation

int main(int count, char** arguments) {
  try {
    return docket::mutation::run(count > 2 ? arguments[2] : "");
  } catch (const docket::BadInput& error) {
    fmt::print(stderr, "docket-mutation: {}\n", error.what());
    return 2;
  }
}
