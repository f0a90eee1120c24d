#include "tools/words/speech.h"

#include <capnp/list.h>
#include <fmt/format.h>

#include <range/v3/range/conversion.hpp>

#include "engine/query/acts/outcome.h"
#include "events/seats.h"
#include "events/text/letters.h"
#include "events/text/text_view.h"
#include "tools/words/text.h"

namespace docket {
namespace {

using schema::Change;
using schema::Event;

constexpr std::size_t kNoteColumns = 300;

/// "card" of one, "cards" of several.
std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{}{}", one, count == 1 ? "" : "s");
}

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = toCapital(text.front());
  return text;
}

/// Names of players, cards and zones as people say them.
class EventNames {
 public:
  explicit EventNames(const Words& words) : words_(words), state_(words.state()) {}

  /// "Aiko"; "P1" of a player without a name.
  [[nodiscard]] std::string player(Seat seat) const {
    const auto players = words_.header().getPlayers();
    if (seat == 0 || seat > players.size()) return Words::seat(seat);
    const auto called = view(players[seat - 1U].getName());
    return called.empty() ? Words::seat(seat) : clipped(called, 32);
  }
  [[nodiscard]] std::string players(std::uint8_t mask) const {
    std::string text;
    for (Seat seat = 1; seat <= words_.header().getPlayers().size(); ++seat) {
      if (hasSeat(mask, seat)) text += (text.empty() ? "" : " and ") + player(seat);
    }
    return text.empty() ? "nobody" : text;
  }
  /// By its number in the record.
  [[nodiscard]] std::string card(std::uint32_t number) const { return cardAt(state_.cardOf(number)); }
  [[nodiscard]] std::string cardAt(CardIndex index) const {
    if (index == kNone || !state_.isCard(index) || !words_.knows(index)) return "an unknown card";
    std::string title = words_.title(index);
    if (!title.empty()) return title;
    return words_.definition(index) == nullptr ? words_.card(index) : "an untitled card";
  }
  [[nodiscard]] std::string cards(capnp::List<std::uint32_t>::Reader numbers) const {
    std::string text;
    std::uint32_t unknown = 0;
    for (const std::uint32_t number : numbers) {
      const CardIndex index = state_.cardOf(number);
      if (index == kNone || !words_.knows(index)) {
        ++unknown;
      } else {
        text += (text.empty() ? "" : ", ") + cardAt(index);
      }
    }
    if (unknown == 0) return text.empty() ? "no card" : text;
    return fmt::format("{}{}", text.empty() ? "" : text + " and ", counted(unknown, "unknown card"));
  }
  /// A card, a player, a place, by its number in the record.
  [[nodiscard]] std::string entity(std::uint32_t entity) const {
    const Entity subject = state_.subjectOf(entity);
    if (kindOf(entity) == EntityKind::player) return player(static_cast<Seat>(numberOf(entity)));
    if (kindOf(entity) == EntityKind::card) return cardAt(subject);
    return words_.subject(subject);
  }
  [[nodiscard]] std::string entities(capnp::List<std::uint32_t>::Reader all) const {
    std::string text;
    for (const std::uint32_t one : all) text += (text.empty() ? "" : ", ") + entity(one);
    return text;
  }
  [[nodiscard]] std::string name(NameNumber name) const { return words_.name(name); }
  /// "hand", "Bastien's hand" if it is not the acting player's.
  [[nodiscard]] std::string zone(NameNumber zone, Seat owner, Seat who) const {
    if (owner == 0 || owner == who) return name(zone);
    return fmt::format("{}'s {}", player(owner), name(zone));
  }
  [[nodiscard]] const Words& words() const { return words_; }

 private:
  const Words& words_;
  const State& state_;
};

/// ", face down, bowed": the position of a card.
std::string positionText(const EventNames& names, schema::Face face, NameNumber orientation) {
  std::string text;
  if (face == schema::Face::UP) text += ", face up";
  if (face == schema::Face::DOWN) text += ", face down";
  if (orientation != 0) text += ", " + names.name(orientation);
  return text;
}

std::string slotText(std::int16_t slot) {
  if (slot == -2) return " at the bottom";
  return slot < 0 ? std::string() : fmt::format(", slot {}", slot);
}

std::string targetsText(const EventNames& names, capnp::List<std::uint32_t>::Reader targets) {
  return targets.size() == 0 ? std::string() : fmt::format(", targeting {}", names.entities(targets));
}

std::string noteText(std::string_view note) {
  return note.empty() ? std::string() : fmt::format(": “{}”", clipped(note, kNoteColumns));
}

std::string judgeName(capnp::Text::Reader judge) {
  return judge.size() == 0 ? std::string("the judge") : clipped(view(judge), 40);
}

// -- cards and where they are

std::string movedText(const EventNames& names, Event::Reader event) {
  const auto moved = event.getCardMoved();
  const Seat actor = event.getActor();
  std::string text = actor == 0 ? fmt::format("{} goes", names.card(moved.getCard()))
                                : fmt::format("{} moves {}", names.player(actor), names.card(moved.getCard()));
  if (moved.getFrom() != 0) text += " from " + names.zone(moved.getFrom(), moved.getFromPlayer(), actor);
  text += " to " + names.zone(moved.getZone(), moved.getPlayer(), actor) + slotText(moved.getSlot());
  text += positionText(names, moved.getFace(), moved.getOrientation());
  if (moved.getReason() != 0) text += fmt::format(" ({})", names.name(moved.getReason()));
  return text;
}

std::string drawnText(const EventNames& names, Event::CardsDrawn::Reader drawn) {
  std::string text = fmt::format("{} draws {} from {} to {}", names.player(drawn.getPlayer()),
                                 names.cards(drawn.getCards()), names.name(drawn.getFrom()), names.name(drawn.getTo()));
  if (drawn.getBeyond() != 0) text += fmt::format(", and {} more that were not there", drawn.getBeyond());
  return text;
}

std::string pileText(const EventNames& names, Event::PileMoved::Reader moved) {
  return fmt::format("{} moves all of {} to {}", names.player(moved.getPlayer()), names.name(moved.getFrom()),
                     names.zone(moved.getTo(), moved.getToPlayer(), moved.getPlayer()));
}

std::string createdText(const EventNames& names, Event::CardCreated::Reader created) {
  return fmt::format("{} creates {} in {}{}{}", names.player(created.getOwner()), names.card(created.getCard()),
                     names.zone(created.getZone(), created.getPlayer(), created.getOwner()),
                     slotText(created.getSlot()), positionText(names, created.getFace(), created.getOrientation()));
}

std::string flippedText(const EventNames& names, Event::CardFlipped::Reader flipped) {
  const std::string how = positionText(names, flipped.getFace(), flipped.getOrientation());
  return fmt::format("{} is turned over{}", names.card(flipped.getCard()), how);
}

std::string attachedText(const EventNames& names, Event::CardAttached::Reader attached) {
  return fmt::format("{} is attached to {}{}", names.card(attached.getCard()), names.entity(attached.getHost()),
                     attached.getKind() == 0 ? "" : " as " + names.name(attached.getKind()));
}

std::string controlText(const EventNames& names, Event::ControlChanged::Reader changed) {
  return fmt::format("{} takes control of {}{}", names.player(changed.getPlayer()), names.card(changed.getCard()),
                     changed.getUntil() == 0 ? "" : fmt::format(" until the {} ends", names.name(changed.getUntil())));
}

// -- time

std::string beganText(const EventNames& names, EventNumber number, Event::Began::Reader began) {
  const State& state = names.words().state();
  const PeriodIndex index = (*state.vocabulary)[began.getPeriod()].period;
  const bool outermost = index != kUnbound && index == names.words().turnLabels().outermost();
  std::string text = names.name(began.getPeriod());
  if (outermost) text += fmt::format(" {}", names.words().turnLabels().turn(number));
  if (began.getName() != 0) text = fmt::format("{} {}", names.name(began.getName()), text);
  if (began.getPlayer() != 0) text += ", " + names.player(began.getPlayer());
  if (began.getPlace() != 0) text += " at " + names.entity(began.getPlace());
  if (began.getParties().size() != 0) text += " between " + names.entities(began.getParties());
  return capitalised(std::move(text));
}

// -- acts

std::string playedText(const EventNames& names, Event::CardPlayed::Reader played) {
  std::string text = fmt::format("{} plays {}", names.player(played.getPlayer()), names.card(played.getCard()));
  if (played.getZone() != 0)
    text +=
        " to " + names.zone(played.getZone(), played.getToPlayer(), played.getPlayer()) + slotText(played.getSlot());
  text += positionText(names, played.getFace(), played.getOrientation());
  if (played.getMethod() != 0) text += fmt::format(" ({})", names.name(played.getMethod()));
  return text + targetsText(names, played.getTargets());
}

std::string usedText(const EventNames& names, Event::AbilityActivated::Reader used) {
  const State& state = names.words().state();
  const std::string who = names.player(used.getPlayer());
  const std::string own = used.getNamed() == 0 ? std::string("an ability") : names.name(used.getNamed());
  std::string text = used.getCard() == 0 ? fmt::format("{} uses {}", who, own)
                                         : fmt::format("{} uses {}", who, names.card(used.getCard()));
  if (used.getCard() != 0 && used.getNamed() != 0) text += ": " + own;
  const CardIndex card = used.getCard() == 0 ? kNone : state.cardOf(used.getCard());
  std::string ability;
  if (used.getAbility() != 0 && card != kNone && names.words().knows(card)) {
    ability = names.words().ability(state.cards[card].definition, used.getAbility());
    text += ": " + ability;
  }
  const std::string as = used.getDesignator() == 0 ? std::string() : names.name(used.getDesignator());
  if (!as.empty() && ability.find('(' + as + ')') == std::string::npos) text += fmt::format(" ({})", as);
  if (used.getFrom() != 0) text += " from " + names.zone(used.getFrom(), used.getFromPlayer(), used.getPlayer());
  if (used.getLink() != 0) text += fmt::format(", chain link {}", used.getLink());
  if (used.getTrigger() != 0) text += ", in answer to " + Words::event(used.getTrigger());
  if (used.getNumber() != 0) text += fmt::format(", choosing {}", used.getNumber());
  return text + targetsText(names, used.getTargets());
}

std::string triggeredText(const EventNames& names, Event::TraitTriggered::Reader triggered) {
  std::string text = names.card(triggered.getCard()) + " triggers";
  if (triggered.getNamed() != 0) text += ": " + names.name(triggered.getNamed());
  if (triggered.getTrigger() != 0) text += " on " + Words::event(triggered.getTrigger());
  return text + targetsText(names, triggered.getTargets());
}

// -- values, choices, the end

std::string valueText(const EventNames& names, Event::ValueChanged::Reader changed) {
  const std::string whose = names.entity(changed.getSubject());
  const std::string value = names.name(changed.getValue());
  switch (changed.getHow()) {
    case schema::How::GAINED:
      return fmt::format("{} gains {} {}", whose, changed.getAmount(), value);
    case schema::How::LOST:
      return fmt::format("{} loses {} {}", whose, changed.getAmount(), value);
    case schema::How::PAID:
      return fmt::format("{} pays {} {}", whose, changed.getAmount(), value);
    default:
      return fmt::format("{} has {} {}", whose, changed.getAmount(), value);
  }
}

std::string rolledText(const EventNames& names, Event::RandomOutcome::Reader rolled) {
  std::string results;
  for (const auto result : rolled.getResults()) results += fmt::format("{}{}", results.empty() ? "" : ", ", result);
  return fmt::format("{}, {}: {}", names.player(rolled.getPlayer()), names.name(rolled.getWhat()), results);
}

std::string endText(const EventNames& names, Event::GameEnded::Reader ended) {
  const Seats winners = winnersIn(ended);
  std::string text = names.players(winners) + (otherSeats(winners) == 0 ? " wins" : " win");
  if (ended.getEverybody() == schema::Everybody::WINS) text = "all win";
  if (ended.getEverybody() == schema::Everybody::LOSES) text = "all lose";
  if (ended.getReason() != 0) text += fmt::format(" ({})", names.name(ended.getReason()));
  return text;
}

std::string observedText(const EventNames& names, Event::Observed::Reader observed) {
  if (observed.getReading() == 0)
    return fmt::format("recorded: {} = {}", clipped(view(observed.getExpression()), kNoteColumns),
                       clipped(view(observed.getValue())));
  const std::string amount = observed.getAbsent() ? "none" : fmt::format("{}", observed.getAmount());
  return fmt::format("recorded: {}{} of {} is {}", observed.getBase() ? "base " : "", names.name(observed.getReading()),
                     names.entity(observed.getSubject()), amount);
}

/// Without the claim, whose words are those of the table that it is about (claim_words.h).
std::string ruledText(schema::Ruling::Reader ruling) {
  std::string text = fmt::format("{} rules", judgeName(ruling.getJudge()));
  if (ruling.getAt() != 0) text += fmt::format(" about event {}", ruling.getAt());
  if (ruling.getSupersedes() != 0) text += fmt::format(", replacing the ruling of event {}", ruling.getSupersedes());
  return text + noteText(view(ruling.getNote()));
}

std::string waivedText(const EventNames& names, Event::ObligationWaived::Reader waived) {
  const std::string what = waived.getCard() == 0 ? fmt::format("what has to follow event {}", waived.getTrigger())
                                                 : fmt::format("what {} has to do", names.card(waived.getCard()));
  return fmt::format("{} waives {}", judgeName(waived.getJudge()), what);
}

// -- what comes with an event

/// "Force +2", "keyword Samurai": what a change does, without its subject.
std::string changeText(const EventNames& names, Change::Reader change) {
  const std::string name = change.getName() == 0 ? std::string() : names.name(change.getName());
  const std::string of_stat = name.empty() ? std::string() : name + " ";
  switch (change.getKind()) {
    case Change::Kind::BONUS:
      return of_stat + withSign(change.getAmount());
    case Change::Kind::SET:
      return fmt::format("{}set to {}", of_stat, change.getAmount());
    case Change::Kind::SET_BASE:
      return fmt::format("base {}set to {}", of_stat, change.getAmount());
    case Change::Kind::MINIMUM:
      return fmt::format("{}at least {}", of_stat, change.getAmount());
    case Change::Kind::MAXIMUM:
      return fmt::format("{}at most {}", of_stat, change.getAmount());
    case Change::Kind::COPY:
      return fmt::format("{}as that of {}", of_stat, names.card(change.getSource()));
    case Change::Kind::CONTROL:
      return "control by " + names.player(change.getPlayer());
    case Change::Kind::NEGATE_EFFECTS:
      return "effects negated";
    case Change::Kind::REMOVE_KEYWORD:
    case Change::Kind::REMOVE_TYPE:
    case Change::Kind::REMOVE_TRAIT:
    case Change::Kind::REMOVE_ABILITY:
      return "without " + name;
    case Change::Kind::ACT_AS:
      return "as though it were " + name;
    case Change::Kind::FORBID:
      return "cannot " + name;
    case Change::Kind::PERMIT:
      return "may " + name;
    case Change::Kind::MUST:
      return "must " + name;
    default:
      return "now " + name;
  }
}

std::string lastsText(const EventNames& names, Change::Reader change) {
  switch (change.getLast()) {
    case Change::Last::UNTIL_END:
      return change.getUntil() == 0 ? ", until it is ended"
                                    : fmt::format(", until the {} ends", names.name(change.getUntil()));
    case Change::Last::WHILE_SOURCE:
      return ", while its source is in play";
    case Change::Last::WHILE_ATTACHED:
      return ", while its source is attached";
    default:
      return {};
  }
}

/// Newly known cards, one sentence for all that the same players learn: "Aiko now knows A, B".
void addKnown(const EventNames& names, Event::Reader event, std::vector<std::string>& details) {
  std::map<std::uint8_t, std::string> learned;
  for (const auto identity : event.getContext().getIdentities()) {
    std::string& titles = learned[identity.getSeats()];
    titles += (titles.empty() ? "" : ", ") + names.card(identity.getCard());
  }
  for (const auto& [seats, titles] : learned) {
    details.push_back(seats == kEveryone ? fmt::format("Now known: {}", titles)
                                         : fmt::format("Now known to {}: {}", names.players(seats), titles));
  }
}

void addBegun(const EventNames& names, Event::Reader event, std::vector<std::string>& details) {
  for (const auto change : event.getBegins()) {
    details.push_back(fmt::format("{}: {}{}", capitalised(names.entity(change.getSubject())), changeText(names, change),
                                  lastsText(names, change)));
  }
}

/// The words for an activation, by its event: "Steady Guard (event 45)".
class Acts {
 public:
  explicit Acts(const std::map<EventNumber, std::string>& acts) : acts_(acts) {}
  [[nodiscard]] std::string operator()(EventNumber event) const {
    if (event == 0) return "the latest one";
    const auto known = acts_.find(event);
    return known == acts_.end() ? Words::event(event) : fmt::format("{} ({})", known->second, Words::event(event));
  }

 private:
  const std::map<EventNumber, std::string>& acts_;
};

/// Words for events about cards. Empty for any other event, as in the next functions.
std::string aboutCards(const EventNames& names, Event::Reader event) {
  switch (event.which()) {
    case Event::DECK_REGISTERED: {
      const auto deck = event.getDeckRegistered();
      return fmt::format("{} has {} in {}", names.player(deck.getPlayer()), counted(deck.getCount(), "card"),
                         names.name(deck.getZone()));
    }
    case Event::SHUFFLED:
      return fmt::format("{} shuffles {}", names.player(event.getShuffled().getPlayer()),
                         names.name(event.getShuffled().getZone()));
    case Event::CARDS_DRAWN:
      return drawnText(names, event.getCardsDrawn());
    case Event::CARD_MOVED:
      return movedText(names, event);
    case Event::PILE_MOVED:
      return pileText(names, event.getPileMoved());
    case Event::CARD_CREATED:
      return createdText(names, event.getCardCreated());
    case Event::CARD_CEASED:
      return names.card(event.getCardCeased().getCard()) + " leaves the game";
    case Event::CARDS_REVEALED:
      return fmt::format("{} reveals {}", names.player(event.getCardsRevealed().getPlayer()),
                         names.cards(event.getCardsRevealed().getCards()));
    case Event::TOLD:
      return fmt::format("{} says of {}{}", names.player(event.getTold().getPlayer()),
                         names.cards(event.getTold().getCards()), noteText(view(event.getTold().getSays())));
    case Event::CARD_TURNED:
      return fmt::format("{} is turned: {}", names.card(event.getCardTurned().getCard()),
                         names.name(event.getCardTurned().getOrientation()));
    case Event::CARD_FLIPPED:
      return flippedText(names, event.getCardFlipped());
    case Event::CARD_ATTACHED:
      return attachedText(names, event.getCardAttached());
    case Event::CARD_DETACHED:
      return names.card(event.getCardDetached().getCard()) + " is detached";
    case Event::CONTROL_CHANGED:
      return controlText(names, event.getControlChanged());
    case Event::REPLACED:
      return fmt::format("{} of {} is replaced", names.name(event.getReplaced().getAct()),
                         names.card(event.getReplaced().getCard()));
    default:
      return {};
  }
}

std::string aboutActs(const EventNames& names, const Acts& acts, EventNumber number, Event::Reader event) {
  switch (event.which()) {
    case Event::BEGAN:
      return beganText(names, number, event.getBegan());
    case Event::ENDED:
      return fmt::format("the {} ends", names.name(event.getEnded().getPeriod()));
    case Event::CARD_PLAYED:
      return playedText(names, event.getCardPlayed());
    case Event::ABILITY_ACTIVATED:
      return usedText(names, event.getAbilityActivated());
    case Event::TRAIT_TRIGGERED:
      return triggeredText(names, event.getTraitTriggered());
    case Event::ACTIVATION_NEGATED:
      return fmt::format("the activation of {} is negated", acts(event.getActivationNegated().getActivation()));
    case Event::EFFECT_NEGATED:
      return fmt::format("the effect of {} is negated", acts(event.getEffectNegated().getActivation()));
    case Event::ACTIVATION_RESOLVED:
      return acts(event.getActivationResolved().getActivation()) + " resolves";
    case Event::TARGETS_CHOSEN:
      return fmt::format("{} chooses {} for {}", names.player(event.getTargetsChosen().getPlayer()),
                         names.entities(event.getTargetsChosen().getTargets()),
                         acts(event.getTargetsChosen().getActivation()));
    case Event::ATTACK_DECLARED: {
      const auto attack = event.getAttackDeclared();
      const std::string attacker = names.card(attack.getCard());
      return attack.getTarget() == 0 ? attacker + " attacks"
                                     : fmt::format("{} attacks {}", attacker, names.entity(attack.getTarget()));
    }
    case Event::CHANGE_BEGAN:
      return event.getBegins().size() == 1 ? "a change begins" : "changes begin";
    case Event::CHANGE_ENDED:
      return fmt::format("what began with event {} ends", event.getChangeEnded().getBegun());
    default:
      return {};
  }
}

std::string aboutValues(const EventNames& names, Event::Reader event) {
  switch (event.which()) {
    case Event::VALUE_CHANGED:
      return valueText(names, event.getValueChanged());
    case Event::COUNTER_PLACED: {
      const auto placed = event.getCounterPlaced();
      return fmt::format("{} {} {} on {}", placed.getAmount(), names.name(placed.getCounter()),
                         plural(placed.getAmount(), "counter"), names.entity(placed.getSubject()));
    }
    case Event::COUNTER_REMOVED: {
      const auto removed = event.getCounterRemoved();
      return fmt::format("{} {} {} off {}", removed.getAmount(), names.name(removed.getCounter()),
                         plural(removed.getAmount(), "counter"), names.entity(removed.getSubject()));
    }
    case Event::NUMBER_CHOSEN:
      return fmt::format("{} chooses {} ({})", names.player(event.getNumberChosen().getPlayer()),
                         event.getNumberChosen().getNumber(), names.name(event.getNumberChosen().getWhat()));
    case Event::NAME_CHOSEN:
      return fmt::format("{} names a {}{}", names.player(event.getNameChosen().getPlayer()),
                         names.name(event.getNameChosen().getWhat()), noteText(view(event.getNameChosen().getText())));
    case Event::RANDOM_OUTCOME:
      return rolledText(names, event.getRandomOutcome());
    case Event::CONCEDED:
      return names.player(event.getConceded().getPlayer()) + " concedes";
    case Event::GAME_ENDED:
      return endText(names, event.getGameEnded());
    case Event::OBSERVED:
      return observedText(names, event.getObserved());
    default:
      return {};
  }
}

std::string skippedText(const EventNames& names, Event::Skipped::Reader skipped) {
  const bool settles = skipped.getWhat().size() == 0;
  const std::string about = skipped.getSubject() == 0 ? std::string() : " about " + names.entity(skipped.getSubject());
  return settles ? "the doubt" + about + " is settled"
                 : "something" + about + " could not be read" + noteText(view(skipped.getWhat()));
}

std::string aboutJudging(const EventNames& names, Event::Reader event) {
  switch (event.which()) {
    case Event::RULING_GIVEN:
      return ruledText(event.getRulingGiven());
    case Event::REWOUND: {
      const auto rewound = event.getRewound();
      return fmt::format("{} takes the game back to event {}{}", judgeName(rewound.getJudge()), rewound.getTo(),
                         noteText(view(rewound.getNote())));
    }
    case Event::OBLIGATION_WAIVED:
      return waivedText(names, event.getObligationWaived());
    case Event::PENALTY_GIVEN: {
      const auto penalty = event.getPenaltyGiven();
      return fmt::format("{} is given a {}{}", names.player(penalty.getPlayer()), names.name(penalty.getPenalty()),
                         noteText(view(penalty.getNote())));
    }
    case Event::TIME_EXTENDED:
      return fmt::format("{} more {}", event.getTimeExtended().getMinutes(),
                         plural(event.getTimeExtended().getMinutes(), "minute"));
    case Event::NOTE:
      return "note" + noteText(view(event.getNote()));
    case Event::SKIPPED:
      return skippedText(names, event.getSkipped());
    default:
      return {};
  }
}

std::string sentence(const EventNames& names, const Acts& acts, EventNumber number, Event::Reader event) {
  if (event.isCorrected()) {
    const auto corrected = event.getCorrected();
    // Validation allows a replacement once, and none within it.
    const std::string instead =
        corrected.hasReplacement() ? sentence(names, acts, number, corrected.getReplacement()) : std::string("nothing");
    return fmt::format("The record of event {} is corrected: {}", corrected.getEvent(), instead);
  }
  for (std::string text : {aboutCards(names, event), aboutActs(names, acts, number, event), aboutValues(names, event),
                           aboutJudging(names, event)}) {
    if (!text.empty()) return capitalised(std::move(text));
  }
  return {};
}

/// The words for an act that a later event can refer to.
std::string actOf(const EventNames& names, Event::Reader event) {
  if (event.isTraitTriggered()) return names.card(event.getTraitTriggered().getCard());
  if (event.isCardPlayed()) return names.card(event.getCardPlayed().getCard());
  if (!event.isAbilityActivated()) return {};
  const auto used = event.getAbilityActivated();
  return used.getCard() != 0 || used.getNamed() == 0 ? names.card(used.getCard()) : names.name(used.getNamed());
}

}  // namespace

Spoken Speech::tell(const Words& words, EventNumber number, schema::Event::Reader event) {
  const EventNames names(words);
  if (std::string act = actOf(names, event); !act.empty()) acts_[number] = std::move(act);
  Spoken spoken{.text = clipped(sentence(names, Acts(acts_), number, event), 400)};
  addKnown(names, event, spoken.details);
  if (event.isChangeBegan() && event.getBegins().size() == 1) {
    std::vector<std::string> begun;
    addBegun(names, event, begun);
    spoken.text = begun.front();
  } else {
    addBegun(names, event, spoken.details);
  }
  return spoken;
}

}  // namespace docket
