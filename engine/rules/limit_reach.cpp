#include "engine/rules/limit_reach.h"

#include <array>

namespace docket {

bool isOnCards(Limit::Counted counted) { return isOfCopies(counted) || counted == Limit::Counted::PLAYS; }

bool canHave(schema::Ability::Kind kind, Limit::Counted counted) {
  switch (counted) {
    case Limit::Counted::ACTIVATIONS:
      return kind == schema::Ability::Kind::ABILITY;
    case Limit::Counted::TRIGGERS:
      return kind == schema::Ability::Kind::TRIGGERED;
    case Limit::Counted::USES:
      return kind != schema::Ability::Kind::CONTINUOUS;
    case Limit::Counted::APPLICATIONS:
      return true;
    default:
      return false;
  }
}

bool countsBy(Limit::Counted counted, bool every, Limit::Key key) {
  switch (key) {
    case Limit::Key::PLAYER:
    case Limit::Key::TITLE:
      return true;
    case Limit::Key::INSTANCE:
    case Limit::Key::CURRENT_TITLE:
      return !isOfCopies(counted);
    case Limit::Key::ABILITY:
    case Limit::Key::TRIGGER:
      return !isOnCards(counted);
    case Limit::Key::GROUP:
      return !every && !isOfCopies(counted);
    case Limit::Key::WORDING:
      return !every && !isOnCards(counted);
    case Limit::Key::VERSION:
      return isOnCards(counted);
    case Limit::Key::HOST:
      return counted == Limit::Counted::COPIES_ATTACHED || counted == Limit::Counted::COPIES_IN_PLAY;
  }
  return false;
}

std::span<const schema::Event::Which> judgedAt(Limit::Counted counted) {
  static constexpr std::array kActivated{schema::Event::ABILITY_ACTIVATED};
  static constexpr std::array kUsed{schema::Event::ABILITY_ACTIVATED, schema::Event::TRAIT_TRIGGERED};
  static constexpr std::array kPlayed{schema::Event::CARD_PLAYED};
  static constexpr std::array kTriggered{schema::Event::TRAIT_TRIGGERED};
  static constexpr std::array kIntoPlay{schema::Event::CARD_PLAYED, schema::Event::CARD_MOVED,
                                        schema::Event::CARD_CREATED, schema::Event::CONTROL_CHANGED};
  static constexpr std::array kAttached{schema::Event::CARD_ATTACHED};
  static constexpr std::array kRegistered{schema::Event::DECK_REGISTERED};
  switch (counted) {
    case Limit::Counted::ACTIVATIONS:
      return kActivated;
    case Limit::Counted::USES:
      return kUsed;
    case Limit::Counted::PLAYS:
      return kPlayed;
    case Limit::Counted::COPIES_IN_PLAY:
      return kIntoPlay;
    case Limit::Counted::COPIES_ATTACHED:
      return kAttached;
    case Limit::Counted::COPIES_IN_DECK:
      return kRegistered;
    default:
      return kTriggered;
  }
}

bool isGivenBack(Limit::Counted counted, bool by_instance, GivenBack::When when) {
  if (isOfCopies(counted)) return false;
  return when == GivenBack::When::ACTIVATION_NEGATED || by_instance;
}

}  // namespace docket
