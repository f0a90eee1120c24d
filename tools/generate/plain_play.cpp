// A script for a ruleset that has none of its own, from what its document says of zones, periods, orientations and
// requirements: cards are drawn, enter play, are turned, use what they can use, leave and come back.
#include <fmt/format.h>

#include <algorithm>

#include "tools/generate/game.h"

namespace docket::generate {
namespace {

using Play = schema::Play;

/// The first zone of which `is` holds; empty where there is none.
template <class Is>
std::string firstZone(const Sheet& sheet, Is&& is) {
  const auto found = std::find_if(sheet.zones.begin(), sheet.zones.end(), is);
  return found == sheet.zones.end() ? "" : found->name;
}

/// What the moves of the script are written with.
struct Places {
  std::string deck, hand, play, gone;

  explicit Places(const Sheet& sheet)
      : deck(firstZone(sheet, [](const ZoneKind& zone) { return zone.pile; })),
        hand(firstZone(sheet, [](const ZoneKind& zone) { return !zone.pile && !zone.in_play && zone.hidden; })),
        play(firstZone(sheet, [](const ZoneKind& zone) { return zone.in_play; })),
        gone(firstZone(sheet, [](const ZoneKind& zone) { return zone.pile && !zone.hidden; })) {
    if (hand.empty()) hand = firstZone(sheet, [&](const ZoneKind& zone) { return !zone.in_play && zone.name != deck; });
    if (gone.empty()) gone = hand;
  }
};

struct PlainMove {
  std::string name;
  std::uint16_t weight = 1;
  std::string from;  ///< where the card is; empty: no card is picked
  bool able = false;
  std::vector<std::string> lines;
};

std::vector<PlainMove> movesOf(const Sheet& sheet, const Places& at) {
  const auto moved = [](std::string_view zone) {
    return fmt::format("cardMoved card=$a player=$me zone=\"{}\"", zone);
  };
  const std::string use = "P$me abilityActivated player=$me card=$a ability=$a.ability";
  std::vector<PlainMove> moves{
      {.name = "draw",
       .weight = 3,
       .lines = {fmt::format("P$me cardsDrawn player=$me from=\"{}\" to=\"{}\" cards=[$top 1 {}]", at.deck, at.hand,
                             at.deck)}},
      {.name = "play a card",
       .weight = 5,
       .from = at.hand,
       .lines = {fmt::format("P$me cardPlayed player=$me card=$a zone=\"{}\" face=up", at.play)}},
      {.name = "leave play", .weight = 2, .from = at.play, .lines = {moved(at.gone)}},
      {.name = "use an ability", .weight = 8, .from = at.play, .able = true, .lines = {use}},
      {.name = "use, leave, return, use",
       .weight = 3,
       .from = at.play,
       .able = true,
       .lines = {use, moved(at.gone), moved(at.play) + " face=up", use}},
      {.name = "use, be negated, use",
       .weight = 3,
       .from = at.play,
       .able = true,
       .lines = {use, "P$other activationNegated activation=$e1", use}},
      {.name = "use twice", .weight = 3, .from = at.play, .able = true, .lines = {use, use}},
  };
  if (sheet.orientations.size() >= 2) {
    const auto turned = [&](std::size_t i) {
      return "cardTurned card=$a orientation=\"" + sheet.orientations[i] + "\"";
    };
    moves.push_back({.name = "turned, and back", .weight = 2, .from = at.play, .lines = {turned(1), turned(0)}});
  }
  return moves;
}

void fill(Play::Move::Builder to, const PlainMove& move) {
  to.setName(move.name);
  to.setWeight(move.weight);
  if (!move.from.empty()) {
    auto pick = to.initPicks(1)[0];
    pick.setAs("a");
    pick.initZones(1).set(0, move.from);
    pick.setAbility(move.able);
  }
  auto lines = to.initLines(static_cast<unsigned>(move.lines.size()));
  for (unsigned i = 0; i < lines.size(); ++i) lines.set(i, move.lines[i]);
}

}  // namespace

Document<Play> plainPlay(const Sheet& sheet) {
  auto message = std::make_unique<capnp::MallocMessageBuilder>();
  auto play = message->initRoot<Play>();
  play.setRuleset(sheet.ruleset);
  const Places at(sheet);
  auto deck = play.initDecks(1)[0];
  deck.setZone(at.deck);
  deck.setCount(40);
  deck.initCards();
  // What a text box asks for that only an expression tells, a plain script cannot meet: such cards stay out.
  std::vector<std::string> usable;
  for (const CardKind& card : sheet.cards) {
    if (!card.triggered && !card.continuous) usable.push_back(card.key);
  }
  auto keys = deck.getCards().initKeys(static_cast<unsigned>(usable.size()));
  for (unsigned i = 0; i < keys.size(); ++i) keys.set(i, usable[i]);
  fill(play.initOpening(1)[0],
       {.name = "opening hand",
        .lines = {fmt::format("P$me cardsDrawn player=$me from=\"{}\" to=\"{}\" cards=[$top 5 {}]", at.deck, at.hand,
                              at.deck)}});
  play.getOpening()[0].setEach(true);
  const auto moves = movesOf(sheet, at);
  auto list = play.initMoves(static_cast<unsigned>(moves.size()));
  for (unsigned i = 0; i < list.size(); ++i) fill(list[i], moves[i]);
  fill(play.initEndings(1)[0], {.name = "concedes", .lines = {"P$me conceded player=$me", "gameEnded winner=$other"}});
  play.initTurns();
  return Document<Play>(std::move(message));
}

}  // namespace docket::generate
