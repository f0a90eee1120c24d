// The table that the record comes to is the one that the simulator had, at each question that it put.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/marvel/games.h"
#include "tests/marvel/simulated_table.h"
#include "tests/witness/comparison.h"

namespace docket::marvel {
namespace {

class ComparedGame : SimulatedTable {
 public:
  using SimulatedTable::SimulatedTable;
  void run(const SimulatedGame& game) {
    game.forEachLine([&](const Object& line) { take(line); });
  }
  static std::map<std::string, std::size_t>& found() {
    static std::map<std::string, std::size_t> counts;
    return counts;
  }
  static std::size_t& events() {
    static std::size_t n = 0;
    return n;
  }

 protected:
  void judged(EventNumber number, const HeldEvent& event, const std::vector<Finding>& findings) override {
    ++events();
    for (const Finding& one : findings) {
      const auto key = fmt::format("{} {}{}", one.clause, one.grade == Finding::Grade::certain ? "" : "undecided ",
                                   static_cast<int>(event->which()));
      if (++found()[key] <= 6)
        fmt::print("{} event {}: {} {}\n", where(), number, key,
                   one.card == kNone ? std::string()
                                     : (state().definitionOf(state().cards[one.card])
                                            ? state().definitionOf(state().cards[one.card])->title
                                            : "?"));
    }
  }
};

TEST(SimulatedTables, AreFolded) {
  SKIP_WITHOUT_GAMES();
  std::size_t games = 0;
  forEachGame([&](const SimulatedGame& game) {
    std::unique_ptr<ComparedGame> table;
    const auto skipped = game.notCarriedOut();
    bool first = true;
    game.forEachLine([&](const Object& line) {
      if (first) table = std::make_unique<ComparedGame>(GameRules::get(), line, skipped);
      first = false;
    });
    ++games;
    table->run(game);
  });
  for (const auto& [what, count] : ComparedGame::found()) fmt::print("{:6} {}\n", count, what);
  fmt::print("{} games {} events\n", games, ComparedGame::events());
}

}  // namespace
}  // namespace docket::marvel
