// Checks an act against the text of its card: a trait against its trigger, zone, conditions and costs, an ability
// against its constraints block and designators.
#pragma once

#include <optional>
#include <vector>

#include "engine/judge/payment.h"
#include "engine/query/acts/finding.h"
#include "engine/query/acts/pending_event.h"
#include "engine/query/cards/card_text.h"

namespace docket {

/// An act with a known text, and the meaning of the words in that text.
struct TextAct {
  const Ability* text = nullptr;
  std::uint16_t number = 0;
  NameNumber named = 0;            ///< the name of a granted ability
  EventNumber trigger = 0;         ///< the recorded event that it answers; 0: none
  std::size_t obligation = kNone;  ///< the index in State::obligations of the one that it discharges or discharged
  capnp::List<std::uint32_t>::Reader targets, costs;
  TextUse use;  ///< `that` is the other card or player of the event that it answers
  [[nodiscard]] bool isTrait() const { return text->kind == schema::Ability::Kind::TRIGGERED; }
};

/// Empty if an event is not an act with a known text.
std::optional<TextAct> textActOf(const PendingEvent& pending);

/// The meaning of the words in its effects: `that` is the act's first target, if the text targets.
TextUse textUseForEffects(const State& before, const TextAct& act);

/// Whether a text that targets could find each of its targets in the current state.
TriState canTarget(const State& before, const Rules& rules, const Ability& text, const TextUse& use);

/// Whether a trait's conditions hold and its costs can be paid; if not, sets `why`.
TriState canHappen(const State& before, const Rules& rules, const Ability& trait, const TextUse& use,
                   Obligation::Why& why);

/// The finding against the use of an ability that its card does not have.
std::optional<Finding::AgainstText> lostOrMissingAbility(const PendingEvent& pending);

/// The findings from the text of an act.
std::vector<Finding> judgeText(const PendingEvent& pending, const TextAct& act);

}  // namespace docket
