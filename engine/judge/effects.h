// The effects that a text has, held against what the record says happened. The record is what is folded; what is
// computed here is only compared with it. An effect that an act should have is an obligation (State::obligations, with
// `effect`): whom it is about is read when the act is done, how much when the effect is.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <vector>

#include "engine/judge/payment.h"
#include "engine/state/state.h"

namespace docket {

/// Something that an event did and that an effect can ask for.
struct Done {
  schema::Effect::What what{};
  Entity subject = kNone;
  NameNumber name = 0;
  std::int64_t amount = 0;
  bool amount_known = true;  ///< else a value was set, from what nobody said it was: a gain or a loss, or neither
  std::int32_t most = kUncapped;
  schema::Change::Last last{};  ///< of a change: how long it lasts
  NameNumber until = 0;         ///< and with the end of which period it ends
  static constexpr std::int32_t kUncapped = 2147483647;
};
using AllDone = boost::container::small_vector<Done, 4>;

/// What an event did: the changes that it begins with `source` as their source (or none), and what its payload is.
/// `before` is the state before it.
AllDone doneBy(const State& before, const Rules& rules, schema::Event::Reader event, CardIndex source);

/// Adds the effects that the text of an act has, as obligations that answer event `number`. Those that are about a
/// target are not among them where there is none.
void addEffects(const State& before, const Rules& rules, EventNumber number, EventNumber group, const Ability& text,
                const TextUse& use, std::vector<Obligation>& all);

/// What an effect gives now.
struct Expectation {
  TriState expected = TriState::yes;   ///< whether it is expected at all
  std::optional<std::int64_t> amount;  ///< nothing where it has none or it is not known
  std::optional<std::int64_t> most;
  bool after_source = false;  ///< its card is not where it was when the act was done
};
Expectation expectationOf(const State& before, const Rules& rules, const Obligation& owed);

enum class Likeness : std::uint8_t { other, different, perhaps, same };
/// Whether something done is an effect: the same, or the same but for how much; `perhaps` where that is not known.
Likeness compare(const State& before, const Rules& rules, const Obligation& owed, const Expectation& expected,
                 const Done& done);

/// Whether a change that is an effect lasts as long as its text says; where the text does not say it, it does.
bool lastsAsSaid(const State& before, const Rules& rules, const Obligation& owed, const Done& done);

}  // namespace docket
