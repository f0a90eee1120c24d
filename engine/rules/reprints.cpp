#include "engine/rules/reprints.h"

#include <algorithm>

namespace docket {
namespace {

bool sameStats(const Definition& one, const Definition& other) {
  return std::equal(one.stats.begin(), one.stats.end(), other.stats.begin(), other.stats.end(),
                    [](const PrintedStat& a, const PrintedStat& b) {
                      return a.amount == b.amount && a.kind == b.kind && a.specified == b.specified &&
                             a.unsaid == b.unsaid;
                    });
}

bool sameLimits(const std::vector<LimitOf>& one, const std::vector<LimitOf>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const LimitOf& a, const LimitOf& b) {
    return a.limit == b.limit && a.max == b.max && a.group == b.group && a.title == b.title;
  });
}

bool sameAbilities(const Definition& one, const Definition& other) {
  return std::equal(
      one.abilities.begin(), one.abilities.end(), other.abilities.begin(), other.abilities.end(),
      [](const Ability& a, const Ability& b) { return a.name == b.name && sameLimits(a.limits, b.limits); });
}

}  // namespace

bool isReprint(const Definition& one, const Definition& other) {
  if (&one == &other) return true;
  // Abilities and ways to win come from the text: without one nothing says that they are the same.
  const bool text = one.text == other.text && sameAbilities(one, other) && one.wins.size() == other.wins.size() &&
                    (!one.text.empty() || (one.abilities.empty() && one.wins.empty()));
  return text && one.title == other.title && one.version == other.version && one.types == other.types &&
         one.subtypes == other.subtypes && one.supertypes == other.supertypes && one.keywords == other.keywords &&
         one.characteristics == other.characteristics && one.unsaid_characteristics == other.unsaid_characteristics &&
         sameLimits(one.limits, other.limits) && one.unread == other.unread && sameStats(one, other);
}

}  // namespace docket
