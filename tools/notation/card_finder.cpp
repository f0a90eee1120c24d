#include "tools/notation/card_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/query/cards/characteristics.h"
#include "engine/query/cards/sight.h"
#include "engine/rules/reprints.h"
#include "events/seats.h"
#include "events/text/quoted.h"
#include "tools/notation/transcript.h"

namespace docket::notation {
namespace {

/// True for a word that can belong to a title typed without quotation marks.
bool isPartOfTitle(const Token& token) {
  const bool apostrophe = token.is("'") || token.is(",");
  return apostrophe || (token.kind == Token::Kind::word && !isReserved(token.text));
}

}  // namespace

bool CardFinder::isKnown(std::uint32_t number) const {
  const CardIndex index = state_.cardOf(number);
  return index != kNone && state_.cards[index].definition != 0;
}

std::string_view CardFinder::titleOf(std::uint32_t number) const {
  return isKnown(number) ? readTitle(state_, rules_.ruleset, state_.cardOf(number)).title : std::string_view{};
}

std::uint8_t CardFinder::seatsThatLearn(std::uint32_t number, schema::Event::Reader event, const Names& names) const {
  const CardIndex index = state_.cardOf(number);
  if (index == kNone) return kEveryone;
  const Card& card = state_.cards[index];
  ZoneIndex zone = card.zone;
  Seat owner = card.zone_player;
  bool down = card.face == Facing::down;
  bool turned_up =
      !down;  // all see it in any zone; a card enters a hidden zone face down unless the event says otherwise
  const auto put = [&](NameNumber to, Seat player, schema::Face face) {
    zone = rules_.ruleset.zone(names.text(to));
    owner = player;
    if (face != schema::Face::UNCHANGED) down = face == schema::Face::DOWN;
    turned_up = face == schema::Face::UP;
  };
  if (event.isCardMoved() && event.getCardMoved().getCard() == number) {
    const auto moved = event.getCardMoved();
    put(moved.getZone(), moved.getPlayer(), moved.getFace());
  } else if (event.isCardPlayed() && event.getCardPlayed().getCard() == number) {
    const auto played = event.getCardPlayed();
    if (played.getZone() == 0) return kEveryone;
    put(played.getZone(), played.getToPlayer() != 0 ? played.getToPlayer() : played.getPlayer(), played.getFace());
  } else if (event.isCardFlipped() && event.getCardFlipped().getCard() == number) {
    if (event.getCardFlipped().getFace() != schema::Face::UNCHANGED)
      down = event.getCardFlipped().getFace() == schema::Face::DOWN;
    turned_up = !down;
  } else if (event.isCardsRevealed()) {
    return event.getContext().getSeats();
  } else if ((event.isAbilityActivated() && event.getAbilityActivated().getCard() == number) ||
             (event.isTraitTriggered() && event.getTraitTriggered().getCard() == number)) {
    return kEveryone;
  }
  if (zone == kUnbound) return kEveryone;
  const auto seen_by = rules_.ruleset.zones[zone].seen_by;
  const bool is_up = seen_by == schema::Zone::SeenBy::FACE_UP ? !down : turned_up;
  const std::uint8_t seats = seatsThatSee(seen_by, owner, is_up, state_.seats);
  // If no seat can see it, the actor has looked at it.
  return seats != 0 ? seats : seatsThatSee(schema::Zone::SeenBy::OWNER, event.getActor(), false, state_.seats);
}

std::string CardFinder::spelled(std::string_view typed) const {
  const auto canonical = [&](std::string_view title) -> std::optional<std::string> {
    if (!titles_.areNone() && titles_.key(title)) return std::string(title);
    if (const auto titles = titles_.meantBy(title); titles.size() == 1) return std::string(titles.front());
    // For a game without a catalogue, or a card that was given another title.
    if (const auto cards = titled_.meantBy(title); !cards.empty())
      return std::string(readTitle(state_, rules_.ruleset, cards.front()).title);
    return std::nullopt;
  };
  if (!titles_.areNone() && titles_.key(typed)) return std::string(typed);
  const auto [title, label] = titleAndLabel(typed);
  const auto canonical_title = canonical(title);
  if (!canonical_title) return std::string(typed);
  return label.empty() ? *canonical_title : fmt::format("{} [{}]", *canonical_title, label);
}

std::optional<Run> CardFinder::longestTitle(const Cursor& line) const {
  return longestRun(line, [&](std::string_view words) {
    const std::string_view title = titleAndLabel(words).title;
    return !titles_.meantBy(title).empty() || !there().meantBy(title).empty();
  });
}

const KnownNames& CardFinder::there() const {
  if (!there_) {
    there_.emplace();
    for (CardIndex card = 0; card < state_.cards.size(); ++card) {
      if (state_.cards[card].exists() && isKnown(state_.cards[card].number))
        there_->add(readTitle(state_, rules_.ruleset, card).title);
    }
  }
  return *there_;
}

bool CardFinder::beginsTitle(const Cursor& line) const {
  return line.isLoose() && line.peek().kind == Token::Kind::word && longestTitle(line).has_value();
}

/// Several words without quotation marks that are nearly a title: "Sparre Lens".
void CardFinder::requireNoSlip(const Cursor& line) const {
  constexpr std::size_t kMaxTokens = 6;
  Token at = line.peek();
  if (!line.isLoose() || at.kind != Token::Kind::word) return;
  std::vector<std::size_t> ends;
  for (Cursor ahead = line; ends.size() < kMaxTokens && isPartOfTitle(ahead.peek());)
    ends.push_back(ahead.take().end());
  for (std::size_t count = ends.size(); count > 1; --count) {
    at.text = line.between(at.at, ends[count - 1]);
    auto choices = titles_.areNone() ? titled_.nearest(at.text) : titles_.choicesFor(at.text);
    if (choices.size() == 1)
      line.fail(at, fmt::format("there is no card {}", docket::quoted(at.text)), std::move(choices));
  }
}

CardWords CardFinder::takeTitle(Cursor& line) const {
  CardWords words{.at = line.peek(), .titled = true};
  if (const auto run = line.isLoose() && words.at.kind == Token::Kind::word ? longestTitle(line) : std::nullopt) {
    words.at.text = run->text;
    words.title = spelled(run->text);
    line.skipTo(run->end);
  } else {
    requireNoSlip(line);
    const Token title = line.take();
    words.title = title.kind == Token::Kind::string ? line.textOf(title) : std::string(title.text);
    if (line.isLoose()) words.title = spelled(words.title);
  }
  if (line.isLoose() && line.peek().is("[")) {  // the label may appear after the quotation marks as well
    line.take();
    const Token label = line.take();
    words.title += fmt::format(" [{}]", label.kind == Token::Kind::string ? label.inside() : label.text);
    line.expect("]");
  }
  return words;
}

void CardFinder::narrow(std::vector<CardIndex>& cards, const LookupPurpose& purpose) const {
  const auto keep = [&](auto&& holds) {
    std::vector<CardIndex> kept;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(kept), holds);
    if (!kept.empty()) cards = std::move(kept);
  };
  const bool plays = purpose.payload == schema::Event::CARD_PLAYED;
  const auto lies_with_player = [&](CardIndex card) {
    const Card& one = state_.cards[card];
    return rules_.ruleset.zones[one.zone].in_play ? one.controller == purpose.who : one.zone_player == purpose.who;
  };
  if (purpose.usually_from != kUnbound)
    keep([&](CardIndex card) { return state_.cards[card].zone == purpose.usually_from && lies_with_player(card); });
  if (cards.size() > 1 && purpose.payload == schema::Event::ABILITY_ACTIVATED) keep(lies_with_player);
  if (cards.size() > 1)
    keep([&](CardIndex card) { return rules_.ruleset.zones[state_.cards[card].zone].in_play != plays; });
  // A card is played from a hand rather than from elsewhere, and from a pile last of all.
  const ZoneIndex hand = rules_.ruleset.zone("hand");
  if (plays && cards.size() > 1)
    keep(
        [&](CardIndex card) { return rules_.ruleset.zones[state_.cards[card].zone].kind != schema::Zone::Kind::PILE; });
  if (plays && cards.size() > 1 && hand != kUnbound)
    keep([&](CardIndex card) {
      return state_.cards[card].zone == hand && state_.cards[card].zone_player == purpose.who;
    });
  // A player does not take control of a card that they already control.
  if (purpose.payload == schema::Event::CONTROL_CHANGED && purpose.who != 0) {
    keep([&](CardIndex card) { return state_.cards[card].controller != purpose.who; });
  } else if (cards.size() > 1 && purpose.who != 0) {
    keep(lies_with_player);
  }
}

/// A card in play or in another player's hand is not played; an unknown card in the player's own hand is more likely.
void CardFinder::preferUnplayed(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                                const std::vector<Revealed>& revealed) const {
  const auto not_played = [&](CardIndex card) {
    const Card& one = state_.cards[card];
    const Zone& zone = rules_.ruleset.zones[one.zone];
    return zone.in_play || (zone.hides() && one.zone_player != purpose.who);
  };
  const bool none = std::all_of(cards.begin(), cards.end(), not_played);
  if (none && !hiddenCards(purpose, revealed).empty()) cards.clear();
}

/// A card that another player has out of play is not used; an unknown card of the player in play is more likely.
void CardFinder::preferOwn(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                           const std::vector<Revealed>& revealed) const {
  const bool none = std::all_of(cards.begin(), cards.end(), [&](CardIndex card) {
    const Card& one = state_.cards[card];
    return !rules_.ruleset.zones[one.zone].in_play && one.zone_player != purpose.who;
  });
  if (none && !hiddenCards(purpose, revealed).empty()) cards.clear();
}

/// A card already in the target zone is not moved; an unknown card in the player's hand is more likely.
void CardFinder::preferElsewhere(std::vector<CardIndex>& cards, const LookupPurpose& purpose,
                                 const std::vector<Revealed>& revealed) const {
  const auto lies_there = [&](CardIndex card) { return state_.cards[card].zone == purpose.to; };
  const bool all = std::all_of(cards.begin(), cards.end(), lies_there);
  if (!all) {
    std::erase_if(cards, lies_there);
  } else if (rules_.ruleset.zones[purpose.to].in_play && !hiddenCards(purpose, revealed).empty()) {
    cards.clear();
  }
}

/// In a hand, the writer cannot tell apart two cards with the same known properties.
bool CardFinder::areAlike(const std::vector<CardIndex>& cards) const {
  const Card& first = state_.cards[cards.front()];
  const Definition* const definition = state_.definitionOf(first);
  const auto same_card = [&](const Card& card) {
    const Definition* const other = state_.definitionOf(card);
    return card.definition == first.definition ||
           (definition != nullptr && other != nullptr && isReprint(*definition, *other));
  };
  const Zone& zone = rules_.ruleset.zones[first.zone];
  if (zone.in_play || zone.kind != schema::Zone::Kind::AREA) return false;
  return std::all_of(cards.begin(), cards.end(), [&](CardIndex index) {
    const Card& card = state_.cards[index];
    const bool used =
        std::any_of(state_.uses.begin(), state_.uses.end(), [&](const Use& use) { return use.card == index; });
    const bool counted = std::any_of(state_.counters.begin(), state_.counters.end(),
                                     [&](const Counter& counter) { return counter.subject == index; });
    return !used && !counted && same_card(card) && card.zone == first.zone && card.zone_player == first.zone_player &&
           card.known_to == first.known_to && card.first_entry == kNone && card.first_attached == kNone &&
           card.host == kNone && card.face == first.face && card.orientation == first.orientation &&
           card.slot == first.slot;
  });
}

bool CardFinder::isHiddenOf(const Card& card, const LookupPurpose& purpose) const {
  if (!card.exists() || card.definition != 0) return false;
  if (purpose.from) return card.zone == purpose.from->zone && card.zone_player == purpose.from->owner;
  if (purpose.who == 0) return false;
  const Zone& zone = rules_.ruleset.zones[card.zone];
  using Event = schema::Event;
  const bool at_the_table = purpose.payload == Event::ABILITY_ACTIVATED || purpose.payload == Event::TRAIT_TRIGGERED ||
                            purpose.payload == Event::CARD_FLIPPED || purpose.payload == Event::CARD_TURNED;
  if (at_the_table) return zone.in_play && card.controller == purpose.who;
  const bool held = zone.seen_by == schema::Zone::SeenBy::OWNER || zone.seen_by == schema::Zone::SeenBy::OTHERS;
  const bool hand = held && zone.kind == schema::Zone::Kind::AREA;
  return hand && card.zone_player == purpose.who;
}

std::vector<CardIndex> CardFinder::hiddenCards(const LookupPurpose& purpose,
                                               const std::vector<Revealed>& revealed) const {
  std::vector<CardIndex> cards;
  for (CardIndex index = 0; index < state_.cards.size(); ++index) {
    const auto is_it = [&](const Revealed& other) { return other.card == state_.cards[index].number; };
    const bool taken = std::any_of(revealed.begin(), revealed.end(), is_it);
    if (!taken && isHiddenOf(state_.cards[index], purpose)) cards.push_back(index);
  }
  return cards;
}

void CardFinder::failNone(const Cursor& line, const CardWords& words, const LookupPurpose& purpose) const {
  if (!words.titled) line.failAtTable(words.at, "which card? No unknown card fits: give its number, such as ? #12");
  const std::string whose = purpose.who == 0 ? "anybody" : fmt::format("P{}", purpose.who);
  const auto [title, label] = titleAndLabel(words.title);
  const auto others = label.empty() ? std::vector<CardIndex>{} : titled_.meantBy(title);
  auto choices = others.empty() ? titled_.nearest(words.title) : titled_.choices(others);
  if (choices.empty() && !titles_.areNone()) choices = titles_.choicesFor(words.title);
  line.failAtTable(words.at,
                   fmt::format("there is no card {} here, and no unknown card of {} that it could be",
                               docket::quoted(words.title), whose),
                   std::move(choices));
}

void CardFinder::narrowToStatedPlace(std::vector<CardIndex>& cards, const Cursor& line, const CardWords& words,
                                     const LookupPurpose& purpose, const std::vector<Revealed>& revealed) const {
  std::vector<CardIndex> at_place;
  std::copy_if(cards.begin(), cards.end(), std::back_inserter(at_place), [&](CardIndex card) {
    return state_.cards[card].zone == purpose.from->zone && state_.cards[card].zone_player == purpose.from->owner;
  });
  if (at_place.empty() && !cards.empty() && hiddenCards(purpose, revealed).empty()) {
    std::vector<Choice> places;
    for (const CardIndex card : cards) {
      const Card& lies = state_.cards[card];
      std::string place = notedName(rules_.ruleset.zones[lies.zone].name);
      if (lies.zone_player != 0 && lies.zone_player != purpose.who)
        place = fmt::format("P{} {}", lies.zone_player, place);
      places.push_back({.text = std::move(place), .about = titled_.nameOf(card)});
    }
    line.failAtTable(purpose.from->at,
                     fmt::format("there is no card {} there: where does it come from", docket::quoted(words.title)),
                     std::move(places));
  }
  cards = std::move(at_place);
}

std::uint32_t CardFinder::hidden(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                 const std::vector<Revealed>& revealed) const {
  const std::vector<CardIndex> cards = hiddenCards(purpose, revealed);
  if (cards.empty()) failNone(line, words, purpose);
  // Unknown cards in a hand look alike to the writer, so the one with the lowest number will do. Those in play do not.
  if (cards.size() > 1 && rules_.ruleset.zones[state_.cards[cards.front()].zone].in_play) {
    std::vector<Choice> choices;
    for (const CardIndex card : cards) {
      choices.push_back(
          {.text = fmt::format("{} #{}", words.titled ? notedString(words.title) : "?", state_.cards[card].number),
           .about = titled_.placeOf(card)});
    }
    line.failAtTable(words.at, "which of the unknown cards", std::move(choices));
  }
  return state_.cards[lowest(cards)].number;
}

CardIndex CardFinder::lowest(const std::vector<CardIndex>& cards) const {
  const auto place = [&](CardIndex card) {
    const std::uint32_t number = state_.cards[card].number;
    const std::string label = labels_.of(number);
    return std::tuple(label.size(), label, number);
  };
  return *std::min_element(cards.begin(), cards.end(),
                           [&](CardIndex one, CardIndex other) { return place(one) < place(other); });
}

EventNumber CardFinder::eventOf(const Cursor& line, const CardWords& words, bool of_activation, Seat but) const {
  std::vector<CardIndex> cards;
  if (words.number != 0 && state_.cardOf(words.number) != kNone) cards = {state_.cardOf(words.number)};
  if (words.number == 0) cards = titled_.meantBy(words.title);
  const auto is_one = [&](CardIndex card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); };
  EventNumber own = 0, of_others = 0;
  for (const Use& use : state_.uses) {
    if (use.card == kNone || !is_one(use.card)) continue;
    (use.player == but ? own : of_others) = use.event;
  }
  if (!of_activation && own > of_others) of_others = own;
  if (const EventNumber used = of_others != 0 ? of_others : own; used != 0) return used;
  EventNumber arrived = 0;
  for (const CardIndex card : cards) arrived = std::max(arrived, state_.cards[card].arrived);
  if (arrived != 0 && !of_activation) return arrived;
  const auto can_be_named = [&](const Use& use) {
    return use.card != kNone && state_.cards[use.card].exists() && isKnown(state_.cards[use.card].number);
  };
  std::vector<Choice> choices;
  const auto latest = std::find_if(state_.uses.rbegin(), state_.uses.rend(), can_be_named);
  if (latest != state_.uses.rend()) choices.push_back({.text = nameOf(latest->card)});
  line.failAtTable(words.at, "there is no event of that card here", std::move(choices));
}

std::string CardFinder::keyOf(const Cursor& line, const Token& at, std::string_view title) const {
  if (auto key = titles_.key(title)) return *key;
  auto choices = titles_.choicesFor(title);
  if (choices.empty()) return std::string(title);  // the catalogue lacks this card, which is allowed
  const bool several = choices.size() > 1;
  line.fail(at,
            several ? fmt::format("the catalogue has several cards {}: which is it", docket::quoted(title))
                    : fmt::format("the catalogue has no card {}", docket::quoted(title)),
            std::move(choices));
}

void CardFinder::identify(const Cursor& line, const Token& at, const std::string& title,
                          schema::Identity::Builder into) const {
  into.setDefinition(keyOf(line, at, title).c_str());
  if (!titles_.key(title) || titles_.areNone())
    into.initPrinted().setTitle(capnp::Text::Reader(title.c_str(), title.size()));
}

std::uint32_t CardFinder::find(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                               std::vector<Revealed>& revealed) const {
  if (words.number != 0) return words.number;
  if (!words.titled) {
    const std::uint32_t number = hidden(line, words, purpose, revealed);
    revealed.push_back({.card = number, .at = words.at});
    return number;
  }
  for (const Revealed& card : revealed) {
    if (card.title == words.title) return card.card;
  }
  std::vector<CardIndex> cards = titled_.meantBy(words.title);
  if (purpose.from) narrowToStatedPlace(cards, line, words, purpose, revealed);
  if (purpose.payload == schema::Event::CARD_PLAYED) preferUnplayed(cards, purpose, revealed);
  if (purpose.payload == schema::Event::ABILITY_ACTIVATED) preferOwn(cards, purpose, revealed);
  if (purpose.to != kUnbound) preferElsewhere(cards, purpose, revealed);
  if (cards.size() > 1) narrow(cards, purpose);
  if (cards.size() > 1 && areAlike(cards)) cards = {lowest(cards)};
  if (cards.size() == 1) return state_.cards[cards.front()].number;
  if (cards.size() > 1)
    line.failAtTable(words.at, fmt::format("which {}", docket::quoted(words.title)), titled_.choices(cards));
  return revealedNow(line, words, purpose, revealed);
}

std::string CardFinder::asNew(const std::string& title, const std::vector<Revealed>& revealed) const {
  const auto [plain, label] = titleAndLabel(title);
  if (label.empty() || (!titles_.areNone() && titles_.key(title))) return title;
  const auto before = std::count_if(revealed.begin(), revealed.end(),
                                    [plain = plain](const Revealed& other) { return other.title == plain; });
  return label == labels_.next(plain, static_cast<std::size_t>(before)) ? std::string(plain) : title;
}

std::uint32_t CardFinder::revealedNow(const Cursor& line, const CardWords& words, const LookupPurpose& purpose,
                                      std::vector<Revealed>& revealed) const {
  const std::string title = asNew(words.title, revealed);
  const bool has_key = !titles_.areNone() && titles_.key(title);
  const bool label_of_none = title == words.title && !has_key && !titleAndLabel(title).label.empty();
  if (label_of_none || (!titles_.key(title) && hiddenCards(purpose, revealed).empty())) failNone(line, words, purpose);
  static_cast<void>(keyOf(line, words.at, title));
  const std::uint32_t number = hidden(line, words, purpose, revealed);
  revealed.push_back({.card = number, .title = title, .at = words.at});
  return number;
}

}  // namespace docket::notation
