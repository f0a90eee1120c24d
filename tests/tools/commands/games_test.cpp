// Listing, showing and exporting games; points of a game; rulesets and cards.
#include "events/errors.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"
#include "tools/game/game_loader.h"

namespace docket::games_test {
namespace {

using test::has;
using test::memberOf;
using test::run;
using test::TempDirectory;

class Samples : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    place = new TempDirectory;
    test::importSamples(*place);
  }
  static void TearDownTestSuite() { delete place; }
  static test::Ran docket(std::vector<std::string> typed) { return test::runOn(place->archive(), std::move(typed)); }
  static inline TempDirectory* place = nullptr;
};

TEST_F(Samples, AreListedByFilter) {
  struct {
    std::vector<std::string> options;
    std::string last;
  } const rows[] = {
      {{}, "3 games"},
      {{"--player", "Aiko"}, "2 games"},
      {{"--player", "Aik"}, "0 games"},
      {{"--ruleset", "l5r-celestial@2009-06-01"}, "1 game,"},
      {{"--since", "2011-01-01", "--until", "2012-01-01"}, "1 game,"},
      {{"--event", "Summer Court"}, "2 games"},
      {{"--prefix", "samples/yu"}, "1 game,"},
  };
  for (const auto& row : rows) {
    std::vector<std::string> typed{"games"};
    typed.insert(typed.end(), row.options.begin(), row.options.end());
    const auto ran = docket(typed);
    EXPECT_EQ(ran.status, 0);
    EXPECT_HAS(ran.out, row.last);
  }
}

TEST(Games, ABranchIsListedWithItsParent) {
  const TempDirectory place;
  test::importSamples(place);
  ASSERT_EQ(
      run({"branch", "samples/l5r-paragon", "--without", "29-30", "--as", "what-if", "--archive", place.archive()})
          .status,
      0);
  const auto text = run({"games", "--archive", place.archive()});
  EXPECT_HAS(text.out, "  branch of samples/l5r-paragon after event 28\n");
  const auto json = run({"games", "--json", "--prefix", "what", "--archive", place.archive()});
  EXPECT_EQ(memberOf(json.out, "parent"), "\"samples/l5r-paragon\"") << json.out;
  EXPECT_EQ(memberOf(json.out, "partedAt"), "28") << json.out;
  const auto other = run({"games", "--json", "--prefix", "samples/yu", "--archive", place.archive()});
  EXPECT_EQ(memberOf(other.out, "parent"), "null") << other.out;
}

TEST_F(Samples, AreShownWithTheirDocuments) {
  const auto text = docket({"show", "samples/l5r-paragon"});
  EXPECT_EQ(text.status, 0);
  for (const char* part : {"Aiko", "l5r-celestial 2011-06-06", "samples-l5r 1", "rulingGiven"})
    EXPECT_HAS(text.out, part);
  const auto json = docket({"show", "samples/l5r-paragon", "--json"});
  EXPECT_HAS(text.out, memberOf(json.out, "head").substr(1, 64));
  const auto missing = docket({"show", "samples/l5r-paragn"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_HAS(missing.err, "samples/l5r-paragon");
}

TEST_F(Samples, KeepTheirHeadThroughAnExport) {
  const TempDirectory other;
  for (const char* seat : {"", "1", "2"}) {
    const auto file = other / (std::string("export-") + seat + ".jsonl");
    std::vector<std::string> typed{"export", "samples/yugioh-use-or-activate", "-o", file, "--json"};
    if (*seat != '\0') typed.insert(typed.end(), {"--seat", seat});
    const auto exported = docket(typed);
    ASSERT_EQ(exported.status, 0) << exported.err;
    if (*seat == '\0') {
      EXPECT_HAS(docket({"import", file}).out, "unchanged");
      continue;
    }
    const auto archive = other / (std::string("archive-") + seat);
    const auto taken =
        run({"import", "--json", "--archive", archive, "--cards", test::sample("catalogues/yugioh.json"), file});
    EXPECT_EQ(taken.status, 0) << taken.out << taken.err;
    EXPECT_EQ(memberOf(taken.out, "head"), memberOf(exported.out, "head")) << "seat " << seat;
  }
}

TEST_F(Samples, ShowASeatNoHiddenInformation) {
  // Lantern Fox is in seat 1's hand, known to seat 1 (bit 1) only.
  const std::string hidden = R"({"card":1,"seats":1,"definition":)";
  EXPECT_HAS(docket({"export", "samples/yugioh-use-or-activate", "--seat", "1"}).out, hidden);
  const auto other = docket({"export", "samples/yugioh-use-or-activate", "--seat", "2"});
  EXPECT_EQ(other.status, 0);
  EXPECT_FALSE(has(other.out, hidden));
  EXPECT_HAS(other.out, "\"viewer\":2");
  EXPECT_EQ(docket({"export", "samples/yugioh-use-or-activate", "--seat", "3"}).status, 2);
  EXPECT_EQ(docket({"export", "samples/yugioh-use-or-activate", "--seat", "0"}).status, 2);
}

TEST_F(Samples, HaveNamedPoints) {
  GameLoader loader(place->archive());
  const auto game = loader.game("samples/l5r-paragon");
  const auto last = game.last();
  EXPECT_EQ(game.point("start"), 0U);
  EXPECT_EQ(game.point("end"), last);
  EXPECT_EQ(game.point("7"), 7U);
  const auto begins = [&](EventNumber number, std::string_view period, std::string_view name) {
    const HeldEvent event = game.event(number);
    return event->isBegan() && game.names().text(event->getBegan().getPeriod()) == period &&
           (name.empty() || game.names().text(event->getBegan().getName()) == name);
  };
  EXPECT_TRUE(begins(game.point("T1"), "turn", ""));
  EXPECT_TRUE(begins(game.point("t2"), "turn", ""));
  EXPECT_TRUE(begins(game.point("T2.action"), "phase", "action"));
  EXPECT_LT(game.point("T1"), game.point("T1.end"));
  EXPECT_LT(game.point("T1.end"), game.point("T2"));
  EXPECT_EQ(game.point("T1.phase 2"), game.point("T1.phase.end") + 1) << "the next phase begins where the first ends";
  struct {
    const char* text;
    const char* said;
  } const wrong[] = {
      {"T99", "turn 99 does not exist; there are"},
      {"T1.actoin", "did you mean \"T1.action\"?"},
      {"999", "the last event is"},
      {"", "something is missing"},
      {"T1.", "something is missing"},
      {"T1.end.x", "remove what follows"},
      {"T1.phase 99", "phase 99 does not exist"},
      {"-1", "is not a point"},
      {"4294967296", "is not a point"},
  };
  for (const auto& row : wrong) {
    try {
      (void)game.point(row.text);
      ADD_FAILURE() << row.text << " is accepted as a point";
    } catch (const BadInput& error) {
      EXPECT_HAS(error.what(), row.said) << row.text;
    }
  }
}

TEST_F(Samples, HaveTheSameStateFromAKeyframeAndFromTheStart) {
  const TempDirectory other;
  std::string text = R"({"game":{"id":"long","ruleset":"yugioh","players":[{"name":"A"},{"name":"B"}]}})"
                     "\n";
  for (int i = 1; i <= 1500; ++i)
    text += i == 700 ? "{\"rewound\":{\"to\":600,\"judge\":\"J\"}}\n"
                     : R"({"valueChanged":{"subject":"P1","value":"life","how":"lost","amount":1}})"
                       "\n";
  ASSERT_EQ(run({"import", "--archive", other.archive(), other.file("long.jsonl", text)}).status, 0);
  GameLoader loader(other.archive(), Access::record);
  const auto states = [&] {
    std::vector<Fingerprint> all;
    const auto game = loader.game("long");
    for (const EventNumber at : {0U, 1U, 511U, 512U, 513U, 650U, 700U, 1024U, 1025U, 1500U})
      all.push_back(game.stateAt(at).fingerprint);
    return all;
  };
  const auto with_keyframes = states();
  ASSERT_TRUE(loader.archive().derivedStore().nearest(loader.archive().game("long"),
                                                      loader.game("long").gameRules().tag, 1500));
  loader.archive().derivedStore().drop();
  EXPECT_EQ(states(), with_keyframes);
  auto game = loader.game("long");
  game.keepKeyframes();
  EXPECT_EQ(loader.archive().derivedStore().nearest(game.stored(), game.gameRules().tag, 1500)->number, 1024U);
  EXPECT_EQ(states(), with_keyframes);
  EXPECT_THROW((void)game.stateAt(1501), BadInput);
}

TEST_F(Samples, AreListedWithTheShippedRules) {
  const auto list = docket({"rules"});
  EXPECT_TRUE(has(list.out, "l5r-celestial@2009-06-01") && has(list.out, "yugioh@")) << list.out;
  const auto shown = docket({"rules", "show", "l5r-celestial@2011-06-06"});
  EXPECT_HAS(shown.out, "l5r.calc.contradiction.between");
  const auto clause = docket({"rules", "show", "yugioh", "ygo.hard.usr"});
  EXPECT_EQ(clause.status, 2);
  EXPECT_HAS(clause.err, "did you mean \"ygo.hard.use\"?");
  // A document that was shown is the same document when it is added.
  const TempDirectory other;
  const auto json = docket({"rules", "show", "yugioh", "--json"});
  const auto added = run({"rules", "add", other.file("copy.json", test::Json::of(json.out).written()), "--json",
                          "--archive", other.archive()});
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_HAS(list.out, memberOf(added.out, "digest").substr(1, 16));
}

TEST_F(Samples, HaveCardsWithLimits) {
  const auto found = docket({"cards", "find", "lantern"});
  EXPECT_HAS(found.out, "Lantern Fox");
  const auto shown = docket({"cards", "show", "Lantern Fox"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_HAS(shown.out, "[ygo.");
  EXPECT_HAS(docket({"cards", "show", "Lantern Fx"}).err, "did you mean \"Lantern Fox\"?");
  EXPECT_HAS(docket({"cards", "find", "a", "--most", "1", "--game", "samples/l5r-paragon"}).out, "the first 1");
}

}  // namespace
}  // namespace docket::games_test
