#include "tools/commands/until_stopped.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace docket {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};

}  // namespace

void runUntilStopped(serve::WebServer& server, const StopSignals& stops, const std::optional<std::uint32_t>& seconds,
                     const std::function<void()>& look) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds.value_or(0));
  std::atomic<bool> ended = false;
  std::thread listens([&] {
    server.run();
    ended = true;
  });
  while (!ended && !stops.receivedWithin(kBetweenLooks)) {
    if (seconds && std::chrono::steady_clock::now() >= until) break;
    look();
  }
  server.stop();
  listens.join();
}

}  // namespace docket
