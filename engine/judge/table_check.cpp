#include "engine/judge/table_check.h"

#include "engine/query/acts/read_event.h"
#include "engine/query/cards/places.h"
#include "engine/query/stats/amounts.h"
#include "engine/rules/table_clauses.h"
#include "events/assumptions.h"
#include "events/event_card.h"
#include "events/text/text_view.h"

namespace docket {
namespace {

using schema::Assumption;

/// Checks the assumptions of an event.
class TableCheck {
 public:
  TableCheck(const State& before, const Rules& rules, EventNumber number, schema::Event::Reader event)
      : before_(before), ruleset_(rules.ruleset), number_(number), event_(event) {}

  std::vector<Finding> findings() && {
    const Assumptions& assumed = assumptionsOf(event_.which());
    if (assumed.none()) return std::move(findings_);
    if (assumed.has(Assumption::GAME_IS_NOT_OVER)) checkGameIsNotOver();
    if (assumed.has(Assumption::CARDS_EXIST)) checkCardsExist();
    if (assumed.has(Assumption::CARDS_ARE_IN_ZONE)) checkCardsAreInZone();
    if (assumed.has(Assumption::SLOT_IS_FREE)) checkSlotIsFree();
    if (assumed.has(Assumption::CARD_IS_IN_PLAY)) checkCardIsInPlay();
    if (assumed.has(Assumption::CARD_IS_ATTACHED)) checkCardIsAttached();
    if (assumed.has(Assumption::HOST_IS_DISTINCT)) checkHostIsDistinct();
    if (assumed.has(Assumption::PERIOD_IS_UNDER_WAY)) checkPeriodIsUnderWay();
    if (assumed.has(Assumption::ACTIVATION_IS_OPEN)) checkActivationIsOpen();
    if (assumed.has(Assumption::ENOUGH_EXIST)) checkAmounts();
    if (assumed.has(Assumption::LINK_IS_NEXT)) checkLinkIsNext();
    if (assumed.has(Assumption::HAS_CAUSE)) checkCause();
    return std::move(findings_);
  }

 private:
  [[gnu::cold]] Finding& addFinding(Finding::Impossible what, CardIndex card) {
    const std::string& clause = tableClause(what.assumption).id;
    findings_.push_back({.event = number_, .card = card, .clause = clause, .what = std::move(what)});
    return findings_.back();
  }

  [[nodiscard]] std::string_view textOf(NameNumber name) const {
    const auto known = before_.vocabulary->names.size();
    if (name <= known) return before_.vocabulary->names.text(name);
    const auto fresh = event_.getContext().getNames();
    const auto place = name - known - 1;
    return place < fresh.size() ? view(fresh[static_cast<unsigned>(place)]) : std::string_view();
  }
  /// The meaning of a name, including one that the event itself introduces.
  [[nodiscard]] Binding bindingOf(NameNumber name) const {
    if (name <= before_.vocabulary->names.size()) return (*before_.vocabulary)[name];
    return ruleset_.bindings.find(textOf(name));
  }
  [[nodiscard]] ZoneIndex zoneOf(NameNumber name) const { return bindingOf(name).zone; }
  [[nodiscard]] bool exists(CardIndex card) const { return card != kNone && before_.cards[card].exists(); }

  void checkGameIsNotOver() {
    const Outcome& end = before_.outcome;
    if (!end.over || (event_.getGroup() != 0 && event_.getGroup() <= end.event)) return;
    addFinding({.assumption = Assumption::GAME_IS_NOT_OVER}, kNone).rests_on = {end.event};
  }

  /// Notes a card that does not exist. A card that ceased to exist can still have acted.
  void checkCardExists(std::uint32_t number, bool may_have_ceased = false) {
    const CardIndex card = before_.cardOf(number);
    if (exists(card) || (may_have_ceased && card != kNone)) return;
    addFinding({.assumption = Assumption::CARDS_EXIST, .missing = number}, card);
  }
  void checkEntityExists(Entity entity) {
    if (kindOf(entity) == EntityKind::card && entity != 0) checkCardExists(numberOf(entity));
  }

  void checkCardsExist() {
    if (const auto card = eventCardOf(event_)) checkCardExists(card->number, mayHaveCeased(card->number));
    switch (event_.which()) {
      case schema::Event::SHUFFLED:
        return checkAllExist(event_.getShuffled().getCards());
      case schema::Event::CARDS_DRAWN:
        return checkAllExist(event_.getCardsDrawn().getCards());
      case schema::Event::CARDS_REVEALED:
        return checkAllExist(event_.getCardsRevealed().getCards());
      case schema::Event::TOLD:
        return checkAllExist(event_.getTold().getCards());
      case schema::Event::CARD_ATTACHED:
        return checkEntityExists(event_.getCardAttached().getHost());
      case schema::Event::ATTACK_DECLARED:
        return checkEntityExists(event_.getAttackDeclared().getTarget());
      case schema::Event::VALUE_CHANGED:
        return checkEntityExists(event_.getValueChanged().getSubject());
      case schema::Event::COUNTER_PLACED:
        return checkEntityExists(event_.getCounterPlaced().getSubject());
      case schema::Event::COUNTER_REMOVED:
        return checkEntityExists(event_.getCounterRemoved().getSubject());
      case schema::Event::TARGETS_CHOSEN:
        for (const Entity target : event_.getTargetsChosen().getTargets()) checkEntityExists(target);
        return;
      // clang-format off
      case schema::Event::NOTHING: case schema::Event::DECK_REGISTERED: case schema::Event::CARD_MOVED:
      case schema::Event::PILE_MOVED: case schema::Event::CARD_CREATED: case schema::Event::CARD_CEASED:
      case schema::Event::CARD_TURNED: case schema::Event::CARD_FLIPPED: case schema::Event::CARD_DETACHED:
      case schema::Event::CONTROL_CHANGED: case schema::Event::BEGAN: case schema::Event::ENDED:
      case schema::Event::CARD_PLAYED: case schema::Event::ABILITY_ACTIVATED: case schema::Event::ACTIVATION_NEGATED:
      case schema::Event::EFFECT_NEGATED: case schema::Event::ACTIVATION_RESOLVED: case schema::Event::TRAIT_TRIGGERED:
      case schema::Event::CHANGE_BEGAN: case schema::Event::CHANGE_ENDED: case schema::Event::NUMBER_CHOSEN:
      case schema::Event::NAME_CHOSEN: case schema::Event::RANDOM_OUTCOME: case schema::Event::CONCEDED:
      case schema::Event::GAME_ENDED: case schema::Event::OBSERVED: case schema::Event::RULING_GIVEN:
      case schema::Event::REWOUND: case schema::Event::CORRECTED: case schema::Event::OBLIGATION_WAIVED:
      case schema::Event::PENALTY_GIVEN: case schema::Event::TIME_EXTENDED: case schema::Event::NOTE:
      case schema::Event::REPLACED: case schema::Event::SKIPPED:
        // clang-format on
        return;  // they name no other cards
    }
  }
  void checkAllExist(capnp::List<std::uint32_t>::Reader cards) {
    for (const std::uint32_t card : cards) checkCardExists(card);
  }

  /// True if the event may be about a card that has ceased to exist: an act whose cost the card was, or the record of
  /// its end if the rules have already ended it.
  [[nodiscard]] bool mayHaveCeased(std::uint32_t number) const {
    if (event_.isCardCeased()) {
      const CardIndex card = before_.cardOf(number);
      return card != kNone && ceasesOutOfPlay(before_, ruleset_, before_.cards[card]);
    }
    return event_.isAbilityActivated() || event_.isTraitTriggered() || event_.isReplaced();
  }

  /// Checks the zone that a card leaves; player 0: of any player.
  void checkComesFrom(std::uint32_t number, NameNumber zone, Seat player) {
    const CardIndex index = before_.cardOf(number);
    if (zone == 0 || !exists(index)) return;
    const Card& card = before_.cards[index];
    if (card.zone == zoneOf(zone) && (player == 0 || card.zone_player == player)) return;
    addFinding({.assumption = Assumption::CARDS_ARE_IN_ZONE, .claimed = std::string(textOf(zone))}, index).player =
        player;
  }

  void checkCardsAreInZone() {
    if (event_.isCardsDrawn()) {
      const auto drawn = event_.getCardsDrawn();
      for (const std::uint32_t card : drawn.getCards()) checkComesFrom(card, drawn.getFrom(), drawer(drawn));
    } else if (event_.isCardMoved()) {
      const auto moved = event_.getCardMoved();
      checkComesFrom(moved.getCard(), moved.getFrom(), moved.getFromPlayer());
    } else if (event_.isShuffled()) {
      const auto shuffled = event_.getShuffled();
      for (const std::uint32_t card : shuffled.getCards())
        checkComesFrom(card, shuffled.getZone(), shuffled.getPlayer());
    }
  }
  /// The owner of the zone that is drawn from: the player, if each has one.
  [[nodiscard]] Seat drawer(schema::Event::CardsDrawn::Reader drawn) const {
    const ZoneIndex zone = zoneOf(drawn.getFrom());
    const bool shared = zone != kUnbound && ruleset_.zones[zone].owner == schema::Zone::Owner::SHARED;
    return shared ? Seat{0} : Seat{drawn.getPlayer()};
  }

  void checkSlotIsFree() {
    if (event_.getGroup() != 0) return;  // checked when all of them have happened
    Slot slot;
    CardIndex card = kNone;
    if (event_.isCardMoved()) {
      const auto moved = event_.getCardMoved();
      card = before_.cardOf(moved.getCard());
      slot = {.zone = zoneOf(moved.getZone()), .player = moved.getPlayer(), .number = moved.getSlot()};
    } else if (event_.isCardCreated()) {
      const auto made = event_.getCardCreated();
      slot = {.zone = zoneOf(made.getZone()), .player = made.getPlayer(), .number = made.getSlot()};
    } else if (event_.isCardPlayed() && event_.getCardPlayed().getZone() != 0) {
      const auto played = event_.getCardPlayed();
      card = before_.cardOf(played.getCard());
      slot = {.zone = zoneOf(played.getZone()), .player = zonePlayerOf(played), .number = played.getSlot()};
    }
    const CardIndex other = inSlot(before_, ruleset_, slot, card);
    if (other != kNone) addFinding({.assumption = Assumption::SLOT_IS_FREE, .subject = other}, card);
  }

  void checkCardIsInPlay() {
    const CardIndex card = before_.cardOf(eventCardOf(event_)->number);
    if (!exists(card) || ruleset_.zones[before_.cards[card].zone].in_play) return;
    // If its host leaves play at the same time, the recorded order of both means nothing.
    if (event_.isCardAttached() && (event_.getGroup() != 0 || mayBeAttachedOutOfPlay(card))) return;
    addFinding({.assumption = Assumption::CARD_IS_IN_PLAY}, card);
  }

  /// An attached card enters play with its host or, if it does not share its host's fate, has no zone. The record does
  /// not say where a card is that is attached to a player.
  [[nodiscard]] bool mayBeAttachedOutOfPlay(CardIndex card) const {
    const Entity host = before_.subjectOf(event_.getCardAttached().getHost());
    if (ruleset_.fate != schema::Attachment::Fate::GOES_TO || !before_.isCard(host)) return true;
    return zoneEnteredByAttaching(before_, ruleset_, card, host) != kUnbound;
  }

  void checkCardIsAttached() {
    const CardIndex card = before_.cardOf(event_.getCardDetached().getCard());
    if (!exists(card) || before_.cards[card].host != kNone || before_.cards[card].attached_at != 0) return;
    addFinding({.assumption = Assumption::CARD_IS_ATTACHED}, card);
  }

  void checkHostIsDistinct() {
    const CardIndex card = before_.cardOf(event_.getCardAttached().getCard());
    const Entity host = before_.subjectOf(event_.getCardAttached().getHost());
    if (!exists(card) || host == kNone || !isOrIsAttachedTo(before_, host, card)) return;
    addFinding({.assumption = Assumption::HOST_IS_DISTINCT, .subject = host}, card);
  }

  void checkPeriodIsUnderWay() {
    const NameNumber name = event_.getEnded().getPeriod();
    const PeriodIndex period = bindingOf(name).period;
    if (period != kUnbound && before_.periods[period].open)
      return;  // a period that the ruleset does not have is never open
    addFinding(
        {.assumption = Assumption::PERIOD_IS_UNDER_WAY, .claimed = name == 0 ? "period" : std::string(textOf(name))},
        kNone);
  }

  void checkActivationIsOpen() {
    const EventNumber activated = activationOf(before_, event_);
    const Use* use = activated == 0 ? nullptr : before_.useOf(activated);
    // Uses are dropped with their period, and those of void acts are never kept: nothing is known about them.
    if (use == nullptr || !use->resolved) return;
    addFinding({.assumption = Assumption::ACTIVATION_IS_OPEN}, use->card).rests_on = {activated};
  }

  [[gnu::cold]] void addShortfall(CardIndex card, std::string_view of_what, std::int64_t recorded,
                                  std::int64_t available) {
    addFinding({.assumption = Assumption::ENOUGH_EXIST,
                .claimed = std::string(of_what),
                .amounts = {{.recorded = recorded, .there = available}}},
               card);
  }

  void checkAmounts() {
    if (event_.isShuffled()) return checkShuffledCount(event_.getShuffled());
    if (event_.isCardsDrawn()) return checkDrawnCount(event_.getCardsDrawn());
    if (event_.isCounterRemoved()) {
      const auto removed = event_.getCounterRemoved();
      const Entity subject = before_.subjectOf(removed.getSubject());
      const std::int64_t available = before_.countersOn(subject, removed.getCounter());
      if (subject == kNone || removed.getAmount() <= available) return;
      return addShortfall(before_.isCard(subject) ? subject : kNone, textOf(removed.getCounter()), removed.getAmount(),
                          available);
    }
    const auto changed = event_.getValueChanged();
    const Entity subject = before_.subjectOf(changed.getSubject());
    if (changed.getHow() != schema::How::PAID || subject == kNone) return;
    const ValueIndex value = bindingOf(changed.getValue()).value;
    if (value == kUnbound || !ruleset_.values[value].floor_at_zero) return;
    const RecordedValue has = recordedValue(before_, ruleset_, subject, value);
    if (has.status == RecordedValue::Status::unrecorded) return;  // it is unknown whether it can be paid (doubt.h)
    const std::int64_t available = has.amount;
    if (changed.getAmount() <= available) return;
    addShortfall(before_.isCard(subject) ? subject : kNone, textOf(changed.getValue()), changed.getAmount(), available);
  }

  void checkDrawnCount(schema::Event::CardsDrawn::Reader drawn) {
    if (drawn.getBeyond() == 0) return;
    const std::int64_t available = drawn.getCards().size();
    addShortfall(kNone, textOf(drawn.getFrom()), available + drawn.getBeyond(), available);
    findings_.back().player = drawn.getPlayer();
  }

  void checkShuffledCount(schema::Event::Shuffled::Reader shuffled) {
    const ZoneIndex zone = zoneOf(shuffled.getZone());
    if (zone == kUnbound || shuffled.getCards().size() != 0) return;  // the list is as long as the count
    const auto available = cardsIn(before_, ruleset_, zone, shuffled.getPlayer()).size();
    if (shuffled.getCount() == available) return;
    addShortfall(kNone, textOf(shuffled.getZone()), shuffled.getCount(), static_cast<std::int64_t>(available));
    findings_.back().player = shuffled.getPlayer();
  }

  void checkLinkIsNext() {
    const auto link = event_.getAbilityActivated().getLink();
    if (link == 0 || link == before_.chain.size() + 1) return;
    const auto next = static_cast<std::int64_t>(before_.chain.size() + 1);
    addFinding({.assumption = Assumption::LINK_IS_NEXT, .amounts = {{.recorded = link, .there = next}}},
               before_.cardOf(event_.getAbilityActivated().getCard()));
  }

  void checkCause() {
    if (event_.getContext().getCauses().size() != 0) return;
    if (event_.isControlChanged()) return addUnexplained(before_.cardOf(event_.getControlChanged().getCard()), {});
    if (event_.isCardPlayed()) {
      const auto played = event_.getCardPlayed();
      return checkOwnCard(before_.cardOf(played.getCard()), played.getPlayer());
    }
    if (event_.isAbilityActivated()) {
      const auto activated = event_.getAbilityActivated();
      if (activated.getFromPlayer() == activated.getPlayer()) return;  // it was that player's then
      return checkOwnCard(before_.cardOf(activated.getCard()), activated.getPlayer());
    }
    if (event_.isAttackDeclared()) {
      return checkOwnAttacker(before_.cardOf(event_.getAttackDeclared().getCard()), event_.getActor());
    }
    const auto triggered = event_.getTraitTriggered();
    checkOwnCard(before_.cardOf(triggered.getCard()), triggered.getPlayer());
  }

  /// A card attacks for the player who controls it; its owner does not matter.
  void checkOwnAttacker(CardIndex index, Seat player) {
    if (!exists(index) || player == 0) return;
    const Seat controller = before_.cards[index].controller;
    if (controller != 0 && controller != player) addUnexplainedBy(player, index);
  }

  /// Checks that a card with which a player acts is that player's own or has no owner; otherwise something must permit
  /// it.
  void checkOwnCard(CardIndex index, Seat player) {
    if (!exists(index) || player == 0) return;
    const Card& card = before_.cards[index];
    if (card.controller == player || card.owner == player || card.zone_player == player) return;
    if (card.controller == 0 && card.owner == 0 && card.zone_player == 0) return;
    addUnexplainedBy(player, index);
  }

  /// Adds the finding that a player acts with another player's card.
  void addUnexplainedBy(Seat player, CardIndex card) {
    addUnexplained(card, {.of_anothers_card = true});
    findings_.back().player = player;
  }

  void addUnexplained(CardIndex card, Finding::Unexplained how) {
    findings_.push_back({.certainty = Finding::Certainty::undecided,
                         .event = number_,
                         .card = card,
                         .clause = tableClause(Assumption::HAS_CAUSE).id,
                         .what = how});
  }

  const State& before_;
  const Ruleset& ruleset_;
  EventNumber number_;
  schema::Event::Reader event_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> checkTable(const PendingEvent& pending) {
  return TableCheck(pending.before, pending.rules, pending.number, pending.event).findings();
}

std::optional<Finding> checkSlot(const State& after, const Rules& rules, const Arrival& arrival) {
  const Card& card = after.cards[arrival.card];
  const Slot slot{.zone = card.zone, .player = card.zone_player, .number = card.slot};
  const CardIndex other = inSlot(after, rules.ruleset, slot, arrival.card);
  if (other == kNone) return std::nullopt;
  return Finding{.event = arrival.event,
                 .card = arrival.card,
                 .clause = tableClause(Assumption::SLOT_IS_FREE).id,
                 .what = Finding::Impossible{.assumption = Assumption::SLOT_IS_FREE, .subject = other}};
}

}  // namespace docket
