// Sends a hall's games in a separate thread, so that recording never waits for the network.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tools/relay/courier.h"
#include "tools/relay/hall.h"

namespace docket::relay {

class HallThread {
 public:
  /// `report` is called from the thread, when a receipt came or a game became stuck; `notice` with each new
  /// reason why there is no connection, and with an empty text when there is one. The archive must outlive it.
  using Notice = std::function<void(const std::string& why)>;
  HallThread(const Archive& archive, HallKeys keys, std::vector<std::string> addresses, Hall::Report report,
             Notice notice);
  /// Ends the thread, even if something is not kept yet.
  ~HallThread();
  HallThread(const HallThread&) = delete;
  HallThread& operator=(const HallThread&) = delete;

  /// To be called when a game has begun, has new events or was sealed.
  void recorded(const std::string& game);
  /// Waits until everything is kept, at most so long, ends the thread and returns what is not kept. Rethrows the
  /// exception that ended the thread, if any.
  [[nodiscard]] std::vector<HallGame> finish(std::chrono::seconds most);

 private:
  void run(const Notice& notice);
  void takeRecorded();

  Courier courier_;
  Hall hall_;
  std::mutex mutex_;  // guards recorded_
  std::set<std::string> recorded_;
  std::atomic<bool> finishing_ = false;
  std::atomic<std::chrono::steady_clock::rep> until_{0};
  std::exception_ptr failure_;
  std::thread thread_;
};

/// The clock of the relay.
[[nodiscard]] Time timeNow();

}  // namespace docket::relay
