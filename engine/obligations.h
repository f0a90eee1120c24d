// What must happen because a text says so. A triggered trait answers each occurrence of its trigger, the effects of an
// act follow from its text, and a ruleset can want an act to be followed by another: each is an obligation (state.h),
// open until an event discharges it, a judge waives it, it turns out to be impossible, or the first event of a kind
// that the ruleset sets as the deadline finds it missed. Invariant: an event's duties are a pure function of the state
// before it; the judge reports them, the reducer takes them up, so both see the same.
#pragma once

#include <range/v3/algorithm/any_of.hpp>
#include <vector>

#include "engine/fold.h"
#include "engine/judge.h"

namespace docket {

/// What an event does to what must happen.
struct Duties {
  struct Settled {
    std::size_t place;  ///< in State::obligations
    Obligation after;
  };
  Happening happening;
  std::vector<Settled> settled;
  std::vector<Obligation> opened;
  std::vector<Finding> findings;  ///< what is missed by it, done twice, done otherwise
  std::vector<EventNumber> paid;  ///< the events that its costs use up
};

/// Whether an event can have any: where no card of the game has such a text none has, and looking is all it costs.
inline bool mayHaveDuties(const State& state, const Rules& rules, schema::Event::Reader event) {
  const bool is_followed = (rules.ruleset.followed >> static_cast<unsigned>(event.which()) & 1U) != 0;
  return is_followed || !state.obligations.empty() || rules.listensTo(event.which());
}

/// Reads them. `before` is the state before the event, with what the event says of names and cards.
Duties readDuties(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event);

/// Adds the traits that an event triggers: those with "Before" in their trigger are asked before it, others after it.
void addTriggered(const State& asked, const Rules& rules, EventNumber number, schema::Event::Reader event, bool before,
                  Duties& duties);

/// What the reducer does with them before it folds the event: reads them, and settles what the event settles.
Duties attend(Fold& fold, schema::Event::Reader event);
/// And when the event is folded: what it makes have to happen becomes a fact.
void takeUp(Fold& fold, schema::Event::Reader event, Duties& duties);

/// Forgets what is closed, and which events texts could refer back to. With the period by which uses are forgotten.
void forgetDuties(Fold& fold);

/// Whether a rule that wants an act to be followed by another looks at events of a kind of which `is_such` holds: as
/// the act that follows, or as one that comes too late for it.
template <class IsSuch>
bool decidesFollowing(const ObligationRules& obliged, IsSuch&& is_such) {
  return ranges::any_of(obliged.follows, [&](const FollowingRule& rule) {
    return !rule.lifted &&
           (is_such(rule.must.kind) || ranges::any_of(rule.before.empty() ? obliged.deadlines : rule.before, is_such));
  });
}

/// What became of what has to follow an event, by the name of the rule; null where nothing has to (any more).
const Obligation* followingOf(const State& state, const Rules& rules, EventNumber event, std::string_view rule);

/// The latest obligation of a trait to answer an event; null where there is none (any more).
const Obligation* obligationFor(const State& state, CardIndex card, std::uint16_t trait, EventNumber trigger);

}  // namespace docket
