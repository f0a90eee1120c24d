#include "engine/obligations.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/card_text.h"
#include "engine/facts.h"
#include "engine/text_use.h"

namespace docket {
namespace {

using Event = schema::Event;
using Status = Obligation::Status;

/// Whether an event is an occurrence of a trait's trigger.
Met occurs(const State& asked, const Rules& rules, const Trigger& trigger, const Happening& happening, CardIndex card) {
  if (!trigger.on.which || !isKind(asked, happening, trigger.on)) return Met::no;
  return holds(trigger.if_, asked, rules, happening, card);
}

/// A trait that must answer an event, or could not.
Obligation answering(const State& asked, const Rules& rules, const Ability& trait, const Happening& happening,
                     CardIndex card, bool certain) {
  Obligation owed{.card = card,
                  .definition = asked.cards[card].definition,
                  .player = asked.cards[card].controller,
                  .who = happening.player,
                  .it = happening.card,
                  .that = happening.that,
                  .status = mayBeLeft(rules, trait) ? Status::optional : Status::open,
                  .certain = certain};
  const TextUse use{.card = card, .player = owed.player, .about = happening};
  const Met can = canHappen(asked, rules, trait, use, owed.why);
  if (can == Met::no) owed.status = Status::impossible;
  if (can == Met::undecided) owed.certain = false;
  if (can != Met::no) owed.why = Obligation::Why::none;
  return owed;
}

/// Whether a trait is not triggered again: where no rule says that each occurrence counts, one that waits is enough.
bool isMerged(const State& state, const Rules& rules, CardIndex card, std::uint16_t number) {
  return rules.ruleset.obligations.fires_clause.empty() &&
         ranges::any_of(state.obligations, [&](const Obligation& owed) {
           return owed.card == card && owed.trait == number && owed.effect == 0 && owed.isOpen();
         });
}

/// Facts of a list change: the fingerprint forgets and learns them.
template <class Facts, class Gone>
void forget(State& state, Facts& facts, Gone&& gone) {
  std::erase_if(facts, [&](const auto& one) {
    const bool goes = gone(one);
    if (goes) state.fingerprint -= factOf(one);
    return goes;
  });
}

bool isClosed(const Obligation& owed) { return owed.status != Status::open && owed.status != Status::waiting; }

void remember(Fold& fold, const Happening& happening) {
  auto& remembered = fold.state.remembered;
  if (remembered.size() == kMostRemembered) {
    fold.state.fingerprint -= factOf(remembered.front());
    remembered.erase(remembered.begin());
  }
  remembered.push_back({.event = fold.now, .happening = happening});
  fold.state.fingerprint += factOf(remembered.back());
}

}  // namespace

void addTriggered(const State& asked, const Rules& rules, EventNumber number, Event::Reader event, bool before,
                  Duties& duties) {
  if ((rules.catalogue.triggers >> static_cast<unsigned>(event.which()) & 1U) == 0) return;
  const EventNumber group = event.getGroup() != 0 ? event.getGroup() : number;
  for (CardIndex card = 0; card < asked.cards.size(); ++card) {
    const Definition* definition = asked.definitionOf(asked.cards[card]);
    if (definition == nullptr || !definition->triggered) continue;
    for (std::size_t i = 0; i < definition->abilities.size(); ++i) {
      const Ability& trait = definition->abilities[i];
      const bool answers =
          trait.kind == Ability::Kind::TRIGGERED ||
          (trait.kind == Ability::Kind::ABILITY && !rules.ruleset.reads(Reading::abilities_are_optional));
      const auto which = static_cast<std::uint16_t>(i + 1);
      if (!answers || trait.trigger.before != before || !triggersFrom(rules, trait, asked.cards[card])) continue;
      const Met occurred = occurs(asked, rules, trait.trigger, duties.happening, card);
      if (occurred == Met::no || isMerged(asked, rules, card, which)) continue;
      Obligation owed = answering(asked, rules, trait, duties.happening, card, occurred == Met::yes);
      owed.trigger = number;
      owed.group = group;
      owed.trait = which;
      duties.opened.push_back(owed);
    }
  }
}

Duties attend(Fold& fold, Event::Reader event) {
  State& state = fold.state;
  Duties duties = readDuties(state, fold.rules, fold.now, event);
  addTriggered(state, fold.rules, fold.now, event, true, duties);
  for (const auto& [place, after] : duties.settled) {
    state.fingerprint -= factOf(state.obligations[place]);
    state.obligations[place] = after;
    state.fingerprint += factOf(after);
  }
  for (Remembered& one : state.remembered) {
    if (one.spent != 0 || !ranges::contains(duties.paid, one.event)) continue;
    state.fingerprint -= factOf(one);
    one.spent = fold.now;
    state.fingerprint += factOf(one);
  }
  return duties;
}

void takeUp(Fold& fold, Event::Reader event, Duties& duties) {
  State& state = fold.state;
  addTriggered(state, fold.rules, fold.now, event, false, duties);
  if (state.obligations.size() + duties.opened.size() > kMostObligations) {
    forget(state, state.obligations, isClosed);
    if (state.obligations.size() + duties.opened.size() > kMostObligations) {
      fold.malformed("more traits and effects wait than a game can have");
    }
  }
  for (const Obligation& owed : duties.opened) {
    state.obligations.push_back(owed);
    state.fingerprint += factOf(owed);
  }
  if (fold.rules.referTo(duties.happening.which)) {
    remember(fold, duties.happening);
  }
}

void forgetDuties(Fold& fold) {
  State& state = fold.state;
  if (!state.obligations.empty()) {
    forget(state, state.obligations, [&](const Obligation& owed) { return isClosed(owed) && owed.by != fold.now; });
  }
  if (!state.remembered.empty()) forget(state, state.remembered, [](const Remembered&) { return true; });
}

const Obligation* followingOf(const State& state, const Rules& rules, EventNumber event, std::string_view rule) {
  const auto& follows = rules.ruleset.obligations.follows;
  const auto is_it = [&](const Obligation& owed) {
    return owed.following != 0 && owed.trigger == event && follows[owed.following - 1U].name == rule;
  };
  const auto found = ranges::find_if(state.obligations, is_it);
  return found == state.obligations.end() ? nullptr : &*found;
}

const Obligation* obligationFor(const State& state, CardIndex card, std::uint16_t trait, EventNumber trigger) {
  const Obligation* found = nullptr;
  for (const Obligation& owed : state.obligations) {
    const bool of_text = owed.effect == 0 && owed.following == 0;
    if (of_text && owed.card == card && owed.trait == trait && owed.trigger == trigger) found = &owed;
  }
  return found;
}

}  // namespace docket
