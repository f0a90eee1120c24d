// Compares the effects of a text with the recorded events. The record is folded; what is computed here is only compared
// with it. An effect that an act should have is an obligation (State::obligations, with `effect`): the affected entity
// is read when the act is done, the amount when the effect happens.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <vector>

#include "engine/judge/payment.h"
#include "engine/state/state.h"

namespace docket {

/// A change that an event made and that an effect can require.
struct RecordedChange {
  schema::Effect::What what{};
  Entity subject = kNone;
  NameNumber name = 0;
  std::int64_t amount = 0;
  /// False: a value was set whose earlier amount is unknown, so it is unknown whether it was gained or lost.
  bool amount_known = true;
  std::int32_t cap = kNoCap;
  schema::Change::Last last{};  ///< the duration of a change
  NameNumber until = 0;         ///< the period at whose end the change ends
};
using RecordedChanges = boost::container::small_vector<RecordedChange, 4>;

/// The changes of an event: those that it begins with `source` as their source (or with none), and its payload.
/// `before` is the state before it.
RecordedChanges recordedChanges(const State& before, const Rules& rules, schema::Event::Reader event, CardIndex source);

/// Adds the effects of an act's text as obligations that answer event `number`. Effects on a target are left out if the
/// act has none.
void addEffects(const State& before, const Rules& rules, EventNumber number, EventNumber group, const Ability& text,
                const TextUse& use, std::vector<Obligation>& all);

/// What an effect is expected to do now.
struct Expectation {
  TriState expected = TriState::yes;   ///< whether the effect is expected
  std::optional<std::int64_t> amount;  ///< empty: it has none, or it is unknown
  std::optional<std::int64_t> most;
  bool after_source = false;  ///< its card has left the place where it was when the act was done
};
Expectation expectationOf(const State& before, const Rules& rules, const Obligation& owed);

enum class EffectMatch : std::uint8_t { other, different, perhaps, same };
/// Whether a change matches an effect: fully, or except for the amount; `perhaps` if that is unknown.
EffectMatch compare(const State& before, const Rules& rules, const Obligation& owed, const Expectation& expected,
                    const RecordedChange& done);

/// True if a change that is an effect has the duration that its text gives, or the text gives none.
bool lastsAsSaid(const State& before, const Rules& rules, const Obligation& owed, const RecordedChange& done);

}  // namespace docket
