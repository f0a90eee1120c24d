#include "engine/fold/ledger.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <limits>
#include <range/v3/algorithm/lower_bound.hpp>

#include "engine/fold/fold.h"
#include "engine/fold/fold_play.h"
#include "engine/fold/set_updates.h"
#include "engine/fold/uses.h"
#include "engine/query/acts/recorded_names.h"
#include "engine/query/cards/traits.h"
#include "engine/query/stats/stats.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using schema::Change;

/// The head of the list of entries about a subject; created for a subject other than a card if missing.
EntryIndex& headAbout(State& state, Entity subject) {
  if (state.isCard(subject)) return state.cards[subject].first_entry;
  auto& others = state.other_subjects;
  auto found = ranges::lower_bound(others, subject, {}, &std::pair<Entity, EntryIndex>::first);
  if (found == others.end() || found->first != subject) found = others.insert(found, {subject, kNone});
  return found->second;
}

/// The head of the list of entries that end together with an entry; null for a permanent one.
EntryIndex* headOfEnding(State& state, const Entry& entry) {
  switch (entry.last) {
    case Change::Last::UNTIL_END:
      return entry.period == kUnbound ? nullptr : &state.ending[entry.period];
    case Change::Last::WHILE_SOURCE:
    case Change::Last::WHILE_ATTACHED:
      return state.isCard(entry.source) ? &state.cards[entry.source].first_sourced : nullptr;
    case Change::Last::PERMANENT:
      break;
  }
  return nullptr;
}

void unlink(State& state, EntryIndex index) {
  Entry& entry = state.entries[index];
  if (isBound(entry)) --state.bounds;
  if (entry.previous_of_subject != kNone) {
    state.entries[entry.previous_of_subject].next_of_subject = entry.next_of_subject;
  } else {
    headAbout(state, entry.subject) = entry.next_of_subject;
  }
  if (entry.next_of_subject != kNone) {
    state.entries[entry.next_of_subject].previous_of_subject = entry.previous_of_subject;
  }
  if (EntryIndex* ending = headOfEnding(state, entry)) {
    if (entry.previous_ending != kNone) {
      state.entries[entry.previous_ending].next_ending = entry.next_ending;
    } else {
      *ending = entry.next_ending;
    }
    if (entry.next_ending != kNone) state.entries[entry.next_ending].previous_ending = entry.previous_ending;
  }
  updateSetsFor(state, entry);
}

/// Removes an entry from its event's circular list; the use that began it keeps another entry of the list, if any.
void unlinkFromEvent(State& state, EntryIndex index) {
  const EntryIndex next = state.entries[index].next_of_event;
  if (next != index) {
    EntryIndex before = next;
    while (state.entries[before].next_of_event != index) before = state.entries[before].next_of_event;
    state.entries[before].next_of_event = next;
  }
  if (Use* use = state.useOf(state.entries[index].event); use != nullptr && use->first_entry == index) {
    use->first_entry = next == index ? kNone : next;
  }
}

/// A copy of a source's stat sets the subject's stat to the current amount; if that is unknown, to the recorded one.
void copyFromSource(const Fold& fold, Entry& entry) {
  fold.ruleset().note(RuleField::calculation_copy);
  const bool sets = fold.ruleset().calculation.copying == schema::Calculation::Copy::SETS;
  entry.kind = sets ? Change::Kind::SET : Change::Kind::SET_BASE;
  if (!fold.state.isCard(entry.source)) return;
  const StatReading from = readStat(fold.state, fold.rules, entry.source, static_cast<StatIndex>(entry.stat_or_name));
  if (from.kind != StatReading::Kind::known) return;
  entry.stated_amount = static_cast<std::int32_t>(std::clamp<std::int64_t>(
      from.amount, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

/// True if an event sets several stats of a subject, as a switch of two stats does.
bool setsSeveral(schema::Event::Reader event, Entity subject) {
  unsigned sets = 0;
  for (auto change : event.getBegins()) {
    if (change.getKind() == Change::Kind::SET && change.getSubject() == subject) ++sets;
  }
  return sets > 1;
}

/// The amount by which a bonus or a set counts. A subject without the stat receives nothing, and does not get it back
/// when it later has the stat; a set first gives it the stat.
std::int32_t effectiveAmount(const Fold& fold, const Entry& entry, bool from_base) {
  const auto stat = static_cast<StatIndex>(entry.stat_or_name);
  const Ruleset& ruleset = fold.ruleset();
  const bool sets = entry.kind == Change::Kind::SET;
  const auto lacks = [&] { return lacksStat(fold.state, fold.rules, entry.subject, stat); };
  if (ruleset.isOn(RuleSwitch::absent_takes_no_changes, lacks) && lacks()) {
    ruleset.note(RuleField::calculation_absent_set);
    const bool given = ruleset.isOn(RuleSwitch::absent_is_set_from_zero);
    const bool waits = given && ruleset.calculation.absent_set == schema::Calculation::AbsentSet::WITH_FORMER;
    if (sets ? !given : !waits) return 0;
  }
  if (!sets) return entry.stated_amount;
  if (from_base) {
    return static_cast<std::int32_t>(entry.stated_amount - readStat(fold.state, fold.rules, entry.subject, stat).base);
  }
  return bonusToReach(fold.state, fold.rules, entry.subject, stat, entry.stated_amount);
}

/// Counts a trait that an entry gives, and an unread text that it gives among the unread words in play.
void countGrant(Fold& fold, const Entry& entry, bool more) {
  if (entry.kind == Change::Kind::GRANT_TRAIT) more ? ++fold.state.granted_traits : --fold.state.granted_traits;
  if (!isUnreadGrant(fold.state, fold.rules, entry)) return;
  count(fold.state.unread_in_play, Matters::all(), more);
  fold.state.fingerprint.changed |= StateParts::of(StatePart::identity) | StateParts::of(StatePart::shown);
}

/// Puts an entry into force that is in the pool, but in no list yet. `from_base`: a set counts from the base value, and
/// changes are added on top.
void beginEntry(Fold& fold, EntryIndex index, bool from_base = false) {
  State& state = fold.state;
  Entry& entry = state.entries[index];
  if (entry.kind == Change::Kind::COPY) copyFromSource(fold, entry);
  if (entry.kind == Change::Kind::GRANT_KEYWORD) {
    fold.ruleset().note(RuleField::granting_keywords_last);
    if (fold.ruleset().granting.keywords_for_good) entry.last = Change::Last::PERMANENT;
  }
  if (entry.last == Change::Last::UNTIL_END && entry.period == kUnbound) {
    fold.throwMalformed("a change lasts until the end of a period that the ruleset does not have");
  }
  fold.markSubjectChanged(entry.subject);
  entry.amount = entry.stated_amount;
  if (entry.kind == Change::Kind::BONUS || entry.kind == Change::Kind::SET) {
    entry.amount = effectiveAmount(fold, entry, from_base);
  } else if (entry.kind == Change::Kind::MINIMUM || entry.kind == Change::Kind::MAXIMUM) {
    // The stat's value before the bound: the variant in which a contradiction freezes the stat needs it.
    entry.before = readStat(state, fold.rules, entry.subject, static_cast<StatIndex>(entry.stat_or_name)).amount;
  }
  linkEntry(state, index);
  state.fingerprint += factOf(entry);
  countGrant(fold, entry, true);
  if (entry.kind == Change::Kind::CONTROL && state.isCard(entry.subject)) refreshController(fold, entry.subject);
}

}  // namespace

void linkEntry(State& state, EntryIndex index) {
  Entry& entry = state.entries[index];
  if (isBound(entry)) ++state.bounds;
  EntryIndex& about = headAbout(state, entry.subject);
  entry.next_of_subject = about;
  if (about != kNone) state.entries[about].previous_of_subject = index;
  about = index;
  if (EntryIndex* ending = headOfEnding(state, entry)) {
    entry.next_ending = *ending;
    if (*ending != kNone) state.entries[*ending].previous_ending = index;
    *ending = index;
  }
  updateSetsFor(state, entry);
}

EntryIndex beginEntriesOf(Fold& fold, const schema::Event::Reader& event) {
  if (!event.hasBegins()) return kNone;
  State& state = fold.state;
  EntryIndex first = kNone;
  EntryIndex latest = kNone;
  std::uint16_t index = 0;
  for (auto change : event.getBegins()) {
    const bool about_stat = isAboutStat(change.getKind());
    const StatIndex stat = about_stat ? fold.binding(change.getName()).stat : kUnbound;
    if (about_stat && stat == kUnbound)
      fold.throwMalformed(noSuchStat(fold.ruleset(), state.vocabulary->names.text(change.getName())));
    const Entity subject = fold.subject(change.getSubject());
    if (subject == kNone) {
      ++index;
      continue;
    }
    const bool from_base = fold.ruleset().calculation.switching == schema::Calculation::Switch::BASE &&
                           setsSeveral(event, change.getSubject());
    fold.ruleset().note(RuleField::calculation_switch, [&] { return setsSeveral(event, change.getSubject()); });
    const CardIndex source = change.getSource() == 0 ? kNone : fold.card(change.getSource());
    const EntryIndex place = state.entries.take();
    // Assigned field by field in place, because there are about as many changes as events.
    Entry& entry = state.entries[place];
    entry.event = fold.now;
    entry.index = index++;
    entry.kind = change.getKind();
    entry.last = change.getLast();
    entry.subject = subject;
    entry.stat_or_name = about_stat ? NameNumber{stat} : change.getName();
    if (change.getUntil() != 0) entry.period = fold.binding(change.getUntil()).period;
    entry.player = change.getPlayer();
    entry.stated_amount = change.getAmount();
    entry.cap = change.getMost();
    entry.source = source;
    beginEntry(fold, place, from_base);
    if (first == kNone) first = place;
    state.entries[place].next_of_event = first;
    if (latest != kNone) state.entries[latest].next_of_event = place;
    latest = place;
  }
  return first;
}

void endEntry(Fold& fold, EntryIndex index) {
  State& state = fold.state;
  const Entry& entry = state.entries[index];
  fold.markSubjectChanged(entry.subject);
  state.fingerprint -= factOf(entry);
  countGrant(fold, entry, false);
  unlinkFromEvent(state, index);
  unlink(state, index);
  if (entry.kind == Change::Kind::GRANT_ABILITY) keepEndedGrant(fold, entry);
  if (!isAboutStat(entry.kind) && entry.kind != Change::Kind::CONTROL && fold.ruleset().counts_ended_sayings) {
    keepSaying(fold, entry, state.vocabulary->names.text(entry.stat_or_name));
  }
  if (entry.kind == Change::Kind::CONTROL && state.isCard(entry.subject)) refreshController(fold, entry.subject);
  state.entries.free(index);
}

void endEntriesBy(Fold& fold, schema::Event::ChangeEnded::Reader event) {
  State& state = fold.state;
  boost::container::small_vector<EntryIndex, 16> ending;
  state.entries.forEach([&](EntryIndex index, const Entry& entry) {
    if (entry.event == event.getBegun() && (event.getAll() || entry.index == event.getIndex())) ending.push_back(index);
  });
  for (const EntryIndex index : ending) endEntry(fold, index);
}

void endEntriesOfEvent(Fold& fold, EntryIndex first) {
  while (first != kNone) {
    const EntryIndex next = fold.state.entries[first].next_of_event;
    const bool last = next == first;
    endEntry(fold, first);
    first = last ? kNone : next;
  }
}

void endEntriesAbout(Fold& fold, Entity subject) {
  while (fold.state.newestEntryAbout(subject) != kNone) endEntry(fold, fold.state.newestEntryAbout(subject));
}

void endEntriesTurnedDown(Fold& fold, CardIndex card) {
  EntryIndex index = fold.state.newestEntryAbout(card);
  while (index != kNone) {
    const EntryIndex next = fold.state.entries[index].next_of_subject;
    if (fold.state.entries[index].kind != Change::Kind::CONTROL) endEntry(fold, index);
    index = next;
  }
}

void endEntriesSourcedBy(Fold& fold, CardIndex source, bool attached_only) {
  EntryIndex index = fold.state.cards[source].first_sourced;
  while (index != kNone) {
    const EntryIndex next = fold.state.entries[index].next_ending;
    if (!attached_only || fold.state.entries[index].last == Change::Last::WHILE_ATTACHED) endEntry(fold, index);
    index = next;
  }
}

void endEntriesUntil(Fold& fold, PeriodIndex period) {
  while (fold.state.ending[period] != kNone) endEntry(fold, fold.state.ending[period]);
}

void changeControl(Fold& fold, CardIndex card, Seat player, NameNumber until) {
  const PeriodIndex period = until == 0 ? kUnbound : fold.binding(until).period;
  const EntryIndex entry = fold.state.entries.take();
  fold.state.entries[entry] = {.event = fold.now,
                               .kind = Change::Kind::CONTROL,
                               .last = until == 0 ? Change::Last::PERMANENT : Change::Last::UNTIL_END,
                               .subject = card,
                               .period = period,
                               .player = player,
                               .next_of_event = entry};
  beginEntry(fold, entry);
}

Seat controllerOf(const State& state, CardIndex index) {
  for (const EntryIndex entry : state.entriesAbout(index)) {
    if (state.entry(entry).kind == Change::Kind::CONTROL) return state.entry(entry).player;
  }
  return state.cards[index].base_controller;
}

void refreshController(Fold& fold, CardIndex index) {
  fold.markChanged(index);
  setController(fold.state, index, controllerOf(fold.state, index));
}

}  // namespace docket
