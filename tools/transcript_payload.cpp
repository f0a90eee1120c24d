// What each payload of an event says on its line of the transcript (transcript.h has the grammar).
#include "tools/transcriber.h"

namespace docket {
namespace {

using schema::Event;

std::string_view view(capnp::Text::Reader text) { return {text.begin(), text.size()}; }

}  // namespace

std::string Transcriber::payload() {
  if (auto text = aboutCards(); !text.empty()) return text;
  if (auto text = aboutActs(); !text.empty()) return text;
  if (auto text = aboutValues(); !text.empty()) return text;
  return aboutClaims();
}

std::string Transcriber::aboutCards() {
  switch (event_.which()) {
    case Event::DECK_REGISTERED: {
      const auto deck = event_.getDeckRegistered();
      return fmt::format("{} registers {} {}", seat(deck.getPlayer()), name(deck.getZone()),
                         numbered(deck.getFirst(), deck.getCount()));
    }
    case Event::SHUFFLED: {
      const auto shuffled = event_.getShuffled();
      if (shuffled.getCards().size() != 0) add("of", numbers(shuffled.getCards()));
      if (shuffled.getOrder().size() != 0) add("was", numbers(shuffled.getOrder()));
      return did(shuffled.getPlayer(), fmt::format("shuffles {} {}", name(shuffled.getZone()),
                                                   numbered(shuffled.getFirst(), shuffled.getCount())));
    }
    case Event::CARDS_DRAWN: {
      const auto drawn = event_.getCardsDrawn();
      add("from", name(drawn.getFrom()));
      add("to", name(drawn.getTo()));
      return did(drawn.getPlayer(), "draws " + cards(drawn.getCards()));
    }
    case Event::CARD_MOVED: {
      const auto moved = event_.getCardMoved();
      add("to", zone(moved.getPlayer(), moved.getZone(), actor_));
      addPlace(moved.getSlot(), moved.getFace(), moved.getOrientation());
      addName("as", moved.getReason());
      return acted("moves " + card(moved.getCard()));
    }
    case Event::PILE_MOVED: {
      const auto moved = event_.getPileMoved();
      add("to", zone(moved.getToPlayer(), moved.getTo(), moved.getPlayer()));
      return did(moved.getPlayer(), "moves all of " + name(moved.getFrom()));
    }
    case Event::CARD_CREATED: {
      const auto created = event_.getCardCreated();
      add("to", zone(created.getPlayer(), created.getZone(), created.getOwner()));
      addPlace(created.getSlot(), created.getFace(), created.getOrientation());
      return did(created.getOwner(), "creates " + card(created.getCard()));
    }
    case Event::CARD_CEASED:
      return acted("removes " + card(event_.getCardCeased().getCard()) + " from the game");
    case Event::CARDS_REVEALED:
      return did(event_.getCardsRevealed().getPlayer(), "reveals " + cards(event_.getCardsRevealed().getCards()));
    case Event::CARD_TURNED:
      return acted(fmt::format("turns {} {}", card(event_.getCardTurned().getCard()),
                               name(event_.getCardTurned().getOrientation())));
    case Event::CARD_FLIPPED: {
      const auto flipped = event_.getCardFlipped();
      addPlace(-1, flipped.getFace(), flipped.getOrientation());
      return acted("flips " + card(flipped.getCard()));
    }
    case Event::CARD_ATTACHED: {
      const auto attached = event_.getCardAttached();
      addName("as", attached.getKind());
      return acted(fmt::format("attaches {} to {}", card(attached.getCard()), subject(attached.getHost())));
    }
    case Event::CARD_DETACHED:
      return acted("detaches " + card(event_.getCardDetached().getCard()));
    case Event::CONTROL_CHANGED: {
      const auto changed = event_.getControlChanged();
      addName("until", changed.getUntil());
      return did(changed.getPlayer(), "takes control of " + card(changed.getCard()));
    }
    default:
      return {};
  }
}

std::string Transcriber::period(NameNumber kind) const {
  return periodOf(kind) == words_.moments().outermost() ? "==" : "--";
}

std::string Transcriber::aboutActs() {
  switch (event_.which()) {
    case Event::BEGAN: {
      const auto began = event_.getBegan();
      if (began.getName() != 0) add(name(began.getName()));
      if (began.getPlayer() != 0) add(seat(began.getPlayer()));
      if (began.getPlace() != 0) add("at", subject(began.getPlace()));
      who_ = 0;
      return fmt::format("{} {}", period(began.getPeriod()), kindName(began.getPeriod()));
    }
    case Event::ENDED:
      who_ = 0;
      return fmt::format("{} end {}", period(event_.getEnded().getPeriod()), kindName(event_.getEnded().getPeriod()));
    case Event::CARD_PLAYED: {
      const auto played = event_.getCardPlayed();
      if (played.getZone() != 0) {
        const Seat owner = played.getToPlayer() == 0 ? played.getPlayer() : played.getToPlayer();
        add("to", zone(owner, played.getZone(), played.getPlayer()));
      }
      addPlace(played.getSlot(), played.getFace(), played.getOrientation());
      addName("as", played.getMethod());
      addSubjects("targeting", played.getTargets());
      addEvents("paid", played.getCosts());
      return did(played.getPlayer(), "plays " + card(played.getCard()));
    }
    case Event::ABILITY_ACTIVATED: {
      const auto used = event_.getAbilityActivated();
      if (used.getAbility() != 0) add("ability", std::to_string(used.getAbility()));
      addName("as", used.getDesignator());
      if (used.getLink() != 0) add("link", std::to_string(used.getLink()));
      if (used.getFrom() != 0) add("from", zone(used.getFromPlayer(), used.getFrom(), used.getPlayer()));
      addActTail(used);
      return did(used.getPlayer(), "uses " + card(used.getCard()));
    }
    case Event::TRAIT_TRIGGERED: {
      const auto triggered = event_.getTraitTriggered();
      if (triggered.getTrait() != 0) add("trait", std::to_string(triggered.getTrait()));
      addEvent("answering", triggered.getTrigger());
      addSubjects("targeting", triggered.getTargets());
      addEvents("paid", triggered.getCosts());
      return did(triggered.getPlayer(), "triggers " + card(triggered.getCard()));
    }
    case Event::ACTIVATION_NEGATED:
      addEvent("by", event_.getActivationNegated().getBy());
      return acted(fmt::format("negates activation {}", event_.getActivationNegated().getActivation()));
    case Event::EFFECT_NEGATED:
      addEvent("by", event_.getEffectNegated().getBy());
      return acted(fmt::format("negates effect {}", event_.getEffectNegated().getActivation()));
    case Event::ACTIVATION_RESOLVED:
      return resolved();
    case Event::ATTACK_DECLARED:
      add("with", card(event_.getAttackDeclared().getCard()));
      return acted("attacks " + subject(event_.getAttackDeclared().getTarget()));
    default:
      return {};
  }
}

void Transcriber::addActTail(Event::AbilityActivated::Reader used) {
  addEvent("answering", used.getTrigger());
  if (used.getNumber() != 0) add("number", std::to_string(used.getNumber()));
  addSubjects("targeting", used.getTargets());
  addEvents("paid", used.getCosts());
}

std::string Transcriber::resolved() {
  const auto resolution = event_.getActivationResolved();
  if (resolution.getNumber() != 0) add("number", std::to_string(resolution.getNumber()));
  std::string choices;
  for (const auto choice : resolution.getChoices()) {
    choices += (choices.empty() ? "" : ", ") + notedString(view(choice));
  }
  if (!choices.empty()) add("choices", choices);
  return acted(fmt::format("resolves {}", resolution.getActivation()));
}

std::string Transcriber::aboutValues() {
  switch (event_.which()) {
    case Event::CHANGE_BEGAN:
      return acted("begins");
    case Event::CHANGE_ENDED: {
      const auto ended = event_.getChangeEnded();
      return acted(ended.getAll() ? fmt::format("ends all of {}", ended.getBegun())
                                  : fmt::format("ends {}.{}", ended.getBegun(), ended.getIndex()));
    }
    case Event::VALUE_CHANGED:
      return valueChanged();
    case Event::COUNTER_PLACED: {
      const auto placed = event_.getCounterPlaced();
      return acted(fmt::format("places {} {} on {}", placed.getAmount(), name(placed.getCounter()),
                               subject(placed.getSubject())));
    }
    case Event::COUNTER_REMOVED: {
      const auto removed = event_.getCounterRemoved();
      return acted(fmt::format("takes {} {} from {}", removed.getAmount(), name(removed.getCounter()),
                               subject(removed.getSubject())));
    }
    case Event::NUMBER_CHOSEN: {
      const auto chosen = event_.getNumberChosen();
      return did(chosen.getPlayer(), fmt::format("chooses {} {}", name(chosen.getWhat()), chosen.getNumber()));
    }
    case Event::NAME_CHOSEN: {
      const auto chosen = event_.getNameChosen();
      return did(chosen.getPlayer(),
                 fmt::format("names {} {}", name(chosen.getWhat()), notedString(view(chosen.getText()))));
    }
    case Event::TARGETS_CHOSEN: {
      const auto chosen = event_.getTargetsChosen();
      addSubjects("targeting", chosen.getTargets());
      return did(chosen.getPlayer(), fmt::format("chooses for {}", chosen.getActivation()));
    }
    case Event::RANDOM_OUTCOME: {
      const auto outcome = event_.getRandomOutcome();
      std::string results;
      for (const std::int32_t result : outcome.getResults()) results += fmt::format(" {}", result);
      return did(outcome.getPlayer(), fmt::format("rolls {}{}", name(outcome.getWhat()), results));
    }
    case Event::CONCEDED:
      return did(event_.getConceded().getPlayer(), "concedes");
    case Event::GAME_ENDED:
      addName("as", event_.getGameEnded().getReason());
      who_ = event_.getGameEnded().getWinner();
      return fmt::format("{} wins", seat(who_));
    default:
      return {};
  }
}

std::string Transcriber::valueChanged() {
  const auto changed = event_.getValueChanged();
  const bool of_player = kindOf(changed.getSubject()) == EntityKind::player;
  who_ = of_player ? static_cast<Seat>(numberOf(changed.getSubject())) : Seat{0};
  static constexpr std::string_view kVerbs[] = {"gains", "loses", "pays", "has"};
  const auto verb = kVerbs[static_cast<std::size_t>(changed.getHow()) % 4];
  return fmt::format("{} {} {} {}", subject(changed.getSubject()), verb, changed.getAmount(), name(changed.getValue()));
}

std::string Transcriber::observed() {
  const auto seen = event_.getObserved();
  if (seen.getReading() == 0) {
    return acted(
        fmt::format("observes {} = {}", notedString(view(seen.getExpression())), notedString(view(seen.getValue()))));
  }
  addText("as", seen.getValue());
  return acted(fmt::format("observes {}{} {} of {}", seen.getBase() ? "base " : "", name(seen.getReading()),
                           seen.getAbsent() ? std::string("absent") : std::to_string(seen.getAmount()),
                           subject(seen.getSubject())));
}

std::string Transcriber::ruling() {
  const auto given = event_.getRulingGiven();
  if (given.getAt() != 0) add("at", std::to_string(given.getAt()));
  std::string clauses;
  for (const auto clause : given.getClauses()) {
    clauses += (clauses.empty() ? "" : ", ") + notedString(view(clause));
  }
  if (!clauses.empty()) add("citing", clauses);
  addEvent("superseding", given.getSupersedes());
  addText("by", given.getJudge());
  addText("note", given.getNote());
  return acted("ruling " + notedString(view(given.getClaim())));
}

std::string Transcriber::aboutClaims() {
  switch (event_.which()) {
    case Event::OBSERVED:
      return observed();
    case Event::RULING_GIVEN:
      return ruling();
    case Event::REWOUND:
      addText("by", event_.getRewound().getJudge());
      addText("note", event_.getRewound().getNote());
      return acted(fmt::format("rewinds to {}", event_.getRewound().getTo()));
    case Event::CORRECTED: {
      const auto corrected = event_.getCorrected();
      addText("note", corrected.getNote());
      const std::string instead = corrected.hasReplacement()
                                      ? Transcriber(words_, corrected.getReplacement()).line(0).text
                                      : std::string("nothing");
      return acted(fmt::format("corrects {}: {};", corrected.getEvent(), instead));
    }
    case Event::OBLIGATION_WAIVED: {
      const auto waived = event_.getObligationWaived();
      addEvent("answering", waived.getTrigger());
      addText("by", waived.getJudge());
      return acted(fmt::format("waives trait {} of {}", waived.getTrait(), card(waived.getCard())));
    }
    case Event::PENALTY_GIVEN: {
      const auto given = event_.getPenaltyGiven();
      addText("by", given.getJudge());
      addText("note", given.getNote());
      return did(given.getPlayer(), "is given " + name(given.getPenalty()));
    }
    case Event::TIME_EXTENDED:
      addText("by", event_.getTimeExtended().getJudge());
      return acted(fmt::format("extends time {}", event_.getTimeExtended().getMinutes()));
    case Event::NOTE:
      return acted("note " + notedString(view(event_.getNote())));
    default:
      return acted("does something that this program does not know");
  }
}

}  // namespace docket
