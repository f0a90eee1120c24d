#include "engine/rules/limit_reach.h"

#include <array>

namespace docket {
namespace {

using Counted = schema::Limit::Counted;
using Event = schema::Event;
using Key = schema::Limit::Key;
using When = schema::Limit::GivenBack::When;

}  // namespace

bool isOnCards(Counted counted) { return isOfCopies(counted) || counted == Counted::PLAYS; }

bool canHave(schema::Ability::Kind kind, Counted counted) {
  switch (counted) {
    case Counted::ACTIVATIONS:
      return kind == schema::Ability::Kind::ABILITY;
    case Counted::TRIGGERS:
      return kind == schema::Ability::Kind::TRIGGERED;
    case Counted::USES:
      return kind != schema::Ability::Kind::CONTINUOUS;
    case Counted::APPLICATIONS:
      return true;
    default:
      return false;
  }
}

bool countsBy(Counted counted, bool every, Key key) {
  switch (key) {
    case Key::PLAYER:
    case Key::TITLE:
      return true;
    case Key::INSTANCE:
    case Key::CURRENT_TITLE:
      return !isOfCopies(counted);
    case Key::ABILITY:
    case Key::TRIGGER:
      return !isOnCards(counted);
    case Key::GROUP:
      return !every && !isOfCopies(counted);
    case Key::WORDING:
      return !every && !isOnCards(counted);
    case Key::VERSION:
      return isOnCards(counted);
    case Key::HOST:
      return counted == Counted::COPIES_ATTACHED || counted == Counted::COPIES_IN_PLAY;
  }
  return false;
}

std::span<const Event::Which> judgedAt(Counted counted) {
  static constexpr std::array kActivated{Event::ABILITY_ACTIVATED};
  static constexpr std::array kUsed{Event::ABILITY_ACTIVATED, Event::TRAIT_TRIGGERED};
  static constexpr std::array kPlayed{Event::CARD_PLAYED};
  static constexpr std::array kTriggered{Event::TRAIT_TRIGGERED};
  static constexpr std::array kIntoPlay{Event::CARD_PLAYED, Event::CARD_MOVED, Event::CARD_CREATED,
                                        Event::CONTROL_CHANGED};
  static constexpr std::array kAttached{Event::CARD_ATTACHED};
  static constexpr std::array kRegistered{Event::DECK_REGISTERED};
  switch (counted) {
    case Counted::ACTIVATIONS:
      return kActivated;
    case Counted::USES:
      return kUsed;
    case Counted::PLAYS:
      return kPlayed;
    case Counted::COPIES_IN_PLAY:
      return kIntoPlay;
    case Counted::COPIES_ATTACHED:
      return kAttached;
    case Counted::COPIES_IN_DECK:
      return kRegistered;
    default:
      return kTriggered;
  }
}

bool isGivenBack(Counted counted, bool by_instance, When when) {
  if (isOfCopies(counted)) return false;
  return when == When::ACTIVATION_NEGATED || by_instance;
}

}  // namespace docket
