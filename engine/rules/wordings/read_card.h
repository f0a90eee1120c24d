// Reading a printed card, step by step: its words (word_reading.h), whether they go together (section_agreement.h), its
// abilities (ability_reading.h), its limits (limit_reading.h), and what is left (unread_words.h).
// Its place: engine/rules/wordings; the result is a CardReading, which card_writing.h writes as a catalogue says
// it. Invariant: each step only adds to what those before it found, but that readings which do not go together are
// withdrawn.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

[[nodiscard]] CardReading readCard(const PrintedCard& card, const Wordings& wordings, const Ruleset& ruleset);

}  // namespace docket::wordings
