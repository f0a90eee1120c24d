// docket moves: what it lists, and that its verdicts are those of docket ask and, once an act is recorded, of docket
// explain and docket verify: over sample games, a replay and generated games of every ruleset.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/disputed_game.h"
#include "tests/tools/json.h"
#include "tests/tools/run.h"

namespace docket::moves_test {
namespace {

using test::has;
using test::Json;
using test::Ran;
using test::TempDirectory;

constexpr std::size_t kAskedOfAPoint = 6;     // the most moves of a point and a player that are asked about again
constexpr std::size_t kRecordedOfAPoint = 2;  // and that are recorded in a branch

/// Runs the program on the archive of a place.
Ran runIn(const TempDirectory& place, std::vector<std::string> typed) {
  return test::runOn(place.archive(), std::move(typed));
}

/// Some of a list, from its beginning to its end.
std::vector<Json> spread(const std::vector<Json>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<Json> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

/// Compares moves with the answers of other commands about the same acts.
class Comparing {
 public:
  Comparing(const TempDirectory& place, std::string game) : place_(place), game_(std::move(game)) {}

  /// Some points of the game, for each player.
  void points(std::uint32_t count) {
    const Json shown = Json::of(runIn(place_, {"show", game_, "--json"}).out);
    const auto last = static_cast<std::uint32_t>(std::stoul(shown["events"].text()));
    for (std::uint32_t i = 1; i <= count; ++i) {
      for (const char* player : {"P1", "P2"}) at(std::to_string(last * i / count), player);
    }
  }

  [[nodiscard]] std::size_t listed() const { return listed_; }
  [[nodiscard]] const std::set<std::string>& standings() const { return standings_; }

 private:
  void at(const std::string& point, const std::string& player) {
    const Ran ran = runIn(place_, {"moves", game_, "--at", point, "--player", player, "--all", "--json"});
    if (has(ran.err, "expected a seat of the game")) return;  // it has one player
    ASSERT_EQ(ran.status, 0) << game_ << " " << point << ran.err;
    const Json answer = Json::of(ran.out);
    const auto& moves = answer["moves"]["acts"].items();
    listed_ += moves.size();
    for (const Json& move : spread(moves, kAskedOfAPoint)) ask(point, move);
    for (const Json& move : spread(moves, kRecordedOfAPoint)) record(point, move);
  }

  void ask(const std::string& point, const Json& move) {
    const std::string act = move["act"].text();
    const Ran ran = runIn(place_, {"ask", game_, "--at", point, "--act", act, "--json"});
    ASSERT_LE(ran.status, 1) << game_ << " " << point << ": " << act << "\n" << ran.err;
    const Json asked = Json::of(ran.out)["acts"].items().at(0);
    EXPECT_EQ(asked["standing"].text(), move["standing"].text()) << game_ << " " << point << ": " << act;
    EXPECT_EQ(asked["grade"].text(), move["grade"].text()) << game_ << " " << point << ": " << act;
    EXPECT_EQ(asked["explanation"]["value"].text(), move["verdict"].text()) << game_ << " " << point << ": " << act;
    standings_.insert(move["standing"].text());
  }

  void record(const std::string& point, const Json& move) {
    const std::string act = move["act"].text();
    const std::string branch = fmt::format("tried/{}", ++branches_);
    const Ran ran = runIn(place_, {"branch", game_, "--at", point, "--stop", "--add", act, "--as", branch});
    ASSERT_LE(ran.status, 1) << game_ << " " << point << ": " << act << "\n" << ran.err;
    const Json explained = Json::of(runIn(place_, {"explain", branch, "legal", "--json"}).out);
    EXPECT_EQ(explained["explanation"]["value"].text(), move["verdict"].text()) << game_ << " " << point << ": " << act;
    EXPECT_EQ(explained["grade"].text(), move["grade"].text()) << game_ << " " << point << ": " << act;
    const Json verified = Json::of(runIn(place_, {"verify", branch, "--json"}).out);
    const std::string number = std::to_string(std::stoul(point) + 1);
    bool is_certain = false;
    ASSERT_FALSE(verified.items().empty()) << branch;
    for (const Json& item : verified.items()[0]["legality"]["findings"].items()) {
      const Json& finding = item["finding"];
      is_certain = is_certain || (finding["event"].text() == number && finding["grade"].text() == "certain");
    }
    EXPECT_EQ(is_certain, move["standing"].text() == "ILLEGAL") << game_ << " " << point << ": " << act;
  }

  const TempDirectory& place_;
  std::string game_;
  std::size_t listed_ = 0, branches_ = 0;
  std::set<std::string> standings_;
};

std::vector<std::string> gamesIn(const TempDirectory& place) {
  std::vector<std::string> games;
  const Json listed = Json::of(runIn(place, {"games", "--json"}).out);
  for (const Json& item : listed.items()) games.push_back(item["game"].text());
  return games;
}

TEST(Moves, AgreeWithAskAndTheRecordInSampleGames) {
  std::set<std::string> standings;
  for (const char* name : {"l5r-paragon", "yugioh-use-or-activate", "huntik-drowned-orchard",
                           "marvel-champions-maximums", "grand-archive-two-natures"}) {
    const TempDirectory place;
    std::vector<std::string> typed{"import", test::sample(std::string(name) + ".jsonl")};
    for (const char* cards : {"l5r-celestial", "yugioh", "huntik", "marvel-champions", "grand-archive"})
      typed.insert(typed.end(), {"--cards", test::sample(fmt::format("catalogues/{}.json", cards))});
    ASSERT_EQ(runIn(place, typed).status, 0) << name;
    Comparing comparing(place, gamesIn(place).at(0));
    comparing.points(4);
    standings.insert(comparing.standings().begin(), comparing.standings().end());
  }
  EXPECT_EQ(standings, (std::set<std::string>{"legal", "ILLEGAL", "undecided"}));
}

TEST(Moves, AgreeWithAskAndTheRecordInGeneratedGames) {
  std::set<std::string> names;
  const TempDirectory all;
  test::importSamples(all);
  const Json listed = Json::of(runIn(all, {"rules", "--json"}).out);
  for (const Json& item : listed.items()) names.insert(item["name"].text());
  ASSERT_GE(names.size(), 5U);
  for (const std::string& name : names) {
    const TempDirectory place;
    const Ran made = test::run({"generate", name, "-o", place / "games.jsonl"});
    if (has(made.err, "no sample cards")) continue;
    ASSERT_EQ(made.status, 0) << name << made.err;
    const Ran ran = runIn(place, {"import", place / "games.jsonl", "--cards", place / "games.jsonl.cards.json"});
    ASSERT_EQ(ran.status, 0) << name << ran.err;
    Comparing comparing(place, gamesIn(place).at(0));
    comparing.points(3);
  }
}

TEST(Moves, AgreeWithAskAndTheRecordInAReplay) {
  const TempDirectory place;
  const std::string samples = test::sourceDir() + "/tests/edopro/samples/";
  const Ran ran = runIn(place, {"import", samples + "harbor.yrpX", "--cards", samples + "own-cards.cdb"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  Comparing comparing(place, gamesIn(place).at(0));
  comparing.points(5);
  EXPECT_GT(comparing.listed(), 0U);
}

class MovesOfAGame : public test::DisputedGame {};

TEST_F(MovesOfAGame, ListWhatTheRulesAllowAndDoNotCover) {
  const Ran ran = run({"moves", "court/7", "--at", "9"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "After event 9, turn 1, action phase\n");
  EXPECT_HAS(ran.out, "P1 uses \"Steady Guard\" #2 ability 1 as Battle");
  EXPECT_HAS(ran.out, "of P1 Aiko tried: ");
  EXPECT_HAS(ran.out, "no rule here covers: ");
  EXPECT_FALSE(has(ran.out, "\nILLEGAL")) << ran.out;
}

TEST_F(MovesOfAGame, ListIllegalActsWithTheirClausesOnRequest) {
  const Ran few = run({"moves", "court/7", "#2", "--at", "11", "--player", "P1"});
  EXPECT_FALSE(has(few.out, "ability 1 as Battle")) << few.out;
  EXPECT_HAS(few.out, "illegal (--all lists these)");
  const Ran all = run({"moves", "court/7", "#2", "--at", "11", "--player", "P1", "--all"});
  EXPECT_HAS(all.out, "P1 uses \"Steady Guard\" #2 ability 1 as Battle");
  EXPECT_HAS(all.out, "[l5r.ability.once]");
  EXPECT_HAS(all.out, "event 10");
}

TEST_F(MovesOfAGame, OfACardAreTheActsOfThatCard) {
  const Json moves = Json::of(run({"moves", "court/7", "Iron Blade", "--at", "9", "--all", "--json"}).out)["moves"];
  EXPECT_EQ(moves["player"].text(), "1");
  for (const Json& move : moves["acts"].items()) EXPECT_EQ(move["card"].text(), "3") << move.written();
}

TEST_F(MovesOfAGame, AreThoseOfTheTurnPlayerUnlessAnotherIsNamed) {
  EXPECT_EQ(Json::of(run({"moves", "court/7", "--at", "9", "--json"}).out)["moves"]["player"].text(), "1");
  EXPECT_EQ(
      Json::of(run({"moves", "court/7", "--at", "9", "--player", "Bastien", "--json"}).out)["moves"]["player"].text(),
      "2");
  EXPECT_EQ(Json::of(run({"moves", "court/7", "--at", "9", "--seat", "P2", "--json"}).out)["moves"]["player"].text(),
            "2");
  const Ran ran = run({"moves", "court/7", "--at", "3"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_HAS(ran.err, "it is no player's turn at that point: name a player, such as P1");
}

TEST_F(MovesOfAGame, AreJudgedByWhatASeatKnows) {
  // Steady Guard is in P1's hand until event 7, and P2 has not seen it.
  const auto asked = [&](const std::string& seat) {
    return run({"moves", "court/7", "#2", "--at", "5", "--player", "P1", "--seat", seat, "--all"});
  };
  const Ran own = asked("P1"), others = asked("P2");
  EXPECT_HAS(own.out, "Steady Guard");
  EXPECT_HAS(own.out, "as P1 knows it");
  EXPECT_FALSE(has(others.out, "Steady Guard")) << others.out;
  EXPECT_HAS(others.out, "it is not known what card #2 is");
}

TEST_F(MovesOfAGame, AreBoundedAndReportIfThereAreMore) {
  std::string many = R"({"game":{"id":"many","players":[{},{}],"ruleset":"l5r-celestial"}})"
                     "\n";
  many += R"({"context":{"identities":[)";
  for (int card = 1; card <= 2500; ++card)
    many += fmt::format(R"({}{{"card":{},"definition":"Steady Guard"}})", card == 1 ? "" : ",", card);
  many += R"(]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":2500}})"
          "\n"
          R"({"began":{"period":"turn","player":1}})"
          "\n";
  importGame("many.jsonl", many);
  const Json moves = Json::of(run({"moves", "many", "--json"}).out)["moves"];
  EXPECT_EQ(moves["more"].text(), "true");
  EXPECT_LE(std::stoul(moves["tried"].text()), 2000U);
  EXPECT_HAS(run({"moves", "many"}).out, "not all acts were tried: name a card") << "not said";
  EXPECT_EQ(Json::of(run({"moves", "many", "#7", "--json"}).out)["moves"]["more"].text(), "false");
}

}  // namespace
}  // namespace docket::moves_test
