// The orders that a worker carries out and refuses: it runs only ranges of the commands that can be divided, with
// options that write nothing.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tests/work/team.h"

namespace docket::test::job_test {
namespace {

using work::SharedJob;

TEST(Job, HasAPlaceForEachOptionOfADividedCommand) {
  for (const JobOptions& known : jobOptions()) {
    std::multiset<std::string_view> listed(known.passed.begin(), known.passed.end());
    listed.insert(known.documents.begin(), known.documents.end());
    listed.insert(known.own.begin(), known.own.end());
    std::multiset<std::string_view> real;
    for (const Option& option : optionsOf(dividedCommand(known.command, "test")))
      real.insert(option.name.substr(0, option.name.find(',')));
    EXPECT_EQ(listed, real) << known.command;
  }
}

TEST(Job, IsReadBackAsItWasWritten) {
  const SharedJob job{.command = "regress",
                      .words = {"--again", "--player=A \"B\"\n", "--", "1 = 1"},
                      .documents = {{.option = "to", .files = {{.name = "draft.json", .digest = {1, 2}}}}},
                      .program = {3},
                      .checkpoint = "example.com\n5\n"};
  EXPECT_EQ(work::sharedJobOf(work::textOf(job)), job);
}

TEST(Job, IsRefusedIfItNamesFilesWithFolders) {
  for (const char* name : {"../x", "/etc/passwd", "a/b", ".hidden", "-o", "", "a\nb"}) {
    const SharedJob job{.command = "regress",
                        .words = {},
                        .documents = {{.option = "to", .files = {{.name = name, .digest = {}}}}},
                        .program = {},
                        .checkpoint = {}};
    EXPECT_THROW(static_cast<void>(work::sharedJobOf(work::textOf(job))), BadInput) << name;
  }
  EXPECT_THROW(static_cast<void>(work::sharedJobOf("{\"work\":2}")), BadInput);
  EXPECT_THROW(static_cast<void>(work::sharedJobOf("")), BadInput);
}

TEST(Job, IsRefusedIfItHasOptionsThatAreNotForWorkers) {
  const auto typed = [](const std::string& command, const Words& words) {
    return typedFor({.command = command, .words = words, .documents = {}, .program = {}, .checkpoint = {}}, "folder");
  };
  EXPECT_EQ(typed("find", {"--first", "--", "1 = 1"}), (Words{"find", "--first", "--", "1 = 1"}));
  EXPECT_EQ(typed("verify", {"--under=l5r-celestial@2009-06-01"}),
            (Words{"verify", "--under=l5r-celestial@2009-06-01"}));
  const std::vector<std::pair<std::string, Words>> refused{
      {"regress", {"--output=page.html"}},
      {"regress", {"--journal=x"}},
      {"regress", {"--archive=x"}},
      {"regress", {"--to=/etc/passwd"}},
      {"regress", {"--to=draft.json"}},
      {"verify", {"--results=x"}},
      {"coverage", {"-o", "x"}},
      {"verify", {"--leaves", "0..9"}},
      {"index", {"--again"}},
      {"erase-player", {"Aiko", "--yes"}},
      {"restore", {"a", "b"}},
      {"verify", {"--no-such-option"}},
      {"find", {"--first", "--first", "x"}},
      {"find", {"x"}},
  };
  for (const auto& [command, words] : refused)
    EXPECT_THROW(static_cast<void>(typed(command, words)), BadInput) << command << ' ' << words[0];
}

class Orders : public Team {
 protected:
  /// Has a worker carry out an order, and returns its reply.
  work::Received<work::Reply> answered(TestWorker& worker, const std::string& order) {
    broker.put(work::orderQueue("team"), order);
    for (int i = 0; i < 5; ++i) step(worker);
    auto& replies = broker.queues[work::replyQueue("team")];
    if (replies.empty()) return {.content = {.why = "nothing"}, .payload = {}};
    last_ = replies.back();
    replies.clear();
    return work::readReply(last_, "team", std::vector{worker.key.verifier});
  }
  [[nodiscard]] std::string order(const SharedJob& job, const std::vector<std::string>& not_by = {}) const {
    return written(work::Order{.from = "team", .serial = 7, .leaves = {.first = 1, .last = 2}, .not_by = not_by},
                   work::textOf(job), coordinator);
  }
  [[nodiscard]] SharedJob job() const {
    return {.command = "verify",
            .words = {},
            .documents = {},
            .program = ResultCache::programTag(),
            .checkpoint = textOf(std::filesystem::path(checkpoint))};
  }

 private:
  std::string last_;
};

TEST_F(Orders, AreDoneAndAnswered) {
  TestWorker& worker = addWorker("w1");
  const auto [reply, result] = answered(worker, order(job()));
  EXPECT_EQ(work::wordOf(reply.says), "done") << reply.why;
  EXPECT_EQ(reply.serial, 7U);
  EXPECT_HAS(std::string(result), "\"command\":\"verify\"");
  EXPECT_EQ(reply.job, digest(std::string_view(work::textOf(job()))));
}

TEST_F(Orders, CanBeReservedForOthers) {
  TestWorker& worker = addWorker("w1");
  EXPECT_EQ(work::wordOf(answered(worker, order(job(), {"w2", "w1"})).content.says), "declined");
}

TEST_F(Orders, OfAnotherProgramOrWithOtherOptionsAreNotDone) {
  TestWorker& worker = addWorker("w1");
  SharedJob other = job();
  other.program = {};
  auto [reply, result] = answered(worker, order(other));
  EXPECT_EQ(work::wordOf(reply.says), "unfit");
  EXPECT_HAS(reply.why, "it runs another program");
  SharedJob odd = job();
  odd.words = {"--all"};
  EXPECT_EQ(work::wordOf(answered(worker, order(odd)).content.says), "unfit");
  odd.command = "erase-player";
  EXPECT_HAS(answered(worker, order(odd)).content.why, "is not a command whose work can be divided");
}

TEST_F(Orders, FromAStrangerAreNotDone) {
  TestWorker& worker = addWorker("w1");
  const SignerKey stranger = keyCalled("team", 77);
  const std::string forged = written(
      work::Order{.from = "team", .serial = 1, .leaves = {.first = 0, .last = 0}, .not_by = {}}, "{}", stranger);
  EXPECT_EQ(answered(worker, forged).content.why, "nothing");
  ASSERT_FALSE(worker.handled.empty());
  EXPECT_HAS(worker.handled.back().why, "not signed by a key that is known here");
  EXPECT_EQ(worker.handled.back().from, "tester") << "the broker's user";
}

TEST_F(Orders, ThatRepeatAreAnsweredWithoutBeingDoneAgain) {
  TestWorker& worker = addWorker("w1");
  int times = 0;
  worker.twist = [&](leaf_ranges::LeafSpan, work::RangeOutcome&) { ++times; };
  const std::string one = order(job());
  EXPECT_EQ(work::wordOf(answered(worker, one).content.says), "done");
  EXPECT_EQ(work::wordOf(answered(worker, one).content.says), "done");
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace docket::test::job_test
