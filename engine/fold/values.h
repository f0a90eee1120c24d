// Values of entities (life, honor, gold, threat, points) and counters on cards.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void changeValue(Fold& fold, Entity subject, NameNumber name, schema::How how, std::int64_t amount);
void changeCounters(Fold& fold, Entity subject, NameNumber name, std::int64_t by);
void clearCounters(Fold& fold, Entity subject);

}  // namespace docket
