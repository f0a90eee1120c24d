// Heads: the digest that a game's record has after each event.
//   head(0) = H(public bytes of the header)
//   head(n) = H(head at the last multiple of 256 before n, public bytes of the events since),  H = BLAKE2b-256
// One streaming hash a block, so an event costs its own bytes and keeps none.
// Invariant: value() is head(number()), however one got there: from the header, or resumed at a block's start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "events/digest.h"
#include "events/held_event.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The secrets of a game, by event: the events that a branch shares with its parent are under the parent's, those of
/// its own under its own, so that what opens a value of one says nothing of a value that the other has in its place.
class Secrets {
 public:
  Secrets() = default;
  /// One for all events.
  Secrets(const Secret& one) : own_(one) {}  // NOLINT(google-explicit-constructor): most games have one
  /// Events up to `last` are under `past`; those after it stay as they are. Call it from the latest past to the oldest.
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
  /// What addPast() gave, the latest first.
  [[nodiscard]] const std::vector<Past>& past() const { return past_; }

  /// The secret that event `number` is under; that of the header for 0.
  [[nodiscard]] const Secret& of(std::uint32_t number) const {
    const auto later = std::partition_point(past_.begin(), past_.end(),
                                            [&](const Past& past) { return number != 0 && number <= past.last; });
    return later == past_.begin() ? own_ : std::prev(later)->secret;
  }

 private:
  Secret own_{};
  std::vector<Past> past_;  // the latest first: `last` falls
};

class Head {
 public:
  /// How many events one streaming hash spans.
  static constexpr std::uint32_t kBlockEvents = 256;

  /// The head before the first event of a game.
  Head(schema::Header::Reader header, Secrets secrets);
  /// Goes on after event `number`, a multiple of 256, whose head is `at_block`.
  Head(const Digest& at_block, std::uint32_t number, Secrets secrets);

  /// Takes in event `number`, which must be number() + 1. Throws BadInput where a seal of it is malformed; the head is
  /// then what it was.
  void append(schema::Event::Reader event, std::uint32_t number) { append(event, number, WalkedWords()); }
  /// The same, by the offsets of the words that it lies in, where somebody went through them.
  void append(const HeldEvent& event, std::uint32_t number) { append(*event, number, event.walked()); }

  /// The number of the last event taken in.
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
