#include "tools/explain/legality.h"

#include <range/v3/algorithm/any_of.hpp>

#include "engine/judge/doubt.h"

namespace docket {

std::string_view standingWord(Standing standing) {
  switch (standing) {
    case Standing::legal:
      return "legal";
    case Standing::illegal:
      return "ILLEGAL";
    case Standing::undecided:
      return "undecided";
  }
  return {};
}

Grade Legality::grade() const {
  return standing == Standing::undecided || isUnjudged() ? Grade::unverified : Grade::exact;
}

std::string_view Legality::word() const {
  if (!possible) return "IMPOSSIBLE";
  return isUnjudged() ? "not judged" : standingWord(standing);
}

Legality legalityOf(const PendingEvent& pending, const std::vector<Finding>& findings) {
  Legality legality{
      .possible = !ranges::any_of(findings, [](const Finding& one) { return one.is<Finding::Impossible>(); }),
      .scope = scopeOf(pending.informed())};
  if (hasCertain(findings)) {
    legality.standing = Standing::illegal;
    return legality;
  }
  legality.doubt = doubtOf(pending);
  if (!findings.empty() || legality.doubt) legality.standing = Standing::undecided;
  return legality;
}

}  // namespace docket
