// The algebra of limits, axis by axis, on the cards of test_catalogue.json.
#include "engine/judge/doubt.h"
#include "tests/engine/test_table.h"

namespace docket::limits_test {
namespace {

/// Two Ants, two Bees, a Cat, two versions of Dog and an Emu of player 1, the same of player 2; all in play in turn 1.
struct Limits : ::testing::Test {
  Limits() {
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      first[seat] = table.deck(seat, {"Ant", "Ant", "Bee", "Bee", "Cat", "Dog", "Dog two", "Emu"});
    }
    table.turn(1);
    table.phase("first");
    for (const Seat seat : {Seat{1}, Seat{2}}) {
      for (std::uint32_t i = 0; i < 8; ++i) table.move(first[seat] + i, "field", seat, static_cast<std::int16_t>(i));
    }
    ant = first[1], bee = first[1] + 2, cat = first[1] + 4, dog = first[1] + 5, emu = first[1] + 7;
  }
  std::string use(Seat player, std::uint32_t card, std::uint16_t ability, EventNumber trigger = 0) {
    latest = table.activate(player, card, ability, trigger);
    return table.against();
  }
  static std::string findingText(const std::string& clause, EventNumber event) {
    return clause + " <- " + std::to_string(event);
  }

  // The abilities of test_catalogue.json by their numbers.
  static constexpr std::uint16_t kAntSoft = 1, kAntHard = 2, kBeeActivate = 1, kBeeSelfFlip = 2, kBeeGain = 3,
                                 kCatShared = 1, kCatOtherShared = 2, kCatDuel = 3, kDogHard = 1, kDogOtherHard = 2,
                                 kDogGain = 3, kDogTwoHard = 1, kDogTwoTrigger = 2, kDogTwoAllPlayers = 3, kEmuHard = 1,
                                 kEmuChain = 2;
  TestTable table;
  std::uint32_t first[3] = {}, ant, bee, cat, dog, emu;
  EventNumber latest = 0;
};

TEST_F(Limits, ASoftLimitCountsEachCopySeparately) {
  EXPECT_EQ(use(1, ant, kAntSoft), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(1, ant, kAntSoft), findingText("lab.soft", before));
  EXPECT_EQ(use(1, ant + 1, kAntSoft), "");
}

TEST_F(Limits, ASoftLimitResetsNextTurnOnLeavingAndFaceDown) {
  EXPECT_EQ(use(1, ant, kAntSoft), "");
  table.turn(2);
  EXPECT_EQ(use(1, ant, kAntSoft), "");
  table.move(ant, "hand", 1);
  table.move(ant, "field", 1);
  EXPECT_EQ(use(1, ant, kAntSoft), "");
  table.move(ant, "bench", 1);  // the same location
  EXPECT_NE(use(1, ant, kAntSoft), "");
  table.flip(ant, schema::Face::DOWN);
  table.flip(ant, schema::Face::UP);
  EXPECT_EQ(use(1, ant, kAntSoft), "");
}

TEST_F(Limits, TurningItselfFaceDownDoesNotGiveBackItsUse) {
  EXPECT_EQ(use(1, bee, kBeeSelfFlip), "");
  table.flip(bee, schema::Face::DOWN, latest);
  table.flip(bee, schema::Face::UP);
  EXPECT_NE(use(1, bee, kBeeSelfFlip), "");
  table.flip(bee, schema::Face::DOWN);
  table.flip(bee, schema::Face::UP);
  EXPECT_EQ(use(1, bee, kBeeSelfFlip), "");
}

TEST_F(Limits, ASharedSoftLimitCountsAllAbilitiesOfTheCard) {
  EXPECT_EQ(use(1, cat, kCatShared), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(1, cat, kCatOtherShared), findingText("lab.soft", before));
}

TEST_F(Limits, AHardLimitCountsTheTitleForAPlayer) {
  EXPECT_EQ(use(1, ant, kAntHard), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(1, ant + 1, kAntHard), findingText("lab.hard", before));
  EXPECT_EQ(use(2, first[2], kAntHard), "");
  table.turn(2);
  EXPECT_EQ(use(1, ant + 1, kAntHard), "");
}

TEST_F(Limits, GroupsVersionsAndAliasesShareAHardLimit) {
  EXPECT_EQ(use(1, dog, kDogOtherHard), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(1, dog, kDogHard), findingText("lab.hard", before));
  table.turn(2);
  EXPECT_EQ(use(1, dog, kDogOtherHard), "");
  const EventNumber second = latest;
  EXPECT_EQ(use(1, dog + 1, kDogTwoHard), findingText("lab.hard", second));
  table.turn(1);
  EXPECT_EQ(use(1, dog + 1, kDogTwoHard), "");
  const EventNumber third = latest;
  EXPECT_EQ(use(1, emu, kEmuHard), findingText("lab.hard", third));
}

TEST_F(Limits, ANegatedActivationGivesBackActivateButNotUse) {
  EXPECT_EQ(use(1, bee, kBeeActivate), "");
  table.negate(latest);
  EXPECT_EQ(use(1, bee + 1, kBeeActivate), "");
  EXPECT_EQ(use(1, ant, kAntHard), "");
  table.negate(latest);
  EXPECT_NE(use(1, ant, kAntHard), "");
}

TEST_F(Limits, OncePerGameOutlastsTheTurn) {
  EXPECT_EQ(use(1, cat, kCatDuel), "");
  const EventNumber before = latest;
  for (int i = 0; i < 4; ++i) table.turn(1);
  EXPECT_EQ(use(1, cat, kCatDuel), findingText("lab.duel", before));
}

TEST_F(Limits, AGainIsCountedOverDifferentTitles) {
  EXPECT_EQ(use(1, bee, kBeeGain), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(1, dog, kDogGain), findingText("lab.gain", before));
  EXPECT_EQ(use(2, first[2] + 5, kDogGain), "");
}

TEST_F(Limits, OncePerInstanceOfATriggerCountsAllCopies) {
  EXPECT_EQ(use(1, dog + 1, kDogTwoTrigger, 3), "");
  const EventNumber before = latest;
  EXPECT_EQ(use(2, first[2] + 6, kDogTwoTrigger, 3), findingText("lab.trigger", before));
  EXPECT_EQ(use(1, dog + 1, kDogTwoTrigger, 4), "");
}

TEST_F(Limits, ATitleIsLimitedToTwoAPhaseOverAllPlayers) {
  EXPECT_EQ(use(1, dog + 1, kDogTwoAllPlayers), "");
  EXPECT_EQ(use(2, first[2] + 6, kDogTwoAllPlayers), "");
  EXPECT_NE(use(1, dog + 1, kDogTwoAllPlayers), "");
  table.phase("second");
  EXPECT_EQ(use(1, dog + 1, kDogTwoAllPlayers), "");
}

TEST_F(Limits, OncePerChainResetsWithTheChain) {
  table.began("chain", "", 0);
  EXPECT_EQ(use(1, emu, kEmuChain), "");
  EXPECT_NE(use(1, emu, kEmuChain), "");
  table.ended("chain");
  table.began("chain", "", 0);
  EXPECT_EQ(use(1, emu, kEmuChain), "");
}

TEST_F(Limits, AControlChangeGivesBackNoUse) {
  EXPECT_EQ(use(1, ant, kAntSoft), "");
  table.control(ant, 2, "turn");
  EXPECT_EQ(table.card(ant).controller, 2);
  EXPECT_NE(use(2, ant, kAntSoft), "");
  table.turn(2);
  EXPECT_EQ(table.card(ant).controller, 1);
}

TEST_F(Limits, AUseOfACardIdentifiedLaterIsCountedCorrectly) {
  const auto unknown = table.deck(1, {""});
  table.move(unknown, "field", 1);
  EXPECT_EQ(use(1, unknown, kAntHard), "");
  const EventNumber perhaps = latest;
  const State before_it = table.state;
  // It may have been an Ant: no finding, but a doubt.
  EXPECT_EQ(use(1, ant, kAntHard), "");
  const auto doubt = doubtOf(pendingEvent(before_it, TestRules::get().rules(), latest, *table.game.event(latest)));
  ASSERT_TRUE(doubt.has_value());
  EXPECT_TRUE(doubt->kind == expression::Reason::Kind::text_unknown || doubt->event == perhaps);
  table.turn(2);
  EXPECT_EQ(use(1, unknown, kAntHard), "");
  const EventNumber second = latest;
  table.play([&](schema::Event::Builder event) {
    auto identity = event.initContext().initIdentities(1)[0];
    identity.setCard(unknown);
    identity.setDefinition("Ant");
    event.initCardsRevealed().setPlayer(1);
  });
  EXPECT_EQ(use(1, ant, kAntHard), findingText("lab.hard", second));
}

/// Two sides of one card with one title, and the plain card of that title.
constexpr std::string_view kSidesRules = R"({
  "name": "sides", "version": "1", "clauses": [{"id": "own"}, {"id": "any"}],
  "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
  "periods": [{"name": "turn"}],
  "limits": [
    {"name": "own", "clause": "own", "counted": "activations", "keyedBy": ["instance", "ability"], "within": "turn"},
    {"name": "any", "clause": "any", "counted": "activations", "keyedBy": ["title", "ability"], "within": "turn"}
  ]})";
constexpr std::string_view kSidesCards = R"({"name": "sides", "version": "1", "cards": [
  {"key": "Ida a", "title": "Ida", "abilities": [{"limits": [{"limit": "own"}]}, {"limits": [{"limit": "any"}]}]},
  {"key": "Ida b", "title": "Ida", "abilities": [{"limits": [{"limit": "own"}]}, {"limits": [{"limit": "any"}]}]}
]})";

TEST(Sides, OfACardShareOnlyTheLimitsOfTheirTitle) {
  const TestRules documents(kSidesRules, kSidesCards);
  TestTable table(documents.rules());
  const auto ida = table.deck(1, {"Ida a"});
  table.turn(1);
  table.move(ida, "field", 1);
  const auto turn_over = [&](const char* side) {
    table.play([&](schema::Event::Builder event) {
      event.initCardFlipped().setCard(ida);
      auto identity = event.initContext().initIdentities(1)[0];
      identity.setCard(ida);
      identity.setDefinition(side);
    });
  };
  const auto first = table.activate(1, ida, 1);
  EXPECT_EQ(table.against(), "");
  const auto shared = table.activate(1, ida, 2);
  EXPECT_EQ(table.against(), "");
  turn_over("Ida b");
  const auto second = table.activate(1, ida, 1);
  EXPECT_EQ(table.against(), "") << "it is another ability";
  table.activate(1, ida, 2);
  EXPECT_EQ(table.against(), "any <- " + std::to_string(shared)) << "a title's limit is the same on both sides";
  table.activate(1, ida, 1);
  EXPECT_EQ(table.against(), "own <- " + std::to_string(second));
  turn_over("Ida a");
  table.activate(1, ida, 1);
  EXPECT_EQ(table.against(), "own <- " + std::to_string(first)) << "turned back, it is still used up";
}

}  // namespace
}  // namespace docket::limits_test
