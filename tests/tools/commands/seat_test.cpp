// The record for a player or a spectator: its bytes contain nothing that the viewer never learned, and it can be
// imported like any other.
#include <algorithm>
#include <set>

#include "tests/generate/documents.h"
#include "tests/tools/disputed_game.h"
#include "tests/tools/hidden_from.h"
#include "tests/tools/json.h"

namespace docket::seat_test {
namespace {

using test::has;
using test::Ran;
using test::TempDirectory;

class SeatOfGeneratedGames : public testing::TestWithParam<std::string> {};

TEST_P(SeatOfGeneratedGames, HoldsNoByteOfHiddenInformation) {
  const TempDirectory place;
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

TEST_F(SeatOfAGame, IsATranscriptWithThePlayersKnowledge) {
  const Ran ran = run({"log", "court/7", "--seat", "P2", "--to", "7"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "viewer=2");
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

TEST_F(SeatOfAGame, IsReadBackAsTheExportedRecord) {
  const Ran log = run({"log", "court/7", "--seat", "P2"});
  const TempDirectory other;
  const Ran taken = test::run({"import", "--archive", other.archive(), "--cards", other.file("c.json", test::kCards),
                               other.file("seen.txt", log.out)});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  EXPECT_EQ(test::run({"export", "court/7", "--archive", other.archive()}).out,
            run({"export", "court/7", "--seat", "P2"}).out);
  EXPECT_EQ(test::run({"log", "court/7", "--archive", other.archive()}).out, log.out);
}

TEST_F(SeatOfAGame, OfASpectatorHasPublicInformation) {
  const Ran ran = run({"export", "court/7", "--seat", "spectator"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, R"("viewer":255)");
  EXPECT_HAS(ran.out, R"({"card":1,"definition":"Old Keep"})");
  EXPECT_HAS(ran.out, R"({"card":2,"seats":1},)");
  const TempDirectory other;
  const Ran taken = test::run({"import", "--archive", other.archive(), "--cards", other.file("c.json", test::kCards),
                               other.file("seen.jsonl", ran.out)});
  ASSERT_EQ(taken.status, 0) << taken.out << taken.err;
  EXPECT_HAS(test::run({"show", "court/7", "--archive", other.archive()}).out, "spectators") << taken.out;
}

/// Texts that look like a digest, or a part of one.
std::set<std::string> digestsIn(const std::string& text) {
  constexpr std::size_t kLeastDigits = 16;
  std::set<std::string> found;
  std::string digits;
  for (const char c : text + ' ') {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) {
      digits += c;
      continue;
    }
    if (digits.size() >= kLeastDigits) found.insert(digits);
    digits.clear();
  }
  return found;
}

// If one file is imported twice, everything made from hidden data has another salt: an equal digest could be reproduced
// by guessing its source.
TEST_F(SeatOfAGame, HoldsNoDigestThatAllowsGuessing) {
  const TempDirectory other;
  ASSERT_EQ(test::run({"import", other.file("game.jsonl", test::kGame), "--cards",
                       other.file("cards.json", test::kCards), "--archive", other.archive()})
                .status,
            0);
  // The documents that the game was played under are public.
  const Ran whole = run({"export", "court/7"});
  const std::set<std::string> open{test::memberOf(whole.out, "rulesetDigest").substr(1, 64),
                                   test::memberOf(whole.out, "catalogueDigest").substr(1, 64)};
  std::size_t looked_at = 0;
  for (const char* viewer : {"P1", "P2", "spectator"}) {
    for (const std::vector<std::string>& command : {std::vector<std::string>{"export", "court/7"},
                                                    {"log", "court/7"},
                                                    {"log", "court/7", "--json"},
                                                    {"replay", "court/7", "--at", "13"},
                                                    {"replay", "court/7", "--at", "13", "--json"},
                                                    {"report", "court/7"}}) {
      auto typed = command;
      typed.insert(typed.end(), {"--seat", viewer});
      if (command.front() == "replay" && std::string(viewer) == "spectator") continue;
      const Ran here = run(typed);
      ASSERT_EQ(here.status, 0) << command.front() << here.err;
      typed.insert(typed.end(), {"--archive", other.archive()});
      const auto there = digestsIn(test::run(typed).out);
      for (const auto& digest : digestsIn(here.out)) {
        ++looked_at;
        const bool is_open =
            std::any_of(open.begin(), open.end(), [&](const auto& one) { return one.starts_with(digest); });
        EXPECT_TRUE(is_open || !there.contains(digest)) << command.front() << " for " << viewer << ": " << digest;
      }
    }
  }
  EXPECT_GT(looked_at, 20U);
}

TEST_F(SeatOfAGame, MustBeAPlayerOfTheGame) {
  for (const char* seat : {"P3", "0", "9", "nobody", ""}) {
    for (const char* command : {"log", "export"}) {
      const Ran ran = run({command, "court/7", "--seat", seat});
      EXPECT_EQ(ran.status, 2) << seat;
      EXPECT_HAS(ran.err, "expected a seat of the game, P1 to P2");
    }
  }
}

// Cards are named by title only, so who learns an identity depends on the zone.
TEST(SeatOfATypedGame, KnowsFaceUpCardsAndNotFaceDownOnes) {
  const TempDirectory place;
  const std::string typed = R"(game "typed"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers deck
  = "Lantern Fox"
  = "Iron Bell"
  = "Paper Moon Archive"
  = "Marsh Ogre"
P2 registers deck 2 cards
P1 draws "Marsh Ogre", "Paper Moon Archive", "Iron Bell", "Lantern Fox"
P2 draws 2
== turn P1
  plays "Lantern Fox" to "monster zone" slot 2 up
  moves "Iron Bell" to "spell zone" slot 0 down as set
  moves "Paper Moon Archive" to graveyard
  moves "Marsh Ogre" to deck
  P2 moves "Quiet Interdict" to "spell zone" slot 0 down as set
  uses "Iron Bell" ability 1
)";
  const Ran taken = test::run({"import", "--archive", place.archive(), "--cards",
                               test::sample("catalogues/yugioh.json"), place.file("typed.txt", typed)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  struct Case {
    const char* seat;
    const char* log;
  };
  const Case cases[] = {{"P1", R"text(    6    P1 plays "Lantern Fox" #1 to "monster zone" slot 2 up
           = "Lantern Fox" #1
    7    P1 moves "Iron Bell" #2 to "spell zone" slot 0 down as set
    8    P1 moves "Paper Moon Archive" #3 to graveyard
           = "Paper Moon Archive" #3
    9    P1 moves "Marsh Ogre" #4 to deck
   10    P2 moves ? #5 to "spell zone" slot 0 down as set
           = ? #5 to P2
)text"},
                        {"P2", R"text(    6    P1 plays "Lantern Fox" #1 to "monster zone" slot 2 up
           = "Lantern Fox" #1
    7    P1 moves ? #2 to "spell zone" slot 0 down as set
    8    P1 moves "Paper Moon Archive" #3 to graveyard
           = "Paper Moon Archive" #3
    9    P1 moves ? #4 to deck
   10    P2 moves "Quiet Interdict" #5 to "spell zone" slot 0 down as set
           = "Quiet Interdict" #5 to P2
)text"}};
  for (const Case& one : cases) {
    std::string log = test::run({"log", "typed", "--archive", place.archive(), "--seat", one.seat}).out;
    EXPECT_HAS(log, R"(P1 uses "Iron Bell" #2 ability 1)");
    log = log.substr(log.find("    6  "));
    log = log.substr(0, log.find("   11  "));
    for (auto seals = log.find(" {seals="); seals != std::string::npos; seals = log.find(" {seals=")) {
      log.erase(seals, log.find('\n', seals) - seals);
    }
    EXPECT_EQ(log, one.log);
  }
}

// Everybody sees an observation of a card, but only players who know the card know its printed amounts.
TEST(SeatOfATypedGame, SeesOnlyTheObservationOfACardItDoesNotKnow) {
  const TempDirectory place;
  const std::string typed = R"(game "typed"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers deck
  = "Marsh Ogre"
P1 draws "Marsh Ogre"
== turn P1
  moves #1 to "monster zone" slot 2 down turned defense as set
  observes ATK 700 of #1
)";
  const Ran taken = test::run({"import", "--archive", place.archive(), "--cards",
                               test::sample("catalogues/yugioh.json"), place.file("typed.txt", typed)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  const std::string seen = test::run({"replay", "typed", "--seat", "P2", "--archive", place.archive()}).out;
  EXPECT_HAS(seen, "ATK 700 (observed at 5)");
  EXPECT_FALSE(has(seen, "1900")) << seen;
  const std::string own = test::run({"replay", "typed", "--seat", "P1", "--archive", place.archive()}).out;
  EXPECT_HAS(own, "ATK 1900 (but observed 700 at event 5:");
}

/// The titles of the cards of a zone of P1 on a board of the whole record; unknown ones as "?".
std::vector<std::string> titlesIn(const TempDirectory& place, const std::string& zone) {
  const Ran board = test::run({"replay", "typed", "--json", "--archive", place.archive()});
  std::vector<std::string> titles;
  const test::Json shown = test::Json::of(board.out);
  for (const test::Json& side : shown["sides"].items()) {
    if (side["player"].text() != "1") continue;
    for (const test::Json& one : side["zones"].items()) {
      if (one["zone"].text() != zone) continue;
      for (const test::Json& card : one["cards"].items()) {
        titles.push_back(card["title"].isNull() ? "?" : card["title"].text());
      }
    }
  }
  return titles;
}

// Below, no drawn card is named by its title, so only flipping, using or revealing it shows it to everybody.
TEST(SeatOfATypedGame, OfASpectatorHasWhatAnActMadePublic) {
  const TempDirectory place;
  const std::string typed = R"(game "typed"
P1 "Gus"
P2 "Hana"
ruleset "yugioh"
P1 registers deck
  = "Lantern Fox"
  = "Iron Bell"
  = "Paper Moon Archive"
  = "Marsh Ogre"
  = "Quiet Interdict"
P2 registers deck 2 cards
P1 draws "Quiet Interdict", "Marsh Ogre", "Paper Moon Archive", "Iron Bell", "Lantern Fox"
== turn P1
  moves #1 to "monster zone" slot 2 down turned defense as set
  moves #2 to "spell zone" slot 0 down as set
  moves #3 to "spell zone" slot 1 down as set
  flips #1 up
  moves #1 to "monster zone" slot 2 down
  uses #2 ability 1
  moves all of hand to graveyard
)";
  const Ran taken = test::run({"import", "--archive", place.archive(), "--cards",
                               test::sample("catalogues/yugioh.json"), place.file("typed.txt", typed)});
  ASSERT_EQ(taken.status, 0) << taken.err;
  for (const char* seat : {"P2", "spectator"}) {
    const Ran view = test::run({"export", "typed", "--seat", seat, "--archive", place.archive()});
    const TempDirectory seen;
    const Ran again = test::run({"import", "--archive", seen.archive(), "--cards",
                                 test::sample("catalogues/yugioh.json"), seen.file("seen.jsonl", view.out)});
    ASSERT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(titlesIn(seen, "monster zone"), std::vector<std::string>{"Lantern Fox"}) << "it was face-up before";
    EXPECT_EQ(titlesIn(seen, "spell zone"), (std::vector<std::string>{"Iron Bell", "?"})) << "one was used";
    EXPECT_EQ(titlesIn(seen, "graveyard"), (std::vector<std::string>{"Quiet Interdict", "Marsh Ogre"})) << seat;
    EXPECT_FALSE(has(view.out, "Paper Moon Archive")) << "only P1 saw it";
  }
  // The printed transcript says all that, and nothing is added.
  const Ran log = test::run({"log", "typed", "--archive", place.archive()});
  const TempDirectory printed;
  ASSERT_EQ(test::run({"import", "--archive", printed.archive(), "--cards", test::sample("catalogues/yugioh.json"),
                       printed.file("printed.txt", log.out)})
                .status,
            0);
  EXPECT_EQ(test::run({"log", "typed", "--archive", printed.archive()}).out, log.out);
}

}  // namespace
}  // namespace docket::seat_test
