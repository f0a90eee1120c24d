// Computed ledger entries, which are never recorded (computed.h computes them), as data: their order, equality and
// links.
#pragma once

#include "engine/state/state.h"

namespace docket {

/// True if the game can have computed entries: from continuous traits of cards, from rule traits that something was
/// given, or from attached cards. If false, folding does no work for them.
bool mayHaveComputedEntries(const State& state, const Rules& rules);

/// True if entries of a kind are about a stat, so that Entry::stat_or_name is a stat's index.
bool isAboutStat(schema::Change::Kind kind);

/// True if entries of a kind can give a card types that are not printed on it.
bool isAboutTypes(schema::Change::Kind kind);

/// Sorts computed entries and links them by subject.
void link(ComputedEntries& computed);

/// True if `one` began before `other`. If both began with the event with which the trait's card arrived, the trait's
/// entry is the older.
bool isOlder(const Entry& one, const Entry& other);

/// When its subject received a change: with the event that began it, or as State::received_changes says.
EventNumber receivedAt(const State& state, const Entry& change);
/// True if that is about an entry.
bool isReceiptOf(const ReceivedChange& received, const Entry& entry);

/// True if two entries are the same, except perhaps for the amount: same event, same place, same subject.
bool isSame(const Entry& one, const Entry& other);

}  // namespace docket
