// Reads a printed card in steps: its words (word_reading.h), whether they agree (section_agreement.h), its abilities
// (ability_reading.h), its limits (limit_reading.h), and the words that remain unread (unread_words.h). card_writing.h
// writes the result in the form of a catalogue.
// Invariant: a step only adds to the results of earlier steps, except that readings which contradict each other are
// dropped.
#pragma once

#include "engine/rules/wordings/card_reading.h"

namespace docket::wordings {

[[nodiscard]] CardReading readCard(const PrintedCard& card, const Wordings& wordings, const Ruleset& ruleset);

}  // namespace docket::wordings
