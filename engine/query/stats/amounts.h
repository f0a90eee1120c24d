// Reads a stat or a value of an entity and says how reliable the amount is, by comparing what the rules give with what
// the recorder observed. All output of amounts uses this reading.
// Invariant: an observation never changes what the rules give; a difference is reported, not settled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/rules/expression/value.h"
#include "engine/state/state.h"

namespace docket {

struct AmountReading {
  enum class From : std::uint8_t {
    computed,  ///< from the rules
    printed,   ///< as printed and changed; the ruleset does not say how the stat is computed, and it was not observed
    observed,  ///< as the recorder saw it: the rules do not give it, or gave something else then
  };
  /// A number, none or unknown, with its grade and the reasons for it. Diverged: the amount from the rules, if the
  /// recorder observed another amount at this very point.
  expression::Value value;
  From from = From::computed;
  std::optional<Observation> seen{};  ///< the latest observation
  EventNumber stale_since = 0;  ///< the last event since then that can have changed it; 0: the observation is fresh

  /// The amount as a number; 0 if unknown.
  [[nodiscard]] std::int64_t amount() const { return value.zero_alone ? 0 : value.number; }
};

/// An entity's amount of a value by the record alone, ignoring observations.
struct RecordedValue {
  enum class Status : std::uint8_t {
    known,
    none,        ///< such an entity has no such value, and was never given one
    unrecorded,  ///< the initial amount is not recorded, and no event has set it since
  };
  Status status = Status::known;
  std::int64_t amount = 0;  ///< 0 if unknown
};
/// `key` is the value's key (State::valueKey). No entity has a value that the ruleset does not define until the record
/// gives it one.
[[nodiscard]] RecordedValue recordedValue(const State& state, const Ruleset& ruleset, Entity subject,
                                          std::uint32_t key);

/// The result of changing a value.
struct ChangedValue {
  std::optional<std::int64_t> amount{};  ///< empty: unknown, because the amount before was unknown
  bool too_large = false;                ///< it would not fit into 64 bits; `amount` is not valid
};
/// `former`: the amount before; empty if unknown. A value that the ruleset floors is never below zero.
[[nodiscard]] ChangedValue valueAfter(const Ruleset& ruleset, std::uint32_t key, std::optional<std::int64_t> former,
                                      schema::How how, std::int64_t amount);

/// Reads an amount; for a value with a stat (Value::stat), that stat. An observation that equals the rules' result
/// confirms them, now and later. One that differs (diverged) holds until something happens; then the amount is unknown.
/// If the rules give no result because something is unknown, the result is the observed amount, unverified. The same
/// holds for an amount that a contradicted expression read, until the amount itself is observed (State::doubted).
[[nodiscard]] AmountReading readAmount(const State& state, const Rules& rules, const AmountOf& asked);

/// A reading as shown to somebody who does not know the identity of its subject: the observation alone, which `reading`
/// must have.
[[nodiscard]] AmountReading asSeen(AmountReading reading);

/// A card's printed amount of a stat; empty if it is unknown or absent, or if the subject is not a card.
[[nodiscard]] std::optional<std::int64_t> printedAmount(const State& state, Entity subject, StatIndex stat);

/// The amount that was observed.
[[nodiscard]] AmountOf amountOf(const State& state, const Observation& seen);

/// The name of a value by its key in State::values; valid as long as both arguments are.
[[nodiscard]] std::string_view valueName(const State& state, const Ruleset& ruleset, std::uint32_t key);

/// The name of an amount's stat or value; valid as long as both arguments are.
[[nodiscard]] std::string_view amountName(const State& state, const Ruleset& ruleset, const AmountOf& amount);

/// True if the rules give exactly what was observed.
[[nodiscard]] bool agreesWithRules(const State& state, const Rules& rules, const Observation& seen);

}  // namespace docket
