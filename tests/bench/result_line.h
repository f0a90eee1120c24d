// A line of results in the form that shared/bench/run-all.sh collects and table.mjs prints.
// Invariant: a line says what was folded and the result, so that no time is shown next to a wrong result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tests/bench/workload.h"

namespace docket::workload {

/// Seconds of a clock that only goes forward, for differences.
double now();
/// Seconds of this thread on a processor: what `now` would say if no other program ran, less what it waited
/// for the disk. On a machine that is busy only these can be compared.
double processorNow();

/// A duration, in seconds of either clock.
struct Duration {
  double wall = 0, processor = 0;
};
/// A stopwatch that runs from its making.
class Stopwatch {
 public:
  [[nodiscard]] Duration elapsed() const { return {.wall = now() - wall_, .processor = processorNow() - processor_}; }

 private:
  double wall_ = now(), processor_ = processorNow();
};

/// The states that were asked for at random: how long each took, and the hash of their traces.
struct ProbeResult {
  std::size_t count = 0;
  double mean_us = 0, p50_us = 0, p95_us = 0, max_us = 0;
  std::string hash;
};

/// Asks for each probe of the workload; `trace_at(game, event)` gives the trace after that event of the workload.
ProbeResult runProbes(const Workload& workload,
                      const std::function<std::uint32_t(std::uint32_t game, std::uint32_t event)>& trace_at);

struct Result {
  std::string variant;
  std::uint64_t events = 0;  ///< of the workload
  Duration took{};
  std::uint32_t games = 0;  ///< 0: nothing was folded, `illegal` and `hash` are not said
  std::uint64_t illegal = 0;
  std::string hash{};  ///< of the games' hashes
  std::optional<ProbeResult> probes{};
  std::optional<double> disk_bytes_per_event{};
};

/// Prints the line to standard output.
void print(const Result& result);

}  // namespace docket::workload
