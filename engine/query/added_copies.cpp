#include "engine/query/added_copies.h"

#include <algorithm>

namespace docket {
namespace {

using Counted = schema::Limit::Counted;
using Event = schema::Event;

class Adding {
 public:
  Adding(const State& state, const Rules& rules, Event::Reader event, AddedCopies& added)
      : state_(state), rules_(rules), event_(event), added_(added) {}

  void run() {
    if (!mayAdd()) return;
    if (rules_.ruleset.counts(Counted::COPIES_IN_PLAY)) intoPlay();
    if (rules_.ruleset.counts(Counted::COPIES_ATTACHED) && event_.isCardAttached()) {
      const auto attached = event_.getCardAttached();
      add(attached.getCard(), 0, Counted::COPIES_ATTACHED, Event::CARD_ATTACHED, state_.subjectOf(attached.getHost()));
    }
  }

 private:
  void add(std::uint32_t number, Seat player, Counted counted, Event::Which act, Entity host = kNone) {
    const CardIndex index = state_.cardOf(number);
    if (index == kNone) return;
    const Card& card = state_.cards[index];
    added_.push_back({.question = {.card = index,
                                   .definition = card.definition,
                                   .player = player != 0 ? player : card.controller,
                                   .host = counted == Counted::COPIES_ATTACHED ? host : card.host,
                                   .counted = counted,
                                   .coming = true},
                      .act = act});
  }

  /// Nearly every event adds none.
  [[nodiscard]] bool mayAdd() const {
    switch (event_.which()) {
      case Event::CARD_PLAYED:
      case Event::CARD_MOVED:
      case Event::CARD_CREATED:
      case Event::CARD_ATTACHED:
      case Event::CONTROL_CHANGED:
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
      const Seat player = played.getToPlayer() != 0 ? played.getToPlayer() : played.getPlayer();
      if (isInPlay(played.getZone()) && !isInPlay(played.getCard())) {
        add(played.getCard(), player, Counted::COPIES_IN_PLAY, Event::CARD_PLAYED);
      }
    } else if (event_.isCardMoved()) {
      const auto moved = event_.getCardMoved();
      if (isInPlay(moved.getZone()) && !isInPlay(moved.getCard())) {
        add(moved.getCard(), moved.getPlayer(), Counted::COPIES_IN_PLAY, Event::CARD_MOVED);
      }
    } else if (event_.isCardCreated()) {
      const auto created = event_.getCardCreated();
      if (isInPlay(created.getZone())) {
        add(created.getCard(), created.getPlayer(), Counted::COPIES_IN_PLAY, Event::CARD_CREATED);
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
    if (isInPlay(number)) add(number, player, Counted::COPIES_IN_PLAY, Event::CONTROL_CHANGED);
  }

  const State& state_;
  Rules rules_;
  const Event::Reader event_;
  AddedCopies& added_;
};

}  // namespace

bool countsCopies(const Rules& rules) {
  return rules.ruleset.counts(Counted::COPIES_IN_PLAY) || rules.ruleset.counts(Counted::COPIES_ATTACHED);
}

bool addsNewCards(Event::Reader event) { return event.isCardCreated(); }

void addCopies(const State& state, const Rules& rules, Event::Reader event, AddedCopies& into) {
  Adding(state, rules, event, into).run();
}

AddedCopies addedCopies(const State& state, const Rules& rules, Event::Reader event) {
  AddedCopies added;
  addCopies(state, rules, event, added);
  return added;
}

}  // namespace docket
