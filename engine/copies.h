// Limits on cards rather than on their abilities: for which cards they hold, which of them count together, and how many
// copies there are. limits.h asks here. Internal to the engine.
#pragma once

#include "engine/limits.h"

namespace docket {

/// Whether what is recorded as a trait that happened is by itself an application: that of an effect which is no
/// triggered trait, but continuous, and is applied without being activated.
bool isApplication(const Definition* definition, std::uint16_t ability);

/// Whether a limit holds for a card: as the card says, or because it is one of every card.
/// `perhaps` where something that is not known decides that.
enum class Holds : std::uint8_t { no, perhaps, yes };
Holds holdsForCard(const State& state, const Rules& rules, const AppliedLimit& limit, CardIndex card);

/// Whether two definitions agree in the keys of a limit that what is printed decides. Null: not known what it is.
Holds sameKeys(const AppliedLimit& limit, const Definition* asked, const Definition* other);

/// The copies that a limit counts, each by the event that brought it to where it counts.
CounterReading readCopies(const State& state, const Rules& rules, const AppliedLimit& limit,
                          const UseQuestion& question);

}  // namespace docket
