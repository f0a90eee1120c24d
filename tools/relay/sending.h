// The state of one of a hall's games on its way to the archive, and what is sent next. It uses no broker, clock or
// archive: events are passed in with the time.
// Invariant: only a receipt changes kept(), which never decreases. What is not kept is sent again, at the latest when
// the archive answers that it lacks it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include "tools/relay/message.h"

namespace docket::relay {

/// The number of events in a record, and how many of them are sealed.
struct Extent {
  std::uint32_t count = 0, sealed = 0;
  bool operator==(const Extent&) const = default;
  [[nodiscard]] bool covers(const Extent& other) const { return count >= other.count && sealed >= other.sealed; }
};

using Time = std::chrono::milliseconds;  ///< since any fixed point

class SendingGame {
 public:
  /// The time to wait for the archive's answer before asking: the first time, and at most.
  static constexpr Time kFirstWait{5'000}, kLongestWait{600'000};

  /// `kept`: what the last receipt says, if there is one.
  explicit SendingGame(Extent recorded, Extent kept = {}, bool known = false)
      : recorded_(recorded), kept_(kept), sent_(kept), confirmed_(kept), is_known_(known), header_sent_(known) {}

  [[nodiscard]] const Extent& recorded() const { return recorded_; }
  [[nodiscard]] const Extent& kept() const { return kept_; }
  /// The point that the broker or the archive has on disk.
  [[nodiscard]] const Extent& confirmed() const { return confirmed_; }
  [[nodiscard]] bool isKept() const { return is_known_ && kept_.covers(recorded_); }
  /// Why sending has stopped; empty if it has not.
  [[nodiscard]] const std::string& stuck() const { return stuck_; }

  /// The game was recorded further.
  void record(Extent to) { recorded_ = to; }

  /// The next message.
  enum class Next : std::uint8_t {
    nothing,
    batch,     ///< the events after sent(), as many as fit
    question,  ///< a batch without events after sent(): how far is the archive?
  };
  [[nodiscard]] Next next(Time now) const;
  [[nodiscard]] const Extent& sent() const { return sent_; }
  /// A batch or a question was published under this number, larger than all before.
  void publish(std::uint64_t number, Extent to, Time now);

  /// The broker has it on its disks.
  void confirm(std::uint64_t number);
  /// The broker may not have what it has not confirmed: it is sent again, after a moment if it was refused.
  void lose(Time now, Time pause = {});

  /// The archive keeps the game up to this extent, as a receipt says.
  void keep(Extent to, Time now);
  /// The archive lacks what follows this extent, as it said in answer to a message.
  void resend(std::uint64_t number, Extent from, Time now);
  /// The archive lacks a document: nothing is sent until letGo() or the time.
  void hold(Time now);
  void letGo();
  /// Nothing more is sent.
  void stop(std::string why) { stuck_ = std::move(why); }

 private:
  struct Published {
    std::uint64_t number;
    Extent to;
    bool confirmed;
  };
  void goBack(Extent to);
  void heard(Time now);

  Extent recorded_, kept_, sent_, confirmed_;
  std::deque<Published> published_;  // not yet confirmed, and what was confirmed out of order behind it
  std::uint64_t published_last_ = 0, went_back_at_ = 0;  // answers to messages up to the latter say nothing new
  Time wait_ = kFirstWait, ask_at_ = Time::max(), paused_until_ = Time::min();
  bool is_known_ = false, header_sent_ = false;  // the archive has the game; its header is on the way or there
  std::string stuck_;
};

}  // namespace docket::relay
