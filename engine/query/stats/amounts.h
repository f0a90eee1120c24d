// What a stat or a value of an entity is at a point, and how far that can be relied on: what the rules give, held
// against what the recorder observed. Whoever tells an amount tells this one.
// Invariant: an observation never changes what the rules give; where they differ, that is reported, and not settled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket {

struct AmountReading {
  enum class From : std::uint8_t {
    computed,  ///< by the rules
    printed,   ///< as printed and changed; the ruleset does not say how the stat is computed, and nothing was observed
    observed,  ///< as the recorder saw it: the rules do not say it, or did not give it then
  };
  /// A number, that there is none, or unknown; with its grade and the reasons for it. Diverged: what the rules give,
  /// where the recorder observed something else at this very point.
  expression::Value value;
  From from = From::computed;
  std::optional<Observation> seen{};  ///< the latest observation
  EventNumber stale_since = 0;        ///< the last event that can have changed it since then; 0: it is fresh

  /// As it counts by itself; 0 unless known.
  [[nodiscard]] std::int64_t amount() const { return value.zero_alone ? 0 : value.number; }
};

/// What an entity has of a value by the record alone, whatever was observed.
struct RecordedValue {
  enum class Is : std::uint8_t {
    known,
    none,    ///< it is not one that such an entity has, and it was never given any
    unsaid,  ///< nobody said what it was at the start, and nothing has set it since
  };
  Is is = Is::known;
  std::int64_t amount = 0;  ///< 0 unless known
};
/// `key` is the value's (State::valueKey). A value that the ruleset does not have is nobody's until it is said.
[[nodiscard]] RecordedValue recordedValue(const State& state, const Ruleset& ruleset, Entity subject,
                                          std::uint32_t key);

/// What a value comes to when it is changed.
struct ChangedValue {
  std::optional<std::int64_t> amount{};  ///< nothing: it is not known, as what it was before was not
  bool too_large = false;                ///< it would not fit into 64 bits; `amount` means nothing
};
/// `was`: what it was before; nothing where nobody said it. A value that the ruleset floors is never below zero.
[[nodiscard]] ChangedValue valueAfter(const Ruleset& ruleset, std::uint32_t key, std::optional<std::int64_t> was,
                                      schema::How how, std::int64_t amount);

/// Reads an amount; of a value with a stat (Value::stat) that stat. An observation that the rules come to confirms
/// them, then and later. One that they do not come to differs (diverged) until something happens; then nobody knows.
/// Where the rules claim nothing, because something in it is unknown, what was observed is the answer, unverified. So
/// is what an expression asked for that was seen to come to something else, until the amount itself is observed
/// (State::doubted).
[[nodiscard]] AmountReading readAmount(const State& state, const Rules& rules, const AmountOf& asked);

/// The same for who does not know what the subject is: what was seen of it is all that there is to tell. `reading` has
/// an observation.
[[nodiscard]] AmountReading asSeen(AmountReading reading);

/// What is printed of a stat on a card; nothing where that is not known, where none is, and of what is no card.
[[nodiscard]] std::optional<std::int64_t> printedAmount(const State& state, Entity subject, StatIndex stat);

/// The amount that an observation is of.
[[nodiscard]] AmountOf amountOf(const State& state, const Observation& seen);

/// The name of a value by its key of State::values; valid as long as both are.
[[nodiscard]] std::string_view valueName(const State& state, const Ruleset& ruleset, std::uint32_t key);

/// The name of the stat or value that an amount is of; valid likewise.
[[nodiscard]] std::string_view amountName(const State& state, const Ruleset& ruleset, const AmountOf& of);

/// Whether the rules claim to come to just what was observed.
[[nodiscard]] bool comesTo(const State& state, const Rules& rules, const Observation& seen);

}  // namespace docket
