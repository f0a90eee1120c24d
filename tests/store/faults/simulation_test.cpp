// An archive on a disk that fails: plans from seeds, each in a process of its own, compared with the reported results.
//   DOCKET_PLANS=2000   as many plans, of the seeds from 1 on, or from DOCKET_FIRST_PLAN on
//   DOCKET_PLAN=17      that plan alone, in this process; its steps and every call of the disk are printed
//   DOCKET_EVERY_CALL=1 cuts the power, and ends the process, at each call of a life in turn instead of at each sync
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <regex>
#include <sstream>
#include <thread>

#include "store/platform/child.h"
#include "store/platform/parallel.h"
#include "tests/store/faults/plan.h"

namespace docket::faults::simulation_test {
namespace {

constexpr unsigned kMaxSecondsOfAPlan = 60;

std::uint64_t numberOf(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string lineOf(const Outcome& of) {
  auto line = fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {}", of.plans, of.lives, of.steps, of.calls, of.syncs,
                          of.first_life_calls, of.first_life_syncs, of.events, of.lost, of.refused, of.unproved,
                          of.overtakings, of.backups, of.restored);
  for (const auto count : of.faults) line += fmt::format(" {}", count);
  return line;
}

Outcome outcomeOf(const std::string& line) {
  Outcome of;
  std::istringstream in(line);
  in >> of.plans >> of.lives >> of.steps >> of.calls >> of.syncs >> of.first_life_calls >> of.first_life_syncs >>
      of.events >> of.lost >> of.refused >> of.unproved >> of.overtakings >> of.backups >> of.restored;
  for (auto& count : of.faults) in >> count;
  return of;
}

/// A process that a plan starts (the check's) has as much time: an alarm is not inherited.
void limitChildren() {
  static std::once_flag once;
  std::call_once(once, [] { ::pthread_atfork(nullptr, nullptr, [] { ::alarm(kMaxSecondsOfAPlan / 2); }); });
}

/// Runs a plan in its own process: a plan that hangs or fails an assertion of RocksDB is reported, and does not
/// end the test.
Outcome runInOwnProcess(const PlanSetup& setup) {
  Outcome outcome;
  const int signal = detail::runInChild(
      [&](const detail::Report& say) {
        ::alarm(kMaxSecondsOfAPlan);
        limitChildren();
        PlanSetup here = setup;
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
      });
  if (signal != 0)
    outcome.wrong.push_back(fmt::format("plan {}: {} (signal {})", setup.seed,
                                        signal == SIGALRM ? "it hangs" : "the process was ended", signal));
  return outcome;
}

/// Several plans, some at a time.
Outcome runAll(const std::vector<PlanSetup>& setups) {
  Outcome all;
  std::mutex adding;
  inParallel(setups.size(), threadsOfMachine(), [&](std::size_t i) {
    const auto came = runInOwnProcess(setups[i]);
    const std::unique_lock lock(adding);
    all.add(came);
  });
  return all;
}

std::vector<PlanSetup> setupsFrom(std::uint64_t first, std::uint64_t plans, Sabotage sabotage = Sabotage::none) {
  std::vector<PlanSetup> setups;
  for (auto seed = first; seed < first + plans; ++seed)
    setups.push_back({.seed = seed, .sabotage = sabotage, .only = {}, .tell = {}});
  return setups;
}

/// A call of the disk without what differs each time: what RocksDB draws for the name of a file of several backups,
/// and the number of the process that wants a snapshot.
std::string withoutNamesOfTheRun(const std::string& call) {
  static const std::regex kSession("_s[0-9A-Z]{20}_"), kProcess("/snapshots/[0-9]+-");
  return std::regex_replace(std::regex_replace(call, kSession, "_"), kProcess, "/snapshots/");
}

/// The steps of a plan and its calls of the disk, in order.
std::vector<std::string> callsOf(std::uint64_t seed) {
  std::vector<std::string> calls;
  const auto came =
      runInOwnProcess({.seed = seed, .sabotage = Sabotage::none, .only = {}, .tell = [&](const std::string& line) {
                         calls.push_back(withoutNamesOfTheRun(line));
                       }});
  calls.insert(calls.end(), came.wrong.begin(), came.wrong.end());
  // RocksDB removes several files in an order that depends on random names, so their order is ignored.
  const auto removes = [](const std::string& call) { return call.starts_with("  remove "); };
  for (auto from = calls.begin(); from != calls.end();) {
    from = std::find_if(from, calls.end(), removes);
    const auto to = std::find_if_not(from, calls.end(), removes);
    std::sort(from, to);
    from = to;
  }
  return calls;
}

void print(const Outcome& of) {
  fmt::print("{} plans, {} lives, {} steps, {} calls of the disk, {} of them syncs\n", of.plans, of.lives, of.steps,
             of.calls, of.syncs);
  for (std::size_t i = 0; i < kFaults; ++i) fmt::print("  {:<44}{:>8}\n", kFaultNames[i], of.faults[i]);
  fmt::print("events acknowledged {}, lost {}; backups made {}, restored {}\n", of.events, of.lost, of.backups,
             of.restored);
  fmt::print("openings refused for a loss {}; events lost with their proof to a disk that lied {}; overtakings {}\n",
             of.refused, of.unproved, of.overtakings);
}

TEST(FaultyDisk, ASampleOfPlansLosesNothingAndReportsNoDamage) {
  Outcome all;
  if (const auto seed = numberOf("DOCKET_PLAN", 0); seed != 0) {
    Plan plan({.seed = seed, .sabotage = Sabotage::none, .only = {}, .tell = [](const std::string& line) {
                 fmt::print("{}\n", line);
               }});
    all = plan.run();
  } else {
    all = runAll(setupsFrom(numberOf("DOCKET_FIRST_PLAN", 1), numberOf("DOCKET_PLANS", 200)));
  }
  print(all);
  for (const auto& line : all.wrong) ADD_FAILURE() << line;
  EXPECT_EQ(all.lost, 0U);
  EXPECT_GT(all.events, 0U);
  EXPECT_GT(all.backups + (all.plans < 100 ? 1 : 0), 0U);
  EXPECT_GT(all.restored + (all.plans < 100 ? 1 : 0), 0U);
  for (const auto fault :
       {Fault::write_error, Fault::torn_write, Fault::full_disk, Fault::sync_error, Fault::power_cut})
    EXPECT_GT(all.faults[static_cast<std::size_t>(fault)] + (all.plans < 100 ? 1 : 0), 0U) << nameOf(fault);
}

TEST(FaultyDisk, ThePowerIsCutAtEachSyncInTurn) {
  const bool every_call = numberOf("DOCKET_EVERY_CALL", 0) != 0;
  const PlanSetup whole{
      .seed = 5, .sabotage = Sabotage::none, .only = Trouble{.fault = Fault::power_cut, .at = 0}, .tell = {}};
  const auto undisturbed = runInOwnProcess(whole);
  ASSERT_TRUE(undisturbed.wrong.empty()) << undisturbed.wrong.front();
  const auto times = every_call ? undisturbed.first_life_calls : undisturbed.first_life_syncs;
  ASSERT_GT(times, 30U);
  std::vector<PlanSetup> setups;
  for (std::uint64_t at = 1; at <= times; ++at) {
    setups.push_back(whole);
    setups.back().only = Trouble{.fault = Fault::power_cut, .at = at, .only_syncs = !every_call};
    if (!every_call) continue;
    setups.push_back(whole);
    setups.back().only = Trouble{.fault = Fault::process_end, .at = at};
  }
  const auto all = runAll(setups);
  print(all);
  for (const auto& line : all.wrong) ADD_FAILURE() << line;
  EXPECT_EQ(all.plans, setups.size());
  EXPECT_EQ(all.lost, 0U);
}

TEST(FaultyDisk, APlanIsDeterministic) {
  for (const std::uint64_t seed : {3U, 8U, 11U, 17U, 24U}) {
    const auto once = callsOf(seed);
    ASSERT_GT(once.size(), 100U);
    const auto again = callsOf(seed);
    const auto [here, there] = std::mismatch(once.begin(), once.end(), again.begin(), again.end());
    EXPECT_TRUE(here == once.end() && there == again.end())
        << "plan " << seed << ": " << (here == once.end() ? "the end" : *here) << " or "
        << (there == again.end() ? "the end" : *there);
  }
}

// Stores that are broken on purpose show that plans detect errors.
TEST(FaultyDisk, PlansDetectAStoreThatAcknowledgesBeforeItSyncs) {
  EXPECT_GT(runAll(setupsFrom(1, 12, Sabotage::log_is_not_synced)).lost, 0U);
}

TEST(FaultyDisk, PlansDetectAStoreThatSyncsNoDirectory) {
  EXPECT_FALSE(runAll(setupsFrom(1, 12, Sabotage::directories_are_not_synced)).wrong.empty());
}

TEST(FaultyDisk, PlansDetectAnAlteredHead) {
  const auto all = runAll(setupsFrom(1, 8, Sabotage::a_head_is_altered));
  EXPECT_TRUE(std::any_of(all.wrong.begin(), all.wrong.end(),
                          [](const std::string& line) { return line.find("head differs") != std::string::npos; }));
}

}  // namespace
}  // namespace docket::faults::simulation_test
