// The ledger of continuous changes: entries begin with an event and end with a period, with their source, with their
// subject's stay, when something ends them, or never. Stats, characteristics and control are computed from them. Each
// entry is in up to three lists: the entries about its subject (newest first), the entries that end together, and the
// circular list of those that one event began.
#pragma once

#include "engine/fold/fold.h"

namespace docket {

/// Begins the entries of an event and returns one of their circular list, or kNone.
EntryIndex beginEntriesOf(Fold& fold, const schema::Event::Reader& event);
/// Links an entry as the newest about its subject, and with the entries that end together with it.
void linkEntry(State& state, EntryIndex entry);
void endEntry(Fold& fold, EntryIndex entry);
void endEntriesBy(Fold& fold, schema::Event::ChangeEnded::Reader event);
void endEntriesOfEvent(Fold& fold, EntryIndex first);
void endEntriesAbout(Fold& fold, Entity subject);
/// Ends the entries about a card that is turned face-down in play, except those about its control.
void endEntriesTurnedDown(Fold& fold, CardIndex card);
void endEntriesSourcedBy(Fold& fold, CardIndex source, bool attached_only);
void endEntriesUntil(Fold& fold, PeriodIndex period);
/// Adds a change of control to the ledger.
void changeControl(Fold& fold, CardIndex card, Seat player, NameNumber until);
/// Recomputes the controller of a card.
void refreshController(Fold& fold, CardIndex card);
Seat controllerOf(const State& state, CardIndex card);

}  // namespace docket
