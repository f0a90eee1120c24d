// A certified ruling in words that a judge can read: both for the person who certifies and for the one who checks.
#pragma once

#include <string>

#include "engine/rules/ruleset.h"
#include "events/json/json_writer.h"
#include "schemas/event.capnp.h"
#include "tools/verdict/certified_ruling.h"

namespace docket {

/// "the ruling of event 16 of the game "court/7" is right".
[[nodiscard]] std::string rulingSentence(schema::Header::Reader header, const RulingVerdict& verdict);

/// The question, who decided it and what was said, each clause in words, the verdict: lines set in by two blanks.
[[nodiscard]] std::string rulingText(const CertifiedRuling& ruling, const Ruleset& ruleset);

/// The members "ruling", "about", "judge", "claim", "note", "cited" [], "clauses" [{"id","place","gist"}],
/// "supersededBy", "outcome", "why", of the object that is open.
void writeRuling(const CertifiedRuling& ruling, const Ruleset& ruleset, JsonWriter& json);

}  // namespace docket
