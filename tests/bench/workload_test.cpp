// Docket's fold of the neutral workload against the results of an independent reducer (fold-flat, of the shared
// benches), for workloads that its generator makes here.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <ostream>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "tests/bench/workload.h"
#include "tests/bench/workload_trace.h"
#include "tests/places.h"
#include "tests/text_of.h"

namespace docket::workload::workload_test {
namespace {

namespace fs = std::filesystem;

struct Expected {
  std::uint32_t games, events, seed;
  std::uint64_t illegal;
  const char* hash;  // what fold-flat prints
};

void PrintTo(const Expected& one, std::ostream* out) { *out << one.games << " games of " << one.events << " events"; }

class FoldedWorkload : public testing::TestWithParam<Expected> {
 protected:
  void SetUp() override {
    const std::string generator = docket::test::sharedDir() + "/bench/workload.mjs";
    if (!fs::exists(generator)) GTEST_SKIP() << "no generator of the neutral workload at " << generator;
    if (std::system("node --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "the generator needs node";
    const Expected& wanted = GetParam();
    folder_ = testing::TempDir() + "docket-workload-" + std::to_string(getpid());  // ctest runs several at once
    fs::create_directories(folder_);
    base_ = folder_ + "/games";
    const std::string command = "node '" + generator + "' --games " + std::to_string(wanted.games) + " --events " +
                                std::to_string(wanted.events) + " --seed " + std::to_string(wanted.seed) + " --out '" +
                                base_ + "' 2> /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string folder_, base_;
};

TEST_P(FoldedWorkload, HasTheStatesTracesAndIllegalActsOfTheIndependentReducer) {
  const Workload workload(base_);
  const Ruleset ruleset = readRuleset();
  const Catalogue catalogue = makeCatalogue(ruleset);
  const Rules rules{.ruleset = ruleset, .catalogue = catalogue};
  std::uint64_t illegal = 0;
  std::uint64_t findings = 0;
  Fnv hash;
  for (std::uint32_t game = 0; game < workload.games(); ++game) {
    const Recording recording = record(workload.setup(game), workload.events(game), gameId(game));
    State state = initialState(recording.header(), rules);
    Trace trace(rules);
    Step step;
    for (std::uint32_t n = 1; n <= recording.size(); ++n) {
      findings += breaksARule(judge(pendingEvent(state, rules, n, *recording.event(n)))) ? 1U : 0U;
      reduce(state, rules, n, *recording.event(n), step);
      trace.add(state, step);
    }
    illegal += trace.illegal();
    hash.add(hashOf(state, rules, trace) + "\n");
  }
  EXPECT_EQ(illegal, GetParam().illegal);
  EXPECT_EQ(findings, GetParam().illegal) << "the judge and the fold disagree about what is illegal";
  EXPECT_EQ(hash.hex(), GetParam().hash);
}

TEST_P(FoldedWorkload, GivesTheSameResultInEachTimedVariant) {
  const std::string output = base_ + ".lines";
  const std::string command = std::string(DOCKET_WORKLOAD) + " '" + base_ + "' '" + folder_ + "' > '" + output + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  const std::string lines = test::textOf(output);
  const std::string result = fmt::format("\"illegal\":{},\"hash\":\"{}\"", GetParam().illegal, GetParam().hash);
  std::size_t ways = 0;
  for (std::size_t at = lines.find(result); at != std::string::npos; at = lines.find(result, at + 1)) ++ways;
  EXPECT_EQ(ways, 4U) << "in memory, from the archive, by all cores, verified:\n" << lines;
}

INSTANTIATE_TEST_SUITE_P(ShortAndLong, FoldedWorkload,
                         testing::Values(Expected{20, 300, 7, 20, "58efaa8f60dd837d"},
                                         Expected{2, 3000, 3, 12, "56df05d6503fae8b"}),
                         [](const auto& of) { return "games_of_" + std::to_string(of.param.events); });

}  // namespace
}  // namespace docket::workload::workload_test
