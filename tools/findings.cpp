#include "tools/findings.h"

#include <fmt/format.h>

#include <array>

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
    case Finding::Kind::missed:
      return "missed";
    case Finding::Kind::trait:
      return "trait";
    case Finding::Kind::ability:
      return "ability";
    case Finding::Kind::effect:
      return "effect";
    case Finding::Kind::cycle:
      return "cycle";
  }
  return "";
}

std::string_view faultOf(Finding::Fault fault) {
  constexpr std::array<std::string_view, 12> kFaults = {"",          "twice",   "no trigger", "place",
                                                        "condition", "cost",    "target",     "designator",
                                                        "missing",   "surplus", "different",  "early"};
  return kFaults[static_cast<std::size_t>(fault)];
}

void addText(JsonWriter& json, const Finding& finding, const State& before) {
  if (finding.fault != Finding::Fault::none) json.member("fault", faultOf(finding.fault));
  json.member("ability", finding.ability);
  if (finding.effect != 0) json.member("effect", finding.effect);
  if (finding.subject != kNone && before.isCard(finding.subject)) {
    json.member("subject", fmt::format("#{}", before.cards[finding.subject].number));
  }
  if (finding.expected) json.member("expected", *finding.expected);
  if (finding.recorded) json.member("recorded", *finding.recorded);
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
  } else if (finding.ability != 0) {
    addText(json, finding, before);
  }
  json.list("restsOn");
  for (const EventNumber event : finding.rests_on) json.item(event);
  json.end().end();
}

}  // namespace docket
