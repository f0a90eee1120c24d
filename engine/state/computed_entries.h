// The entries of the ledger that are computed, and never recorded (computed.h computes them), as data: which of two
// came first, which are the same, and how they are linked.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// Whether anything can be computed: by continuous traits of cards, by those of the rules that something was given,
/// or by what is attached. Otherwise a fold costs nothing of it.
bool computes(const State& state, const Rules& rules);

/// Whether entries of a kind are about a stat, so that Entry::what is a stat's index.
bool isAboutStat(schema::Change::Kind kind);

/// Whether entries of a kind can give a card other types than are printed on it.
bool isAboutTypes(schema::Change::Kind kind);

/// Brings the entries of these into the form of computed ones: sorted, linked by subject.
void link(ComputedEntries& computed);

/// Whether an entry came before another one. Of a trait and of what began with the event by which its card came, the
/// trait's is the older.
bool isOlder(const Entry& one, const Entry& other);

/// Whether two entries are the same one, perhaps with another amount: of the same event and place, about the same.
bool isSame(const Entry& one, const Entry& other);

}  // namespace docket
