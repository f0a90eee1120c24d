// Access to the desk: by a link that works once and expires soon, then by both parts of a session.
#include "tools/desk/entrance.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace docket::entrance_test {
namespace {

using desk::Entrance;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using Admitted = Entrance::Admitted;

class TheEntrance : public testing::Test {
 protected:
  Entrance::Clock::time_point now_{};
  Entrance entrance_{[this] { return now_; }};

  Entrance::SessionKeys newSession() {
    now_ += seconds(5);  // so often a link can be tried
    const auto session = entrance_.enter(entrance_.newToken());
    EXPECT_TRUE(session);
    return session.value_or(Entrance::SessionKeys{});
  }
};

TEST_F(TheEntrance, OpensOnceByTheLatestLink) {
  const std::string older = entrance_.newToken(), newer = entrance_.newToken();
  EXPECT_EQ(newer.size(), 64U);
  EXPECT_FALSE(entrance_.enter(older));
  EXPECT_FALSE(entrance_.enter(""));
  EXPECT_TRUE(entrance_.enter(newer));
  EXPECT_FALSE(entrance_.enter(newer));
}

TEST_F(TheEntrance, OpensWithinFiveMinutes) {
  std::string token = entrance_.newToken();
  now_ += minutes(5) - seconds(1);
  EXPECT_TRUE(entrance_.enter(token));
  token = entrance_.newToken();
  now_ += minutes(5);
  EXPECT_FALSE(entrance_.enter(token));
}

TEST_F(TheEntrance, KeepsTheSessionOfABrowserThatOpensAnotherLink) {
  const auto first = newSession(), other = newSession();
  now_ += seconds(5);
  const auto again = entrance_.enter(entrance_.newToken(), {}, &first);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->key, first.key);
  now_ += seconds(5);
  const Entrance::SessionKeys stolen{.cookie = first.cookie, .key = other.key};
  const auto mixed = entrance_.enter(entrance_.newToken(), {}, &stolen);
  ASSERT_TRUE(mixed);
  EXPECT_NE(mixed->key, first.key);
  EXPECT_NE(mixed->key, other.key);
}

TEST_F(TheEntrance, RefusesEvenTheRightLinkAfterManyGuesses) {
  const std::string token = entrance_.newToken();
  for (int guess = 0; guess < 10; ++guess) EXPECT_FALSE(entrance_.enter("guess"));
  EXPECT_FALSE(entrance_.enter(token));
  now_ += seconds(5);
  EXPECT_TRUE(entrance_.enter(token));
}

TEST_F(TheEntrance, RequiresBothPartsOfOneSession) {
  const auto one = newSession(), other = newSession();
  EXPECT_NE(one.cookie, one.key);
  EXPECT_EQ(entrance_.admit(one.cookie, one.key), Admitted::yes);
  EXPECT_EQ(entrance_.admit(one.cookie, other.key), Admitted::no);
  EXPECT_EQ(entrance_.admit(other.cookie, one.key), Admitted::no);
  EXPECT_EQ(entrance_.admit(one.key, one.cookie), Admitted::no);
  EXPECT_EQ(entrance_.admit(one.cookie, ""), Admitted::no);
  EXPECT_EQ(entrance_.admit("", ""), Admitted::no);
}

TEST_F(TheEntrance, ForgetsASessionThatIsNotUsed) {
  const auto session = newSession();
  now_ += hours(12);
  EXPECT_EQ(entrance_.admit(session.cookie, session.key), Admitted::yes);
  now_ += hours(12) + seconds(1);
  EXPECT_EQ(entrance_.admit(session.cookie, session.key), Admitted::no);
}

TEST_F(TheEntrance, EndsTheLongestIdleSessionForANewOne) {
  const auto first = newSession(), second = newSession();
  now_ += seconds(1);
  EXPECT_EQ(entrance_.admit(first.cookie, first.key), Admitted::yes);
  for (std::size_t i = 2; i <= Entrance::kMaxSessions; ++i) (void)newSession();
  EXPECT_EQ(entrance_.admit(first.cookie, first.key), Admitted::yes);
  EXPECT_EQ(entrance_.admit(second.cookie, second.key), Admitted::no) << "the session idle longest is ended";
}

TEST_F(TheEntrance, LimitsTheRateOfRequestsOfASession) {
  const auto session = newSession(), other = newSession();
  int admitted = 0;
  while (entrance_.admit(session.cookie, session.key) == Admitted::yes && admitted < 10'000) ++admitted;
  EXPECT_EQ(admitted, 200);
  EXPECT_EQ(entrance_.admit(session.cookie, session.key), Admitted::too_often);
  EXPECT_EQ(entrance_.admit(other.cookie, other.key), Admitted::yes);
  now_ += seconds(1);
  EXPECT_EQ(entrance_.admit(session.cookie, session.key), Admitted::yes);
}

}  // namespace
}  // namespace docket::entrance_test
