// Everything that can be observed of a game, step by step, as plain lines: what golden games are compared by.
#pragma once

#include <string>

#include "engine/rules/catalogue.h"
#include "events/recording.h"

namespace docket {

/// One block of lines an event: fingerprint and digest, the findings, the period, each value, each card in play with
/// controller, face, orientation and every stat (printed, current), counters, ledger entries, uses with each limit that
/// holds for them, the chain, the value of a ruling's claim.
std::string observe(const Recording& game, const Rules& rules);

}  // namespace docket
