// What a player or a spectator is given of a game: the bytes of it are searched for what that viewer never came to
// know, and it is a record that can be taken in like any other.
#include "tests/generate/documents.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/hidden_from.h"

namespace docket {
namespace {

using test::has;
using test::Place;
using test::Ran;

class SeatOfGeneratedGames : public testing::TestWithParam<std::string> {};

TEST_P(SeatOfGeneratedGames, HoldsNoByteOfWhatItsViewerCouldNotSee) {
  const Place place;
  const auto file = place / "games.jsonl";
  const std::string name = GetParam();
  ASSERT_EQ(test::run({"generate", name, "--games", "2", "--seed", "41", "--planted", "10", "-o", file}).status, 0);
  const Ran taken = test::run({"import", "--archive", place.archive(), "--cards", file + ".cards.json", file});
  ASSERT_EQ(taken.status, 0) << taken.err;
  std::size_t looked_for = 0;
  for (unsigned game = 1; game <= 2; ++game) {
    test::expectNothingLeaks(place.archive(), name + "-41-" + std::to_string(game), looked_for);
  }
  EXPECT_GT(looked_for, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, SeatOfGeneratedGames, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

class SeatOfAGame : public test::DisputedGame {};

TEST_F(SeatOfAGame, IsATranscriptThatThePlayerCouldHaveWritten) {
  const Ran ran = run({"log", "court/7", "--seat", "P2", "--to", "7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "viewer=2")) << ran.out;
  std::string events = ran.out.substr(ran.out.find("    1  "));
  const auto seals = events.find(" {seals=");  // other commitments in each archive
  events.erase(seals, events.find('\n', seals) - seals);
  EXPECT_EQ(events, R"text(    1  P1 registers hand #1..#3
         = "Old Keep" #1
         = ? #2 to P1
         = ? #3 to P1
    2  P2 registers "fate deck" #4
    3  P2 draws ? #4 from "fate deck" to hand

    4  == turn P1
    5    -- phase action
    6      P1 moves "Old Keep" #1 to home up
    7      P1 plays "Steady Guard" #2 to home up as recruit
             = "Steady Guard" #2
             + minimum "Personal Honor" 4 on "Steady Guard" #2 from "Old Keep" #1 while source
)text");
}

TEST_F(SeatOfAGame, IsReadBackAsTheRecordThatIsExportedForIt) {
  const Ran log = run({"log", "court/7", "--seat", "P2"});
  const Place other;
  const Ran taken = test::run({"import", "--archive", other.archive(), "--cards", other.file("c.json", test::kCards),
                               other.file("seen.txt", log.out)});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  EXPECT_EQ(test::run({"export", "court/7", "--archive", other.archive()}).out,
            run({"export", "court/7", "--seat", "P2"}).out);
  EXPECT_EQ(test::run({"log", "court/7", "--archive", other.archive()}).out, log.out);
}

TEST_F(SeatOfAGame, OfASpectatorHasWhatWasPublic) {
  const Ran ran = run({"export", "court/7", "--seat", "spectator"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, R"("viewer":255)")) << ran.out;
  EXPECT_TRUE(has(ran.out, R"({"card":1,"definition":"Old Keep"})")) << ran.out;
  EXPECT_TRUE(has(ran.out, R"({"card":2,"seats":1},)")) << ran.out;
  const Place other;
  const Ran taken = test::run({"import", "--archive", other.archive(), "--cards", other.file("c.json", test::kCards),
                               other.file("seen.jsonl", ran.out)});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  EXPECT_TRUE(has(test::run({"show", "court/7", "--archive", other.archive()}).out, "spectators")) << taken.out;
}

TEST_F(SeatOfAGame, IsAskedForByAPlayerOfTheGame) {
  for (const char* seat : {"P3", "0", "9", "nobody", ""}) {
    for (const char* command : {"log", "export"}) {
      const Ran ran = run({command, "court/7", "--seat", seat});
      EXPECT_EQ(ran.status, 2) << seat;
      EXPECT_TRUE(has(ran.err, "expected a seat of the game, P1 to P2")) << ran.err;
    }
  }
}

}  // namespace
}  // namespace docket
