// Turns, phases, rounds, battles, chains: what is under way, and what ends when they end.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void beginPeriod(Fold& fold, schema::Event::Began::Reader event);
void endPeriod(Fold& fold, PeriodIndex period);

}  // namespace docket
