// Turns, phases, rounds, battles and chains: their beginning and end, and what ends with them.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void beginPeriod(Fold& fold, schema::Event::Began::Reader event);
void endPeriod(Fold& fold, PeriodIndex period);

}  // namespace docket
