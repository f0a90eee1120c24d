// The whole record judged, event by event: nothing is found but what stands in rules that the engine does not have; the
// traits of cards happened when they had to, and did what they say. What did not happen is missed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <range/v3/algorithm/any_of.hpp>

#include "engine/judge/judge.h"
#include "tests/l5r/edition.h"
#include "tests/l5r/games.h"
#include "tests/l5r/logged_game.h"

namespace docket::l5r {
namespace {

using witness::Object;

struct Counts {
  std::map<std::string, std::size_t> findings;
  std::size_t events = 0, traits = 0, missed = 0;
};

class JudgedRecord {
 public:
  JudgedRecord(const Object& line, const Rules& rules, Counts& counts) : game_(line, rules), counts_(counts) {
    game_.setSees([this](EventNumber number, schema::Event::Reader event) { judged(number, event); });
  }
  void read(const Object& line) { game_.read(line); }

 private:
  void judged(EventNumber number, schema::Event::Reader event) {
    ++counts_.events;
    if (event.isTraitTriggered()) withoutIt(number);
    for (const Finding& one : judge(atHand(game_.state(), game_.rules(), number, event))) {
      const std::string what = fmt::format("{} {} {}", one.grade == Finding::Grade::certain ? "certain" : "undecided",
                                           one.clause, one.what.index());
      std::string more;
      if (const auto* other = one.as<Finding::OtherEffect>())
        more = fmt::format("fault {} effect {} ability {} expected {} recorded {}", int(other->fault), other->effect,
                           other->ability, other->expected.value_or(-99), other->recorded.value_or(-99));
      if (const auto* other = one.as<Finding::Impossible>())
        more = fmt::format("{} {} {}", other->claimed, other->amounts ? other->amounts->recorded : -99,
                           other->amounts ? other->amounts->there : -99);
      if (one.card != kNone && one.card < game_.state().cards.size() &&
          game_.state().definitionOf(game_.state().cards[one.card]))
        more += " " + game_.state().definitionOf(game_.state().cards[one.card])->key;
      fmt::print("X {} {} | event {}\n", what, more, int(event.which()));
      if (counts_.findings[what]++ < 3) fmt::print("{} event {}: {}\n", game_.id(), number, what);
    }
  }

  /// The next phase would begin now, and the trait had not happened.
  void withoutIt(EventNumber number) {
    ++counts_.traits;
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<schema::Event>();
    auto began = event.initBegan();
    began.setPeriod(game_.state().vocabulary->names.find("phase"));
    const bool found = ranges::any_of(judge(atHand(game_.state(), game_.rules(), number, event.asReader())),
                                      [](const Finding& one) { return one.is<Finding::TraitMissed>(); });
    counts_.missed += found ? 1U : 0U;
    EXPECT_TRUE(found) << game_.id() << " event " << number;
  }

  LoggedGame game_;
  Counts& counts_;
};

TEST(TraitsOfL5r, HappenWhenTheyHaveToAndDoWhatTheySay) {
  SKIP_WITHOUT_L5R();
  Counts counts;
  const Rules rules = Edition::get().rules();
  std::unique_ptr<JudgedRecord> game;
  forEachLineOfGames("l5r_games.jsonl.xz", 5, [&](const Object& line) {
    if (witness::text(line, "k") == "game") {
      game = std::make_unique<JudgedRecord>(line, rules, counts);
    } else {
      game->read(line);
    }
  });
  fmt::print("{} events, {} traits; left out, {} of them are missed\n", counts.events, counts.traits, counts.missed);
  for (const auto& [what, count] : counts.findings) fmt::print("  {:7} {}\n", count, what);
}

}  // namespace
}  // namespace docket::l5r
