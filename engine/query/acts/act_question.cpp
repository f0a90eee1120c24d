#include "engine/query/acts/act_question.h"

#include "engine/query/cards/places.h"

namespace docket {
namespace {

UseQuestion about(const State& state, std::uint32_t number, Seat player, Limit::Counted counted) {
  const CardIndex card = state.cardOf(number);
  return {.card = card,
          .definition = card == kNone ? 0 : state.cards[card].definition,
          .player = player,
          .counted = counted};
}

}  // namespace

ActQuestion actQuestionOf(const State& before, schema::Event::Reader event) {
  if (!hasItsCards(before, event)) return {};
  switch (event.which()) {
    case schema::Event::ABILITY_ACTIVATED: {
      const auto act = event.getAbilityActivated();
      ActQuestion question{.is_act = true,
                           .use = about(before, act.getCard(), act.getPlayer(), Limit::Counted::ACTIVATIONS)};
      question.use.ability = act.getAbility();
      question.use.name = before.vocabulary->names.text(act.getNamed());
      question.use.designator = act.getDesignator();
      question.use.trigger = act.getTrigger();
      question.use.trigger_unrecorded = act.getTrigger() == 0;
      return question;
    }
    case schema::Event::TRAIT_TRIGGERED: {
      const auto act = event.getTraitTriggered();
      ActQuestion question{.is_act = true,
                           .use = about(before, act.getCard(), act.getPlayer(), Limit::Counted::TRIGGERS)};
      question.use.ability = act.getTrait();
      question.use.name = before.vocabulary->names.text(act.getNamed());
      question.use.trigger = act.getTrigger();
      question.use.trigger_unrecorded = act.getTrigger() == 0;
      return question;
    }
    case schema::Event::CARD_PLAYED: {
      const auto act = event.getCardPlayed();
      return {.is_act = true, .use = about(before, act.getCard(), act.getPlayer(), Limit::Counted::PLAYS)};
    }
    default:
      return {};
  }
}

}  // namespace docket
