#include "engine/state/state.h"

#include <algorithm>
#include <range/v3/algorithm/lower_bound.hpp>
#include <utility>

namespace docket {

const EntityValue* State::valueOf(Entity subject, std::uint32_t key) const {
  const auto found = ranges::lower_bound(values, std::pair{subject, key}, {}, kValueKey);
  if (found == values.end() || kValueKey(*found) != std::pair{subject, key}) return nullptr;
  return &*found;
}

std::int64_t State::countersOn(Entity subject, NameNumber name) const {
  const auto found = ranges::lower_bound(counters, std::pair{subject, name}, {}, kCounterKey);
  return found != counters.end() && kCounterKey(*found) == std::pair{subject, name} ? found->amount : 0;
}

const Use* State::useOf(EventNumber number) const {
  const auto found = std::lower_bound(uses.begin(), uses.end(), number,
                                      [](const Use& use, EventNumber wanted) { return use.event < wanted; });
  return found != uses.end() && found->event == number ? &*found : nullptr;
}

EntryIndex ComputedEntries::newestAbout(Entity subject) const {
  const auto found = std::lower_bound(by_subject.begin(), by_subject.end(), subject,
                                      [](const auto& one, Entity wanted) { return one.first < wanted; });
  return found != by_subject.end() && found->first == subject ? found->second : kNone;
}

EntryIndex State::newestEntryAboutOther(Entity subject) const {
  const auto found = ranges::lower_bound(other_subjects, subject, {}, &std::pair<Entity, EntryIndex>::first);
  return found != other_subjects.end() && found->first == subject ? found->second : kNone;
}

}  // namespace docket
