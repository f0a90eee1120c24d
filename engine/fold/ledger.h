// The ledger of continuous changes: entries begin with an event and end with a period, with their source, with their
// subject's stay, when something ends them, or never. Stats, characteristics and control are readings of it.
// Each entry stands in up to three lists: those about its subject (newest first), those that end together, and the ring
// of those that one event began.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Begins the entries of an event and gives one of their ring, or kNone.
EntryIndex beginChanges(Fold& fold, const schema::Event::Reader& event);
/// Puts an entry into the list about its subject, as the newest, and into the list of those that end with it.
void linkEntry(State& state, EntryIndex entry);
void endEntry(Fold& fold, EntryIndex entry);
void endChanges(Fold& fold, schema::Event::ChangeEnded::Reader event);
void endRing(Fold& fold, EntryIndex first);
void endEntriesAbout(Fold& fold, Entity subject);
/// Those about a card that is turned face-down in play: all but who controls it.
void endChangesTurnedDown(Fold& fold, CardIndex card);
void endEntriesSourcedBy(Fold& fold, CardIndex source, bool attached_only);
void endEntriesUntil(Fold& fold, PeriodIndex period);
/// Adds a change of control to the ledger.
void changeControl(Fold& fold, CardIndex card, Seat player, NameNumber until);
/// Reads the controller of a card anew.
void refreshController(Fold& fold, CardIndex card);
Seat controllerOf(const State& state, CardIndex card);

}  // namespace docket
