#include "tests/bench/result_line.h"

#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <vector>

#include "tests/bench/workload_trace.h"

namespace docket::workload {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double processorNow() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

ProbeResult runProbes(const Workload& workload,
                      const std::function<std::uint32_t(std::uint32_t game, std::uint32_t event)>& trace_at) {
  ProbeResult result;
  Fnv hash;
  std::vector<double> times_us;
  for (const auto& [game, event] : workload.probes()) {
    const double start = now();
    const std::uint32_t trace = trace_at(game, event);
    times_us.push_back((now() - start) * 1e6);
    hash.add(fmt::format("{} {} {:08x}\n", game, event, trace));
  }
  if (times_us.empty()) return result;
  std::sort(times_us.begin(), times_us.end());
  for (const double time : times_us) result.mean_us += time / static_cast<double>(times_us.size());
  result.count = times_us.size();
  result.p50_us = times_us[times_us.size() / 2];
  result.p95_us = times_us[times_us.size() * 95 / 100];
  result.max_us = times_us.back();
  result.hash = hash.hex();
  return result;
}

void print(const Result& result) {
  std::string line = fmt::format(R"({{"consumer":"docket","variant":"{}","events":{},"seconds":{:.6f})", result.variant,
                                 result.events, result.took.wall);
  line += fmt::format(R"(,"processor_seconds":{:.6f})", result.took.processor);
  if (result.took.wall > 0) {
    line += fmt::format(R"(,"events_per_s":{:.0f})", static_cast<double>(result.events) / result.took.wall);
  }
  if (result.games != 0) {
    line += fmt::format(R"(,"games":{},"illegal":{},"hash":"{}")", result.games, result.illegal, result.hash);
  }
  if (result.probes) {
    const ProbeResult& probes = *result.probes;
    line +=
        fmt::format(R"(,"probes":{},"state_at_k_us_mean":{:.2f},"state_at_k_us_p50":{:.2f},"state_at_k_us_p95":{:.2f})",
                    probes.count, probes.mean_us, probes.p50_us, probes.p95_us);
    line += fmt::format(R"(,"state_at_k_us_max":{:.2f},"probe_hash":"{}")", probes.max_us, probes.hash);
  }
  if (result.disk_bytes_per_event)
    line += fmt::format(R"(,"disk_bytes_per_event":{:.1f})", *result.disk_bytes_per_event);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{},\"rss_mb\":{}}}\n", line, usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

}  // namespace docket::workload
