#include "engine/state/computed_entries.h"

#include <algorithm>
#include <range/v3/algorithm/is_sorted.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <utility>

namespace docket {

bool isSame(const Entry& one, const Entry& other) {
  return one.event == other.event && one.index == other.index && one.subject == other.subject &&
         one.kind == other.kind && one.what == other.what && one.computed == other.computed &&
         one.source == other.source;
}

bool isOlder(const Entry& one, const Entry& other) {
  if (one.event != other.event) return one.event < other.event;
  if (one.computed != other.computed) return one.computed;
  if (one.computed && one.source != other.source) return one.source < other.source;
  return one.index < other.index;
}

ComputedEntries linked(std::vector<Entry> entries, std::vector<std::string_view> names) {
  if (!ranges::is_sorted(entries, isOlder)) ranges::stable_sort(entries, isOlder);  // sorting asks for memory
  ComputedEntries made{.entries = std::move(entries), .by_subject = {}, .names = std::move(names), .cycles = {}};
  made.by_subject.reserve(made.entries.size());
  for (std::size_t i = 0; i < made.entries.size(); ++i) {
    Entry& entry = made.entries[i];
    const bool is_doubtful = entry.doubtful && !isAboutStat(entry.kind) && entry.kind != schema::Change::Kind::CONTROL;
    made.grant_traits = made.grant_traits || entry.kind == schema::Change::Kind::GRANT_TRAIT;
    made.about_types = made.about_types || is_doubtful || isAboutTypes(entry.kind);
    auto found = std::lower_bound(made.by_subject.begin(), made.by_subject.end(), entry.subject,
                                  [](const auto& one, Entity wanted) { return one.first < wanted; });
    if (found == made.by_subject.end() || found->first != entry.subject) {
      found = made.by_subject.insert(found, {entry.subject, kNone});
    }
    entry.next_of_subject = found->second;
    found->second = kFirstComputed + static_cast<EntryIndex>(i);
  }
  return made;
}

bool computes(const State& state, const Rules& rules) {
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
