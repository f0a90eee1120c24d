// Allocations while events are judged and folded: counted, not timed, so the result is the same on every machine. In
// the steady state of a game, with its names and cards known and its lists grown, an event allocates nothing,
// whatever rules are computed. Games are extended for this: in a game of a hundred events, lists still grow at the
// end. A separate program, because it counts every allocation of its process.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <new>

#include "engine/fold/events_of.h"
#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "tests/bench/workload.h"
#include "tests/generate/documents.h"

namespace {

std::size_t allocations = 0;

// Not inlined, so that the compiler does not pair this allocation with the deallocation below.
[[gnu::noinline]] void* counted(std::size_t bytes, std::size_t line) {
  ++allocations;
  // aligned_alloc() needs a multiple of the alignment.
  void* room = line == 0 ? std::malloc(bytes) : std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (room == nullptr) throw std::bad_alloc();
  return room;
}

[[gnu::noinline]] void giveBack(void* room) { std::free(room); }

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t line) { return counted(bytes, static_cast<std::size_t>(line)); }
void operator delete(void* room) noexcept { giveBack(room); }
void operator delete(void* room, std::size_t /*bytes*/) noexcept { giveBack(room); }
void operator delete(void* room, std::align_val_t /*line*/) noexcept { giveBack(room); }
void operator delete(void* room, std::size_t /*bytes*/, std::align_val_t /*line*/) noexcept { giveBack(room); }

namespace docket::allocations_test {
namespace {

struct Counted {
  std::size_t events = 0, allocations = 0;
  [[nodiscard]] double each() const { return static_cast<double>(allocations) / static_cast<double>(events); }
};

/// Judges and folds a game as `docket verify` does, and counts over its last half.
void count(const Recording& game, const Rules& rules, Counted& counted) {
  const EventsOf<Recording> events(game);
  RunningState running(game.header(), rules);
  for (EventNumber n = 1; n <= game.size(); ++n) {
    const auto event = *game.event(n);
    const std::size_t before = allocations;
    const PendingEvent at = running.next(n, event);
    EventJudge event_judge(at);
    running.add(n, event, at, events);
    const std::vector<Finding> found = std::move(event_judge).findings(running.state());
    if (n <= game.size() / 2 || !found.empty()) continue;  // reporting findings allocates
    ++counted.events;
    counted.allocations += allocations - before;
  }
}

TEST(Allocations, AreNearlyZeroInTheSteadyStateOfTheNeutralWorkload) {
  const std::string generator = docket::test::sharedDir() + "/bench/workload.mjs";
  if (!std::filesystem::exists(generator)) GTEST_SKIP() << "no generator of the neutral workload at " << generator;
  if (std::system("node --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "the generator needs node";
  const std::string base = testing::TempDir() + "docket-allocations";
  const std::string command =
      "node '" + generator + "' --games 1 --events 3000 --seed 5 --out '" + base + "' 2> /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  const workload::Workload packed(base);
  const Ruleset ruleset = workload::readRuleset();
  const Catalogue catalogue = workload::makeCatalogue(ruleset);
  Counted counted;
  count(workload::record(packed.setup(0), packed.events(0), "game"), {.ruleset = ruleset, .catalogue = catalogue},
        counted);
  std::cout << "neutral workload: " << counted.each() << " an event\n";
  EXPECT_LT(counted.each(), 0.1);
}

class AllocationsOf : public testing::TestWithParam<std::string> {
 protected:
  /// The allocations of games of the ruleset with `times` as many turns as its script plays.
  static Counted countOf(std::uint16_t times, std::uint32_t games) {
    const generate::Documents documents(GetParam());
    capnp::MallocMessageBuilder room;
    room.setRoot(documents.play.root());
    auto turns = room.getRoot<schema::Play>().getTurns();
    turns.setLeast(static_cast<std::uint16_t>(turns.getLeast() * times));
    turns.setMost(static_cast<std::uint16_t>(turns.getMost() * times));
    const auto play = room.getRoot<schema::Play>().asReader();
    Counted counted;
    for (std::uint32_t number = 1; number <= games; ++number) {
      const auto made = generate::makeGame(documents.summary, play, {.seed = 13}, number);
      count(made.recording, documents.rules(), counted);
    }
    return counted;
  }
};

TEST_P(AllocationsOf, AreNearlyZeroInTheSteadyState) {
  const Counted usual = countOf(1, 20), steady = countOf(40, 3);
  std::cout << GetParam() << ": " << usual.each() << " an event of a game as it is played, " << steady.each()
            << " of one with forty times as many turns, by " << steady.events << " of its events\n";
  EXPECT_LT(steady.each(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, AllocationsOf, testing::ValuesIn(generate::rulesetsWithScripts()),
                         [](const auto& of) { return generate::asTestName(of.param); });

}  // namespace
}  // namespace docket::allocations_test
