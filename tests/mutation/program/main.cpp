// docket-mutation: tries the mutants of documents, and prints what became of them. It exits with 1 if nothing notices a
// mutant that tests/mutation/remaining.tsv gives no reason for; each such mutant is printed.
//   docket-mutation                     all of them
//   docket-mutation NAME                those of the documents whose names contain NAME
//   docket-mutation NAME EVERY [JOBS]   each EVERY-th of them, by so many at once
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "events/errors.h"
#include "tests/mutation/remaining.h"
#include "tests/mutation/trial.h"

namespace docket::mutation {
namespace {

constexpr std::size_t kOutcomes = 6;
using Counts = std::array<std::size_t, kOutcomes>;

struct Asked {
  std::string_view name;
  std::size_t every = 1, jobs = 1;
};

/// The outcome of each mutant, in their order.
std::vector<Outcome> tried(const Subject& subject, const std::vector<Mutant>& mutants, std::size_t jobs) {
  std::vector<Outcome> outcomes(mutants.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const Trial trial(subject);
    for (std::size_t i = next++; i < mutants.size(); i = next++) outcomes[i] = trial.of(mutants[i]);
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < jobs; ++i) others.emplace_back(work);
  work();
  others.clear();
  return outcomes;
}

void print(std::string_view of, const Counts& counts) {
  fmt::print("{:44}", of);
  for (const std::size_t count : counts) fmt::print("{:>11}", count);
  fmt::print("\n");
  std::fflush(stdout);
}

int run(const Asked& asked) {
  const auto reasons = remainingMutants();
  Counts sum{};
  std::size_t unexplained = 0;
  fmt::print("{:44}", "");
  for (unsigned i = 0; i < kOutcomes; ++i) fmt::print("{:>11}", nameOf(static_cast<Outcome>(i)));
  fmt::print("\n");
  for (const Subject& subject : subjects()) {
    if (subject.name.find(asked.name) == std::string::npos) continue;
    std::vector<Mutant> mutants;
    const auto all = mutantsOf(subject);
    for (std::size_t i = 0; i < all.size(); i += asked.every) mutants.push_back(all[i]);
    const auto outcomes = tried(subject, mutants, asked.jobs);
    Counts counts{};
    for (std::size_t i = 0; i < mutants.size(); ++i) {
      ++counts[static_cast<std::size_t>(outcomes[i])];
      ++sum[static_cast<std::size_t>(outcomes[i])];
      if (outcomes[i] != Outcome::remains || reasonOf(reasons, subject.name, mutants[i]) != nullptr) continue;
      ++unexplained;
      fmt::print("{}\t{}\t{}\t{}\n", subject.name, mutants[i].place, nameOf(mutants[i].change), mutants[i].what);
    }
    print(subject.name, counts);
  }
  print("all", sum);
  fmt::print("{} remain without a reason\n", unexplained);
  return unexplained == 0 ? 0 : 1;
}

std::size_t positiveNumberIn(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) {
    throw BadInput(fmt::format("expected a number from 1 on, not \"{}\"", text));
  }
  return number;
}

}  // namespace
}  // namespace docket::mutation

int main(int count, char** arguments) {
  try {
    docket::mutation::Asked asked;
    if (count > 1) asked.name = arguments[1];
    if (count > 2) asked.every = docket::mutation::positiveNumberIn(arguments[2]);
    if (count > 3) asked.jobs = docket::mutation::positiveNumberIn(arguments[3]);
    return docket::mutation::run(asked);
  } catch (const docket::BadInput& error) {
    fmt::print(stderr, "docket-mutation: {}\n", error.what());
    return 2;
  }
}
