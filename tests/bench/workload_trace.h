// The results that a consumer of the neutral workload must have after every event, and how it proves them: the Force
// and the controller of each card in play, in a running 32-bit trace; at the end a listing of the whole state.
// Invariant: the trace is made of readings of Docket alone (stats.h, limits.h, the controller), taken again for the
// cards that reduce() says changed and for no others; so it also shows that reduce() names all of those.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/fold/reduce.h"
#include "engine/rules/catalogue.h"
#include "engine/state/state.h"
#include "tests/bench/workload.h"

namespace docket::workload {

class Trace {
 public:
  /// A trace before the first event. `rules` are those of the workload and must outlive it.
  explicit Trace(const Rules& rules) : rules_(&rules) {}
  /// A trace that continues from a state with this value and this number of illegal acts.
  Trace(const Rules& rules, const State& state, std::uint32_t value, std::uint32_t illegal);

  /// Adds the changes of an event. Only the setup's last event, and each after it, is one of the workload.
  void add(const State& state, const Step& step) {
    for (const CardIndex card : step.cards) {
      if (card != step.only_used) read(state, card);
    }
    if (state.event >= kSetupEvents) turnOver(step.is_void);
  }

  [[nodiscard]] std::uint32_t value() const { return value_; }
  [[nodiscard]] std::uint32_t illegal() const { return illegal_; }
  /// The Force of a card in play.
  [[nodiscard]] std::int32_t force(CardIndex card) const { return cards_[card].force; }

 private:
  struct TracedCard {
    std::int32_t force = 0;
    Seat controller = 0;
  };
  void read(const State& state, CardIndex card);
  void turnOver(bool illegal);

  const Rules* rules_;
  std::array<TracedCard, kCards> cards_{};
  std::array<std::int64_t, 3> total_{};  // by seat
  std::uint32_t value_ = 0x811c9dc5;
  std::uint32_t illegal_ = 0;
};

/// The canonical text of a state at the end of a game.
std::string listing(const State& state, const Rules& rules, const Trace& trace);

/// FNV-1a of 64 bits, by which results are compared.
class Fnv {
 public:
  void add(std::string_view text);
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

/// The hash of one game's listing.
std::string hashOf(const State& state, const Rules& rules, const Trace& trace);

}  // namespace docket::workload
