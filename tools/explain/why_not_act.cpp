#include "tools/explain/why_not_act.h"

#include <fmt/format.h>

#include <algorithm>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/view/iota.hpp>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "events/overload.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/explain_legality.h"
#include "tools/explain/findings.h"
#include "tools/game/keyframing.h"
#include "tools/notation/card_references.h"
#include "tools/notation/transcript.h"

namespace docket {
namespace {

/// True if two findings on one act, at two points, say the same.
bool isSameFinding(const Finding& one, const Finding& other) {
  using Limit = Finding::LimitExceeded;
  using Requirement = Finding::RequirementUnmet;
  using Act = Finding::NotPermitted;
  using Text = Finding::AgainstText;
  using Effect = Finding::OtherEffect;
  if (one.clause != other.clause || one.what.index() != other.what.index()) return false;
  return std::visit(Overload{
                        [](const Limit& a, const Limit& b) { return a.limit == b.limit; },
                        [](const Requirement& a, const Requirement& b) { return a.requirement == b.requirement; },
                        [](const Act& a, const Act& b) { return a.breach == b.breach && a.act == b.act; },
                        [](const Text& a, const Text& b) { return a.of_trait == b.of_trait && a.fault == b.fault; },
                        [](const Effect& a, const Effect& b) { return a.fault == b.fault && a.effect == b.effect; },
                        [](const auto&, const auto&) { return true; },
                    },
                    one.what, other.what);
}

bool namesEarlier(const Explanation& tree, EventNumber number) {
  return (tree.event != 0 && tree.event < number) ||
         ranges::any_of(tree.children, [&](const Explanation& child) { return namesEarlier(child, number); });
}

/// Looks back for the event since which something forbids an act: the latest one before which it was not forbidden.
class Since {
 public:
  Since(const OpenGame& game, const Words& words, EventNumber number, schema::Event::Reader event)
      : game_(game),
        words_(words),
        rules_(game.rules()),
        before_(number - 1),
        event_(event),
        named_(cardsNamedBy(event)) {}

  /// That event for each finding; 0 if it has held as long as the cards of the act have existed.
  [[nodiscard]] std::vector<EventNumber> of(const std::vector<Finding>& findings) {
    std::vector<EventNumber> since(findings.size(), 0);
    std::vector<bool> open(findings.size(), true);
    // In stretches of kKeyframeEvents, backwards: judges mostly ask about recent events.
    for (EventNumber last = before_; last > 0 && ranges::any_of(open, [](bool one) { return one; });) {
      const EventNumber first = (last - 1) / kKeyframeEvents * kKeyframeEvents;
      const auto stood = standing(findings, first, last);
      for (const std::size_t which : ranges::views::iota(std::size_t{0}, findings.size())) {
        for (EventNumber at = last; open[which] && at-- > first;) {
          if (stood[at - first].possible && stood[at - first].against[which]) continue;
          open[which] = false;
          // If the act could not be described, it is unknown whether it was legal then.
          if (stood[at - first].possible) since[which] = at + 1;
        }
      }
      last = first;
    }
    return since;
  }

 private:
  /// Which reasons forbade the act after one event.
  struct Stood {
    bool possible = false;  // its cards are there
    std::vector<bool> against{};
  };

  /// The reasons that forbade the act after each of the events from `first` to `last`.
  [[nodiscard]] std::vector<Stood> standing(const std::vector<Finding>& findings, EventNumber first,
                                            EventNumber last) const {
    std::vector<Stood> all;
    RunningState running = game_.runningStateAfter(first);
    all.push_back(stood(running.state(), findings));
    game_.events().forEach(first + 1, last, [&](EventNumber number, schema::Event::Reader event) {
      running.add(number, event, game_.events());
      all.push_back(stood(running.state(), findings));
    });
    return all;
  }

  [[nodiscard]] Stood stood(const State& table, const std::vector<Finding>& findings) const {
    const bool all_exist = std::all_of(named_.begin(), named_.end(), [&](std::uint32_t number) {
      const CardIndex card = table.cardOf(number);
      return card != kNone && table.cards[card].exists();
    });
    if (!all_exist) return {};
    State named = table;
    named.vocabulary = words_.state().vocabulary;  // the act is said in the names of its own time
    const auto then = judge(pendingEvent(named, rules_, named.event + 1, event_));
    Stood now{.possible = true};
    for (const Finding& finding : findings) {
      now.against.push_back(ranges::any_of(then, [&](const Finding& one) { return isSameFinding(one, finding); }));
    }
    return now;
  }

  const OpenGame& game_;
  const Words& words_;
  Rules rules_;
  EventNumber before_;
  schema::Event::Reader event_;
  std::vector<std::uint32_t> named_;
};

/// An event in the words of the transcript.
std::string eventInWords(const OpenGame& game, const Words& words, EventNumber number) {
  const State after = game.stateAt(number);
  const Rules rules = game.rules();
  const notation::Titles titles(rules.catalogue);
  const HeldEvent event = game.event(number);
  return transcribe(Words(after, rules, game.header(), words.turnLabels()), titles, number, event).text;
}

}  // namespace

Explained whatForbids(const OpenGame& game, const Words& words, EventNumber number, schema::Event::Reader event,
                      const std::vector<Finding>& findings) {
  Explained explained = explainLegality(words, number, event, findings);
  auto& reasons = explained.root.children;
  std::erase_if(reasons, [](const Explanation& one) { return !one.against; });
  if (findings.empty()) {
    const bool legal = explained.grade == Grade::exact;
    reasons.push_back({.what = legal ? "nothing forbids it"
                                     : "nothing that is known forbids it, but something that matters is not known"});
    return explained;
  }
  for (const std::size_t which : ranges::views::iota(std::size_t{0}, findings.size())) {
    if (ranges::any_of(reasons, [&](const Explanation& one) { return one.against == which; })) continue;
    const StateForFindings table(words.state(), words.rules(), number, event, findings);
    reasons.push_back(
        explainFinding(Words(table.state(), words.rules(), words.header(), words.turnLabels()), findings[which]));
    reasons.back().against = which;
  }
  const bool wanting = ranges::any_of(reasons, [&](const Explanation& one) { return !namesEarlier(one, number); });
  if (!wanting || number < 2) return explained;
  const auto since = Since(game, words, number, event).of(findings);
  for (Explanation& reason : reasons) {
    if (namesEarlier(reason, number)) continue;
    const EventNumber began = since[*reason.against];
    if (began != 0)
      reason.children.push_back({.what = "so since: " + eventInWords(game, words, began), .event = began});
  }
  return explained;
}

}  // namespace docket
