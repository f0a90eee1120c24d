#include "engine/rules/reprints.h"

#include <algorithm>

namespace docket {
namespace {

bool sameStats(const Definition& one, const Definition& other) {
  return std::equal(one.stats.begin(), one.stats.end(), other.stats.begin(), other.stats.end(),
                    [](const PrintedStat& a, const PrintedStat& b) {
                      return a.amount == b.amount && a.kind == b.kind && a.specified == b.specified;
                    });
}

}  // namespace

bool isReprint(const Definition& one, const Definition& other) {
  if (&one == &other) return true;
  const bool text = one.text == other.text && one.abilities.size() == other.abilities.size() &&
                    (!one.text.empty() || one.abilities.empty());
  return text && one.title == other.title && one.version == other.version && one.types == other.types &&
         one.subtypes == other.subtypes && one.supertypes == other.supertypes && one.keywords == other.keywords &&
         one.characteristics == other.characteristics && one.limits.size() == other.limits.size() &&
         one.wins.size() == other.wins.size() && sameStats(one, other);
}

}  // namespace docket
