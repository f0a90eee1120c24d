// The worker's side of shared work: takes one order at a time, has its range done, and sends the result.
// Invariant: an order is acknowledged only once the broker has the reply to it on its disks; so if this worker dies,
// the range is delivered to another one.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/note_key.h"
#include "tools/relay/bus.h"
#include "tools/work/message.h"

namespace docket::work {

/// The result of a range.
struct RangeOutcome {
  Says says = Says::done;  ///< done, failed or unfit
  std::string why{};
  std::string result{};  ///< the result file, if it is done
};

class Worker {
 public:
  /// Computes a range of a job, which is the payload of an order.
  using Do = std::function<RangeOutcome(LeafSpan leaves, std::string_view job)>;
  /// The result of one order, for a report.
  struct Handled {
    std::string from;
    LeafSpan leaves;
    Says says = Says::done;
    std::string why;
    std::size_t bytes = 0;  ///< of the result
  };
  using Report = std::function<void(const Handled& handled)>;

  /// `coordinators`: whose orders are done. The bus must outlive it.
  Worker(SignerKey own, std::vector<VerifierKey> coordinators, relay::Bus& bus, Do work, Report report);

  void handle(const relay::BusEvent& event);
  /// The time for which it leaves orders to others after declining one.
  static constexpr std::chrono::milliseconds kRest{2'000};
  /// Computes a range if there is an order for one; it may take minutes. False if there is none. `now`: since any fixed
  /// point.
  bool doNext(std::chrono::milliseconds now);
  /// True if it has neither an order nor a reply that the broker does not have.
  [[nodiscard]] bool isIdle() const { return orders_.empty() && !reply_; }

 private:
  struct Waiting {
    std::uint64_t tag;
    std::string message;
  };
  void takeOrder(const relay::Delivered& message);
  [[nodiscard]] bool isMeant(const Order& order) const;

  SignerKey own_;
  std::vector<VerifierKey> coordinators_;
  relay::Bus& bus_;
  Do work_;
  Report report_;
  std::deque<Waiting> orders_;
  /// The last reply: until the broker has it, and to be sent again if its order comes again.
  struct Sent {
    std::uint64_t number;
    std::uint64_t tag;  // the order's delivery tag; 0: its connection was lost
    std::string queue, message;
    Digest order{};
    bool declines = false;
  };
  std::optional<Sent> reply_, last_;
  /// An order that was declined and is not acknowledged yet, so that no other one comes meanwhile.
  std::uint64_t resting_tag_ = 0;
  std::chrono::milliseconds rests_until_{};
  const std::string session_;
  std::uint64_t number_ = 0;
  bool open_ = false;
};

}  // namespace docket::work
