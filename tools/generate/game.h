// Generates games from a play script over a ruleset and a catalogue: legal games, with a stated share of planted
// illegal acts and missed traits whose event and clause the generator knows.
// Invariant: a game depends on the documents, the seed and its number alone, on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/document.h"
#include "events/recording.h"
#include "schemas/play.capnp.h"
#include "tools/generate/make_move.h"
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

/// Generates game `number`, from 1. Throws BadInput if the script does not fit the documents.
[[nodiscard]] MadeGame makeGame(const RulesSummary& summary, schema::Play::Reader play, const Order& order,
                                std::uint32_t number);

}  // namespace docket::generate
