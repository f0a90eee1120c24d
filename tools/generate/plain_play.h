// A script for a ruleset without one, derived from the zones, periods, orientations, values and numbers in its
// document: cards are drawn, enter play, turn, use their abilities, leave and come back.
// Invariant: an act is made only if it is understood that no rule forbids it; an act that a known rule forbids is a
// plant.
#pragma once

#include <string>
#include <vector>

#include "events/document.h"
#include "schemas/play.capnp.h"
#include "tools/generate/rules_summary.h"

namespace docket::generate {

/// A kind of act that a script omits, and the reason: usually a rule about it has an expression that is not
/// understood.
struct LeftOut {
  std::string what, why;
};

struct PlainPlay {
  Document<schema::Play> play;
  std::vector<LeftOut> left_out;
  std::vector<std::string> plants;  ///< its plants, besides uses beyond a limit and periods out of order
};

/// A script for a ruleset that has none: what its document offers of itself, zones, periods, orientations, values,
/// numbers and limits, as far as its rules of play are understood.
[[nodiscard]] PlainPlay plainPlay(const RulesSummary& summary);

}  // namespace docket::generate
