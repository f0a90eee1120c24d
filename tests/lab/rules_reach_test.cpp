// The games that a change of a clause can reach, by the rules that they consulted: always all games that it changes.
#include "tools/lab/rules_reach.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "tests/conformance/case_files.h"
#include "tests/engine/test_table.h"
#include "tests/lab/generated_archive.h"
#include "tests/lab/random_rules.h"
#include "tools/lab/consulted_readings.h"
#include "tools/lab/paired_fold.h"
#include "tools/lab/table_comparison.h"

namespace docket::lab::test::rules_reach_test {
namespace {

using conformance::ConsultedCase;

TEST(RulesReach, IncludesEachCaseThatFailsWithoutItsClause) {
  std::size_t cases = 0, checks = 0, reached_checks = 0;
  for (const auto& path : conformance::caseFiles()) {
    const auto file = conformance::readCases(path);
    if (!file.documents) continue;
    conformance::forEachConsulted(file, [&](const ConsultedCase& one) {
      const RulesReach reach(one.rules, one.document, one.without);
      const bool reaches = reach.reaches(one.consulted);
      if (one.case_line.check) {
        ++checks;
        reached_checks += reaches ? 1U : 0U;
        return;
      }
      ++cases;
      EXPECT_TRUE(reaches) << file.name << ':' << one.case_line.place.line << ": " << one.case_line.question
                           << " shows " << one.case_line.clause << ", but consulted nothing of it";
    });
  }
  EXPECT_GT(cases, 500U);
  EXPECT_LT(reached_checks, checks) << "every check consulted its clause";
}

/// The rules that a game consults. `reads_again`: every reading is repeated after each event by a reader without
/// caches.
Consulted consultedBy(const LabGame& game, FootprintRules& footprints, bool reads_again = false) {
  const Rules rules = footprints.rules->rules();
  RunningState running(game.header(), rules, game, game.history().pathTo(game.last()));
  ConsultedReadings readings(game, footprints);
  game.forEach(1, game.last(), [&](EventNumber number, const HeldEvent& event) {
    const auto judged = running.eventInEffect(number, event);
    if (judged) {
      const PendingEvent at = running.next(number, judged->event);
      (void)judge(at);
      running.add(number, event, at, game);
    } else {
      running.add(number, event, game);
    }
    readings.read(running, number, event, judged);
    if (!reads_again) return;
    Step step = running.step();
    step.changed = StateParts::everything();
    std::vector<Difference> none;
    TableComparison({.left = rules, .right = rules, .one_table = true}, none)
        .compare(running.state(), running.state(), step, step, number);
  });
  readings.finish(running.state());
  return footprints.consulted;
}

/// The parts of one footprint that another one lacks.
std::string missingIn(const Consulted& fewer, const Consulted& more) {
  std::string missing;
  for (const std::string& line : more.lines()) missing += fewer.hasLine(line) ? "" : line + " ";
  for (std::size_t i = 0; i < static_cast<std::size_t>(RuleSwitch::count_); ++i) {
    const auto one = static_cast<RuleSwitch>(i);
    if (more.has(one) && !fewer.has(one)) missing += fmt::format("switch {} ", i);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(RuleField::count_); ++i) {
    const auto one = static_cast<RuleField>(i);
    if (more.has(one) && !fewer.has(one)) missing += fmt::format("field {} ", i);
  }
  for (std::size_t i = 0; i < Consulted::kLimits; ++i) {
    if ((more.hasLimit(i) && !fewer.hasLimit(i)) || (more.hasUsedLimit(i) && !fewer.hasUsedLimit(i)))
      missing += fmt::format("limit {} ", i);
  }
  if (more.agreed() != fewer.agreed()) missing += "keys ";
  if (more.fates() != fewer.fates()) missing += "fates ";
  return missing;
}

/// The differences between two rulesets.
std::string wordsOf(const RulesetPair& pair) {
  std::string words;
  for (const Change& change : pair.changes()) {
    for (const Piece& piece : change.pieces) {
      words += fmt::format("{}{}: {} -> {}", words.empty() ? "" : "; ", piece.path, piece.before, piece.after);
    }
  }
  return words;
}

int roundsOr(int usual) {
  const char* set = std::getenv("DOCKET_RANDOM_RULES");
  return set == nullptr ? usual : std::atoi(set);
}

class RulesReachOf : public testing::TestWithParam<const char*> {};

TEST_P(RulesReachOf, IncludesEachGameWhoseResultDependsOnTheClause) {
  std::size_t reached = 0, left_out = 0, changed = 0;
  for (const unsigned planted : {0U, 25U}) {
    const GeneratedArchive made(GetParam(), gamesOr(12), {.seed = 23, .planted_percent = planted});
    const auto archive = Archive::open(made.place().archive(), Access::read);
    std::optional<Documents> documents;
    std::optional<FootprintRules> footprints;
    std::vector<std::unique_ptr<const RulesetPair>> pairs;
    std::vector<RulesReach> reaches;
    const auto prepare = [&](schema::Header::Reader header) {
      documents = Documents{.ruleset = *findDocument(kRulesetKind, *digestIn(header.getRulesetDigest()), &archive),
                            .cards = findDocument(kCatalogueKind, *digestIn(header.getCatalogueDigest()), &archive)};
      footprints.emplace(*documents);
      DocumentReader<schema::Ruleset> document(documents->ruleset);
      for (const Clause& clause : footprints->rules->ruleset.clauses) {
        const Documents without = withoutClause(*documents, clause.id);
        DocumentReader<schema::Ruleset> other(without.ruleset);
        reaches.emplace_back(footprints->rules->ruleset, document.root(), other.root());
        try {
          pairs.push_back(std::make_unique<const RulesetPair>(*documents, without));
        } catch (const BadInput&) {
          pairs.push_back(nullptr);  // the rules without it do not compile
        }
      }
    };
    archive.forEachGame([&](Game& game) {
      if (!documents) prepare(game.header());
      const LabGame lab_game(game);
      const Consulted by = consultedBy(lab_game, *footprints);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i] == nullptr) continue;
        const auto differences = foldBoth(lab_game, *pairs[i]);
        const bool differs = !differences.empty();
        EXPECT_EQ(resultsDiffer(lab_game, *pairs[i]), differs) << game.id();
        const bool reaching = reaches[i].reaches(by);
        EXPECT_TRUE(reaching || !differs)
            << game.id() << " has a different result without " << footprints->rules->ruleset.clauses[i].id
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

/// A pair of rulesets: games are folded under the left one, and their footprints noted.
struct Tried {
  Tried(const Documents& left, const Documents& right) : footprints(left), pair(left, right) {
    DocumentReader<schema::Ruleset> document(left.ruleset), changed(right.ruleset);
    reach.emplace(footprints.rules->ruleset, document.root(), changed.root());
  }
  FootprintRules footprints;
  RulesetPair pair;
  std::optional<RulesReach> reach;
};

/// The results of testing games against changes.
struct Outcome {
  std::size_t reached = 0, left_out = 0, changed = 0, compiled = 0;
};

/// Compares every game under one change, in both directions: additions on one side are omissions on the other.
void compareThereAndBack(const Archive& archive, const Documents& documents, const Documents& other,
                         const std::string& which, Outcome& outcome) {
  for (const bool back : {false, true}) {
    std::unique_ptr<Tried> tried;
    try {
      tried = back ? std::make_unique<Tried>(other, documents) : std::make_unique<Tried>(documents, other);
    } catch (const BadInput&) {
      return;  // it does not compile
    }
    ++outcome.compiled;
    if (!tried->pair.sharesVocabulary() || tried->reach->reachesAll()) continue;
    archive.forEachGame([&](Game& game) {
      const LabGame lab_game(game);
      const bool reaching = tried->reach->reaches(consultedBy(lab_game, tried->footprints));
      const auto differences = foldBoth(lab_game, tried->pair);
      if (!reaching && !differences.empty()) {
        const auto& first = differences.front();
        ADD_FAILURE() << game.id() << ", " << which << (back ? " back" : "") << ": event " << first.compared.event
                      << ", " << first.subject << " from " << first.from << " to " << first.to << " by "
                      << wordsOf(tried->pair);
      }
      outcome.changed += differences.empty() ? 0U : 1U;
      (reaching ? outcome.reached : outcome.left_out) += 1U;
      return true;
    });
  }
}

void tell(const Outcome& outcome) {
  std::cout << outcome.left_out << " of " << outcome.reached + outcome.left_out << " folds are left out; "
            << outcome.changed << " differ; " << outcome.compiled << " rulesets compile\n";
}

TEST_P(RulesReachOf, RepeatsNoQuestionWhoseInputsAreUnchanged) {
  const GeneratedArchive made(GetParam(), gamesOr(12), {.seed = 29, .planted_percent = 10});
  const auto archive = Archive::open(made.place().archive(), Access::read);
  std::optional<FootprintRules> footprints;
  archive.forEachGame([&](Game& game) {
    if (!footprints) {
      footprints.emplace(
          Documents{.ruleset = *findDocument(kRulesetKind, *digestIn(game.header().getRulesetDigest()), &archive),
                    .cards = findDocument(kCatalogueKind, *digestIn(game.header().getCatalogueDigest()), &archive)});
    }
    const LabGame lab_game(game);
    const Consulted once = consultedBy(lab_game, *footprints);
    EXPECT_EQ(missingIn(once, consultedBy(lab_game, *footprints, true)), "") << game.id();
    return true;
  });
}

// A player's total that is below its floor only after what it rests on has changed, in an event that touches no card.
constexpr const char* kStanding =
    R"json({"name": "t", "version": "1", "from": "2026-01-01", "clauses": [{"id": "t.all"}],
 "zones": [{"name": "deck", "kind": "pile"}, {"name": "field", "inPlay": true}],
 "values": [{"name": "points", "start": 5}], "wins": [{"name": "never", "if": "false"}],
 "stats": [{"name": "Standing", "of": "player", "floor": "zero", "total": "value(this, 'points') - 3"}],
 "readings": [{"reading": "stats belong to all entities", "clause": "t.all"}]})json";

TEST(ConsultedReadings, RecomputeATotalWhenItsInputsHaveChanged) {
  FootprintRules footprints(Documents{.ruleset = readRuleset(kStanding, "t.json")});
  TestTable table(footprints.rules->rules());
  const auto lose = [&] {
    table.play([&](schema::Event::Builder event) {
      auto changed = event.initValueChanged();
      changed.setSubject(entityOf(EntityKind::player, 1));
      changed.setValue(table.game.name("points"));
      changed.setHow(schema::How::LOST);
      changed.setAmount(4);
    });
  };
  const auto asked_floor = [&] {
    return consultedBy(LabGame(std::as_const(table).game), footprints).has(RuleField::floors);
  };
  const auto card = table.deck(1, {"one", "two"});
  table.move(card, "field", 1);
  EXPECT_FALSE(asked_floor());
  lose();
  table.move(card + 1, "field", 1);
  table.move(card, "deck", 1);
  EXPECT_TRUE(asked_floor());
}

TEST_P(RulesReachOf, IncludesEachGameWhoseResultARandomChangeAlters) {
  const GeneratedArchive made(GetParam(), gamesOr(8), {.seed = 29, .planted_percent = 25});
  const auto archive = Archive::open(made.place().archive(), Access::read);
  const Documents documents = documentsOf(archive);
  RandomRules random(documents.ruleset, 31);
  Outcome outcome;
  for (int round = 0; round < roundsOr(40); ++round) {
    const Documents other{.ruleset = random.changed(), .cards = documents.cards};
    compareThereAndBack(archive, documents, other, fmt::format("round {}", round), outcome);
  }
  EXPECT_GT(outcome.left_out, 0U);
  tell(outcome);
}

/// The ruleset with one of its limits keyed, counted or given back differently.
HeldDocument withALimitChanged(schema::Ruleset::Reader document, std::mt19937& random) {
  using Limit = schema::Limit;
  const auto one_of = [&](std::size_t many) { return static_cast<unsigned>(random() % many); };
  capnp::MallocMessageBuilder message;
  message.setRoot(document);
  auto root = message.getRoot<schema::Ruleset>();
  const unsigned place = one_of(root.getLimits().size());
  auto limit = root.getLimits()[place];
  const auto was = document.getLimits()[place];
  constexpr std::array kKeys{Limit::Key::INSTANCE, Limit::Key::ABILITY,      Limit::Key::TITLE, Limit::Key::PLAYER,
                             Limit::Key::GROUP,    Limit::Key::TRIGGER,      Limit::Key::HOST,  Limit::Key::VERSION,
                             Limit::Key::WORDING,  Limit::Key::CURRENT_TITLE};
  if (const unsigned what = one_of(4); what < 2) {
    auto keys = limit.initKeyedBy(1 + one_of(3));
    for (unsigned i = 0; i < keys.size(); ++i) keys.set(i, kKeys[one_of(kKeys.size())]);
  } else if (what == 2) {
    const auto periods = document.getPeriods();
    const unsigned within = one_of(periods.size() + 1);
    limit.setWithin(within == periods.size() ? capnp::Text::Reader("game") : periods[within].getName());
  } else {
    const unsigned stay = one_of(was.getGivenBack().size() + 1);
    const unsigned more = one_of(2);
    auto back = limit.initGivenBack(stay + more);
    for (unsigned i = 0; i < stay; ++i) back.setWithCaveats(i, was.getGivenBack()[i]);
    if (more != 0) back[stay].setWhen(static_cast<Limit::GivenBack::When>(one_of(5)));
  }
  return heldRuleset(root.asReader(), "changed");
}

TEST_P(RulesReachOf, IncludesEachGameWhoseResultAChangedLimitAlters) {
  const GeneratedArchive made(GetParam(), gamesOr(8), {.seed = 37, .planted_percent = 25});
  const auto archive = Archive::open(made.place().archive(), Access::read);
  const Documents documents = documentsOf(archive);
  DocumentReader<schema::Ruleset> document(documents.ruleset);
  if (document.root().getLimits().size() == 0) return;
  std::mt19937 random(41);
  Outcome outcome;
  for (int round = 0; round < roundsOr(40); ++round) {
    const Documents other{.ruleset = withALimitChanged(document.root(), random), .cards = documents.cards};
    compareThereAndBack(archive, documents, other, fmt::format("round {}", round), outcome);
  }
  EXPECT_GT(outcome.compiled, 0U);
  tell(outcome);
}

INSTANTIATE_TEST_SUITE_P(EachRuleset, RulesReachOf,
                         testing::Values("yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace docket::lab::test::rules_reach_test
