// docket precedents: disputes of known kinds are found again, contradictions are reported, and nothing is folded twice.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "tests/case_law/generated_disputes.h"
#include "tests/tools/disputed_game.h"
#include "tools/case_law/precedents.h"

namespace docket::precedents_test {
namespace {

using case_law::DecisionIndex;
using case_law::Precedent;
using test::Dispute;
using test::has;
using test::Ran;
using test::TempDirectory;

constexpr std::size_t kNearest = 5;

/// Generated disputes in an archive, and what is known of each: its kind, and whether its judge is wrong.
class Disputes {
 public:
  Disputes(std::size_t count, unsigned seed) {
    const auto kinds = test::disputeKinds();
    std::mt19937 dice(seed);
    std::vector<std::pair<Dispute, bool>> all;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& kind = kinds[i % kinds.size()];
      add(all, dice, kind, false);
      // One play of every fifth kind is ruled on once more, with a different result.
      if (i < kinds.size() && i % 5 == 0) {
        std::mt19937 again = started_;
        add(all, again, kind, true);
      }
    }
    test::importDisputes(place, all);
  }

  TempDirectory place;
  std::map<std::string, std::string> kind_of;  // by game
  std::set<std::string> spoiled;

 private:
  void add(std::vector<std::pair<Dispute, bool>>& all, std::mt19937& dice, const test::DisputeKind& kind, bool spoils) {
    const std::string name = fmt::format("d{:05}", all.size() * 7'919 % 100'003);
    started_ = dice;
    Dispute dispute(dice, name);
    dispute.noise();
    kind.play(dispute);
    if (spoils) {
      dispute.spoil();
      spoiled.insert(name);
    }
    kind_of[name] = kind.name;
    all.emplace_back(std::move(dispute), kind.is_l5r);
  }

  std::mt19937 started_;
};

std::size_t disputesAsked() { return std::getenv("DOCKET_WHOLE") != nullptr ? 1'000 : 188; }

class GeneratedDisputes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    disputes = std::make_unique<Disputes>(disputesAsked(), 45U);
    GameLoader loader(disputes->place.archive());
    all = std::make_unique<case_law::ArchiveDecisions>(
        case_law::decisionsOfArchive(loader, 2, [](std::size_t, std::size_t) {}));
    for (const auto& [game, kind] : disputes->kind_of) {
      const OpenGame open = loader.game(game);
      const HeldEvent ruling = open.event(open.last());
      steps[game] = case_law::stepsOfQuestion(open, ruling->getRulingGiven().getClaim().cStr(), open.last());
    }
  }
  static void TearDownTestSuite() {
    disputes.reset();
    all.reset();
    steps.clear();
  }

  /// The share of disputes, in a thousand, with one of the same kind among the nearest.
  template <class Nearest>
  static std::size_t foundAgain(Nearest&& nearest, std::map<std::string, std::size_t>& missed) {
    std::size_t found = 0;
    for (const auto& [game, kind] : disputes->kind_of) {
      const auto isOther = [&game = game](const DecisionIndex::Entry& entry) { return entry.game != game; };
      const auto precedents = nearest(steps.at(game), isOther);
      const bool same = std::any_of(precedents.begin(), precedents.end(), [&kind = kind](const Precedent& one) {
        return disputes->kind_of.at(all->index.entry(one.place).game) == kind;
      });
      if (same)
        ++found;
      else
        ++missed[kind];
    }
    return found * 1'000 / disputes->kind_of.size();
  }

  static std::unique_ptr<Disputes> disputes;
  static std::unique_ptr<case_law::ArchiveDecisions> all;
  static std::map<std::string, case_law::Steps> steps;  // of each ruling
};
std::unique_ptr<Disputes> GeneratedDisputes::disputes;
std::unique_ptr<case_law::ArchiveDecisions> GeneratedDisputes::all;
std::map<std::string, case_law::Steps> GeneratedDisputes::steps;

TEST_F(GeneratedDisputes, AreFoundMoreOftenByShapeThanByClauses) {
  std::set<std::string> kinds;
  for (const auto& [game, kind] : disputes->kind_of) kinds.insert(kind);
  ASSERT_GE(kinds.size(), 40U);
  std::map<std::string, std::size_t> missed, missed_by_clause;
  const std::size_t by_shape = foundAgain(
      [](const case_law::Steps& of, const auto& may) { return all->index.nearest(of, kNearest, may); }, missed);
  const std::size_t by_clause = foundAgain(
      [](const case_law::Steps& of, const auto& may) { return all->index.nearestByClause(of, kNearest, may); },
      missed_by_clause);
  std::cout << fmt::format("{} disputes of {} kinds: found again {}.{} % by shape, {}.{} % by clause\n",
                           disputes->kind_of.size(), kinds.size(), by_shape / 10, by_shape % 10, by_clause / 10,
                           by_clause % 10);
  for (const auto& [kind, count] : missed) std::cout << "  missed " << count << " of " << kind << '\n';
  EXPECT_GE(by_shape, 900U);
  EXPECT_GE(by_shape, by_clause + 200);
}

TEST_F(GeneratedDisputes, ReportEveryContradictionAndNoOther) {
  ASSERT_GE(disputes->spoiled.size(), 8U);
  std::set<std::string> told;
  for (const auto& [game, kind] : disputes->kind_of) {
    const auto found = all->index.contradiction(steps.at(game), [](const DecisionIndex::Entry&) { return true; });
    if (!found) {
      EXPECT_FALSE(disputes->spoiled.contains(game)) << kind << " of " << game;
      continue;
    }
    for (const auto place : found->wrong) {
      EXPECT_TRUE(disputes->spoiled.contains(all->index.entry(place).game)) << all->index.entry(place).game;
      told.insert(all->index.entry(place).game);
    }
    for (const auto place : found->right) EXPECT_FALSE(disputes->spoiled.contains(all->index.entry(place).game));
  }
  EXPECT_EQ(told, disputes->spoiled);
}

TEST_F(GeneratedDisputes, AreNotFoldedAgainForASecondQuestion) {
  GameLoader loader(disputes->place.archive());
  const auto again = case_law::decisionsOfArchive(loader, 2, [](std::size_t, std::size_t) {});
  EXPECT_EQ(again.games, disputes->kind_of.size());
  EXPECT_EQ(again.cached, again.games);
  ASSERT_EQ(again.index.size(), all->index.size());
  for (case_law::DecisionPlace place = 0; place < again.index.size(); ++place) {
    EXPECT_EQ(again.index.entry(place).game, all->index.entry(place).game);
    EXPECT_EQ(again.index.entry(place).decision.event, all->index.entry(place).decision.event);
  }
  const auto any = [](const DecisionIndex::Entry&) { return true; };
  const auto& [game, of] = *steps.begin();
  const auto before = all->index.nearest(of, 50, any), after = again.index.nearest(of, 50, any);
  ASSERT_EQ(before.size(), after.size()) << game;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i].place, after[i].place);
    EXPECT_EQ(before[i].nearness, after[i].nearness);
  }
}

class PrecedentsCommand : public test::DisputedGame {};

TEST_F(PrecedentsCommand, ShowsTheDecisionAndWhetherItWasReplaced) {
  std::string later = test::kGame;
  later.replace(later.find("court/7"), 7, "court/9");
  later.replace(later.find("2011-08-01"), 10, "2011-09-01");
  importGame("later.jsonl", later);
  const Ran ran = run({"precedents", "court/9", "--ruling", "16"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_HAS(ran.out, "  court/9, event 15, 2011-09-01, Corin, replaced by event 16");
  EXPECT_HAS(ran.out, "wrong  1000");
  EXPECT_HAS(ran.out, "right  1000");
  EXPECT_HAS(ran.out, "    stat(#2, \"Personal Honor\") = 4\n    \"It is equal to the minimum.\"");
  // An earlier game knows nothing of a later one.
  EXPECT_FALSE(has(run({"precedents", "court/7", "--ruling", "16"}).out, "court/9"));
  EXPECT_HAS(run({"precedents", "court/7", "--ruling", "16", "--later"}).out, "court/9");
}

TEST_F(PrecedentsCommand, PutsRulingsThatContradictEachOtherFirst) {
  std::string other = test::kGame;
  other.replace(other.find("court/7"), 7, "court/9");
  const auto dana = other.find(R"({"rulingGiven":{"judge":"Dana","at":13,"claim":"stat(#2, \"Personal Honor\") = 4")");
  other.erase(dana, other.find('\n', dana) + 1 - dana);  // no ruling replaces the wrong one there
  importGame("other.jsonl", other);
  const Ran ran = run({"precedents", "court/7", "--ruling", "16"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  const auto heading = ran.out.find("Rulings that contradict each other\n");
  EXPECT_EQ(heading, 0U) << ran.out;
  EXPECT_LT(ran.out.find("court/9, event 15"), ran.out.find("\nPrecedents\n")) << ran.out;
}

TEST_F(PrecedentsCommand, AcceptsAFindingOrAQuestion) {
  const Ran finding = run({"precedents", "court/7", "--finding", "12"});
  EXPECT_EQ(finding.status, 0) << finding.err;
  const Ran ask = run({"precedents", "court/7", "--ask", R"(stat("Steady Guard", "Personal Honor"))", "--at", "13"});
  EXPECT_EQ(ask.status, 0) << ask.err;
  EXPECT_HAS(ask.out, "court/7, event 16");
}

}  // namespace
}  // namespace docket::precedents_test
