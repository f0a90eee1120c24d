#include "tools/lab/game_footprint.h"

#include "engine/fold/running_state.h"
#include "engine/judge/applicable_rules.h"
#include "engine/judge/judge.h"
#include "engine/query/limits/added_copies.h"
#include "tools/lab/consulted_readings.h"

namespace docket::lab {
namespace {

class FootprintReader {
 public:
  FootprintReader(const LabGame& game, FootprintRules& footprints)
      : game_(game), footprints_(footprints), rules_(footprints.rules->rules()), readings_(game, footprints) {}

  GameFootprint take() && {
    RunningState running(game_.header(), rules_, game_, game_.history().pathTo(game_.last()));
    game_.forEach(1, game_.last(), [&](EventNumber number, const HeldEvent& event) {
      const auto judged = running.eventInEffect(number, event);
      const auto cycles_before = cyclesIn(running.before(number));
      if (judged) {
        const PendingEvent pending = running.next(number, judged->event);
        EventJudge event_judge(pending);
        const bool asks_limits = recordsUse(pending.event) || countsCopies(rules_);
        if (asks_limits) countLimits(countedLimits(pending));
        running.add(number, event, pending, game_);
        countBroken(std::move(event_judge).findings(running.state()));
        if (asks_limits) countLimits(countedLimitsAfter(pending, running.state()));
      } else {
        running.add(number, event, game_);
      }
      if (judged && !running.jumped()) {
        for (const Finding& cycle : cyclesBegun(cycles_before, running.state(), rules_, number))
          ++made_.broken[cycle.clause];
      }
      readings_.read(running, number, event, judged);
      countCards(running.state(), running.step());
      if (judged) countUse(running.state(), judged->event);
      if (event->isRulingGiven()) {
        for (const auto clause : event->getRulingGiven().getClauses()) ++made_.rulings[clause.cStr()];
      }
    });
    readings_.finish(running.state());
    made_.events = game_.last();
    made_.consulted = footprints_.consulted;
    return std::move(made_);
  }

 private:
  void countBroken(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      ++made_.broken[finding.clause];
      if (const auto* exceeded = finding.as<Finding::LimitExceeded>())
        ++made_.limits[rules_.ruleset.limits[exceeded->limit].name].broken;
    }
  }

  void countLimits(const std::vector<const Limit*>& asked) {
    for (const Limit* limit : asked) ++made_.limits[limit->name].uses;
  }

  void countCards(const State& state, const Step& step) {
    for (const CardIndex index : step.cards) {
      const Card& card = state.cards[index];
      const Definition* definition = state.definitionOf(card);
      if (definition == nullptr || !card.exists()) continue;
      CardCounts& counts = countsOf(*definition, card.definition);
      if (rules_.ruleset.zones[card.zone].in_play) counts.in_play = true;
    }
  }

  void countUse(const State& state, schema::Event::Reader event) {
    if (!recordsUse(event)) return;
    const ActQuestion act = actQuestionOf(state, event);
    if (act.use.card >= state.cards.size()) return;
    const Card& card = state.cards[act.use.card];
    if (const Definition* definition = state.definitionOf(card); definition != nullptr)
      ++countsOf(*definition, card.definition).uses;
  }

  /// The counts of a card, by the number that the table has for its definition; after a correction that number can
  /// stand for another definition.
  CardCounts& countsOf(const Definition& definition, std::uint32_t number) {
    if (number >= cards_.size()) cards_.resize(number + 1, made_.cards.end());
    auto& counted = cards_[number];
    if (counted == made_.cards.end() || counted->first != definition.key)
      counted = made_.cards.try_emplace(definition.key).first;
    return counted->second;
  }

  const LabGame& game_;
  const FootprintRules& footprints_;
  Rules rules_;
  ConsultedReadings readings_;
  GameFootprint made_;
  std::vector<std::map<std::string, CardCounts>::iterator> cards_;  // in made_, by countsOf()
};

}  // namespace

GameFootprint FootprintTaker::of(const LabGame& game) { return FootprintReader(game, *footprint_rules_.take()).take(); }

}  // namespace docket::lab
