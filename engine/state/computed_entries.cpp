#include "engine/state/computed_entries.h"

#include <algorithm>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/state/sort_stably.h"

namespace docket {

bool isSame(const Entry& one, const Entry& other) {
  return one.event == other.event && one.index == other.index && one.subject == other.subject &&
         one.kind == other.kind && one.stat_or_name == other.stat_or_name && one.computed == other.computed &&
         one.source == other.source;
}

bool isReceiptOf(const ReceivedChange& received, const Entry& entry) {
  const bool is_it = received.subject == entry.subject && received.event == entry.event &&
                     received.index == entry.index && received.source == entry.source;
  return is_it && (isBound(entry) ? !received.of_words && received.stat == entry.stat_or_name : received.of_words);
}

EventNumber receivedAt(const State& state, const Entry& change) {
  const auto found = ranges::find_if(state.received_changes,
                                     [&](const ReceivedChange& received) { return isReceiptOf(received, change); });
  return found == state.received_changes.end() ? change.event : found->since;
}

bool isOlder(const Entry& one, const Entry& other) {
  if (one.event != other.event) return one.event < other.event;
  if (one.computed != other.computed) return one.computed;
  if (one.computed && one.source != other.source) return one.source < other.source;
  return one.index < other.index;
}

void link(ComputedEntries& computed) {
  auto& entries = computed.entries;
  sortStably(entries.begin(), entries.end(), isOlder);
  computed.by_subject.clear();
  computed.grant_traits = computed.about_types = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Entry& entry = entries[i];
    const bool is_doubtful = entry.doubtful && !isAboutStat(entry.kind) && entry.kind != schema::Change::Kind::CONTROL;
    computed.grant_traits = computed.grant_traits || entry.kind == schema::Change::Kind::GRANT_TRAIT;
    computed.about_types = computed.about_types || is_doubtful || isAboutTypes(entry.kind);
    auto found = std::lower_bound(computed.by_subject.begin(), computed.by_subject.end(), entry.subject,
                                  [](const auto& one, Entity wanted) { return one.first < wanted; });
    if (found == computed.by_subject.end() || found->first != entry.subject) {
      found = computed.by_subject.insert(found, {entry.subject, kNone});
    }
    entry.next_of_subject = found->second;
    found->second = kFirstComputed + static_cast<EntryIndex>(i);
  }
}

bool mayHaveComputedEntries(const State& state, const Rules& rules) {
  return rules.catalogue.continuous || rules.ruleset.modifiers_to_host || state.vocabulary->names_traits;
}

bool isAboutTypes(schema::Change::Kind kind) {
  return kind == schema::Change::Kind::SET_TYPE || kind == schema::Change::Kind::ADD_TYPE ||
         kind == schema::Change::Kind::REMOVE_TYPE || kind == schema::Change::Kind::ACT_AS;
}

bool isAboutStat(schema::Change::Kind kind) {
  return kind == schema::Change::Kind::BONUS || kind == schema::Change::Kind::SET ||
         kind == schema::Change::Kind::MINIMUM || kind == schema::Change::Kind::MAXIMUM ||
         kind == schema::Change::Kind::SET_BASE || kind == schema::Change::Kind::COPY;
}

}  // namespace docket
