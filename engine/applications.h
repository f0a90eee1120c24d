// When the effects of a trait count as applied, for limits of applications: "once per turn" on a trait lets it happen
// every time and its effects apply once. A trait's use record says whether they did (Use::applied).
#pragma once

#include <optional>

#include "engine/fold.h"
#include "engine/limits.h"

namespace docket {

/// Whether a trait that happens uses its limit by that alone, whatever becomes of its effects.
bool appliesAtOnce(const State& before, const Rules& rules, schema::Event::Reader event);

/// The question about use that an event asks that is the first sign that a trait's effects apply; nothing for others.
std::optional<UseQuestion> applicationBy(const State& before, const Rules& rules, schema::Event::Reader event);

/// Notes for the traits that caused an event that their effects apply. To be called when the event is folded.
void noteApplications(Fold& fold, schema::Event::Reader event);

}  // namespace docket
