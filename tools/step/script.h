// `docket step` driven by standard input: one instruction per line, each answered before the next is read, so that a
// program can use it through pipes.
#pragma once

#include "tools/io/streams.h"
#include "tools/step/views.h"

namespace docket::step {

/// Follows the script to its end, or to `quit`; with `json` an object a line. Throws BadInput, with the number of the
/// line, for one that cannot be followed; earlier answers stay.
void followScript(Stepper& stepper, Streams& streams, bool json);

}  // namespace docket::step
