// What a stat or a value of an entity is at a point, and how far that can be relied on: what the engine computes, held
// against what the recorder observed.
// Invariant: an observation never changes what the engine computes; where they differ, both are told.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/expression/evaluate.h"
#include "engine/state.h"
#include "engine/stats.h"

namespace docket {

/// How an answer stands to the record.
enum class Agreement : std::uint8_t {
  exact,       ///< it follows from the record and the rules, and nothing observed contradicts it
  unverified,  ///< only observed, or something unknown matters
  diverged,    ///< computed, and what was observed at that very point differs
};

/// "EXACT", "UNVERIFIED", "DIVERGED".
[[nodiscard]] std::string_view agreementWord(Agreement agreement);
/// The worse of two.
[[nodiscard]] constexpr Agreement worse(Agreement one, Agreement other) { return one < other ? other : one; }

struct BoardReading {
  enum class Presence : std::uint8_t { known, absent, unknown };
  enum class From : std::uint8_t {
    computed,  ///< from what is printed and the ledger
    printed,   ///< as printed; the ruleset does not say how the stat is computed, and nothing was observed
    observed,  ///< as the recorder saw it at `observed`
  };
  Presence presence = Presence::unknown;
  From from = From::computed;
  Agreement agreement = Agreement::exact;
  std::int64_t amount = 0;   ///< 0 unless known
  bool has_printed = false;  ///< something is printed: `printed`
  std::int64_t printed = 0;
  EventNumber observed = 0;  ///< the event of the latest observation; 0 none
  bool observed_absent = false;
  bool disagreed = false;  ///< it is stale, and the rules did not come to it then: nobody knows what it is now
  std::int64_t observed_amount = 0;
  CardIndex unheard = kNone;    ///< a card in play that no catalogue has, whose text can change what was computed
  EventNumber stale_since = 0;  ///< the last event that can have changed it since then; 0: the observation is fresh
};

/// A stat of a card or another subject. A ruleset that computes stats answers with what it computes, another with what
/// was observed last, or else with what is printed. With the record a stale observation is held against what the rules
/// came to when it was made.
[[nodiscard]] BoardReading readingOfStat(const State& state, const Rules& rules, Entity subject, StatIndex stat,
                                         const expression::Table* record = nullptr);

/// A value of an entity (life, honor, gold, ...), by its key of State::values. Always computed: the events say it all.
[[nodiscard]] BoardReading readingOfValue(const State& state, const Rules& rules, Entity subject, std::uint32_t key,
                                          const expression::Table* record = nullptr);

/// The latest observation of a reading of that name, or null.
[[nodiscard]] const Observation* observationOf(const State& state, Entity subject, std::string_view reading, bool base);

}  // namespace docket
