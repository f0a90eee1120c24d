// Whom a clause reaches, by what was consulted: never less than whom it changes.
#include "tools/lab/clause_reach.h"

#include <gtest/gtest.h>

#include <optional>

#include "engine/fold/judged_running_state.h"
#include "engine/judge/judge.h"
#include "tests/conformance/runner.h"
#include "tests/lab/generated_archive.h"
#include "tools/lab/consulted_readings.h"
#include "tools/lab/paired_fold.h"

namespace docket::lab::test {
namespace {

using conformance::ConsultedCase;

TEST(ClauseReach, IncludesEachCaseThatFailsWithoutItsClause) {
  std::size_t cases = 0, checks = 0, reached_checks = 0;
  for (const auto& path : conformance::caseFiles()) {
    const auto file = conformance::readCases(path);
    if (!file.has_documents) continue;
    conformance::forEachConsulted(file, [&](const ConsultedCase& one) {
      const ClauseReach reach(one.rules, one.document, one.without, one.asked.clause);
      const bool reaches = reach.reaches(one.consulted);
      if (one.asked.check) {
        ++checks;
        reached_checks += reaches ? 1U : 0U;
        return;
      }
      ++cases;
      EXPECT_TRUE(reaches) << file.name << ':' << one.asked.place.line << ": " << one.asked.question << " shows "
                           << one.asked.clause << ", and consulted nothing of it";
    });
  }
  EXPECT_GT(cases, 500U);
  EXPECT_LT(reached_checks, checks) << "what a clause leaves alone is not all consulted";
}

/// What a game consults.
Consulted consultedBy(const GameAtHand& game, NotingRules& noting) {
  const Rules rules = noting.rules->rules();
  JudgedRunningState follower(game.header(), rules, game, game.history().pathTo(game.last()));
  ConsultedReadings readings(game, noting);
  game.forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
    const auto judged = follower.judged(number, event);
    if (judged) (void)judge(atHand(follower.before(number), rules, number, judged->event));
    follower.add(number, event);
    readings.read(follower, number, event, judged);
  });
  readings.finish(follower.state());
  return noting.consulted;
}

class ClauseReachOf : public testing::TestWithParam<const char*> {};

TEST_P(ClauseReachOf, IncludesEachGameThatComesOutOtherwiseWithoutTheClause) {
  std::size_t reached = 0, left_out = 0, changed = 0;
  for (const unsigned planted : {0U, 25U}) {
    const GeneratedArchive made(GetParam(), gamesOr(12), {.seed = 23, .planted_percent = planted});
    const auto archive = Archive::open(made.place().archive(), Access::read);
    std::optional<Documents> documents;
    std::optional<NotingRules> noting;
    std::vector<std::unique_ptr<const RulesetPair>> pairs;
    std::vector<ClauseReach> reaches;
    const auto prepare = [&](schema::Header::Reader header) {
      documents = Documents{.ruleset = *findDocument(kRulesetKind, *digestIn(header.getRulesetDigest()), &archive),
                            .cards = findDocument(kCatalogueKind, *digestIn(header.getCatalogueDigest()), &archive)};
      noting.emplace(*documents);
      DocumentReader<schema::Ruleset> document(documents->ruleset);
      for (const Clause& clause : noting->rules->ruleset.clauses) {
        const Documents without = withoutClause(*documents, clause.id);
        DocumentReader<schema::Ruleset> other(without.ruleset);
        reaches.emplace_back(noting->rules->ruleset, document.root(), other.root(), clause.id);
        try {
          pairs.push_back(std::make_unique<const RulesetPair>(*documents, without));
        } catch (const BadInput&) {
          pairs.push_back(nullptr);  // the rules without it do not compile
        }
      }
    };
    archive.forEachGame([&](Game& game) {
      if (!documents) prepare(game.header());
      const GameAtHand at_hand(game);
      const Consulted by = consultedBy(at_hand, *noting);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i] == nullptr) continue;
        const auto differences = foldBoth(at_hand, *pairs[i]);
        const bool differs = !differences.empty();
        const bool reaching = reaches[i].reaches(by);
        EXPECT_TRUE(reaching || !differs)
            << game.id() << " comes out otherwise without " << noting->rules->ruleset.clauses[i].id
            << ", and consulted nothing of it: event " << differences.front().compared.event << ", "
            << differences.front().subject << " from " << differences.front().from << " to " << differences.front().to;
        changed += differs ? 1U : 0U;
        (reaching ? reached : left_out) += 1U;
      }
      return true;
    });
  }
  EXPECT_GT(changed, 0U);
  EXPECT_GT(left_out, 0U);
  std::cout << left_out << " of " << reached + left_out << " folds are left out; " << changed << " differ\n";
}

INSTANTIATE_TEST_SUITE_P(EachRuleset, ClauseReachOf,
                         testing::Values("yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace docket::lab::test
