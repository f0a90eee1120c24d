// Heads: the digest that a game's record has after each event.
//   head(0) = H(public bytes of the header)
//   head(n) = H(head at the last multiple of 256 before n, public bytes of the events since),  H = BLAKE2b-256
// One streaming hash a block, so an event costs its own bytes and keeps none.
// Invariant: value() is head(number()), however one got there: from the header, or resumed at a block's start.
#pragma once

#include <cstdint>
#include <vector>

#include "events/digest.h"
#include "schemas/event.capnp.h"

namespace docket {

class Head {
 public:
  /// How many events one streaming hash spans.
  static constexpr std::uint32_t kBlockEvents = 256;

  /// The head before the first event of a game.
  Head(schema::Header::Reader header, const Secret& secret);
  /// Goes on after event `number`, a multiple of 256, whose head is `at_block`.
  Head(const Digest& at_block, std::uint32_t number, const Secret& secret);

  /// Takes in event `number`, which must be number() + 1. Throws BadInput where a seal of it is malformed; the head is
  /// then what it was.
  void append(schema::Event::Reader event, std::uint32_t number);

  /// The number of the last event taken in.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// The head after that event.
  [[nodiscard]] Digest value() const;

 private:
  Secret secret_;
  std::uint32_t number_ = 0;
  Digest block_;  // the head at the last multiple of 256
  Hash hash_;     // of block_ and the events since
  std::vector<std::uint8_t> bytes_;
};

}  // namespace docket
