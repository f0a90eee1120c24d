// A script for a ruleset that has none of its own, from what its document says of zones, periods, orientations, values
// and numbers: cards are drawn, enter play, are turned, use what they can use, leave and come back.
// Invariant: an act is made only in phases and with cards of which it is understood that no rule forbids it; if it is
// known that one does, and which, that is a plant.
#pragma once

#include <string>
#include <vector>

#include "events/document.h"
#include "schemas/play.capnp.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// A kind of act that a script does not make, and why: mostly because a rule asks something of it that is in an
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
