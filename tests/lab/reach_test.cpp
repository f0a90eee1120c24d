// A change of cards folds only the games that it can reach, and the output is the same as if all had been folded.
#include <capnp/message.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>

#include "events/json/json.h"
#include "events/json/json_struct_writer.h"
#include "tests/lab/generated_archive.h"
#include "tests/lab/random_rules.h"
#include "tools/import/chosen_catalogues.h"
#include "tools/lab/regression.h"

namespace docket::lab::test::reach_test {
namespace {

using Catalogue = schema::Catalogue::Builder;

/// A catalogue with a change made to it.
HeldDocument changed(const HeldDocument& cards, const std::function<void(Catalogue)>& change) {
  DocumentReader<schema::Catalogue> document(cards);
  capnp::MallocMessageBuilder message;
  message.setRoot(document.root());
  change(message.getRoot<schema::Catalogue>());
  return heldCatalogue(message.getRoot<schema::Catalogue>().asReader(), "changed");
}

/// Without the card of that place.
void drop(Catalogue catalogue, unsigned place) {
  auto cards = catalogue.getCards();
  auto orphan =
      capnp::Orphanage::getForMessageContaining(catalogue).newOrphan<capnp::List<schema::Card>>(cards.size() - 1);
  for (unsigned i = 0; i < cards.size(); ++i) {
    if (i != place) orphan.get().setWithCaveats(i < place ? i : i - 1, cards[i].asReader());
  }
  catalogue.adoptCards(std::move(orphan));
}

/// A change of one card, of many kinds.
void changeOne(Catalogue catalogue, std::minstd_rand& random) {
  const unsigned place = static_cast<unsigned>(random() % catalogue.getCards().size());
  auto card = catalogue.getCards()[place];
  switch (random() % 7) {
    case 0:
      if (card.getStats().size() != 0) card.getStats()[0].setAmount(static_cast<int>(random() % 9));
      return;
    case 1:
      for (auto ability : card.getAbilities()) {
        for (auto limit : ability.getLimits()) limit.setMax(2);
      }
      return;
    case 2:
      card.initAbilities(0);
      return;
    case 3:
      card.setTitle("Another Name");
      return;
    case 4:
      card.setAlias(catalogue.getCards()[static_cast<unsigned>(random() % catalogue.getCards().size())].getKey());
      return;
    case 5:
      card.initKeywords(0);
      card.initTypes(0);
      return;
    default:
      drop(catalogue, place);
  }
}

constexpr std::array<const char*, 2> kLater{" II", " III"};

/// The same catalogue with two later printings of each card, under keys and titles of their own; most count as the
/// first.
HeldDocument withLaterPrintings(const HeldDocument& cards) {
  return changed(cards, [](Catalogue catalogue) {
    const auto old = catalogue.asReader().getCards();
    auto orphan =
        capnp::Orphanage::getForMessageContaining(catalogue).newOrphan<capnp::List<schema::Card>>(3 * old.size());
    for (unsigned i = 0; i < orphan.get().size(); ++i) {
      const auto first = old[i / 3];
      auto card = orphan.get()[i];
      orphan.get().setWithCaveats(i, first);
      if (i % 3 == 0) continue;
      card.setKey(std::string(first.getKey().cStr()) + kLater[i % 3 - 1]);
      card.setTitle(std::string(first.getTitle().cStr()) + kLater[i % 3 - 1]);
      if (i % 4 != 0) card.setAlias(first.getKey());
    }
    catalogue.adoptCards(std::move(orphan));
  });
}

/// The lines of a game, with the later printings of each card in turn.
std::string withLaterPrintings(std::string lines) {
  const std::string definition = R"("definition":")";
  std::size_t turn = 0;
  for (auto at = lines.find(definition); at != std::string::npos; at = lines.find(definition, at)) {
    at = lines.find('"', at + definition.size());
    lines.insert(at, kLater[turn++ % 2]);
  }
  return lines;
}

/// An archive of generated games, every second one of them played with the later printings.
class ThreePrintings {
 public:
  ThreePrintings(const std::string& ruleset, std::uint32_t games)
      : cards_(withLaterPrintings(readCatalogue(generate::sampleText(ruleset + ".cards.json"), "cards.json"))) {
    const generate::Documents documents(ruleset);
    std::string lines;
    for (std::uint32_t number = 1; number <= games; ++number) {
      std::ostringstream game;
      writeJsonLines(
          makeGame(documents.summary, documents.play.root(), {.seed = 5, .planted_percent = 25}, number).recording,
          game);
      lines += number % 2 == 0 ? withLaterPrintings(game.str()) : game.str();
    }
    DocumentReader<schema::Catalogue> document(cards_);
    const auto ran = docket::test::run({"import", "--archive", place_.archive(), "--cards",
                                        place_.file("three.cards.json", writeJson(document.root())),
                                        place_.file("games.jsonl", lines)});
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
  [[nodiscard]] const HeldDocument& cards() const { return cards_; }
  [[nodiscard]] Archive archive() const { return Archive::open(place_.archive(), Access::read); }

 private:
  TempDirectory place_;
  HeldDocument cards_;
};

class Reach : public testing::TestWithParam<std::string> {
 protected:
  static constexpr std::uint32_t kGames = 24;

  /// The output of a run over the games, and how many it left out.
  static std::pair<std::string, std::uint64_t> gamesOfReport(const ThreePrintings& made, RegressionPlan plan,
                                                             bool all) {
    const Archive archive = made.archive();
    plan.threads = 2;
    plan.everything = all;
    const auto result = lab::regress(archive, plan, [](std::uint64_t, std::uint64_t) {});
    std::uint64_t games =
        result.games + result.without_changed_cards + result.without_changed_rules + result.damaged.size();
    for (const auto& [why, unfit] : result.unfit) games += unfit;
    EXPECT_EQ(games, gamesOr(kGames));
    std::string text;
    for (const DifferenceLine& line : result.differences) text += differenceText(line) + '\n';
    for (const std::string& line : result.damaged) text += line + '\n';
    for (const auto& [why, count] : result.unfit) text += fmt::format("{} {}\n", count, why);
    for (const auto& [part, gist] : result.gists) text += fmt::format("{}: {}\n", part, gist);
    for (const auto& [name, change] : result.unreached) text += fmt::format("{} {}\n", name, change.why);
    for (const std::string& key : result.unreached_cards) text += key + '\n';
    return {text, result.without_changed_cards + result.without_changed_rules};
  }
};

TEST_P(Reach, ReportsTheSameAsARunOverAllGames) {
  const ThreePrintings made(GetParam(), gamesOr(kGames));
  std::minstd_rand random(7);
  std::uint64_t left_out = 0;
  std::size_t differ = 0;
  for (int round = 0; round < 30; ++round) {
    const HeldDocument to = changed(made.cards(), [&](Catalogue catalogue) {
      for (auto changes = 1 + random() % 3; changes > 0; --changes) changeOne(catalogue, random);
    });
    const auto [reached, left] = gamesOfReport(made, {.to_cards = to}, false);
    const auto [everything, none] = gamesOfReport(made, {.to_cards = to}, true);
    ASSERT_EQ(reached, everything) << "round " << round;
    ASSERT_EQ(none, 0U);
    left_out += left;
    differ += everything.empty() ? 0U : 1U;
  }
  EXPECT_GT(left_out, 0U) << "every change reached every game";
  EXPECT_GT(differ, 10U) << "few changes made a difference";
}

// Rules and cards change together, and what games ask is kept from the first run on.
TEST_P(Reach, OfRulesAndCardsReportsTheSameAsAFullRun) {
  const ThreePrintings made(GetParam(), gamesOr(kGames));
  const Documents pinned = documentsOf(made.archive());
  std::minstd_rand random(11);
  RandomRules rules(pinned.ruleset, 13);
  std::uint64_t left_out = 0;
  std::size_t differ = 0;
  for (int round = 0; round < 40; ++round) {
    RegressionPlan plan{.to = rules.changed()};
    if (round % 4 == 0) {
      plan.to_cards = changed(made.cards(), [&](Catalogue catalogue) { changeOne(catalogue, random); });
    }
    const auto [reached, left] = gamesOfReport(made, plan, false);
    const auto [everything, none] = gamesOfReport(made, plan, true);
    ASSERT_EQ(reached, everything) << "round " << round;
    left_out += left;
    differ += everything.empty() ? 0U : 1U;
  }
  EXPECT_GT(left_out, 0U) << "every change reached every game";
  EXPECT_GT(differ, 5U) << "few changes made a difference";
}

constexpr const char* kBanner = R"json({
  "name": "banners", "version": "1", "ruleset": "l5r-celestial",
  "cards": [
    {"key": "Banner", "title": "Banner", "types": ["Stronghold"], "abilities": [
      {"name": "grants", "kind": "continuous", "effects": [
        {"what": "grantTrait", "to": "cards(in play, type \"Personality\")", "name": "He has +5F."}]}]},
    {"key": "Guard", "title": "Guard", "types": ["Personality"], "stats": [{"stat": "Force", "amount": 1}]},
    {"key": "Sage", "title": "Sage", "types": ["Personality"], "stats": [{"stat": "Force", "amount": 1}], "abilities": [
      {"name": "He has +5F.", "kind": "continuous", "effects": [{"what": "bonus", "name": "Force", "amount": "5"}]}]}
  ]
}
)json";

// The Sage is not in it; the Banner grants the text that only the Sage has.
constexpr const char* kGame =
    R"({"game":{"id":"banner","players":[{"name":"Aiko"},{"name":"Bastien"}],"ruleset":"l5r-celestial","rulesetVersion":"2011-06-06"}}
{"context":{"identities":[{"card":1,"definition":"Banner"},{"card":2,"definition":"Guard"}]},"deckRegistered":{"player":1,"zone":"hand","first":1,"count":2}}
{"actor":1,"cardMoved":{"card":1,"player":1,"zone":"home","face":"up"}}
{"actor":1,"cardMoved":{"card":2,"player":1,"zone":"home","face":"up"}}
)";

TEST(ReachOfATrait, GrantedByAnotherCardIsEveryGame) {
  const TempDirectory place;
  std::string changed = kBanner;
  changed.replace(changed.find(R"("amount": "5")"), 13, R"("amount": "3")");
  ASSERT_EQ(docket::test::run({"import", "--archive", place.archive(), "--cards", place.file("cards.json", kBanner),
                               place.file("game.jsonl", kGame)})
                .status,
            0);
  const auto ran =
      docket::test::run({"regress", "--archive", place.archive(), "--to-cards", place.file("changed.json", changed)});
  EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
  EXPECT_HAS(ran.out, "Guard #2, Force: 6 -> 4");
}

INSTANTIATE_TEST_SUITE_P(OfEachRuleset, Reach,
                         testing::Values("yugioh", "l5r-celestial", "grand-archive", "huntik", "marvel-champions"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace docket::lab::test::reach_test
