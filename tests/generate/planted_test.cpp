// Generated games of every ruleset with a play script, judged by the engine and compared with what the generator
// planted: each planted act and missed trait is found at its event under its clause, and nothing else is. The
// generator shares no code with the judge, so an agreement is between two implementations. DOCKET_GENERATED_GAMES
// sets how many games of each ruleset are generated (300).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "engine/fold/events_of.h"
#include "engine/query/cards/sight.h"
#include "engine/rules/amendments.h"
#include "engine/rules/compile_ruleset.h"
#include "engine/rules/table_clauses.h"
#include "events/json/jsonl.h"
#include "events/seats.h"
#include "tests/generate/documents.h"
#include "tests/generate/judging.h"
#include "tests/places.h"
#include "tests/shipped_rulesets.h"
#include "tests/text_of.h"

namespace docket::generate::planted_test {
namespace {

constexpr std::uint32_t kSeed = 20110606;
constexpr std::uint32_t kPlantedPercent = 12;

std::uint32_t gamesOfEach() {
  const char* set = std::getenv("DOCKET_GENERATED_GAMES");
  return set == nullptr ? 300 : static_cast<std::uint32_t>(std::strtoul(set, nullptr, 10));
}

/// Planted and found breaches of one clause, over all games.
struct Tally {
  std::size_t planted = 0, found = 0, false_alarms = 0;
};

class Trial {
 public:
  explicit Trial(const std::string& name) : documents_(name) {}

  void run(std::uint32_t games, const Order& order) {
    for (std::uint32_t number = 1; number <= games; ++number) {
      MadeGame made = makeGame(documents_.summary, documents_.play.root(), order, number);
      // Through a file, so that the judged game is the one that docket import reads.
      std::stringstream lines;
      writeJsonLines(made.recording, lines);
      const Recording read = readJsonLines(lines, made.id);
      compare(made, judgeGame(read, documents_.rules()).all());
      events_ += read.size();
    }
  }

  void print(std::uint32_t games) const {
    std::cout << fmt::format("\n{}: {} games, {} events\n{:<36}{:>9}{:>9}{:>14}\n", documents_.summary.ruleset, games,
                             events_, "clause", "planted", "found", "false alarms");
    for (const auto& [clause, tally] : tallies_) {
      std::cout << fmt::format("{:<36}{:>9}{:>9}{:>14}\n", clause, tally.planted, tally.found, tally.false_alarms);
    }
  }

  [[nodiscard]] const std::map<std::string, Tally>& tallies() const { return tallies_; }
  [[nodiscard]] const std::vector<std::string>& differences() const { return differences_; }

 private:
  void compare(const MadeGame& made, std::multiset<Breach> found) {
    for (const Planted& planted : made.planted) {
      // A breach of no clause of the document is found under the engine's own clause.
      const std::string clause =
          planted.clause.empty() ? tableClause(OwnClause::rules_say_so).id : std::string(planted.clause);
      Tally& tally = tallies_[clause];
      ++tally.planted;
      const auto same = found.find({planted.event, clause});
      if (same == found.end()) {
        differ(made, planted.event, fmt::format("not found: {} [{}]", planted.what, clause));
      } else {
        ++tally.found;
        found.erase(same);
      }
    }
    for (const auto& [event, clause] : found) {
      ++tallies_[clause].false_alarms;
      differ(made, event, fmt::format("false alarm [{}]", clause));
    }
  }

  void differ(const MadeGame& made, EventNumber event, const std::string& what) {
    if (differences_.size() < 20) differences_.push_back(fmt::format("{} event {}: {}", made.id, event, what));
  }

  Documents documents_;
  std::map<std::string, Tally> tallies_;
  std::vector<std::string> differences_;
  std::size_t events_ = 0;
};

class GeneratedGames : public testing::TestWithParam<std::string> {};

TEST_P(GeneratedGames, HaveExactlyTheirPlantedActsFound) {
  Trial trial(GetParam());
  trial.run(gamesOfEach(), {.seed = kSeed, .planted_percent = kPlantedPercent});
  trial.print(gamesOfEach());
  for (const auto& difference : trial.differences()) ADD_FAILURE() << difference;
  EXPECT_FALSE(trial.tallies().empty());
  for (const auto& [clause, tally] : trial.tallies()) {
    EXPECT_EQ(tally.found, tally.planted) << clause;
    EXPECT_EQ(tally.false_alarms, 0U) << clause;
  }
}

TEST_P(GeneratedGames, ShowPublicCardsToEveryPlayer) {
  constexpr std::uint32_t kShown = 20;
  const Documents documents(GetParam());
  const Rules rules = documents.rules();
  for (std::uint32_t number = 1; number <= kShown; ++number) {
    const MadeGame made = makeGame(documents.summary, documents.play.root(), {.seed = kSeed}, number);
    const EventsOf events(made.recording);
    RunningState running(made.recording.header(), rules);
    for (EventNumber event = 1; event <= made.recording.size(); ++event) {
      const HeldEvent happened = made.recording.event(event);
      running.add(event, happened, events);
      const State& state = running.state();
      for (CardIndex card = 0; card < state.cards.size(); ++card) {
        const Card& one = state.cards[card];
        if (!one.exists()) continue;
        const bool turned_up = one.face == Facing::up;
        const auto seen_by = rules.ruleset.zones[one.zone].seen_by;
        if (seatsThatSee(seen_by, one.zone_player, turned_up, state.seats) != kEveryone) continue;
        for (unsigned seat = 1; seat <= state.seats; ++seat) {
          ASSERT_TRUE(knowsCard(state, static_cast<Seat>(seat), card))
              << made.id << " event " << event << ": #" << one.number << " for player " << seat;
        }
      }
    }
  }
}

TEST_P(GeneratedGames, HaveEveryClauseOfTheirScriptPlanted) {
  const Documents documents(GetParam());
  std::set<std::string> missing = clausesPlantedBy(documents);
  ASSERT_FALSE(missing.empty());
  for (std::uint32_t number = 1; number <= 400 && !missing.empty(); ++number) {
    const auto made = makeGame(documents.summary, documents.play.root(), {.seed = 7, .planted_percent = 30}, number);
    for (const auto& planted : made.planted) missing.erase(planted.clause);
  }
  EXPECT_EQ(missing, std::set<std::string>{});
}

TEST_P(GeneratedGames, HaveNoFindingIfNothingIsPlanted) {
  Trial trial(GetParam());
  trial.run(gamesOfEach() / 3, {.seed = kSeed + 1, .planted_percent = 0});
  EXPECT_TRUE(trial.tallies().empty());
  for (const auto& difference : trial.differences()) ADD_FAILURE() << difference;
}

TEST_P(GeneratedGames, AreTheSameForTheSameSeed) {
  const Documents documents(GetParam());
  const auto written = [&](std::uint64_t seed, std::uint32_t number) {
    std::ostringstream out;
    const auto made = makeGame(documents.summary, documents.play.root(), {.seed = seed, .planted_percent = 20}, number);
    writeJsonLines(made.recording, out);
    for (const auto& planted : made.planted) out << planted.event << planted.clause << planted.what << '\n';
    return out.str();
  };
  EXPECT_EQ(written(3, 5), written(3, 5));
  EXPECT_NE(written(3, 5), written(4, 5));
  EXPECT_NE(written(3, 5), written(3, 6));
}

TEST_P(GeneratedGames, BreakNoClauseThatIsSwitchedOff) {
  const Documents documents(GetParam());
  for (const std::string& clause : clausesPlantedBy(documents)) {
    if (clause.empty()) continue;
    const auto amended = withClauseOff(documents.ruleset_document.root(), clause);
    const Ruleset ruleset = compile(amended.root(), GetParam());
    const Catalogue catalogue = compile(documents.catalogue_document.root(), ruleset, GetParam());
    const Rules rules{.ruleset = ruleset, .catalogue = catalogue};
    std::size_t found = 0;
    for (std::uint32_t number = 1; number <= 12; ++number) {
      const auto made = makeGame(documents.summary, documents.play.root(), {.seed = 9, .planted_percent = 30}, number);
      for (const auto& [event, broken] : judgeGame(made.recording, rules).breaches) found += broken == clause ? 1 : 0;
    }
    EXPECT_EQ(found, 0U) << clause;
  }
}

/// The number of rulings that cite a clause and are overturned under other rules.
std::size_t overturned(const Documents& documents, const Rules& rules, const std::string& clause) {
  std::size_t found = 0;
  for (std::uint32_t number = 1; number <= 40 && found == 0; ++number) {
    const auto made = makeGame(documents.summary, documents.play.root(), {.seed = 11, .planted_percent = 0}, number);
    for (const auto& [event, cited] : judgeGame(made.recording, rules).overturned) found += cited == clause ? 1 : 0;
  }
  return found;
}

TEST_P(GeneratedGames, HaveRulingsThatAreRightOnlyByTheirClause) {
  const Documents documents(GetParam());
  for (const std::string& clause : clausesRuledOnBy(documents)) {
    const auto amended = withClauseOff(documents.ruleset_document.root(), clause);
    const Ruleset ruleset = compile(amended.root(), GetParam());
    const Catalogue catalogue = compile(documents.catalogue_document.root(), ruleset, GetParam());
    EXPECT_GT(overturned(documents, {.ruleset = ruleset, .catalogue = catalogue}, clause), 0U) << clause;
  }
}

/// Findings whose clause neither the ruleset nor the engine has.
std::set<std::string> unknownClauses(const std::multiset<Breach>& breaches, const Ruleset& ruleset) {
  std::set<std::string> unknown;
  for (auto [event, clause] : breaches) {
    clause = clause.substr(0, clause.find(" (undecided)"));
    if (clause.empty() || ruleset.clause(clause) == nullptr) unknown.insert('"' + clause + '"');
  }
  return unknown;
}

TEST_P(GeneratedGames, BreakOnlyClausesOfTheRulesetOrTheEngine) {
  const Documents documents(GetParam());
  std::vector<Document<schema::Ruleset>> rulesets;
  for (const auto& entry : std::filesystem::directory_iterator(docket::test::sourceDir() + "/engine/rulesets")) {
    if (!entry.is_regular_file()) continue;
    const std::string file = entry.path().filename().string();
    if (file.starts_with(GetParam())) rulesets.push_back(test::readRulesetDocument(test::textOf(entry.path()), file));
  }
  for (const auto clause : documents.ruleset_document.root().getClauses()) {
    rulesets.push_back(withClauseOff(documents.ruleset_document.root(), clause.getId().cStr()));
  }
  std::size_t found = 0;
  for (const auto& document : rulesets) {
    const Ruleset ruleset = compile(document.root(), GetParam());
    const Catalogue catalogue = compile(documents.catalogue_document.root(), ruleset, GetParam());
    for (std::uint32_t number = 1; number <= 6; ++number) {
      const auto made = makeGame(documents.summary, documents.play.root(), {.seed = 13, .planted_percent = 30}, number);
      const auto breaches = judgeGame(made.recording, {.ruleset = ruleset, .catalogue = catalogue}).breaches;
      EXPECT_EQ(unknownClauses(breaches, ruleset), std::set<std::string>{}) << made.id;
      found += breaches.size();
    }
  }
  EXPECT_EQ(found == 0, GetParam() == "grand-archive") << "the mistakes planted there are not in acts";
}

INSTANTIATE_TEST_SUITE_P(OfEachRuleset, GeneratedGames, testing::ValuesIn(rulesetsWithScripts()),
                         [](const auto& name) { return asTestName(name.param); });

}  // namespace
}  // namespace docket::generate::planted_test
