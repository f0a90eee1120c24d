#include "tools/verdict/legality_verifier.h"

#include <fmt/format.h>

#include <range/v3/action/push_back.hpp>
#include <range/v3/algorithm/all_of.hpp>
#include <range/v3/algorithm/any_of.hpp>
#include <range/v3/algorithm/find.hpp>
#include <range/v3/algorithm/stable_sort.hpp>
#include <set>
#include <utility>

#include "engine/fold/hindsight.h"
#include "engine/fold/reduce.h"
#include "engine/judge/doubt.h"
#include "engine/judge/judge.h"
#include "engine/query/cards/undefined.h"
#include "events/rewind_tree.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/findings.h"
#include "tools/game/open_game_record.h"

namespace docket {
namespace {

constexpr std::string_view kDecidedElsewhere = "it depends on something that this view does not show";

bool isOpenFinding(const Finding& finding) { return !finding.isCertain() && !finding.is<Finding::Unexplained>(); }

/// True if a certain finding is against this event; findings against earlier events do not count.
bool hasCertainFinding(EventNumber number, const std::vector<Finding>& findings) {
  return ranges::any_of(findings, [&](const Finding& one) { return one.event == number && one.isCertain(); });
}

/// True if the unknown thing may be revealed later: the identity of a card, not the meaning of its text.
bool mayBeShown(const State& table, const expression::Reason& unknown) {
  const Use* use = table.useOf(unknown.event);
  const Entity card = unknown.subject == kNone && use != nullptr ? use->card : unknown.subject;
  return !table.isCard(card) || table.cards[card].definition == 0;
}

}  // namespace

LegalityVerifier::LegalityVerifier(const OpenGame& game, const Path& in_effect, bool wants_all,
                                   std::function<const TurnLabels&()> turn_labels, LegalityVerdict& legality)
    : game_(game),
      rules_(game.rules()),
      in_effect_(in_effect),
      wants_all_(wants_all),
      turn_labels_(std::move(turn_labels)),
      legality_(legality) {}

std::vector<Finding> LegalityVerifier::judgeAndFold(RunningState& running, EventNumber number, const HeldEvent& event) {
  const State& state = running.recordedState();  // before the event, and after it once it is folded
  const auto cycles_before = cyclesIn(state);
  auto findings = in_effect_.corrections.empty() ? judgeRecorded(running, number, event)
                                                 : judgeRecordedAndInEffect(running, number, event);
  if (!goesBack(event)) {
    auto cycles = cyclesBegun(cycles_before, state, rules_, number);
    addFound(legality_.findings, state, number, event, cycles);
    ranges::push_back(findings, std::move(cycles));
  }
  return findings;
}

void LegalityVerifier::finish(const State& folded) {
  if (!in_effect_.corrections.empty()) mergeFindings();
  settleInHindsight(folded);
  if (game_.last() != 0) {
    const HeldEvent last = game_.event(game_.last());
    addFound(legality_.findings, folded, game_.last(), last, judgeGroup(folded, rules_));
  }
  for (const UndefinedKey& one : undefinedKeys(folded)) legality_.undefined += one.cards;
}

std::vector<Finding> LegalityVerifier::judgeRecorded(RunningState& running, EventNumber number,
                                                     schema::Event::Reader event) {
  auto& found = legality_.findings;
  const PendingEvent pending = running.next(number, event);
  EventJudge event_judge(pending);
  if (!event_judge.hasLaterChecks()) {
    auto findings = std::move(event_judge).findings(pending.before);
    noteEvent(pending, findings);
    addFound(found, pending.before, number, event, findings);
    running.add(number, event, pending, game_.events());
    return findings;
  }
  std::optional<State> before;  // the state that findings are described with
  if (wants_all_) before = pending.before;
  auto doubt = noteDoubtBefore(pending);
  running.add(number, event, pending, game_.events());
  auto findings = std::move(event_judge).findings(running.state());
  noteDoubtAfter(pending, std::move(doubt), findings, running.state());
  addFound(found, before ? *before : running.state(), number, event, findings);
  return findings;
}

std::vector<Finding> LegalityVerifier::judgeRecordedAndInEffect(RunningState& running, EventNumber number,
                                                                const HeldEvent& event) {
  auto findings = judge(pendingEvent(running.recordedState(), rules_, number, event));
  addFound(legality_.findings, running.recordedState(), number, event, findings);
  const auto happened = running.eventInEffect(number, event);
  const bool is_in_effect = in_effect_.covers(number);
  if (happened) {
    const PendingEvent pending = running.next(number, happened->event);
    const auto found = judge(pending);
    noteEvent(pending, found);
    if (is_in_effect) addFound(found_in_effect_, pending.before, number, happened->event, found);
  }
  const auto cycles_before = cyclesIn(running.before(number));
  running.add(number, event, game_.events());
  if (happened && is_in_effect && !running.jumped()) {
    addFound(found_in_effect_, running.state(), number, happened->event,
             cyclesBegun(cycles_before, running.state(), rules_, number));
  }
  return findings;
}

void LegalityVerifier::addFound(std::vector<ReportedFinding>& to, const State& at, EventNumber number,
                                schema::Event::Reader event, const std::vector<Finding>& findings) {
  if (findings.empty()) return;
  for (ReportedFinding& found : foundBy(at, number, event, findings)) {
    found.fate = fateOf(found.finding.event);
    to.push_back(std::move(found));
  }
}

std::vector<ReportedFinding> LegalityVerifier::foundBy(const State& before, EventNumber number,
                                                       schema::Event::Reader event,
                                                       const std::vector<Finding>& findings) const {
  std::vector<ReportedFinding> all;
  // Without corrections, findings are not compared with each other, so grades need no words for them.
  if (!wants_all_ && in_effect_.corrections.empty()) {
    for (const Finding& finding : findings) {
      if (!isDoubtOfView(finding)) all.push_back({.finding = finding});
    }
    return all;
  }
  const StateForFindings table(before, rules_, number, event, findings);
  for (const Finding& finding : findings) {
    if (isDoubtOfView(finding)) continue;
    const Words words(table.state(), rules_, game_.header(), turn_labels_());
    all.push_back({.finding = finding,
                   .json = findingJson(finding, table.state(), rules_.ruleset),
                   .explanation = explainFinding(words, finding)});
  }
  return all;
}

bool LegalityVerifier::isDoubtOfView(const Finding& finding) const { return isView() && !finding.isCertain(); }

void LegalityVerifier::mergeFindings() {
  std::vector<ReportedFinding> now = std::move(found_in_effect_);
  auto& recorded = legality_.findings;
  std::set<std::pair<EventNumber, std::string>> found_now, found_then;
  for (ReportedFinding& one : now) {
    one.fate = ReportedFinding::Fate::stands;
    const Correction* correction = in_effect_.correctionOf(one.finding.event);
    if (correction == nullptr) {
      found_now.emplace(one.finding.event, one.json);
    } else {
      one.replaced_by = correction->by;
      one.explanation.what = fmt::format("The replacement of event {}: {}", one.finding.event, one.explanation.what);
    }
  }
  for (ReportedFinding& one : recorded) {
    const EventNumber number = one.finding.event;
    if (!in_effect_.covers(number) || in_effect_.correctionOf(number) != nullptr) continue;
    if (!found_now.contains({number, one.json})) one.fate = ReportedFinding::Fate::resolved;
    found_then.emplace(number, one.json);
  }
  std::erase_if(now, [&](const ReportedFinding& one) {
    return one.replaced_by == 0 && found_then.contains({one.finding.event, one.json});
  });
  ranges::push_back(recorded, std::move(now));
  ranges::stable_sort(recorded, {}, [](const ReportedFinding& found) { return found.finding.event; });
}

void LegalityVerifier::settleInHindsight(const State& folded) {
  std::set<EventNumber> open;
  for (const UncertainEvent& one : legality_.uncertain) {
    if (one.may_settle) open.insert(one.event);
  }
  for (const ReportedFinding& one : legality_.findings) {
    if (isOpenFinding(one.finding) && one.stands()) open.insert(one.finding.event);
  }
  std::erase_if(open, [&](EventNumber event) { return !in_effect_.covers(event); });
  if (open.empty()) return;
  State state = initialState(game_.header(), rules_);
  foldAlong(state, rules_, game_.events(), in_effect_.upTo(*open.rbegin()),
            [&](const State& before, EventNumber number, schema::Event::Reader event, EventNumber) {
              if (!open.contains(number)) return;
              const auto knowing = inHindsight(before, folded, rules_);
              if (knowing) settle(*knowing, number, event);
            });
}

void LegalityVerifier::settle(const State& knowing, EventNumber number, schema::Event::Reader event) {
  const PendingEvent pending = pendingEvent(knowing, rules_, number, event);
  // Simultaneous events are judged when all have happened.
  auto found = event.getGroup() == 0 ? judge(pending) : OpenGameRecord(game_, game_.last()).findings(number);
  std::erase_if(found, [&](const Finding& one) { return one.event != number || one.is<Finding::Unexplained>(); });
  auto& uncertain = legality_.uncertain;
  const auto doubted = ranges::find(uncertain, number, &UncertainEvent::event);
  if (doubted != uncertain.end() && (hasCertainFinding(number, found) || !firstDoubt(pending.informed()))) {
    uncertain.erase(doubted);
  }
  auto& findings = legality_.findings;
  const auto is_of_event = [&](const ReportedFinding& one) {
    return one.finding.event == number && isOpenFinding(one.finding) && one.stands();
  };
  const auto certain = [&](const auto& one) { return one.finding.event == number && one.finding.isCertain(); };
  if (ranges::any_of(findings, certain)) return;
  std::erase_if(findings, is_of_event);
  addFound(findings, knowing, number, event, found);
  ranges::stable_sort(findings, {}, [](const ReportedFinding& one) { return one.finding.event; });
}

ReportedFinding::Fate LegalityVerifier::fateOf(EventNumber number) const {
  using Fate = ReportedFinding::Fate;
  if (!in_effect_.covers(number)) return Fate::rewound;
  return in_effect_.correctionOf(number) == nullptr ? Fate::stands : Fate::corrected;
}

bool LegalityVerifier::wantsDoubts() const {
  return wants_all_ || ranges::all_of(legality_.uncertain, &UncertainEvent::may_settle);
}

void LegalityVerifier::noteEvent(const PendingEvent& pending, const std::vector<Finding>& findings) {
  const bool doubts = !hasCertainFinding(pending.number, findings) && wantsDoubts();
  if (doubts) {
    const PendingEvent& knowing = pending.informed();
    noteDoubt(knowing.before, pending.number, firstDoubt(knowing), findings);
  }
  tallyScope(pending);
}

std::optional<UncertainEvent> LegalityVerifier::noteDoubtBefore(const PendingEvent& pending) {
  tallyScope(pending);
  if (!wantsDoubts()) return std::nullopt;
  const PendingEvent& knowing = pending.informed();
  const auto unknown = firstDoubtBefore(knowing);
  return unknown ? std::optional(uncertain(knowing.before, pending.number, *unknown)) : std::nullopt;
}

void LegalityVerifier::noteDoubtAfter(const PendingEvent& pending, std::optional<UncertainEvent> before,
                                      const std::vector<Finding>& findings, const State& after) {
  if (hasCertainFinding(pending.number, findings) || !wantsDoubts()) return;
  if (before) return addUncertain(*std::move(before));
  noteDoubt(after, pending.number, firstDoubtAfter(pending.informed(), after), findings);
}

void LegalityVerifier::noteDoubt(const State& table, EventNumber number,
                                 const std::optional<expression::Reason>& unknown,
                                 const std::vector<Finding>& findings) {
  if (unknown) {
    addUncertain(uncertain(table, number, *unknown));
  } else if (isView() && !findings.empty()) {
    addUncertain({.event = number, .why = std::string(kDecidedElsewhere)});
  }
}

void LegalityVerifier::tallyScope(const PendingEvent& pending) {
  if (!wantsScope()) return;
  const ScopeOfAct scope = scopeOf(pending.informed());
  if (scope.isCovered() || isPlayersAct(pending.event.which())) legality_.scope.add(pending.event.which(), scope);
}

UncertainEvent LegalityVerifier::uncertain(const State& table, EventNumber number, const expression::Reason& unknown) {
  return {.event = number,
          .why = wants_all_ ? unknownWords(table, unknown) : std::string(),
          .may_settle = mayBeShown(table, unknown)};
}

const std::string& LegalityVerifier::unknownWords(const State& table, const expression::Reason& reason) {
  const bool is_of_text = reason.kind == expression::Reason::Kind::text_unknown && table.isCard(reason.subject);
  UnreadText now{.reason = reason};
  if (is_of_text) {
    const Card& card = table.cards[reason.subject];
    now.number = card.number;
    now.definition = card.definition;
    now.is_as_printed = card.first_entry == kNone && table.computed == nullptr;
  }
  if (now.is_as_printed && unread_text_ && *unread_text_ == now) return unread_words_;
  unread_words_ = reasonWords(reason, Words(table, rules_, game_.header(), turn_labels_()));
  unread_text_ = now;
  return unread_words_;
}

}  // namespace docket
