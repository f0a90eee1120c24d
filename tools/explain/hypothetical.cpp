#include "tools/explain/hypothetical.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fold/reduce.h"
#include "engine/judge/applicable_rules.h"
#include "engine/judge/judge.h"
#include "engine/query/acts/recorded_names.h"
#include "events/errors.h"
#include "events/rewind_tree.h"
#include "tools/explain/answer.h"
#include "tools/explain/explain_finding.h"
#include "tools/explain/explain_legality.h"
#include "tools/explain/expression_offers.h"
#include "tools/explain/findings.h"
#include "tools/explain/why_not_act.h"

namespace docket {
namespace {

constexpr const char* kAct = "act";  // the name of an act's text in errors

/// Sets the player who acts in the payloads that limits count.
void setDoer(schema::Event::Builder event, Seat player) {
  event.setActor(player);
  if (event.isCardPlayed()) event.getCardPlayed().setPlayer(player);
  if (event.isAbilityActivated()) event.getAbilityActivated().setPlayer(player);
  if (event.isTraitTriggered()) event.getTraitTriggered().setPlayer(player);
}

/// Removes the number of a hypothetical event from its explanation: the record has no event with it.
void forgetNumber(Explanation& tree, EventNumber number) {
  if (tree.event == number) tree.event = 0;
  for (Explanation& child : tree.children) forgetNumber(child, number);
}

}  // namespace

Hypothetical::Hypothetical(const OpenGame& game, const TurnLabels& turn_labels, State state)
    : game_(game),
      turn_labels_(turn_labels),
      rules_(game.rules()),
      state_(std::move(state)),
      titles_(rules_.catalogue),
      labels_(rules_),
      players_(notation::playersOf(game.header())),
      record_so_far_(game.header()) {
  game.events().forEach(1, state_.event, [&](EventNumber, schema::Event::Reader event) {
    record_so_far_.add(event);
    labels_.add(event, record_so_far_.names());
  });
}

notation::EventTable Hypothetical::table() const {
  return {.state = state_, .rules = rules_, .titles = titles_, .labels = labels_, .players = &players_};
}

notation::Offers Hypothetical::offers(std::string_view begun) const {
  return notation::offersAt(begun, begun.size(), table(), record_so_far_.cards());
}

notation::Offers Hypothetical::offersInExpression(std::string_view begun) const {
  return expressionOffers(begun, table());
}

EventNumber Hypothetical::read(const std::string& text, RecordSoFar& record, capnp::MallocMessageBuilder& into) const {
  const EventNumber number = notation::readEventText(text, kAct, table(), record, into);
  const schema::Event::Reader event = into.getRoot<schema::Event>();
  if (goesBack(event)) throw BadInput("act: a rewind or a correction changes the record: try it on a branch");
  if (const auto wrong = unknownNames(rules_.ruleset, record.names(), event); !wrong.empty())
    throw BadInput("act: " + wrong.front());
  return number;
}

TypedAct Hypothetical::typed(const std::string& text) const {
  RecordSoFar record = record_so_far_;
  TypedAct act{.message = std::make_unique<capnp::MallocMessageBuilder>()};
  act.number = read(text, record, *act.message);
  act.names = record.names();
  return act;
}

ActVerdict Hypothetical::verdictOn(const TypedAct& act) const {
  const PendingEvent pending = pendingEvent(state_, rules_, act.number, act.event());
  const auto findings = judgeHypothetical(pending);
  ActVerdict verdict{.legality = legalityOf(pending, findings)};
  const StateForFindings shown(state_, rules_, act.number, act.event(), findings);
  const Words words(shown.state(), rules_, game_.header(), turn_labels_);
  for (const Finding& finding : findings) {
    verdict.reasons.push_back(explainFinding(words, finding));
    forgetNumber(verdict.reasons.back(), act.number);
  }
  const Words informed(pending.informedState(), rules_, game_.header(), turn_labels_);
  if (verdict.legality.doubt) verdict.reasons.push_back({.what = reasonWords(*verdict.legality.doubt, informed)});
  return verdict;
}

bool Hypothetical::hasApplicableRules(const TypedAct& act) const {
  const ApplicableRules applicable = applicableRules(pendingEvent(state_, rules_, act.number, act.event()));
  return !applicable.requirements.empty() || !applicable.permissions.empty() || !applicable.limits.empty();
}

Explained Hypothetical::whyNot(const std::string& text) const {
  const TypedAct act = typed(text);
  const EventNumber number = act.number;
  const schema::Event::Reader event = act.event();
  const auto findings = judgeHypothetical(pendingEvent(state_, rules_, number, event));
  Explained explained =
      whatForbids(game_, Words(state_, rules_, game_.header(), turn_labels_), number, event, findings);
  forgetNumber(explained.root, number);
  if (!explained.differs) return explained;
  for (const auto& one : byEachPlayer(state_, number, event)) {
    const bool theirs = one.controller == 0 || one.controller == one.player;
    if (one.standing != Standing::legal || !theirs) continue;
    const Words words(state_, rules_, game_.header(), turn_labels_);
    explained.root.children.push_back({.what = "nothing forbids it for " + words.player(one.player)});
  }
  return explained;
}

HypotheticalAct Hypothetical::addAct(const std::string& text) {
  capnp::MallocMessageBuilder message;
  const EventNumber number = read(text, record_so_far_, message);
  const schema::Event::Reader event = message.getRoot<schema::Event>();
  HypotheticalAct act{.text = text};
  // The judge and the explanation learn what the event brings themselves, as for an event of the record.
  const EventNumber at = state_.event;
  const PendingEvent pending = pendingEvent(state_, rules_, number, event);
  act.standing = legalityOf(pending, judgeHypothetical(pending)).standing;
  const Words words(state_, rules_, game_.header(), turn_labels_);
  act.explained = explainHypothetical(words, number, event);
  forgetNumber(act.explained.root, number);
  act.by = byEachPlayer(state_, number, event);
  try {
    Step step;
    reduce(state_, rules_, number, event, step);
    labels_.add(event, names());
  } catch (const DamagedArchive& cannot_be_folded) {
    throw BadInput(fmt::format("act: it is not possible after event {}: {}", at, cannot_be_folded.what()));
  }
  return act;
}

std::vector<HypotheticalAct::By> Hypothetical::byEachPlayer(const State& before, EventNumber number,
                                                            schema::Event::Reader event) const {
  std::vector<HypotheticalAct::By> by;
  if (!event.isCardPlayed() && !event.isAbilityActivated() && !event.isTraitTriggered()) return by;
  for (Seat player = 1; player <= before.seats; ++player) {
    capnp::MallocMessageBuilder message;
    message.setRoot(event);
    auto theirs = message.getRoot<schema::Event>();
    setDoer(theirs, player);
    const PendingEvent pending = pendingEvent(before, rules_, number, theirs.asReader());
    const auto findings = judgeHypothetical(pending);
    HypotheticalAct::By one{.player = player, .standing = legalityOf(pending, findings).standing};
    const CardIndex card = actQuestionOf(before, event).use.card;
    if (card != kNone && before.cards[card].exists() && rules_.ruleset.zones[before.cards[card].zone].in_play)
      one.controller = before.cards[card].controller;
    for (const Finding& finding : findings) {
      const bool decides = one.standing != Standing::illegal || finding.isCertain();
      if (!decides || !one.clause.empty()) continue;
      one.clause = finding.clause;
      for (const EventNumber earlier : finding.rests_on) {
        if (earlier < number) one.event = std::max(one.event, earlier);
      }
    }
    by.push_back(std::move(one));
  }
  return by;
}

}  // namespace docket
