#include "tools/findings.h"

#include <fmt/format.h>

#include "tools/words.h"

namespace docket {
namespace {

std::string_view kindOf(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::limit:
      return "limit";
    case Finding::Kind::requirement:
      return "requirement";
    case Finding::Kind::order:
      return "order";
    case Finding::Kind::cycle:
      return "cycle";
  }
  return "";
}

}  // namespace

void addFinding(JsonWriter& json, const Finding& finding, const State& before, const Ruleset& ruleset) {
  json.object().member("kind", kindOf(finding.kind));
  json.member("grade", finding.grade == Finding::Grade::certain ? "certain" : "undecided");
  json.member("clause", finding.clause).member("event", finding.event);
  if (finding.card != kNone) json.member("card", fmt::format("#{}", before.cards[finding.card].number));
  if (finding.player != 0) json.member("player", finding.player);
  if (finding.kind == Finding::Kind::limit) {
    json.member("limit", ruleset.limits[finding.limit].name).member("used", finding.used).member("max", finding.max);
  } else if (finding.kind == Finding::Kind::requirement) {
    json.member("requires", Words::requirement(finding.requirement));
  } else if (finding.kind == Finding::Kind::cycle) {
    json.member("trait", finding.trait);
  }
  json.list("restsOn");
  for (const EventNumber event : finding.rests_on) json.item(event);
  json.end().end();
}

}  // namespace docket
