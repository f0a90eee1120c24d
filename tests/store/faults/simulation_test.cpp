// An archive on a disk that fails: plans from seeds, each in a process of its own, compared with what was told.
//   DOCKET_PLANS=2000   as many plans, of the seeds from 1 on, or from DOCKET_FIRST_PLAN on
//   DOCKET_PLAN=17      that plan alone, in this process; its steps and every call of the disk are printed
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "store/child.h"
#include "tests/store/faults/plan.h"

namespace docket::faults {
namespace {

constexpr unsigned kMostSecondsOfAPlan = 60;

std::uint64_t numberOf(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string lineOf(const Outcome& of) {
  auto line = fmt::format("{} {} {} {} {} {} {} {} {} {}", of.plans, of.lives, of.steps, of.calls, of.syncs, of.events,
                          of.lost, of.refused, of.unproved, of.overtakings);
  for (const auto count : of.faults) line += fmt::format(" {}", count);
  return line;
}

Outcome outcomeOf(const std::string& line) {
  Outcome of;
  std::istringstream in(line);
  in >> of.plans >> of.lives >> of.steps >> of.calls >> of.syncs >> of.events >> of.lost >> of.refused >> of.unproved >>
      of.overtakings;
  for (auto& count : of.faults) in >> count;
  return of;
}

/// Runs a plan in a process of its own: one that RocksDB's assertions end, or that hangs, is told and not suffered.
Outcome runApart(const Setup& setup) {
  Outcome outcome;
  std::uint64_t calls = 0;
  const int signal = detail::runInChild(
      [&](const detail::Report& say) {
        ::alarm(kMostSecondsOfAPlan);
        Setup here = setup;
        if (setup.tell) here.tell = [&](const std::string& line) { say("tell " + line); };
        Plan plan(here);
        const auto came = plan.run();
        for (const auto& line : came.wrong) say("wrong " + line);
        say("outcome " + lineOf(came));
      },
      [&](std::string_view line) {
        const auto rest = std::string(line.substr(line.find(' ') + 1));
        if (line.starts_with("tell ")) {
          setup.tell(rest);
        } else if (line.starts_with("wrong ")) {
          outcome.wrong.push_back(rest);
        } else {
          auto wrong = std::move(outcome.wrong);
          outcome = outcomeOf(rest);
          outcome.wrong = std::move(wrong);
        }
        ++calls;
      });
  if (signal != 0)
    outcome.wrong.push_back(fmt::format("plan {}: {} (signal {})", setup.seed,
                                        signal == SIGALRM ? "it hangs" : "the process was ended", signal));
  return outcome;
}

void print(const Outcome& of) {
  fmt::print("{} plans, {} lives, {} steps, {} calls of the disk, {} of them syncs\n", of.plans, of.lives, of.steps,
             of.calls, of.syncs);
  for (std::size_t i = 0; i < kFaults; ++i) fmt::print("  {:<44}{:>8}\n", kFaultNames[i], of.faults[i]);
  fmt::print("events acknowledged {}, lost {}\n", of.events, of.lost);
  fmt::print("openings refused for a loss {}; events lost with their proof to a disk that lied {}; overtakings {}\n",
             of.refused, of.unproved, of.overtakings);
}

TEST(FaultyDisk, ASampleOfPlansLosesNothingAndBelievesNothingDamaged) {
  Outcome all;
  if (const auto seed = numberOf("DOCKET_PLAN", 0); seed != 0) {
    Plan plan({.seed = seed, .sabotage = Sabotage::none, .only = {}, .tell = [](const std::string& line) {
                 fmt::print("{}\n", line);
               }});
    all = plan.run();
  } else {
    const auto first = numberOf("DOCKET_FIRST_PLAN", 1), plans = numberOf("DOCKET_PLANS", 200);
    for (auto number = first; number < first + plans; ++number)
      all.add(runApart({.seed = number, .sabotage = Sabotage::none, .only = {}, .tell = {}}));
  }
  print(all);
  for (const auto& line : all.wrong) ADD_FAILURE() << line;
  EXPECT_EQ(all.lost, 0U);
  EXPECT_GT(all.events, 0U);
}

}  // namespace
}  // namespace docket::faults
