#include "tools/explain/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/fold/reduce.h"
#include "events/overload.h"
#include "tools/explain/explain_play.h"
#include "tools/io/json_answer.h"
#include "tools/words/words.h"

namespace docket {

std::string_view findingWord(const Finding& finding) {
  using Word = std::string_view;
  return std::visit(Overload{
                        [](const Finding::LimitExceeded&) -> Word { return "limit"; },
                        [](const Finding::RequirementUnmet&) -> Word { return "requirement"; },
                        [](const Finding::OutOfOrder&) -> Word { return "order"; },
                        [](const Finding::Cycle&) -> Word { return "cycle"; },
                        [](const Finding::NotPermitted&) -> Word { return "permission"; },
                        [](const Finding::Unpaid&) -> Word { return "permission"; },
                        [](const Finding::NumberOutOfBounds&) -> Word { return "number"; },
                        [](const Finding::OtherWinner&) -> Word { return "outcome"; },
                        [](const Finding::AfterTheEnd&) -> Word { return "outcome"; },
                        [](const Finding::TraitMissed&) -> Word { return "missed"; },
                        [](const Finding::FollowUpMissed&) -> Word { return "missed"; },
                        [](const Finding::AgainstText& text) -> Word { return text.of_trait ? "trait" : "ability"; },
                        [](const Finding::OtherEffect&) -> Word { return "effect"; },
                        [](const Finding::Impossible&) -> Word { return "impossible"; },
                        [](const Finding::Unexplained&) -> Word { return "unexplained"; },
                    },
                    finding.what);
}

std::string_view findingTag(const Finding& finding) {
  if (finding.is<Finding::Impossible>()) return "Impossible";
  if (finding.is<Finding::Unexplained>()) return "Not explained";
  return finding.isCertain() ? "Illegal" : "Perhaps illegal";
}

std::string_view breachWord(const Finding& finding) {
  using Word = std::string_view;
  return std::visit(Overload{
                        [](const Finding::NotPermitted& act) -> Word {
                          constexpr std::array<Word, 3> kBreaches = {"may not", "must", "irreplaceable"};
                          return kBreaches[static_cast<std::size_t>(act.breach)];
                        },
                        [](const Finding::Unpaid&) -> Word { return "unpaid"; },
                        [](const Finding::OtherWinner&) -> Word { return "winner"; },
                        [](const Finding::AfterTheEnd&) -> Word { return "over"; },
                        [](const Finding::Unexplained& how) -> Word {
                          return how.of_anothers_card ? Word("another's card") : Word();
                        },
                        [](const auto&) -> Word { return {}; },
                    },
                    finding.what);
}

std::string_view faultWord(const Finding& finding) {
  using Word = std::string_view;
  return std::visit(
      Overload{
          [](const Finding::AgainstText& text) -> Word {
            constexpr std::array<Word, 9> kFaults = {"twice",  "no trigger", "place", "condition", "cost",
                                                     "target", "designator", "lost",  "trait"};
            return kFaults[static_cast<std::size_t>(text.fault)];
          },
          [](const Finding::OtherEffect& other) -> Word {
            constexpr std::array<Word, 5> kFaults = {"missing", "surplus", "different", "early", "lasting"};
            return kFaults[static_cast<std::size_t>(other.fault)];
          },
          [](const auto&) -> Word { return {}; },
      },
      finding.what);
}

namespace {

/// Writes the fields that only a finding of its kind has. `table` is the table with which it is shown.
class KindWriter {
 public:
  KindWriter(JsonWriter& json, const Finding& finding, const State& table, const Ruleset& ruleset)
      : json_(json), finding_(finding), table_(table), ruleset_(ruleset) {}

  void operator()(const Finding::LimitExceeded& limit) {
    json_.member("limit", ruleset_.limits[limit.limit].name).member("used", limit.used).member("max", limit.max);
  }
  void operator()(const Finding::RequirementUnmet& unmet) {
    json_.member("requires", Words::requirement(unmet.requirement->what));
  }
  void operator()(const Finding::OutOfOrder&) {}
  void operator()(const Finding::Cycle& cycle) { json_.member("trait", cycle.trait); }
  void operator()(const Finding::NotPermitted& act) {
    breach();
    if (!act.act.empty()) json_.member("act", act.act);
    if (act.sayings.empty()) return;
    json_.list("sayings");
    for (std::size_t i = 0; i < act.sayings.size(); ++i) {
      const Saying& saying = act.sayings[i];
      json_.object().member("says", saysWords(saying.says)).member("speaker", saying.speaker);
      if (saying.source != kNone) json_.member("source", fmt::format("#{}", table_.cards[saying.source].number));
      if (!saying.clause.empty()) json_.member("clause", saying.clause);
      if (saying.event != 0) json_.member("event", saying.event);
      json_.member("holds", i == act.prevailing).end();
    }
    json_.end();
  }
  void operator()(const Finding::Unpaid&) { breach(); }
  void operator()(const Finding::NumberOutOfBounds& number) {
    json_.member("number", number.chosen).member("least", number.least).member("most", number.most);
  }
  void operator()(const Finding::OtherWinner& end) {
    breach();
    if (otherSeats(end.winners) != 0) writeSeats(json_, "winners", end.winners);
    if (end.everybody == schema::Everybody::NO) return;
    json_.member("everybody", end.everybody == schema::Everybody::WINS ? "wins" : "loses");
  }
  void operator()(const Finding::AfterTheEnd&) { breach(); }
  void operator()(const Finding::TraitMissed& missed) {
    json_.member("ability", missed.trait);
    if (!missed.named.empty()) json_.member("named", missed.named);
  }
  void operator()(const Finding::FollowUpMissed& missed) { json_.member("following", missed.rule); }
  void operator()(const Finding::AgainstText& text) { faultOf(text); }
  void operator()(const Finding::OtherEffect& other) {
    faultOf(other);
    if (other.effect != 0) json_.member("effect", other.effect);
    subject(other.subject);
    if (other.expected) json_.member("expected", *other.expected);
    if (other.recorded) json_.member("recorded", *other.recorded);
  }
  void operator()(const Finding::Impossible& impossible) {
    if (!impossible.claimed.empty()) json_.member("claimed", impossible.claimed);
    subject(impossible.subject);
    if (impossible.missing != 0) json_.member("missing", fmt::format("#{}", impossible.missing));
    if (!impossible.amounts) return;
    json_.member("expected", impossible.amounts->there).member("recorded", impossible.amounts->recorded);
  }
  void operator()(const Finding::Unexplained& unexplained) {
    if (unexplained.of_anothers_card) breach();
  }

 private:
  void breach() { json_.member("breach", breachWord(finding_)); }
  /// Writes what is wrong by a text, and with which of its abilities.
  void faultOf(const auto& by_text) {
    json_.member("fault", faultWord(finding_)).member("ability", by_text.ability);
    if (!by_text.named.empty()) json_.member("named", by_text.named);
  }
  void subject(Entity subject) {
    if (subject != kNone && table_.isCard(subject))
      json_.member("subject", fmt::format("#{}", table_.cards[subject].number));
  }

  JsonWriter& json_;
  const Finding& finding_;
  const State& table_;
  const Ruleset& ruleset_;
};

/// True if a table has the cards that findings are about.
bool hasAllOf(const std::vector<Finding>& findings, const State& table) {
  return std::all_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.card == kNone || table.isCard(finding.card); });
}

}  // namespace

StateForFindings::StateForFindings(const State& before, const Rules& rules, EventNumber number,
                                   schema::Event::Reader event, const std::vector<Finding>& findings)
    : shown_(&before) {
  if (!hasAllOf(findings, before)) made_ = pendingEvent(before, rules, number, event).after();
}

StateForFindings::StateForFindings(const State& before, const State& after, const std::vector<Finding>& findings)
    : shown_(hasAllOf(findings, before) ? &before : &after) {}

void addFinding(JsonWriter& json, const Finding& finding, const State& table, const Ruleset& ruleset) {
  json.object().member("kind", findingWord(finding));
  json.member("grade", finding.isCertain() ? "certain" : "undecided");
  json.member("clause", finding.clause).member("event", finding.event);
  if (finding.card != kNone) json.member("card", fmt::format("#{}", table.cards[finding.card].number));
  if (finding.player != 0) json.member("player", finding.player);
  std::visit(KindWriter(json, finding, table, ruleset), finding.what);
  json.list("restsOn", finding.rests_on).end();
}

std::string findingJson(const Finding& finding, const State& table, const Ruleset& ruleset) {
  JsonWriter json;
  json.list();
  addFinding(json, finding, table, ruleset);
  const std::string list = json.end().text();
  return list.substr(1, list.size() - 2);
}

}  // namespace docket
