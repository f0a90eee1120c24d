// The fingerprint of a state: 128 bits, the sum of the hashes of its raw facts under a public constant key. A changed
// fact is subtracted and added again, so an update costs only as much as changed. It detects accidental differences; it
// does not protect against forgery (the chain of heads is).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/rules/state_parts.h"

namespace docket {

struct Fingerprint {
  std::uint64_t low = 0, high = 0;

  Fingerprint& operator+=(Fingerprint other) {
    low += other.low;
    high += other.high + (low < other.low ? 1U : 0U);
    return *this;
  }
  Fingerprint& operator-=(Fingerprint other) {
    const bool borrow = low < other.low;
    low -= other.low;
    high -= other.high + (borrow ? 1U : 0U);
    return *this;
  }
  friend Fingerprint operator+(Fingerprint one, Fingerprint other) { return one += other; }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// The hash of a fact, with the part of the state that it belongs to. A fact that no cached reading depends on has no
/// part.
struct Fact : Fingerprint {
  StateParts of;
};

/// The fingerprint of a state that is being folded. It notes which parts change, because every change of a fact passes
/// through it.
struct FactSum : Fingerprint {
  StateParts changed{};

  FactSum& operator=(Fingerprint sum) {
    Fingerprint::operator=(sum);
    return *this;
  }
  FactSum& operator+=(const Fact& fact) {
    Fingerprint::operator+=(fact);
    changed |= fact.of;
    return *this;
  }
  FactSum& operator-=(const Fact& fact) {
    Fingerprint::operator-=(fact);
    changed |= fact.of;
    return *this;
  }
  using Fingerprint::operator+=;
  using Fingerprint::operator-=;
};

/// 32 hexadecimal digits, the high half first.
std::string toHex(Fingerprint fingerprint);

/// The kind of a fact. It is hashed too, so that equal numbers of different kinds differ. Permanent: a new kind gets
/// the next number after the last; the gaps stay unused.
enum class FactKind : std::uint8_t {
  card = 1,
  below = 2,
  entry = 3,
  use = 4,
  counter = 5,
  value = 6,
  period = 7,
  link = 8,
  observation = 9,
  outcome = 10,
  obligation = 11,
  remembered = 12,
  ignored_bound = 20,
  choice = 30,
  ended_saying = 31,
  won = 32,
  entry_most = 40,
  ended_grant = 41,
  parties = 42,
  use_named = 43,
  remembered_use = 44,
  undecided_end = 45,
  obligation_named = 46,
  arrival = 47,
  follow_up = 48,
  said = 49,
  value_unrecorded = 50,
  remembered_unknown = 51,
  doubted_amount = 52,
  skip = 53,
  received_change = 54,
  use_turned = 55,
  use_resolved = 56,
  remembered_for_another = 57,
  deferred_requirement = 58,
  tally = 59,
  latest_move = 60,
  context_rest = 61,
};

/// The hash of a sequence of words.
Fingerprint hashWords(const std::uint64_t* words, std::size_t count);
/// The same hash, for a length that is known at compile time: a fact has 2 to 8 words.
template <std::size_t count>
Fingerprint hashWords(const std::array<std::uint64_t, count>& words);

/// The hash of a fact: its kind and its words.
template <class... Words>
Fingerprint hashFact(FactKind kind, Words... words) {
  const std::array<std::uint64_t, 1 + sizeof...(Words)> all{static_cast<std::uint64_t>(kind),
                                                            static_cast<std::uint64_t>(words)...};
  return hashWords(all);
}

}  // namespace docket
