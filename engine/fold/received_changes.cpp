#include "engine/fold/received_changes.h"

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/contains.hpp>
#include <range/v3/algorithm/none_of.hpp>

#include "engine/fold/computed.h"
#include "engine/fold/erase_facts.h"
#include "engine/state/computed_entries.h"
#include "engine/state/facts.h"

namespace docket {
namespace {

using ReceivedKind = schema::Change::Kind;

/// True if it matters which of two bounds a stat received first.
bool firstBoundCanHold(const Rules& rules) {
  rules.ruleset.note(RuleField::calculation_contradiction);
  const auto contradiction = rules.ruleset.calculation.contradiction;
  return contradiction == schema::Calculation::Contradiction::LATER_HAS_NO_EFFECT ||
         contradiction == schema::Calculation::Contradiction::FREEZES;
}

bool isAboutKeywords(ReceivedKind kind) {
  return kind == ReceivedKind::GRANT_KEYWORD || kind == ReceivedKind::REMOVE_KEYWORD;
}
bool setsTypes(ReceivedKind kind) { return kind == ReceivedKind::SET_TYPE || kind == ReceivedKind::SET_SUBTYPE; }
bool isAboutWords(ReceivedKind kind) {
  return isAboutKeywords(kind) || isAboutTypes(kind) || setsTypes(kind) || kind == ReceivedKind::ADD_SUBTYPE ||
         kind == ReceivedKind::ADD_SUPERTYPE;
}

/// True if the order of a change and another one about the same subject can matter.
bool isOpposed(const State& state, const Entry& entry) {
  for (const EntryIndex i : state.entriesAbout(entry.subject)) {
    const Entry& other = state.entry(i);
    if (&other == &entry || !isAboutWords(other.kind)) continue;
    if (isAboutKeywords(other.kind) != isAboutKeywords(entry.kind)) continue;
    if (other.kind != entry.kind || setsTypes(entry.kind)) return true;
  }
  return false;
}

bool isStillThere(const State& state, const ReceivedChange& received) {
  for (const EntryIndex i : state.entriesAbout(received.subject)) {
    if (isReceiptOf(received, state.entry(i))) return true;
  }
  return false;
}

/// True if a change belongs to a cycle of traits, which would seem resolved if the change were forgotten.
bool isOfCycle(const State& state, const ReceivedChange& received) {
  return state.computed != nullptr && ranges::contains(state.computed->cycles, received.source, &TraitOf::bearer);
}

void forgetEndedChanges(State& state) {
  eraseFacts(state, state.received_changes, [&](const ReceivedChange& received) {
    return !isStillThere(state, received) && !isOfCycle(state, received);
  });
}

/// Notes that a change was received now; false if it is already noted, or if the event itself began it.
bool note(Fold& fold, const Entry& entry) {
  State& state = fold.state;
  if (entry.event == fold.now && fold.groupOrItself() == fold.now) return false;
  const auto is_it = [&](const ReceivedChange& one) { return isReceiptOf(one, entry); };
  if (ranges::any_of(state.received_changes, is_it)) return false;
  const bool is_bound = isBound(entry);
  state.received_changes.push_back({.subject = entry.subject,
                                    .event = entry.event,
                                    .index = entry.index,
                                    .stat = is_bound ? static_cast<StatIndex>(entry.stat_or_name) : StatIndex{0},
                                    .source = entry.source,
                                    .since = fold.groupOrItself(),
                                    .of_words = !is_bound});
  state.fingerprint += factOf(state.received_changes.back());
  return true;
}

void noteBoundsOfGroup(Fold& fold) {
  if (fold.group == 0 || fold.state.bounds == 0) return;
  fold.state.entries.forEach([&](EntryIndex, const Entry& entry) {
    if (entry.event == fold.now && isBound(entry)) note(fold, entry);
  });
}

/// Notes the changes that continuous traits give now and did not give before the event. True if that changes which
/// keywords or types apply.
bool noteOfTraits(Fold& fold, bool bounds) {
  const State& state = fold.state;
  if (!fold.computed_before || *fold.computed_before == state.computed || state.computed == nullptr) return false;
  const ComputedEntries* before = fold.computed_before->get();
  const auto is_new = [&](const Entry& entry) {
    return before == nullptr ||
           ranges::none_of(before->entries, [&](const Entry& former) { return isSame(former, entry); });
  };
  bool words = false;
  for (const Entry& entry : state.computed->entries) {
    const bool counts = isBound(entry) ? bounds : isAboutWords(entry.kind) && isOpposed(state, entry);
    if (counts && is_new(entry) && note(fold, entry)) words = words || !isBound(entry);
  }
  return words;
}

}  // namespace

void noteReceivedChanges(Fold& fold) {
  const bool bounds = firstBoundCanHold(fold.rules);
  if (bounds) noteBoundsOfGroup(fold);
  for (std::uint32_t i = 0; noteOfTraits(fold, bounds) && i < kMaxRounds; ++i) computeAgain(fold);
  if (!fold.state.received_changes.empty()) forgetEndedChanges(fold.state);
}

}  // namespace docket
