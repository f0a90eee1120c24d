// An act held against the text of its card: a trait against its trigger, place, conditions and costs, an ability
// against its constraints block and designators.
#pragma once

#include <optional>
#include <vector>

#include "engine/judge/payment.h"
#include "engine/query/acts/event_at_hand.h"
#include "engine/query/acts/finding.h"
#include "engine/query/cards/card_text.h"

namespace docket {

/// An act whose text is known: which text, and what the words in it mean.
struct TextAct {
  const Ability* text = nullptr;
  std::uint16_t number = 0;
  NameNumber named = 0;            ///< of an ability that was given: its name
  EventNumber trigger = 0;         ///< the event that it answers, as far as the record says; 0 none
  std::size_t obligation = kNone;  ///< the one that it discharges or discharged, in State::obligations
  capnp::List<std::uint32_t>::Reader targets, costs;
  TextUse use;  ///< `that` is the other party of the event that it answers
  [[nodiscard]] bool isTrait() const { return text->kind == schema::Ability::Kind::TRIGGERED; }
};

/// Nothing where an event is no act of a text that is known.
std::optional<TextAct> textActOf(const EventAtHand& at);

/// What the words mean where effects are: `that` is the act's first target, where the text targets.
TextUse forEffects(const State& before, const TextAct& act);

/// Whether a text that targets could find each of its targets in the game as it is.
TriState canTarget(const State& before, const Rules& rules, const Ability& text, const TextUse& use);

/// Whether a trait's conditions hold and its costs can be paid; if not, `why`.
TriState canHappen(const State& before, const Rules& rules, const Ability& trait, const TextUse& use,
                   Obligation::Why& why);

/// What the text of an act has against it.
std::vector<Finding> judgeText(const EventAtHand& at, const TextAct& act);

}  // namespace docket
