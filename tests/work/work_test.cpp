// Work shared by many workers: the report is that of one machine despite losses of the broker and deaths of workers,
// and a range that cannot be done is named.
#include <fmt/format.h>

#include <set>
#include <utility>

#include "tests/work/team.h"

namespace docket::test::work_test {
namespace {

const std::vector<Words> kQuestions{
    {"verify"},
    {"verify", "--json"},
    {"verify", "--under", "l5r-celestial@2009-06-01"},
    {"regress", "--from", "l5r-celestial@2009-06-01", "--to", "l5r-celestial@2011-06-06"},
    {"regress", "--to", "yugioh", "--again", "--json"},
    {"coverage", "--ruleset", "yugioh"},
    {"find", "count(in play) >= 2", "--first"},
    {"find", "--finding", "illegal", "--csv"},
};

class Work : public Team {};

TEST_F(Work, ReportsTheSameAsOneMachine) {
  addWorker("w1");
  addWorker("w2");
  addWorker("w3");
  for (const Words& asked : kQuestions) {
    std::filesystem::remove_all(results);
    const Ran one = alone(asked), all = work(asked);
    EXPECT_EQ(all.out, one.out) << asked[0] << all.err;
    EXPECT_EQ(all.status, one.status) << asked[0];
    EXPECT_EQ(done, 5U);
    EXPECT_TRUE(failed.empty());
  }
  std::set<std::string> who;
  for (const auto& worker : workers) who.insert(worker->handled.empty() ? "" : worker->key.verifier.name);
  EXPECT_EQ(who, (std::set<std::string>{"w1", "w2", "w3"})) << "each did a part";
}

TEST_F(Work, ReportsTheSameThroughABrokerThatLosesRepeatsAndReorders) {
  addWorker("w1");
  addWorker("w2");
  const Ran one = alone({"verify"});
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::filesystem::remove_all(results);
    broker = SharedBroker(seed);
    broker.trouble = 9;
    for (auto& worker : workers) start(*worker);
    const Ran all = work({"verify"});
    EXPECT_EQ(all.out, one.out) << seed;
    EXPECT_EQ(done + failed.size(), ranges);
  }
}

TEST_F(Work, ContinuesWhenWorkersDieAndConnectionsBreak) {
  int deaths = 0;
  std::set<std::uint64_t> died;
  const auto dies_once = [&](leaf_ranges::LeafSpan leaves, work::RangeOutcome&) {
    if (!died.insert(leaves.first).second) return;
    ++deaths;
    throw Killed();
  };
  addWorker("w1", dies_once);
  addWorker("w2", dies_once);
  int turn = 0;
  const Ran all = work({"verify"}, [&] {
    if (++turn % 2 == 0 && workers[0]->bus) workers[0]->bus->breakOnce();
  });
  EXPECT_EQ(all.out, alone({"verify"}).out);
  EXPECT_EQ(deaths, 5);
  EXPECT_TRUE(failed.empty());
}

TEST_F(Work, NamesARangeThatFailsThreeTimes) {
  const auto fails = [](leaf_ranges::LeafSpan leaves, work::RangeOutcome& outcome) {
    if (leaves.first == 1) outcome = {.says = work::Says::failed, .why = "the disk is full", .result = {}};
  };
  addWorker("w1", fails);
  addWorker("w2", fails);
  const Ran all = work({"verify"});
  EXPECT_EQ(all.status, 1);
  EXPECT_HAS(all.out, "missing: leaf 1\n");
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].leaves.first, 1U);
  ASSERT_EQ(failed[0].why.size(), 3U);
  EXPECT_HAS(failed[0].why[0], ": the disk is full");
  EXPECT_NE(failed[0].why[0], failed[0].why[1]) << "another worker made the second attempt";
  EXPECT_EQ(done, 4U);
}

TEST_F(Work, NamesARangeWhoseWorkersDieThreeTimes) {
  const auto dies = [](leaf_ranges::LeafSpan leaves, work::RangeOutcome&) {
    if (leaves.first == 2) throw Killed();
  };
  addWorker("w1", dies);
  addWorker("w2", dies);
  const Ran all = work({"coverage"});
  EXPECT_EQ(all.status, 1);
  EXPECT_HAS(all.out, "missing: leaf 2\n");
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_HAS(failed[0].why[0], "it took the range and did not finish it");
}

TEST_F(Work, IsDoneByTheOthersIfAWorkerFailsAll) {
  addWorker("broken", [](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) {
    outcome = {.says = work::Says::failed, .why = "no memory", .result = {}};
  });
  addWorker("w2");
  const Ran all = work({"verify"});
  EXPECT_EQ(all.out, alone({"verify"}).out);
  EXPECT_TRUE(failed.empty());
}

TEST_F(Work, EndsWhenNoWorkerCanDoIt) {
  addWorker("w1", [](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) {
    outcome = {.says = work::Says::unfit, .why = "it runs another program", .result = {}};
  });
  EXPECT_EQ(work({"index"}).status, 2);
  EXPECT_EQ(failed.size(), 5U);
  EXPECT_EQ(failed[0].why, std::vector<std::string>{"no worker is left that can do it"});
  EXPECT_FALSE(excluded.at("w1").is_distrusted);
}

TEST_F(Work, ContinuesFromTheResultsOfAnEarlierRun) {
  addWorker("w1");
  Words asked{"verify", "--checkpoint", checkpoint, "--leaves", "1..2", "--results", results};
  ASSERT_EQ(docket(asked).status, 0);
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(ranges, 3U);
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(ranges, 0U);
}

TEST_F(Work, IsRecheckedByAnotherWorker) {
  addWorker("w1");
  addWorker("w2");
  recheck = 50;
  chance = 49;
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(rechecked, 5U);
  EXPECT_EQ(workers[0]->handled.size() + workers[1]->handled.size() >= 10, true);
  std::filesystem::remove_all(results);
  chance = 50;
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(rechecked, 0U);
}

TEST_F(Work, IsRecheckedHereIfTheOnlyOtherWorkerIsGone) {
  addWorker("w1");
  addWorker("w2").is_gone = true;
  recheck = 100;
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(rechecked, 5U);
  EXPECT_EQ(computed_locally, 5U);
}

TEST_F(Work, IsTriedAgainByTheSameWorkerIfTheOthersAreGone) {
  bool has_failed = false;
  addWorker("w1", [&](leaf_ranges::LeafSpan leaves, work::RangeOutcome& outcome) {
    if (leaves.first == 2 && !std::exchange(has_failed, true))
      outcome = {.says = work::Says::failed, .why = "no memory", .result = {}};
  });
  addWorker("w2").is_gone = true;
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_EQ(done, 5U);
  EXPECT_TRUE(failed.empty());
}

TEST_F(Work, SendsGamesAndFilesThatAWorkerLacks) {
  ASSERT_EQ(docket({"tiles", place / "served", "--games"}).status, 0);
  TestWorker& worker = addWorker("w1");
  worker.archive = place / "copy";
  const Ran followed =
      docket::test::run({"follow", place / "served", "--key", place / "key.pub", "--archive", worker.archive});
  ASSERT_EQ(followed.status, 0) << followed.err;
  ASSERT_EQ(docket({"generate", "huntik", "--games", "2", "--seed", "3", "-o", place / "more.jsonl"}).status, 0);
  ASSERT_EQ(docket({"import", "--cards", place / "more.jsonl.cards.json", place / "more.jsonl"}).status, 0);
  ASSERT_EQ(docket({"checkpoint", "--key", place / "key", "-o", checkpoint}).status, 0);
  ASSERT_EQ(docket({"tiles", place / "served", "--games"}).status, 0);
  std::string draft = textOf(sourceDir() + "/engine/rulesets/yugioh.json");
  const std::string version = "\"version\": \"2022-06-22\"";
  draft.replace(draft.find(version), version.size(), "\"version\": \"draft\"");
  const Words asked{"regress", "--to", place.file("draft.json", draft), "--again"};
  const Ran all = work(asked);
  EXPECT_EQ(all.out, alone(asked).out) << all.err;
  EXPECT_EQ(done, 7U);
  // the file on the way is another one
  for (const auto& entry : std::filesystem::directory_iterator(place / "documents/file"))
    std::ofstream(entry.path(), std::ios::app) << " ";
  std::filesystem::remove_all(results);
  start(worker);
  EXPECT_EQ(work({"regress", "--to", place / "draft.json", "--again", "--show", "9"}).status, 2);
  EXPECT_EQ(failed.size(), 7U);
  EXPECT_HAS(failed[0].why[0], "this is another file");
}

TEST_F(Work, ReportsThatAnArchiveLacksGames) {
  TestWorker& worker = addWorker("w1");
  worker.archive = place / "smaller";
  ASSERT_EQ(docket::test::run({"import", "--archive", worker.archive, "--cards", sample("catalogues/yugioh.json"),
                               sample("yugioh-use-or-activate.jsonl")})
                .status,
            0);
  EXPECT_EQ(work({"verify"}).status, 2);
  EXPECT_HAS(excluded.at("w1").why, "its archive has 1 leaf and the checkpoint has 5");
}

}  // namespace
}  // namespace docket::test::work_test
