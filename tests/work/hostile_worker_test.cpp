// Workers that lie and messages from unknown senders are ignored and named, and the report is that of one machine.
#include <fmt/format.h>

#include "tests/work/team.h"

namespace docket::test::hostile_worker_test {
namespace {

using work::Reply;
using work::Says;

class HostileWorker : public Team {
 protected:
  /// A reply for leaf 1 to the current job.
  [[nodiscard]] Reply reply(const std::string& from, Says says = Says::done) const {
    return {.to = "team",
            .from = from,
            .session = "0123456789abcdef",
            .job = digest(std::string_view(job_text)),
            .serial = 1,
            .leaves = {.first = 1, .last = 1},
            .says = says};
  }
  [[nodiscard]] bool isRefused(const std::string& from, const std::string& why) const {
    for (const auto& [refusal, times] : refused) {
      if (refusal.from == from && has(refusal.why, why)) return true;
    }
    return false;
  }
  /// Work on which a message is published in the first turn.
  Ran workWith(const std::function<std::string()>& message) {
    bool is_sent = false;
    return work({"verify"}, [&] {
      if (!is_sent) publishReply(message());
      is_sent = true;
    });
  }
};

constexpr const char* kTrue = "\"status\":0";
constexpr const char* kFalse = "\"status\":1";

TEST_F(HostileWorker, IsFoundByASecondResultAndItsRangesAreDoneAgain) {
  const auto lies = [](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) {
    outcome.result = forgedResult(outcome.result, kTrue, kFalse);
  };
  addWorker("honest");
  addWorker("liar", lies);
  const Ran one = alone({"verify"});
  EXPECT_NE(work({"verify"}).out, one.out) << "without a second worker the lie is accepted";
  std::filesystem::remove_all(results);
  recheck = 100;
  const Ran all = work({"verify"});
  EXPECT_EQ(all.out, one.out) << all.err;
  EXPECT_EQ(all.status, one.status);
  ASSERT_TRUE(excluded.contains("liar"));
  EXPECT_FALSE(excluded.contains("honest"));
  EXPECT_TRUE(excluded.at("liar").is_distrusted);
  EXPECT_HAS(excluded.at("liar").why, "the coordinator computed a different result for this range");
  EXPECT_GE(computed_locally, 1U);
  EXPECT_EQ(done, 5U);
}

TEST_F(HostileWorker, IsDistrustedOnceAResultDoesNotFit) {
  addWorker("honest");
  addWorker("liar", [](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) {
    outcome.result = forgedResult(outcome.result, "\"leaf\":", "\"leaf\":7");
  });
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_HAS(excluded.at("liar").why, "no game begins at leaf 7");
  for (const auto& entry : std::filesystem::directory_iterator(results))
    EXPECT_EQ(entry.path().extension(), ".range") << entry.path();
}

TEST_F(HostileWorker, CannotSendTheResultOfAnotherRangeOrQuestion) {
  std::string other;
  addWorker("honest");
  addWorker("liar", [&](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) {
    if (other.empty()) other = outcome.result;
    outcome.result = other;
  });
  // its first result is true, and every other one is about other leaves
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  if (workers[1]->handled.size() > 1) {
    EXPECT_HAS(excluded.at("liar").why, "it is about other leaves");
  }
  std::filesystem::remove_all(results);
  EXPECT_EQ(work({"coverage"}).out, alone({"coverage"}).out);
  EXPECT_HAS(excluded.at("liar").why, "it answers another question");
}

TEST_F(HostileWorker, IsIgnoredAfterwards) {
  addWorker("honest");
  TestWorker& liar =
      addWorker("liar", [](leaf_ranges::LeafSpan, work::RangeOutcome& outcome) { outcome.result = "x"; });
  const Ran all = work({"verify"}, [&] {
    if (!liar.handled.empty()) publishReply(written(reply("liar"), "y", liar.key));
  });
  EXPECT_EQ(all.out, alone({"verify"}).out);
  EXPECT_TRUE(isRefused("liar", "it is no longer trusted"));
}

TEST_F(HostileWorker, ThatAnswersTwiceAndDifferentlyIsNamed) {
  addWorker("honest");
  TestWorker& liar = addWorker("liar");
  std::string first;
  liar.twist = [&](leaf_ranges::LeafSpan leaves, work::RangeOutcome& outcome) {
    if (!first.empty()) return;
    first = forgedResult(outcome.result, "[", "[ ");
    Reply second = reply("liar");
    second.leaves = leaves;
    publishReply(written(second, first, liar.key));
  };
  EXPECT_EQ(work({"verify"}).out, alone({"verify"}).out);
  EXPECT_TRUE(excluded.contains("liar"));
  EXPECT_FALSE(excluded.contains("honest"));
}

TEST_F(HostileWorker, MaySendLateOrTwiceWithoutHarm) {
  addWorker("w1");
  TestWorker& slow = addWorker("w2");
  std::string sent;
  slow.twist = [&](leaf_ranges::LeafSpan leaves, work::RangeOutcome& outcome) {
    Reply again = reply("w2");
    again.leaves = leaves;
    sent = written(again, outcome.result, slow.key);
  };
  const Ran all = work({"verify"}, [&] {
    if (!sent.empty()) publishReply(sent);
  });
  EXPECT_EQ(all.out, alone({"verify"}).out);
  EXPECT_TRUE(excluded.empty());
  // a message of a job that is over
  std::filesystem::remove_all(results);
  publishReply(sent);
  EXPECT_EQ(work({"coverage"}).out, alone({"coverage"}).out);
  EXPECT_GE(other_jobs, 1U);
}

TEST_F(HostileWorker, ThatIsUnknownIsNamedAndRefused) {
  addWorker("w1");
  const SignerKey stranger = keyCalled("stranger", 99), thief = keyCalled("w1", 98);
  const Ran one = alone({"verify"});
  EXPECT_EQ(workWith([&] { return written(reply("stranger"), "x", stranger); }).out, one.out);
  EXPECT_TRUE(isRefused("stranger", "not signed by a key that is known here"));
  std::filesystem::remove_all(results);
  EXPECT_EQ(workWith([&] { return written(reply("w1"), "x", thief); }).out, one.out);
  EXPECT_TRUE(isRefused("w1", "not signed by a key that is known here"));
  EXPECT_TRUE(excluded.empty()) << "a forged sender does not get the real worker excluded";
  EXPECT_EQ(refused.begin()->first.user, "tester");
}

TEST_F(HostileWorker, CannotAnswerForOthersOrForAnInvalidRange) {
  addWorker("w1");
  TestWorker& liar = addWorker("liar");
  const Ran one = alone({"verify"});
  EXPECT_EQ(workWith([&] { return written(reply("w1"), "x", liar.key); }).out, one.out);
  EXPECT_TRUE(isRefused("w1", "it says that it is from \"w1\", and \"liar\" signed it"));
  std::filesystem::remove_all(results);
  EXPECT_EQ(workWith([&] {
              Reply odd = reply("liar");
              odd.leaves.last = 2;
              return written(odd, "x", liar.key);
            }).out,
            one.out);
  EXPECT_TRUE(isRefused("liar", "leaves 1..2 are no range of this job"));
}

TEST_F(HostileWorker, MaySendMalformedMessages) {
  addWorker("w1");
  const Ran one = alone({"verify"});
  const std::string good = written(reply("w1"), "x", workers[0]->key);
  std::vector<std::string> bad{"", "abc", std::string(4, '\xff'), std::string("\0\0\0\1x", 5)};
  for (std::size_t at = 0; at < good.size(); at += 9) {
    bad.push_back(good.substr(0, at));
    bad.push_back(good);
    bad.back()[at] = static_cast<char>(bad.back()[at] ^ 4);
  }
  std::size_t next = 0;
  const Ran all = work({"verify"}, [&] {
    for (int i = 0; i < 200 && next < bad.size(); ++i) publishReply(bad[next++]);
  });
  EXPECT_EQ(all.out, one.out);
  EXPECT_EQ(next, bad.size());
  EXPECT_TRUE(excluded.empty());
  EXPECT_FALSE(refused.empty());
}

TEST_F(HostileWorker, ThatOnlyAcknowledgesCostsOnlyTime) {
  addWorker("w1");
  TestWorker& thief = addWorker("thief");
  int taken = 0;
  // Half of the time, it takes orders from the queue and sends nothing.
  const Ran all = work({"verify"}, [&] {
    auto& orders = broker.queues[work::orderQueue("team")];
    if (taken < 12 && !orders.empty()) {
      orders.pop_front();
      ++taken;
    }
  });
  static_cast<void>(thief);
  EXPECT_EQ(all.out, alone({"verify"}).out);
  EXPECT_EQ(done, 5U);
}

}  // namespace
}  // namespace docket::test::hostile_worker_test
