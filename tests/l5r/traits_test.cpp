// The whole record judged, event by event: all findings are about rules that the engine lacks; the traits of cards
// happened when required and had their effects. A missing effect is reported.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <range/v3/algorithm/any_of.hpp>
#include <set>

#include "engine/judge/judge.h"
#include "tests/l5r/edition.h"
#include "tests/l5r/games.h"
#include "tests/l5r/logged_game.h"

namespace docket::l5r::traits_test {
namespace {

using witness::Object;

struct Counts {
  std::map<std::string, std::size_t> causes;
  std::size_t events = 0, traits = 0, missed = 0;
};

/// Why an act of the engine has a finding: a rule that the engine lacks, by the clause.
std::string causeOf(const std::string& clause) {
  static const std::map<std::string, std::string> kCauses{
      {"l5r.keyword.unique", "the decks are random piles, with several of what is Unique"},
      {"l5r.keyword.loyal", "the engine lets Loyal Personalities join any Clan"},
      {"l5r.keyword.shugenja", "the engine lets anybody have Spells"},
      {"l5r.keyword.attach", "the engine knows no limit of Armor, and none of Weapons that an effect creates or moves"},
      {"l5r.basic.bowed", "the engine lets abilities of bowed cards be used that need no bowing"}};
  const auto found = kCauses.find(clause);
  return found == kCauses.end() ? std::string() : found->second;
}

class JudgedRecord {
 public:
  JudgedRecord(const Object& line, const Rules& rules, Counts& counts) : game_(line, rules), counts_(counts) {
    game_.setSees([this](EventNumber number, schema::Event::Reader event) { judged(number, event); });
  }
  void read(const Object& line) { game_.read(line); }

 private:
  void judged(EventNumber number, schema::Event::Reader event) {
    ++counts_.events;
    if (event.isTraitTriggered()) {
      withoutIt(number);
      if (personalitiesOf(event.getTraitTriggered().getPlayer()) == 0) alone_.insert(number);
    }
    for (const Finding& one : judge(pendingEvent(game_.state(), game_.rules(), number, event))) {
      std::string cause = causeOf(one.clause);
      const auto* effect = one.as<Finding::OtherEffect>();
      // The effects with a condition want a Personality in play.
      if (effect != nullptr && effect->fault == Finding::OtherEffect::Fault::missing &&
          ranges::any_of(one.rests_on, [&](EventNumber trait) { return alone_.contains(trait); }))
        cause = "Docket asks the condition of an effect when it is missed, and not when it was due";
      EXPECT_FALSE(cause.empty()) << game_.id() << " event " << number << ": " << one.clause;
      ++counts_.causes[fmt::format("{}{}: {}", one.certainty == Finding::Certainty::certain ? "" : "undecided ",
                                   one.clause, cause)];
    }
  }
  [[nodiscard]] std::int64_t personalitiesOf(Seat seat) const {
    return game_.asked("count(in play, type 'Personality', controller P{})", seat).value();
  }

  /// The next phase would begin now, and the trait had not happened.
  void withoutIt(EventNumber number) {
    ++counts_.traits;
    capnp::MallocMessageBuilder message;
    auto event = message.initRoot<schema::Event>();
    auto began = event.initBegan();
    began.setPeriod(game_.state().vocabulary->names.find("phase"));
    const bool found = ranges::any_of(judge(pendingEvent(game_.state(), game_.rules(), number, event.asReader())),
                                      [](const Finding& one) { return one.is<Finding::TraitMissed>(); });
    counts_.missed += found ? 1U : 0U;
    EXPECT_TRUE(found) << game_.id() << " event " << number;
  }

  LoggedGame game_;
  Counts& counts_;
  std::set<EventNumber> alone_;  ///< traits that happened while their player had no Personality in play
};

TEST(TraitsOfL5r, HappenWhenRequiredWithTheRightEffects) {
  SKIP_WITHOUT_L5R();
  Counts counts;
  const Rules rules = Edition::get().rules();
  playGames<JudgedRecord>("l5r_games.jsonl.xz", 8, rules, counts);
  fmt::print("{} events, {} traits; left out, {} of them are missed\n", counts.events, counts.traits, counts.missed);
  for (const auto& [what, count] : counts.causes) fmt::print("  {:7} {}\n", count, what);
  EXPECT_GT(counts.traits, 0U);
  EXPECT_EQ(counts.missed, counts.traits);
}

}  // namespace
}  // namespace docket::l5r::traits_test
