#include "tools/render/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/fold/reduce.h"
#include "tools/explain/explain_play.h"
#include "tools/render/words.h"

namespace docket {

std::string_view findingWord(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::limit:
      return "limit";
    case Finding::Kind::requirement:
      return "requirement";
    case Finding::Kind::order:
      return "order";
    case Finding::Kind::cycle:
      return "cycle";
    case Finding::Kind::permission:
      return "permission";
    case Finding::Kind::number:
      return "number";
    case Finding::Kind::outcome:
      return "outcome";
    case Finding::Kind::missed:
      return "missed";
    case Finding::Kind::trait:
      return "trait";
    case Finding::Kind::ability:
      return "ability";
    case Finding::Kind::effect:
      return "effect";
    case Finding::Kind::impossible:
      return "impossible";
    case Finding::Kind::unexplained:
      return "unexplained";
  }
  return "";
}

std::string_view findingTag(const Finding& finding) {
  if (finding.kind == Finding::Kind::impossible) return "Impossible";
  if (finding.kind == Finding::Kind::unexplained) return "Not explained";
  return finding.grade == Finding::Grade::certain ? "Illegal" : "Perhaps illegal";
}

std::string_view breachWord(Finding::Breach breach) {
  constexpr std::array<std::string_view, 6> kBreaches = {"may not",       "must",   "unpaid",
                                                         "irreplaceable", "winner", "over"};
  return kBreaches[static_cast<std::size_t>(breach)];
}

std::string_view faultWord(Finding::Fault fault) {
  constexpr std::array<std::string_view, 13> kFaults = {"",          "twice",  "no trigger", "place",   "condition",
                                                        "cost",      "target", "designator", "missing", "surplus",
                                                        "different", "early",  "lasting"};
  return kFaults[static_cast<std::size_t>(fault)];
}

namespace {

void addPermission(JsonWriter& json, const Finding& finding, const State& before) {
  json.member("breach", breachWord(finding.breach));
  if (!finding.act.empty()) json.member("act", finding.act);
  if (finding.sayings.empty()) return;
  json.list("sayings");
  for (std::size_t i = 0; i < finding.sayings.size(); ++i) {
    const Saying& saying = finding.sayings[i];
    json.object().member("says", saysWords(saying.says)).member("speaker", saying.speaker);
    if (saying.source != kNone) json.member("source", fmt::format("#{}", before.cards[saying.source].number));
    if (!saying.clause.empty()) json.member("clause", saying.clause);
    if (saying.event != 0) json.member("event", saying.event);
    json.member("holds", i == finding.holds).end();
  }
  json.end();
}

void addText(JsonWriter& json, const Finding& finding, const State& before) {
  if (finding.fault != Finding::Fault::none) json.member("fault", faultWord(finding.fault));
  json.member("ability", finding.ability);
  if (!finding.named.empty()) json.member("named", finding.named);
  if (finding.effect != 0) json.member("effect", finding.effect);
  if (finding.subject != kNone && before.isCard(finding.subject)) {
    json.member("subject", fmt::format("#{}", before.cards[finding.subject].number));
  }
  if (finding.expected) json.member("expected", *finding.expected);
  if (finding.recorded) json.member("recorded", *finding.recorded);
}

void addImpossible(JsonWriter& json, const Finding& finding, const State& told) {
  if (!finding.claimed.empty()) json.member("claimed", finding.claimed);
  if (finding.subject != kNone && told.isCard(finding.subject)) {
    json.member("subject", fmt::format("#{}", told.cards[finding.subject].number));
  }
  if (finding.number != 0) json.member("missing", fmt::format("#{}", finding.number));
  if (finding.expected) json.member("expected", *finding.expected);
  if (finding.recorded) json.member("recorded", *finding.recorded);
}

}  // namespace

StateForFindings::StateForFindings(const State& before, const Rules& rules, EventNumber number,
                                   schema::Event::Reader event, const std::vector<Finding>& findings)
    : before_(before) {
  const bool has_all = std::all_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.card == kNone || before.isCard(finding.card);
  });
  if (has_all) return;
  after_ = atHand(before, rules, number, event).after();
}

void addFinding(JsonWriter& json, const Finding& finding, const State& told, const Ruleset& ruleset) {
  json.object().member("kind", findingWord(finding.kind));
  json.member("grade", finding.grade == Finding::Grade::certain ? "certain" : "undecided");
  json.member("clause", finding.clause).member("event", finding.event);
  if (finding.card != kNone) json.member("card", fmt::format("#{}", told.cards[finding.card].number));
  if (finding.player != 0) json.member("player", finding.player);
  if (finding.kind == Finding::Kind::limit) {
    json.member("limit", ruleset.limits[finding.limit].name).member("used", finding.used).member("max", finding.max);
  } else if (finding.kind == Finding::Kind::requirement) {
    json.member("requires", Words::requirement(finding.requirement));
  } else if (finding.kind == Finding::Kind::cycle) {
    json.member("trait", finding.trait);
  } else if (finding.kind == Finding::Kind::number) {
    json.member("number", finding.number).member("least", finding.least).member("most", finding.most);
  } else if (finding.kind == Finding::Kind::permission) {
    addPermission(json, finding, told);
  } else if (finding.kind == Finding::Kind::outcome) {
    json.member("breach", breachWord(finding.breach));
    if (finding.everybody != schema::Everybody::NO)
      json.member("everybody", finding.everybody == schema::Everybody::WINS ? "wins" : "loses");
  } else if (finding.kind == Finding::Kind::impossible) {
    addImpossible(json, finding, told);
  } else if (isOfFollowing(finding)) {
    json.member("following", finding.named);
  } else if (finding.ability != 0 || !finding.named.empty()) {
    addText(json, finding, told);
  }
  json.list("restsOn");
  for (const EventNumber event : finding.rests_on) json.item(event);
  json.end().end();
}

}  // namespace docket
