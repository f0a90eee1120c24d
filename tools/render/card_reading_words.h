// What was read of a printed card, told: the text beside what was made of it, wording by wording.
#pragma once

#include <string>

#include "engine/rules/wordings/card_reading.h"

namespace docket {

/// For people at a terminal.
[[nodiscard]] std::string readingText(const wordings::CardReading& reading, schema::Card::Reader card,
                                      const Ruleset& ruleset, bool colour);
/// For programs: one object. Where words stand is said in bytes of the text with its marks.
[[nodiscard]] std::string readingJson(const wordings::CardReading& reading, schema::Card::Reader card);

/// Unread words as they are counted: quoted titles and numbers are all the same.
[[nodiscard]] std::string unreadForm(const wordings::CardReading& reading, const wordings::Unread& unread);

}  // namespace docket
