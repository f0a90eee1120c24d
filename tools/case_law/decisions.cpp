#include "tools/case_law/decisions.h"

#include <capnp/message.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/fold/running_state.h"
#include "engine/judge/judge.h"
#include "events/errors.h"
#include "events/packed_message.h"
#include "events/text/text_view.h"
#include "schemas/decisions.capnp.h"
#include "tools/game/names_of_game.h"
#include "tools/game/open_game_record.h"
#include "tools/verdict/ruling_verdict.h"

namespace docket::case_law {
namespace {

using Written = schema::GameDecisions;

Steps stepsAt(const OpenGame& game, const expression::Expression& question, EventNumber at) {
  const State state = game.stateAt(at);
  const OpenGameRecord record(game, at);
  return stepsOf(question, {.state = state, .rules = game.rules(), .record = &record});
}

/// Folds a game once, then evaluates the decisions noted on the way.
class DecisionCollector {
 public:
  explicit DecisionCollector(const OpenGame& game) : game_(game) {}

  std::vector<Decision> decisions() && {
    walk();
    for (const auto& [event, certain] : found_) {
      made_.push_back({.kind = Decision::Kind::finding,
                       .event = event,
                       .about = event,
                       .outcome = certain ? RulingVerdict::Outcome::right : RulingVerdict::Outcome::undecided,
                       .steps = stepsOfQuestion(game_, fmt::format("legal({})", event), event)});
    }
    std::stable_sort(made_.begin(), made_.end(),
                     [](const Decision& one, const Decision& other) { return one.event < other.event; });
    return std::move(made_);
  }

 private:
  void walk() {
    RunningState running(game_.header(), game_.rules(), game_.events(), game_.pathTo(game_.last()));
    game_.events().forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      if (const auto judged = running.eventInEffect(number, event)) {
        const PendingEvent pending = running.next(number, judged->event);
        for (const Finding& finding : judge(pending)) {
          bool& certain = found_[finding.event];
          certain = certain || finding.isCertain();
        }
        running.add(number, event, pending, game_.events());
      } else {
        running.add(number, event, game_.events());
      }
      if (number % OpenGame::kEventsBetweenStates == 0) game_.remember(running.recordedState());
      if (event->isRulingGiven()) ruled(number, event->getRulingGiven(), running.recordedState());
    });
  }

  void ruled(EventNumber number, schema::Ruling::Reader ruling, const State& now) {
    Decision decision{.event = number, .about = ruling.getAt() != 0 ? ruling.getAt() : number};
    decision.outcome = outcomeOfRuling(game_, number, ruling, &now);
    try {
      const auto claim = game_.gameRules().claims.read(view(ruling.getClaim()), game_.rules().ruleset, namesOf(game_));
      decision.steps = stepsAt(game_, *claim, decision.about);
    } catch (const BadInput&) {
      // A claim that cannot be read is undecided, and like no other.
    }
    for (Decision& earlier : made_) {
      if (ruling.getSupersedes() != 0 && earlier.event == ruling.getSupersedes()) earlier.replaced_by = number;
    }
    made_.push_back(std::move(decision));
  }

  const OpenGame& game_;
  std::vector<Decision> made_;
  std::map<EventNumber, bool> found_;  // the events that break a rule, and whether that is certain
};

}  // namespace

std::vector<Decision> decisionsIn(const OpenGame& game) { return DecisionCollector(game).decisions(); }

Steps stepsOfQuestion(const OpenGame& game, std::string_view question, EventNumber at) {
  return stepsAt(
      game,
      expression::parse(question, {.ruleset = game.rules().ruleset, .names = &game.names()}, {.file = "question"}), at);
}

std::string bytesOf(const std::vector<Decision>& decisions) {
  std::map<std::string_view, std::uint32_t> places;
  for (const Decision& one : decisions) {
    for (const std::string& step : one.steps) places.emplace(step, 0);
  }
  capnp::MallocMessageBuilder message;
  auto root = message.initRoot<Written>();
  auto steps = root.initSteps(static_cast<unsigned>(places.size()));
  std::uint32_t place = 0;
  for (auto& [step, at] : places) {
    steps.set(place, textReader(step));
    at = place++;
  }
  auto all = root.initAll(static_cast<unsigned>(decisions.size()));
  for (unsigned i = 0; i < all.size(); ++i) {
    const Decision& one = decisions[i];
    all[i].setEvent(one.event);
    all[i].setAbout(one.about);
    all[i].setKind(static_cast<std::uint8_t>(one.kind));
    all[i].setOutcome(static_cast<std::uint8_t>(one.outcome));
    all[i].setReplacedBy(one.replaced_by);
    auto step_places = all[i].initSteps(static_cast<unsigned>(one.steps.size()));
    for (unsigned step = 0; step < step_places.size(); ++step) step_places.set(step, places.at(one.steps[step]));
  }
  return packed(message);
}

std::optional<std::vector<Decision>> readDecisions(std::string_view bytes) {
  return readPacked<Written>(bytes, [](Written::Reader root) -> std::optional<std::vector<Decision>> {
    const auto steps = root.getSteps();
    std::vector<Decision> decisions;
    for (const auto one : root.getAll()) {
      if (one.getKind() > static_cast<std::uint8_t>(Decision::Kind::finding) ||
          one.getOutcome() > static_cast<std::uint8_t>(RulingVerdict::Outcome::undecided))
        return std::nullopt;
      decisions.push_back({.kind = static_cast<Decision::Kind>(one.getKind()),
                           .event = one.getEvent(),
                           .about = one.getAbout(),
                           .outcome = static_cast<RulingVerdict::Outcome>(one.getOutcome()),
                           .replaced_by = one.getReplacedBy()});
      for (const std::uint32_t place : one.getSteps()) {
        if (place >= steps.size()) return std::nullopt;
        decisions.back().steps.push_back(textOf(steps[place]));
      }
    }
    return decisions;
  });
}

std::vector<Decision> DecisionCache::of(const OpenGame& game, bool& was_cached) {
  const Digest tag = cache_.tagOf(game.stored(), game.gameRules().tag);
  const auto row = cache_.find(game.stored(), tag);
  auto known = row ? readDecisions(*row) : std::nullopt;
  was_cached = known.has_value();
  if (known) return *std::move(known);
  auto decisions = decisionsIn(game);
  cache_.add(game.stored(), tag, bytesOf(decisions));
  return decisions;
}

}  // namespace docket::case_law
