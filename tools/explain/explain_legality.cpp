#include "tools/explain/explain_legality.h"

#include <fmt/format.h>

#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find_if.hpp>

#include "engine/fold/reduce.h"
#include "engine/judge/applicable_rules.h"
#include "engine/rules/event_meaning.h"
#include "events/overload.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/explain_limits.h"
#include "tools/explain/explain_play.h"
#include "tools/explain/explanation.h"
#include "tools/explain/findings.h"
#include "tools/explain/legality.h"
#include "tools/words/scope_words.h"

namespace docket {
namespace {

std::string actWords(const Words& words, schema::Event::Reader event, const UseQuestion& act) {
  const std::string who = words.player(act.player);
  if (event.isCardPlayed()) return fmt::format("{} plays {}", who, words.card(act.card));
  return fmt::format("{} uses {} of {}", who, words.use(act), words.bearer(act.card, act.player));
}

std::string_view metWords(const ApplicableRules::RequirementResult& asked) {
  if (asked.met == TriState::yes) return "yes";
  if (asked.lifted) return "no, but the ability that is used lifts this requirement";
  return asked.met == TriState::no ? "no" : "not known";
}

class LegalityExplainer {
 public:
  LegalityExplainer(const Words& words, const Words& words_then, const ApplicableRules& applicable,
                    const std::vector<Finding>& findings, EventNumber number, schema::Event::Reader event)
      : words_(words),
        words_then_(words_then),
        applicable_(applicable),
        findings_(findings),
        event_(event),
        act_(actQuestionOf(words_then.state(), event)) {
    explained_.root.event = number;
  }

  Explained explain() && {
    Explanation& root = explained_.root;
    root.what = act_.is_act ? actWords(words_then_, event_, act_.use) : "this event";
    const Legality legality = legalityOf(pendingEvent(words_.state(), words_.rules(), root.event, event_), findings_);
    const bool is_illegal = legality.standing == Standing::illegal;
    root.value = legality.word();
    explained_.differs = is_illegal;
    explained_.grade = legality.grade();
    addRequirements();
    addLimits();
    addPermissions();
    addOtherFindings();
    if (root.children.empty() && !legality.doubt) say(std::string(whyNothingApplies()));
    if (legality.doubt) say(reasonWords(*legality.doubt, words_then_));
    if (legality.scope.isCovered()) say(judgedWords(legality.scope));
    const Act& asked = words_.rules().ruleset.acts[static_cast<std::size_t>(event_.which())];
    if (is_illegal && asked.is_void) say("so the act is void: nothing happens");
    return std::move(explained_);
  }

 private:
  void say(std::string what) { explained_.root.children.push_back({.what = std::move(what)}); }

  /// An event that is not an act is reported as such, because the question must have meant another event.
  [[nodiscard]] std::string_view whyNothingApplies() const {
    if (event_.isBegan() || event_.isEnded()) return "it is not an act: a period begins or ends";
    if (!classOf(event_.which()).of_game) return "it is not an act of a player, but of a judge or the recorder";
    return "no requirement, limit or permission applies to it";
  }

  void addRequirements() {
    for (const ApplicableRules::RequirementResult& asked : applicable_.requirements) {
      Explanation node{.what = "required: " + Words::requirement(*asked.requirement),
                       .value = std::string(metWords(asked)),
                       .clause = asked.requirement->clause};
      if (asked.answer != nullptr) {
        node.children = explainCondition(*asked.requirement->that, *asked.answer, words_then_).children;
      }
      node.against = findingOf([&](const Finding& one) {
        const auto* unmet = one.as<Finding::RequirementUnmet>();
        return unmet != nullptr && unmet->requirement == asked.requirement;
      });
      explained_.root.children.push_back(std::move(node));
    }
  }

  void addLimits() {
    for (const ApplicableRules::LimitResult& counted : applicable_.limits) {
      Explanation node = explainCount(words_then_, counted.limit, counted.question);
      const auto found = findingOf(
          [&](const Finding& one) { return isAbout(one, counted.limit) && one.card == counted.question.card; });
      const bool exceeded = found.has_value();
      node.value += !exceeded                       ? " before"
                    : findings_[*found].isCertain() ? " before: one too many"
                                                    : " before: perhaps one too many";
      node.children.pop_back();  // what could be used next is not the question here
      if (isOfCopies(counted.question.counted)) {
        // An event can bring several cards, so this one is named.
        Explanation card = exceeded ? explainFinding(words_then_, findings_[*found])
                                    : Explanation{.what = words_then_.card(counted.question.card)};
        card.children.clear();
        card.children.push_back(std::move(node));
        node = std::move(card);
      }
      node.against = found;
      explained_.root.children.push_back(std::move(node));
    }
  }

  void addPermissions() {
    for (const ApplicableRules::PermissionResult& allowed : applicable_.permissions) {
      Explanation node =
          explainSayings(words_then_, words_then_.subject(allowed.who_does), allowed.reading, allowed.permission->act);
      node.against = findingOf([&](const Finding& one) {
        const auto* act = one.as<Finding::NotPermitted>();
        return act != nullptr && mayNot(*act) && act->act == allowed.permission->act;
      });
      explained_.root.children.push_back(std::move(node));
    }
  }

  /// The other findings: order of periods, missed obligations, the card's text, the end of the game.
  void addOtherFindings() {
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      if (isShownAlready(findings_[i])) continue;
      explained_.root.children.push_back(explainFinding(words_then_, findings_[i]));
      explained_.root.children.back().against = i;
    }
  }

  /// The index of the finding that is meant; empty if there is none.
  [[nodiscard]] std::optional<std::size_t> findingOf(const auto& is_meant) const {
    const auto found = ranges::find_if(findings_, is_meant);
    if (found == findings_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - findings_.begin());
  }

  [[nodiscard]] static bool isAbout(const Finding& finding, const ApplicableLimit& limit) {
    const auto* exceeded = finding.as<Finding::LimitExceeded>();
    return exceeded != nullptr && exceeded->limit == limit.index;
  }
  [[nodiscard]] static bool mayNot(const Finding::NotPermitted& act) {
    return act.breach == Finding::NotPermitted::Breach::may_not;
  }
  [[nodiscard]] bool isShownAlready(const Finding& finding) const {
    return std::visit(Overload{
                          [](const Finding::RequirementUnmet&) { return true; },
                          [&](const Finding::LimitExceeded& exceeded) {
                            return ranges::any_of(applicable_.limits, [&](const ApplicableRules::LimitResult& counted) {
                              return exceeded.limit == counted.limit.index;
                            });
                          },
                          [](const Finding::NotPermitted& act) { return mayNot(act); },
                          [](const auto&) { return false; },
                      },
                      finding.what);
  }

  const Words& words_;
  const Words& words_then_;
  const ApplicableRules& applicable_;
  const std::vector<Finding>& findings_;
  schema::Event::Reader event_;
  ActQuestion act_;
  Explained explained_;
};

/// A requirement on the state after simultaneous events is met or not as the judge found it.
void takeFromFindings(std::vector<ApplicableRules::RequirementResult>& requirements,
                      const std::vector<Finding>& findings) {
  for (ApplicableRules::RequirementResult& asked : requirements) {
    if (!asksAfterGroup(*asked.requirement)) continue;
    asked.met = TriState::yes;
    asked.answer = nullptr;
    for (const Finding& one : findings) {
      const auto* unmet = one.as<Finding::RequirementUnmet>();
      if (unmet == nullptr || unmet->requirement != asked.requirement) continue;
      asked.met = one.isCertain() ? TriState::no : TriState::undecided;
      asked.answer = unmet->answer;
    }
  }
}

}  // namespace

Explained explainLegality(const Words& words, EventNumber number, schema::Event::Reader event,
                          const std::vector<Finding>& findings) {
  const State& before = words.state();
  ApplicableRules applicable = applicableRules(pendingEvent(before, words.rules(), number, event));
  if (event.getGroup() != 0) takeFromFindings(applicable.requirements, findings);
  const Words words_then(applicable.table, words.rules(), words.header(), words.turnLabels(), words.viewer());
  return LegalityExplainer(words, words_then, applicable, findings, number, event).explain();
}

Explained explainHypothetical(const Words& words, EventNumber number, schema::Event::Reader event) {
  return explainLegality(words, number, event,
                         judgeHypothetical(pendingEvent(words.state(), words.rules(), number, event)));
}

}  // namespace docket
