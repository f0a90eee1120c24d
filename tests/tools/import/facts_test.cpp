// Real cards as catalogues: types, stats and keywords of each card are those of the file, read here independently.
// The files are not part of the tree; without them the tests are skipped.
#include <gtest/gtest.h>
#include <simdjson.h>
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "tests/places.h"
#include "tests/tools/run.h"
#include "tools/game/documents.h"
#include "tools/game/game_loader.h"
#include "tools/import/chosen_catalogues.h"

namespace docket::test::facts_test {
namespace {

namespace dom = simdjson::dom;

std::filesystem::path factsOf(const std::string& name) {
  return std::filesystem::path(docket::test::sharedDir()) / "data/cards" / (name + ".jsonl");
}

bool isRulesetKnown(const std::string& name) {
  for (const auto& one : knownRulesets(nullptr)) {
    if (one.name == name) return true;
  }
  return false;
}

/// Loads a file of facts as `docket cards import` does, and prints the time and memory.
std::shared_ptr<const GameRules> load(const std::filesystem::path& file, const std::string& ruleset) {
  const auto start = std::chrono::steady_clock::now();
  const HeldDocument catalogue = chooseCatalogue(file.string(), nullptr);
  auto rules = compileRules(chooseRuleset(ruleset, {}, nullptr), &catalogue);
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  std::cout << file.filename().string() << ": " << rules->catalogue.definitions().size() << " cards in " << took.count()
            << " ms, " << catalogue.bytes.size() / 1024 << " KiB as a document, at most " << used.ru_maxrss / 1024
            << " MiB resident\n";
  return rules;
}

/// Gives each line of a file and the definition made of it to `compare`: definitions stand in the order of the lines.
template <class Compare>
void compareAll(const std::string& name, const std::string& ruleset, Compare&& compare) {
  const auto file = factsOf(name);
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "NOT RUN: there is no " << file;
  if (!isRulesetKnown(ruleset)) GTEST_SKIP() << "NOT RUN: there is no ruleset " << ruleset;
  const auto rules = load(file, ruleset);
  dom::parser parser;
  std::size_t at = 0;
  const auto& made = rules->catalogue.definitions();
  const std::string text = textOf(file);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); ++at) {
    ASSERT_LT(at, made.size());
    SCOPED_TRACE(made[at]->key);
    compare(dom::element(parser.parse(line)), *made[at], rules->ruleset);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(at, made.size());
  EXPECT_GT(at, 100U);
}

std::vector<std::string> textsIn(const dom::element& card, const char* field) {
  std::vector<std::string> all;
  dom::array list;
  if (card[field].get(list) != simdjson::SUCCESS) return all;
  for (const dom::element one : list) all.emplace_back(std::string_view(one));
  return all;
}

/// A stat as it is printed, of the file's value: "3", "+2", "*3" if only partly a number, "" for none.
std::string said(const dom::element& card, const char* field) {
  dom::element value;
  if (card[field].get(value) != simdjson::SUCCESS || value.is_null()) return {};
  if (value.is_int64()) return std::to_string(std::int64_t(value));
  std::string text(std::string_view{value});
  if (text.find_first_not_of("+-0123456789") == std::string::npos) return text;
  const int number = std::atoi(text.c_str());
  return "*" + (number == 0 ? std::string{} : std::to_string(number));
}

std::string said(const PrintedStat& stat) {
  switch (stat.kind) {
    case schema::PrintedStat::Kind::ABSENT:
      return {};
    case schema::PrintedStat::Kind::ASTERISK:
      return "*" + (stat.amount == 0 ? std::string{} : std::to_string(stat.amount));
    case schema::PrintedStat::Kind::MODIFIER:
      return (stat.amount < 0 ? "" : "+") + std::to_string(stat.amount);
    default:
      return std::to_string(stat.amount);
  }
}

using Fields = std::map<std::string, const char*>;

/// Every stat of the card has the value of its field in the file, and one without a field is absent; a stat that the
/// card's type has and the file lacks reads 0.
void expectStats(const dom::element& card, const Definition& made, const Ruleset& ruleset, const Fields& fields) {
  for (std::size_t i = 0; i < ruleset.stats.size(); ++i) {
    const auto field = fields.find(ruleset.stats[i].name);
    const std::string file = field == fields.end() ? "" : said(card, field->second);
    const std::string have = said(made.stats[i]);
    if (file.empty() && have == "0") continue;
    if (file == "-1" && have == "*") continue;  // MarvelCDB's X
    EXPECT_EQ(have, file) << ruleset.stats[i].name;
  }
}

TEST(Facts, SurviveARoundTrip) {
  for (const char* name : {"yugioh", "l5r", "grand-archive", "marvel-champions"}) {
    const auto file = factsOf(name);
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "NOT RUN: there is no " << file;
    const TempDirectory place;
    const auto cards = [&](std::vector<std::string> typed) {
      typed.insert(typed.begin(), {"cards", "--archive", place.archive()});
      return run(typed);
    };
    const Ran taken = cards({"import", file.string(), "--json"});
    ASSERT_EQ(taken.status, 0) << taken.err;
    ASSERT_EQ(cards({"export", "-o", place / "cards.json"}).status, 0);
    const Ran again = cards({"import", place / "cards.json", "--json"});
    ASSERT_EQ(again.status, 0) << name << ": " << again.err;
    EXPECT_EQ(again.out, taken.out) << name;
  }
}

TEST(Facts, OfL5rAreTypesStatsAndKeywordsOfEachPrinting) {
  const Fields fields{{"Force", "force"},
                      {"Chi", "chi"},
                      {"Personal Honor", "personal_honor"},
                      {"Honor Requirement", "honor_requirement"},
                      {"Gold Cost", "gold_cost"},
                      {"Focus Value", "focus"},
                      {"Province Strength", "province_strength"},
                      {"Gold Production", "gold_production"},
                      {"Starting Honor", "starting_honor"}};
  compareAll("l5r", "l5r-celestial", [&](const dom::element& card, const Definition& made, const Ruleset& ruleset) {
    EXPECT_EQ(made.title, std::string(std::string_view(card["title"])));
    EXPECT_EQ(made.types, textsIn(card, "types"));
    EXPECT_EQ(made.keywords, textsIn(card, "keywords"));
    EXPECT_TRUE(made.text.empty());
    expectStats(card, made, ruleset, fields);
  });
}

TEST(Facts, OfGrandArchiveAreTypesWithSuperAndSubtypes) {
  compareAll("grand-archive", "grand-archive", [](const dom::element& card, const Definition& made, const Ruleset&) {
    const auto lowered = [](std::vector<std::string> words) {
      for (std::string& word : words) std::transform(word.begin(), word.end(), word.begin(), ::tolower);
      return std::multiset<std::string>(words.begin(), words.end());
    };
    EXPECT_EQ(made.title, std::string(std::string_view(card["name"])));
    auto types = made.types;
    types.insert(types.end(), made.supertypes.begin(), made.supertypes.end());
    EXPECT_EQ(lowered(types), lowered(textsIn(card, "types")));
    EXPECT_EQ(lowered(made.subtypes), lowered(textsIn(card, "subtypes")));
    for (const std::string& super : made.supertypes)
      EXPECT_TRUE(super == "Unique" || super == "Token" || super == "Regalia");
  });
}

TEST(Facts, OfMarvelChampionsHaveTypesStatsTraitsAndDeckLimits) {
  const Fields fields{{"cost", "cost"}, {"attack", "attack"}, {"thwart", "thwart"}, {"hit points", "health"}};
  compareAll("marvel-champions", "marvel-champions",
             [&](const dom::element& card, const Definition& made, const Ruleset& ruleset) {
               std::string type{std::string_view(card["type_code"])};
               std::replace(type.begin(), type.end(), '_', type == "alter_ego" ? '-' : ' ');
               EXPECT_EQ(made.types, std::vector<std::string>{type});
               std::string traits;
               for (const std::string& trait : made.keywords) {
                 traits += (traits.empty() ? "" : " ") + trait + (trait.ends_with('.') ? "" : ".");
               }
               dom::element file;
               EXPECT_EQ(traits, card["traits"].get(file) == simdjson::SUCCESS && file.is_string()
                                     ? std::string(std::string_view(file))
                                     : std::string{});
               std::int64_t most = 0;
               if (card["deck_limit"].get(most) == simdjson::SUCCESS) {
                 const auto of_deck = std::find_if(made.limits.begin(), made.limits.end(), [&](const LimitOf& one) {
                   return ruleset.limits[one.limit].name == "max-per-deck";
                 });
                 ASSERT_NE(of_deck, made.limits.end());
                 EXPECT_EQ(of_deck->max, most);
               }
               expectStats(card, made, ruleset, fields);
             });
}

TEST(Facts, OfYugiohAreTypesStatsAndTheLimitsOfItsEffects) {
  const Fields fields{{"ATK", "atk"}, {"DEF", "def"}, {"Level", "level"}};
  compareAll("yugioh", "yugioh", [&](const dom::element& card, const Definition& made, const Ruleset& ruleset) {
    std::string type{std::string_view(card["card_type"])};
    std::transform(type.begin(), type.end(), type.begin(), ::tolower);
    EXPECT_EQ(made.types, std::vector<std::string>{type});
    if (type == "monster") expectStats(card, made, ruleset, fields);
    std::size_t effects = 0;
    for (const dom::element effect : dom::array(card["effects"])) {
      ASSERT_LT(effects, made.abilities.size());
      std::int64_t limit = -1;
      const bool limited = effect["limit"].get(limit) == simdjson::SUCCESS;
      EXPECT_TRUE(limited || made.abilities[effects].limits.empty());
      EXPECT_TRUE(!limited || made.abilities[effects].doubtful || !made.abilities[effects].limits.empty());
      ++effects;
    }
  });
}

}  // namespace
}  // namespace docket::test::facts_test
