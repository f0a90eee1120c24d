#include "engine/query/limits/added_copies.h"

#include <algorithm>

#include "engine/query/cards/places.h"

namespace docket {
namespace {

class CopyAdder {
 public:
  CopyAdder(const State& state, const Rules& rules, schema::Event::Reader event, AddedCopies& added)
      : state_(state), rules_(rules), event_(event), added_(added) {}

  void run() {
    if (!mayAdd()) return;
    if (rules_.ruleset.counts(Limit::Counted::COPIES_IN_PLAY)) intoPlay();
    if (rules_.ruleset.counts(Limit::Counted::COPIES_ATTACHED) && event_.isCardAttached()) {
      const auto attached = event_.getCardAttached();
      add(attached.getCard(), 0, Limit::Counted::COPIES_ATTACHED, schema::Event::CARD_ATTACHED,
          state_.subjectOf(attached.getHost()));
    }
  }

 private:
  void add(std::uint32_t number, Seat player, Limit::Counted counted, schema::Event::Which act, Entity host = kNone) {
    const CardIndex index = state_.cardOf(number);
    if (index == kNone) return;
    const Card& card = state_.cards[index];
    added_.push_back({.question = {.card = index,
                                   .definition = card.definition,
                                   .player = player != 0 ? player : card.controller,
                                   .host = counted == Limit::Counted::COPIES_ATTACHED ? host : card.host,
                                   .counted = counted,
                                   .coming = true},
                      .act = act});
  }

  /// Nearly every event adds none.
  [[nodiscard]] bool mayAdd() const {
    switch (event_.which()) {
      case schema::Event::CARD_PLAYED:
      case schema::Event::CARD_MOVED:
      case schema::Event::CARD_CREATED:
      case schema::Event::CARD_ATTACHED:
      case schema::Event::CONTROL_CHANGED:
        return true;
      default:
        return event_.hasBegins();
    }
  }

  [[nodiscard]] bool isInPlay(NameNumber zone) const {
    const ZoneIndex index = (*state_.vocabulary)[zone].zone;
    return index != kUnbound && rules_.ruleset.zones[index].in_play;
  }
  [[nodiscard]] bool isInPlay(std::uint32_t number) const {
    const CardIndex index = state_.cardOf(number);
    return index != kNone && state_.cards[index].exists() && rules_.ruleset.zones[state_.cards[index].zone].in_play;
  }

  void intoPlay() {
    if (event_.isCardPlayed()) {
      const auto played = event_.getCardPlayed();
      const Seat player = zonePlayerOf(played);
      if (isInPlay(played.getZone()) && !isInPlay(played.getCard())) {
        add(played.getCard(), player, Limit::Counted::COPIES_IN_PLAY, schema::Event::CARD_PLAYED);
      }
    } else if (event_.isCardMoved()) {
      const auto moved = event_.getCardMoved();
      if (isInPlay(moved.getZone()) && !isInPlay(moved.getCard())) {
        add(moved.getCard(), moved.getPlayer(), Limit::Counted::COPIES_IN_PLAY, schema::Event::CARD_MOVED);
      }
    } else if (event_.isCardCreated()) {
      const auto created = event_.getCardCreated();
      if (isInPlay(created.getZone())) {
        add(created.getCard(), created.getPlayer(), Limit::Counted::COPIES_IN_PLAY, schema::Event::CARD_CREATED);
      }
    } else if (event_.isCardAttached()) {
      const auto attached = event_.getCardAttached();
      const CardIndex card = state_.cardOf(attached.getCard());
      if (zoneEnteredByAttaching(state_, rules_.ruleset, card, state_.subjectOf(attached.getHost())) != kUnbound) {
        add(attached.getCard(), 0, Limit::Counted::COPIES_IN_PLAY, schema::Event::CARD_MOVED);
      }
    } else if (event_.isControlChanged()) {
      control(event_.getControlChanged().getCard(), event_.getControlChanged().getPlayer());
    }
    if (!event_.hasBegins()) return;
    for (auto change : event_.getBegins()) {
      if (change.getKind() == schema::Change::Kind::CONTROL && kindOf(change.getSubject()) == EntityKind::card) {
        control(numberOf(change.getSubject()), change.getPlayer());
      }
    }
  }

  void control(std::uint32_t number, Seat player) {
    if (isInPlay(number)) add(number, player, Limit::Counted::COPIES_IN_PLAY, schema::Event::CONTROL_CHANGED);
  }

  const State& state_;
  Rules rules_;
  const schema::Event::Reader event_;
  AddedCopies& added_;
};

}  // namespace

bool countsCopies(const Rules& rules) {
  return rules.ruleset.counts(Limit::Counted::COPIES_IN_PLAY) || rules.ruleset.counts(Limit::Counted::COPIES_ATTACHED);
}

bool addsNewCards(schema::Event::Reader event) { return event.isCardCreated(); }

AddedCopies addedCopies(const State& state, const Rules& rules, schema::Event::Reader event) {
  AddedCopies added;
  CopyAdder(state, rules, event, added).run();
  return added;
}

}  // namespace docket
