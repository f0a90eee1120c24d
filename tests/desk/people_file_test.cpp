// People who are invited to a desk and their sessions: stored in a file without secrets; a link admits one person
// once.
#include "tools/desk/people_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "events/errors.h"
#include "tests/text_of.h"
#include "tests/tools/run.h"
#include "tools/desk/entrance.h"

namespace docket::people_file_test {
namespace {

using desk::Entrance;
using desk::People;
using desk::PeopleFile;
using desk::Role;
using std::chrono::minutes;

constexpr desk::UnixTime kNow = 4'000'000'000;  // later than any clock says

class ThePeopleFile : public testing::Test {
 protected:
  test::TempDirectory place_;
  PeopleFile people_file_{std::filesystem::path(place_ / "desk")};
};

TEST_F(ThePeopleFile, IsReadAsItWasWritten) {
  EXPECT_TRUE(people_file_.read().invitations.empty());
  people_file_.change([](People& people) {
    people.invitations.push_back(
        {.id = "a", .person = {.name = "Erin \"X\"", .role = Role::scribe}, .token = "t", .until = 5});
    people.sessions.push_back({.id = "b",
                               .person = {.name = "Femi", .role = Role::viewer},
                               .cookie = "c",
                               .key = "k",
                               .begun = 1,
                               .seen = 2});
  });
  const People people = people_file_.read();
  ASSERT_EQ(people.invitations.size(), 1U);
  EXPECT_EQ(people.invitations.front().person.name, "Erin \"X\"");
  EXPECT_EQ(people.invitations.front().person.role, Role::scribe);
  EXPECT_EQ(people.invitations.front().until, 5);
  ASSERT_EQ(people.sessions.size(), 1U);
  EXPECT_EQ(people.sessions.front().key, "k");
  EXPECT_EQ(people.sessions.front().seen, 2);
}

TEST_F(ThePeopleFile, LetsPeopleExpireAndBeRevokedByName) {
  static_cast<void>(people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5)));
  static_cast<void>(people_file_.invite({.name = "Femi", .role = Role::judge}, kNow, minutes(50)));
  People people = people_file_.read();
  people.dropExpired(kNow + 299);
  EXPECT_EQ(people.invitations.size(), 2U);
  people.dropExpired(kNow + 300);
  ASSERT_EQ(people.invitations.size(), 1U);
  EXPECT_EQ(people.revoke("Erin"), 0U);
  EXPECT_EQ(people.revoke(people.invitations.front().id), 1U);
}

TEST_F(ThePeopleFile, LimitsTheNumberOfPeople) {
  people_file_.change(
      [](People& people) { people.sessions.resize(PeopleFile::kMaxPeople - 1, {.id = "a", .seen = kNow}); });
  EXPECT_NO_THROW(static_cast<void>(people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5))));
  EXPECT_THROW(static_cast<void>(people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5))),
               BadInput);
}

TEST_F(ThePeopleFile, IsRefusedIfItIsDamaged) {
  static_cast<void>(people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5)));
  const std::string whole = test::textOf(place_ / "desk/accounts.json");
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    std::ofstream(place_ / "desk/accounts.json", std::ios::trunc) << whole.substr(0, length);
    EXPECT_THROW(static_cast<void>(people_file_.read()), EnvironmentError) << length;
  }
}

TEST_F(ThePeopleFile, LetsAnInvitedPersonInOnceAndUntilRevoked) {
  Entrance entrance([] { return Entrance::Clock::now(); }, &people_file_);
  const std::string token = people_file_.invite({.name = "Erin", .role = Role::scribe}, kNow, minutes(5));
  const auto session = entrance.enter(token, "10.0.0.1");
  ASSERT_TRUE(session);
  EXPECT_FALSE(entrance.enter(token, "10.0.0.1"));
  const auto inside = entrance.visitor(session->cookie, session->key);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->person.name, "Erin");
  EXPECT_EQ(inside->person.role, Role::scribe);
  EXPECT_TRUE(entrance.visitorOfPages(session->cookie, inside->pages));
  EXPECT_FALSE(entrance.visitorOfPages(session->cookie, session->key));
  EXPECT_EQ(test::textOf(place_ / "desk/accounts.json").find(session->key), std::string::npos);
  {
    Entrance again([] { return Entrance::Clock::now(); }, &people_file_);
    EXPECT_TRUE(again.visitor(session->cookie, session->key));
  }
  people_file_.change([](People& people) { people.revoke("Erin"); });
  entrance.syncPeople();
  EXPECT_FALSE(entrance.visitor(session->cookie, session->key));
  EXPECT_FALSE(entrance.visitorOfPages(session->cookie, inside->pages));
}

TEST_F(ThePeopleFile, ForgetsAPersonWhoLeaves) {
  Entrance entrance([] { return Entrance::Clock::now(); }, &people_file_);
  const auto session = entrance.enter(people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5)));
  ASSERT_TRUE(session);
  entrance.leave(entrance.visitor(session->cookie, session->key)->session);
  EXPECT_FALSE(entrance.visitor(session->cookie, session->key));
  EXPECT_TRUE(people_file_.read().sessions.empty());
}

TEST_F(ThePeopleFile, ReadWhileSomeoneLeavesDoesNotAdmitThemAgain) {
  Entrance entrance([] { return Entrance::Clock::now(); }, &people_file_);
  std::jthread syncing([&](const std::stop_token& stop) {
    for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(1))) entrance.syncPeople();
  });
  // Keeps the file changing, so that it is read at any moment of leave(); in between it is free for the others.
  std::jthread changing([&](const std::stop_token& stop) {
    for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(5)))
      people_file_.change([](People& people) { people.dropExpired(0); });
  });
  int admitted_again = 0;
  for (int i = 0; i < 30; ++i) {
    const std::string token = people_file_.invite({.name = "Erin", .role = Role::judge}, kNow, minutes(5));
    const auto session = entrance.enter(token, fmt::format("10.0.0.{}", i));
    const auto visitor = session ? entrance.visitor(session->cookie, session->key) : std::nullopt;
    if (!visitor) continue;
    entrance.leave(visitor->session);
    if (entrance.visitor(session->cookie, session->key)) ++admitted_again;
  }
  EXPECT_EQ(admitted_again, 0);
}

}  // namespace
}  // namespace docket::people_file_test
