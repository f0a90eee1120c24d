// Games that nobody played, made up from a play script over a ruleset and a catalogue: legal ones, and with a stated
// share of planted illegal acts and missed traits, of which the generator knows the event and the clause.
// Invariant: a game depends on the documents, the seed and its number alone, on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/document.h"
#include "events/recording.h"
#include "schemas/play.capnp.h"
#include "tools/generate/move_builder.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

struct Order {
  std::uint64_t seed = 1;
  std::uint32_t planted_percent = 0;  ///< of the moves
};

struct MadeGame {
  std::string id;
  Recording recording;
  std::vector<Planted> planted;  ///< in the order of the events
};

/// Makes game `number`, from 1. Throws BadInput where the script does not fit the documents.
[[nodiscard]] MadeGame makeGame(const RulesSummary& summary, schema::Play::Reader play, const Order& order,
                                std::uint32_t number);

/// Throws BadInput where a script speaks of a clause, a zone or a period that the ruleset does not have, with the
/// nearest that it has.
void requireFits(schema::Play::Reader play, const RulesSummary& summary, const std::string& file);

/// A kind of act that a script does not make, and why: mostly because a rule asks something of it that stands in an
/// expression that is not understood.
struct LeftOut {
  std::string what, why;
};

struct PlainPlay {
  Document<schema::Play> play;
  std::vector<LeftOut> left_out;
  std::vector<std::string> plants;  ///< what it can plant beside acts beyond limits and periods out of their order
};

/// A script for a ruleset that has none: what its document offers of itself, zones, periods, orientations, values,
/// numbers and limits, as far as its rules of play are understood.
[[nodiscard]] PlainPlay plainPlay(const RulesSummary& summary);

}  // namespace docket::generate
