// Values of entities (life, honor, gold, threat, points), counters on cards, and what the recorder observed.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

void changeValue(Fold& fold, Entity subject, NameNumber name, schema::How how, std::int64_t amount);
void changeCounters(Fold& fold, Entity subject, NameNumber name, std::int64_t by);
void clearCounters(Fold& fold, Entity subject);
void observe(Fold& fold, schema::Event::Observed::Reader event);
/// Notes of what the event observed whether the rules give it: once all that the event brings is computed.
void holdAgainstObservation(Fold& fold);
void forgetObservations(Fold& fold, Entity subject);

}  // namespace docket
