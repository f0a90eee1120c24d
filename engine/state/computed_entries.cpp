#include "engine/state/computed_entries.h"

#include <algorithm>
#include <numeric>
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
  ComputedEntries made{.entries = {}, .by_subject = {}, .names = std::move(names), .cycles = {}};
  // Their places are sorted: to sort entries themselves the library takes a buffer that is not aligned as they are.
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t one, std::size_t other) { return isOlder(entries[one], entries[other]); });
  made.entries.reserve(entries.size());
  for (const std::size_t place : order) made.entries.push_back(entries[place]);
  for (std::size_t i = 0; i < made.entries.size(); ++i) {
    Entry& entry = made.entries[i];
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

bool isAboutStat(schema::Change::Kind kind) {
  return kind == schema::Change::Kind::BONUS || kind == schema::Change::Kind::SET ||
         kind == schema::Change::Kind::MINIMUM || kind == schema::Change::Kind::MAXIMUM ||
         kind == schema::Change::Kind::SET_BASE || kind == schema::Change::Kind::COPY;
}

}  // namespace docket
