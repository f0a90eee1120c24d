// Heads: the digest that a game's record has after each event.
//   head(0) = H(public bytes of the header)
//   head(n) = H(head at the last multiple of 256 before n, public bytes of the events since),  H = BLAKE2b-256
// One streaming hash a block, so an event costs its own bytes and keeps none.
// Invariant: value() is head(number()), whether computed from the header or resumed at the start of a block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "events/digest.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The secrets of a game, by event: the events that a branch shares with its parent use the parent's secret, its own
/// use its own, so that opening a value in one reveals nothing about the other's value in its place.
class Secrets {
 public:
  Secrets() = default;
  /// One secret for all events.
  Secrets(const Secret& one) : own_(one) {}  // NOLINT(google-explicit-constructor): most games have one
  /// Sets the secrets of events up to `last` to `past`; later events keep theirs. Call it from the latest past to the
  /// oldest.
  void addPast(std::uint32_t last, const Secrets& past) {
    past_.push_back({last, past.of(last)});
    for (const Past& earlier : past.past_) {
      if (earlier.last < last) past_.push_back(earlier);
    }
  }

  struct Past {
    std::uint32_t last;  ///< events up to this one
    Secret secret;
  };
  /// The pasts from addPast(), latest first.
  [[nodiscard]] const std::vector<Past>& past() const { return past_; }

  /// The secret of event `number`; that of the header for 0.
  [[nodiscard]] const Secret& of(std::uint32_t number) const {
    const auto later = std::partition_point(past_.begin(), past_.end(),
                                            [&](const Past& past) { return number != 0 && number <= past.last; });
    return later == past_.begin() ? own_ : std::prev(later)->secret;
  }

 private:
  Secret own_{};
  std::vector<Past> past_;  // latest first, so `last` decreases
};

class Head {
 public:
  /// How many events one streaming hash spans.
  static constexpr std::uint32_t kBlockEvents = 256;

  /// The head before the first event of a game.
  Head(schema::Header::Reader header, Secrets secrets);
  /// Resumes after event `number`, a multiple of 256, whose head is `at_block`.
  Head(const Digest& at_block, std::uint32_t number, Secrets secrets);

  /// Appends event `number`, which must be number() + 1. Throws BadInput if a seal of it is malformed; the head is then
  /// unchanged.
  void append(schema::Event::Reader event, std::uint32_t number) { append(event, number, WalkedWords()); }
  /// Appends an event, using the offsets of its words if they were walked.
  void append(const HeldEvent& event, std::uint32_t number) { append(*event, number, event.walked()); }

  /// The number of the last event appended.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// The head after that event.
  [[nodiscard]] Digest value() const;

 private:
  void append(schema::Event::Reader event, std::uint32_t number, WalkedWords walked);

  Secrets secrets_;
  std::uint32_t number_ = 0;
  Digest block_;  // the head at the last multiple of 256
  Hash hash_;     // of block_ and the events since
  std::vector<std::uint8_t> bytes_;
};

}  // namespace docket
