// The coordinator's side of shared work: which ranges are published, taken, done or given up, and which workers are
// trusted. It uses no broker, clock or archive: events are passed in with the time.
// Invariants: a range is done only by a result that a known worker signed and the checks accepted, or by the
// coordinator's own; every other range is reported. What a worker sends can neither end the work nor change a result
// that counts: a second result that differs is decided by computing the range here.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "events/digest.h"
#include "events/log/note_key.h"
#include "tools/ranges/leaf_span.h"
#include "tools/relay/bus.h"
#include "tools/work/message.h"

namespace docket::work {

using Time = std::chrono::milliseconds;  ///< since any fixed point

/// A stored result that fits the job.
struct StoredResult {
  Digest digest{};
  std::filesystem::path file;
};

/// The parts of an archive and of a folder of results that the coordinator uses.
class ResultFolder {
 public:
  ResultFolder() = default;
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;
  virtual ~ResultFolder() = default;

  /// Checks the result for a range and stores it, unless an equal one is there. Throws BadInput if it is not one that
  /// can be merged.
  [[nodiscard]] virtual StoredResult keep(LeafSpan leaves, std::string_view result) = 0;
  /// Computes the range in this process.
  [[nodiscard]] virtual StoredResult computeLocally(LeafSpan leaves) = 0;
  virtual void remove(const StoredResult& result) = 0;
};

struct WorkSettings {
  SignerKey own;
  std::vector<VerifierKey> workers;
  std::uint32_t recheck = 0;  ///< percentage of ranges that another worker computes again
  /// A random number from 0 to 99, which workers cannot foresee.
  std::function<std::uint32_t()> dice{};
  Time range_timeout{1'800'000};  ///< how long to wait for a range that was taken
};

/// Why a worker gets no more ranges.
struct Excluded {
  bool is_distrusted = false;  ///< one of its results was wrong; otherwise it cannot do the work
  std::string why;
  LeafSpan leaves{};
  std::uint64_t redone = 0;  ///< ranges that it did and that are done again
};

struct FailedRange {
  LeafSpan leaves;
  std::vector<std::string> why;  ///< of each attempt: "worker-2: ..."
};

/// A refused message, with its claimed sender and the broker's user who published it.
struct Refusal {
  std::string from, user, why;
  bool operator<(const Refusal& other) const {
    return std::tie(from, user, why) < std::tie(other.from, other.user, other.why);
  }
};

class Coordinator {
 public:
  /// How often a range may fail.
  static constexpr unsigned kMaxAttempts = 3;
  /// How long to wait for a range that a later one has overtaken before it is published again.
  static constexpr Time kOvertaken{60'000};

  /// `job`: the payload of orders. `report` is called with a line about each thing that went wrong. The bus and the
  /// results must outlive it.
  Coordinator(WorkSettings settings, const std::vector<LeafSpan>& ranges, std::string job, relay::Bus& bus,
              ResultFolder& results, std::function<void(const std::string&)> report);

  void handle(const relay::BusEvent& event, Time now);
  /// Publishes what can be published, and gives up ranges that take too long.
  void send(Time now);
  [[nodiscard]] bool isDone() const { return open_ranges_ == 0; }

  [[nodiscard]] std::size_t ranges() const { return ranges_.size(); }
  [[nodiscard]] std::size_t done() const;
  [[nodiscard]] std::vector<FailedRange> failed() const;
  /// How many of the ranges that count each worker did.
  [[nodiscard]] std::map<std::string, std::uint64_t> doneBy() const;
  [[nodiscard]] const std::map<std::string, Excluded>& excluded() const { return excluded_; }
  /// How many ranges were done again with an equal result, and how many of them locally.
  [[nodiscard]] std::uint64_t rechecked() const { return rechecked_; }
  [[nodiscard]] std::uint64_t computedLocally() const { return computed_locally_; }
  /// What was refused, with how often it came.
  [[nodiscard]] const std::map<Refusal, std::uint64_t>& refused() const { return refused_; }
  /// Results that came for ranges that were done, and equal them; and replies about other jobs.
  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }
  [[nodiscard]] std::uint64_t ofOtherJobs() const { return of_other_jobs_; }

 private:
  enum class State : std::uint8_t { waiting, published, done, failed };
  struct TrackedRange {
    LeafSpan leaves;
    State state = State::waiting;
    std::uint64_t serial = 0;              // the serial number of its last order
    Time heard{};                          // the time when it was published or taken last
    Time not_before{};                     // the earliest time to publish it again
    Time pause = kOvertaken;               // before it is published again because it was overtaken
    std::optional<Time> declined_since{};  // by workers whom it is not for, and not taken since
    std::string taken_by{};                // after its last order was published
    std::string taken_session{};
    std::uint64_t taken_serial = 0;
    unsigned attempts = 0;  // failed attempts
    std::vector<std::string> why{};
    std::set<std::string> failed_by{};
    StoredResult result{};      // what counts, if it has a file
    std::string by{};           // the worker that made it; empty: it was done here
    std::string also_by{};      // a worker that made an equal one
    bool is_rechecked = false;  // its result waits for one of another worker
  };

  /// A received result.
  struct Claim {
    std::string worker;
    Digest digest{};
  };

  void take(const relay::Delivered& message, Time now);
  void handleReply(TrackedRange& one, const Reply& reply, std::string_view result, Time now);
  void handleTaken(TrackedRange& one, const Reply& reply, Time now);
  void handleDeclined(TrackedRange& one, Time now);
  void handleResult(TrackedRange& one, const Reply& reply, std::string_view result, Time now);
  void handleSecondResult(TrackedRange& one, const std::string& worker, const StoredResult& second, Time now);
  void accept(TrackedRange& one, const std::string& worker, StoredResult result, Time now);
  void settleLocally(TrackedRange& one, const std::vector<Claim>& claims, Time now);
  void settle(TrackedRange& one, State state);
  void reopen(TrackedRange& one, Time not_before);
  void fail(TrackedRange& one, const std::string& worker, const std::string& why, Time now);
  void countAttempt(TrackedRange& one, const std::string& worker, const std::string& why);
  void distrust(const std::string& worker, LeafSpan leaves, const std::string& why, Time now);
  void exclude(const std::string& worker, Excluded excluded);
  void refuse(const std::string& from, const std::string& user, const std::string& why);

  [[nodiscard]] bool isUsable(const std::string& worker) const { return !excluded_.contains(worker); }
  [[nodiscard]] std::size_t usable() const;
  [[nodiscard]] std::set<std::string> candidates(const TrackedRange& one) const;
  [[nodiscard]] std::size_t placeOf(const TrackedRange& one) const {
    return static_cast<std::size_t>(&one - ranges_.data());
  }
  void publish(TrackedRange& one, Time now);
  void giveUpWaiting(Time now);
  void endWithoutWorkers(Time now);

  WorkSettings settings_;
  std::vector<TrackedRange> ranges_;
  const std::string job_;
  const Digest job_digest_;
  relay::Bus& bus_;
  ResultFolder& results_;
  std::function<void(const std::string&)> report_;
  std::map<std::uint64_t, std::size_t> by_first_;     // the range that begins at a leaf
  std::set<std::size_t> waiting_, out_;               // ranges by their state
  std::map<std::uint64_t, std::size_t> unconfirmed_;  // the range of each order
  std::map<std::string, Excluded> excluded_;
  std::map<std::string, std::set<std::uint64_t>> failures_;  // ranges that a worker failed since it did one
  std::map<Refusal, std::uint64_t> refused_;
  std::size_t open_ranges_ = 0;
  bool open_ = false;                          // connected
  std::uint64_t serial_ = 0, taken_last_ = 0;  // serials of orders: the last one, the largest that was taken
  Time heard_ = Time::min(), timeout_{};       // from anybody; how long nothing may be heard
  std::uint64_t rechecked_ = 0, computed_locally_ = 0, repeated_ = 0, of_other_jobs_ = 0;
};

}  // namespace docket::work
