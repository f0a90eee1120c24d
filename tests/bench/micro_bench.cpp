// Small benchmarks of the hot paths, for profiling and for comparing two builds; docs/performance.md has the whole.
// Events are folded in cycles that end where they began, so that the state does not grow with the repetitions.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "engine/fold/reduce.h"
#include "engine/judge/is_illegal.h"
#include "engine/query/stats/stats.h"
#include "engine/snapshot/keyframe_load.h"
#include "engine/snapshot/keyframe_save.h"
#include "events/json/jsonl.h"
#include "events/public.h"
#include "events/public_header.h"
#include "tests/bench/workload.h"

namespace docket::workload {
namespace {

PackedSetup setupOfCards() {
  PackedSetup setup{};
  setup.base.fill(3);
  for (std::uint32_t card = 0; card < kCards; ++card) setup.title[card] = static_cast<std::uint8_t>(card % kTitles);
  return setup;
}

PackedEvent packed(Type type, std::uint8_t card, std::uint8_t target, std::int8_t amount, Until until) {
  return {.type = type,
          .until = until,
          .player = 0,
          .card = card,
          .target = target,
          .amount = amount,
          .phase = 2,
          .padding = 0,
          .sequence = 0,
          .game = 0};
}

constexpr auto kTurn = Until::turn;

/// The opening that all share: a turn, and two cards of player 0 in play.
std::vector<PackedEvent> opening() {
  return {packed(Type::turn, 0, 0, 0, kTurn), packed(Type::phase, 0, 0, 0, kTurn), packed(Type::play, 0, 0, 0, kTurn),
          packed(Type::play, 1, 0, 0, kTurn)};
}

struct Cycle {
  const char* name;
  std::vector<PackedEvent> events;
};

const std::array<Cycle, 5>& cycles() {
  static const std::array<Cycle, 5> kAll{{
      {"counter placed, removed", {packed(Type::counter, 0, 0, 1, kTurn), packed(Type::counter, 0, 0, -1, kTurn)}},
      {"bonus until the phase ends, phase",
       {packed(Type::stat, 0, 0, 2, Until::phase), packed(Type::phase, 0, 0, 0, kTurn)}},
      {"activation, negation, turn",
       {packed(Type::activate, 0, 1, 2, kTurn), packed(Type::negate, 0, 0, 0, kTurn),
        packed(Type::turn, 0, 0, 0, kTurn)}},
      {"control until the turn ends, turn",
       {packed(Type::control, 0, 0, 0, kTurn), packed(Type::turn, 0, 0, 0, kTurn)}},
      {"attached, host discarded, both played, turn",
       {packed(Type::attach, 0, 1, 2, kTurn), packed(Type::discard, 1, 0, 0, kTurn), packed(Type::play, 0, 0, 0, kTurn),
        packed(Type::play, 1, 0, 0, kTurn), packed(Type::turn, 0, 0, 0, kTurn)}},
  }};
  return kAll;
}

/// A game at a point from which a cycle of events can go round.
class Table {
 public:
  explicit Table(const std::vector<PackedEvent>& cycle) : recording_(recordingOf(cycle)) {
    first_ = recording_.size() - static_cast<std::uint32_t>(cycle.size()) + 1;
    for (std::uint32_t n = 1; n <= recording_.size(); ++n) fold(*recording_.event(n));
  }

  void fold(schema::Event::Reader event) { reduce(state_, rules_, ++number_, event, step_); }
  /// The events of the cycle; those after their first round bring no names.
  void goRound() {
    for (std::uint32_t n = first_; n <= recording_.size(); ++n) fold(*recording_.event(n));
  }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }

 private:
  static Recording recordingOf(const std::vector<PackedEvent>& cycle) {
    std::vector<PackedEvent> all = opening();
    all.insert(all.end(), cycle.begin(), cycle.end());  // a first round, in which names are learnt
    all.insert(all.end(), cycle.begin(), cycle.end());
    return record(setupOfCards(), all, gameId(0));
  }

  const Ruleset ruleset_ = readRuleset();
  const Catalogue catalogue_ = makeCatalogue(ruleset_);
  const Rules rules_{.ruleset = ruleset_, .catalogue = catalogue_};
  Recording recording_;
  State state_ = initialState(recording_.header(), rules_);
  Step step_;
  std::uint32_t number_ = 0;
  std::uint32_t first_ = 0;
};

void foldCycle(benchmark::State& bench, const Cycle& cycle) {
  Table table(cycle.events);
  for (auto _ : bench) table.goRound();
  bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(cycle.events.size()));
}

/// A card with that many bonuses on it.
std::vector<PackedEvent> bonuses(std::int64_t count) {
  return {static_cast<std::size_t>(count), packed(Type::stat, 0, 0, 1, Until::permanent)};
}

void statRead(benchmark::State& bench) {
  const Table table(bonuses(bench.range(0)));
  for (auto _ : bench) benchmark::DoNotOptimize(readStat(table.state(), table.rules(), 0, 0).amount);
}

void limitCount(benchmark::State& bench) {
  const Table table({packed(Type::activate, 0, 1, 2, kTurn)});
  const auto again = table.recording().event(table.recording().size());
  for (auto _ : bench)
    benchmark::DoNotOptimize(isIllegal(pendingEvent(table.state(), table.rules(), table.state().event + 1, again)));
}

void publicBytes(benchmark::State& bench) {
  const Table table({packed(Type::activate, 0, 1, 2, kTurn)});
  const auto event = table.recording().event(table.recording().size());
  std::vector<std::uint8_t> bytes;
  for (auto _ : bench) {
    bytes.clear();
    appendPublicBytes(event, 1, Secret{}, bytes);
    benchmark::DoNotOptimize(bytes.data());
  }
}

void jsonWrite(benchmark::State& bench) {
  const Table table(bonuses(64));
  for (auto _ : bench) {
    std::ostringstream out;
    writeJsonLines(table.recording(), out);
    benchmark::DoNotOptimize(out.str().size());
  }
  bench.SetItemsProcessed(bench.iterations() * table.recording().size());
}

void jsonRead(benchmark::State& bench) {
  const Table table(bonuses(64));
  std::ostringstream out;
  writeJsonLines(table.recording(), out);
  for (auto _ : bench) {
    std::istringstream in(out.str());
    benchmark::DoNotOptimize(readJsonLines(in, "bench").size());
  }
  bench.SetItemsProcessed(bench.iterations() * table.recording().size());
}

void keyframe(benchmark::State& bench) {
  const Table table(bonuses(64));
  const auto words = saveKeyframe(table.state(), table.rules());
  for (auto _ : bench) benchmark::DoNotOptimize(loadKeyframe({words.begin(), words.size()}, table.rules()).event);
}

BENCHMARK(statRead)->Arg(1)->Arg(16)->Arg(256);
BENCHMARK(limitCount);
BENCHMARK(publicBytes);
BENCHMARK(jsonWrite);
BENCHMARK(jsonRead);
BENCHMARK(keyframe);

}  // namespace
}  // namespace docket::workload

int main(int count, char** arguments) {
  for (const auto& cycle : docket::workload::cycles()) {
    benchmark::RegisterBenchmark(("fold/" + std::string(cycle.name)).c_str(), docket::workload::foldCycle, cycle);
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
