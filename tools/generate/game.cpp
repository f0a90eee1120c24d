#include "tools/generate/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "events/errors.h"
#include "events/text/text_lists.h"
#include "events/text/text_view.h"
#include "tools/generate/copies.h"

namespace docket::generate {
namespace {

/// The maximum number of attempts at a move, each with other cards.
constexpr int kMaxTries = 6;
constexpr std::size_t kRarely = 6;  // one phase in kRarely may be followed by one out of order

constexpr int kMaxTriesToPlant = 24;

class GameGenerator {
 public:
  GameGenerator(const RulesSummary& summary, Play::Reader play, const Order& order, std::uint32_t number)
      : summary_(summary),
        play_(play),
        dice_(order.seed, number),
        inputs_{.summary = summary, .play = play, .dice = dice_, .planted_percent = order.planted_percent},
        now_{.table = Table(summary), .limit_tokens = LimitTokens(summary)},
        first_(static_cast<std::uint8_t>(1 + dice_.below(play.getSeats()))) {
    made_.id = fmt::format("{}-{}-{}", summary.ruleset, order.seed, number);
  }

  MadeGame make() && {
    writeHeader();
    for (std::uint8_t player = 1; player <= play_.getSeats(); ++player) bringDecks(player);
    open();
    const auto turns = play_.getTurns();
    const auto count = dice_.between(turns.getLeast(), turns.getMost());
    for (std::int64_t turn = 0; turn < count; ++turn) {
      takeTurn(seatAfter(turn));
    }
    if (play_.getEndings().size() != 0) playOne(endings(), 1 + dice_.below(play_.getSeats()));
    return std::move(made_);
  }

 private:
  using Moves = std::vector<Play::Move::Reader>;

  void writeHeader() {
    auto header = made_.recording.header();
    header.setId(made_.id);
    header.setRuleset(summary_.ruleset);
    header.setRulesetVersion(summary_.version);
    header.setFormat(play_.getFormat());
    header.setSource("generated");
    auto players = header.initPlayers(play_.getSeats());
    for (unsigned i = 0; i < players.size(); ++i) players[i].setName(fmt::format("Player {}", i + 1));
  }

  // -- recorded events

  [[nodiscard]] MoveContext context(std::uint8_t me) const {
    return {.me = me, .first = first_, .events = made_.recording.size()};
  }

  void keep(MoveAttempt&& tried) {
    for (const Line& line : tried.lines) record(line, made_.recording);
    for (Planted& planted : tried.planted) made_.planted.push_back(std::move(planted));
    tried.lines.clear();
    tried.planted.clear();
    now_ = std::move(tried);
  }

  void putRequired(std::uint8_t me, const Line& line) {
    if (!tryPut(me, Wanted::legal, line)) {
      throw BadInput("an event that every game has breaks a limit of the ruleset");
    }
  }

  bool tryPut(std::uint8_t me, Wanted wanted, const Line& line) {
    MoveAttempt tried = now_;
    if (!put(tried, inputs_, context(me), wanted, line)) return false;
    keep(std::move(tried));
    return true;
  }

  bool attempt(std::uint8_t me, Play::Move::Reader move, Wanted wanted, const Play::Plant::Reader* plant = nullptr) {
    MoveAttempt tried = now_;
    if (!makeMove(tried, inputs_, context(me), move, wanted, plant)) return false;
    keep(std::move(tried));
    return true;
  }

  // -- before the first turn

  /// The keys of a deck's cards, chosen within its count and its maximum of copies; a plant may add more.
  std::vector<std::string> composeDeck(Play::Deck::Reader deck, const Play::DeckPlant::Reader* plant) {
    const auto zone = textOf(deck.getZone());
    std::vector<std::size_t> pool;
    for (const std::size_t i : described(deck.getCards())) {
      if (plant != nullptr && contains(plant->getCards(), summary_.cards[i].key)) continue;
      pool.insert(pool.end(), mostInDeck(summary_, i, zone, deck.getCopies()), i);
    }
    dice_.shuffle(pool);
    std::vector<std::string> keys;
    if (plant != nullptr) keys = textsOf(plant->getCards());
    const std::size_t count = plant != nullptr && plant->getCount() != 0 ? plant->getCount() : deck.getCount();
    for (const std::size_t card : pool) {
      if (keys.size() >= count) break;
      keys.push_back(summary_.cards[card].key);
      // Cards of other keys can share its title, and so its limit.
      if (plant == nullptr && exceedsCopies(zone, keys)) keys.pop_back();
    }
    dice_.shuffle(keys);
    return keys;
  }

  /// The cards of the catalogue that a deck's pick describes, by their places.
  [[nodiscard]] std::vector<std::size_t> described(Play::Pick::Reader pick) const {
    std::vector<std::size_t> found;
    const auto add = [&](std::size_t i) {
      if (i != kNowhere && describes(pick, summary_.cards[i], Keys::known)) found.push_back(i);
    };
    if (pick.getKeys().size() == 0) {
      for (std::size_t i = 0; i < summary_.cards.size(); ++i) add(i);
      return found;
    }
    for (auto key : pick.getKeys()) add(summary_.card(std::string_view(key.begin(), key.size())));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  [[nodiscard]] bool exceedsCopies(const std::string& zone, const std::vector<std::string>& keys) const {
    Line line = lineOf("deckRegistered", {{"zone", zone}});
    line.keys = keys;
    return !copiesBeyond(summary_, now_.table, line).empty();
  }

  void bringDecks(std::uint8_t player) {
    std::vector<Planted> of_player;
    for (auto deck : play_.getDecks()) {
      const auto plants = deck.getPlants();
      const bool planting = plants.size() != 0 && dice_.chance(inputs_.planted_percent);
      Play::DeckPlant::Reader plant;
      if (planting) plant = plants[static_cast<unsigned>(dice_.below(plants.size()))];
      registerDeck(player, deck, planting ? &plant : nullptr);
      for (auto clause : plant.getClauses()) {
        of_player.push_back({.clause = textOf(clause), .what = textOf(plant.getWhat())});
      }
      if (!deck.getShared()) brought_ = made_.recording.size();
    }
    // Deck rules are judged once the player's last deck is registered.
    for (Planted& planted : of_player) {
      planted.event = brought_;
      made_.planted.push_back(std::move(planted));
    }
    for (auto deck : play_.getDecks()) {
      if (deck.getShuffled() && !deck.getShared()) shuffle(player, textOf(deck.getZone()));
    }
  }

  void registerDeck(std::uint8_t player, Play::Deck::Reader deck, const Play::DeckPlant::Reader* plant) {
    const std::string owner = deck.getShared() ? "" : std::to_string(player);
    if (deck.getShared() && player != 1) return;
    Line line =
        lineOf("deckRegistered",
               {{"player", owner}, {"zone", textOf(deck.getZone())}, {"first", std::to_string(now_.table.fresh())}});
    line.keys = composeDeck(deck, plant);
    if (line.keys.empty()) return;
    line.fields.push_back({.name = "count", .values = {std::to_string(line.keys.size())}});
    // A plant beyond a limit on copies is found by that limit; for any other plant the script gives the clause.
    if (!tryPut(player, plant != nullptr ? Wanted::beyond_limit : Wanted::legal, line)) {
      throw BadInput(fmt::format("the deck of the zone {} breaks a limit of the ruleset", textOf(deck.getZone())));
    }
  }

  void shuffle(std::uint8_t player, const std::string& zone) {
    std::vector<std::uint32_t> order;
    for (const auto card : now_.table.pile(summary_.zone(zone), player))
      order.push_back(now_.table.cards()[card].number);
    if (order.empty()) return;
    dice_.shuffle(order);
    Line line = lineOf("shuffled", {{"player", std::to_string(player)},
                                    {"zone", zone},
                                    {"first", std::to_string(now_.table.fresh())},
                                    {"count", std::to_string(order.size())}});
    line.order = std::move(order);
    putRequired(player, line);
  }

  void open() {
    for (auto move : play_.getOpening()) {
      playOne({move}, first_);
      for (std::uint8_t i = 1; move.getEach() && i < play_.getSeats(); ++i) playOne({move}, seatAfter(i));
    }
  }

  /// The seat that is this many seats after the first player's.
  [[nodiscard]] std::uint8_t seatAfter(std::int64_t seats) const {
    return static_cast<std::uint8_t>((first_ - 1 + seats) % play_.getSeats() + 1);
  }

  // -- turns

  static Line lineOf(std::string payload, std::initializer_list<std::pair<const char*, std::string>> fields) {
    Line line{.payload = std::move(payload)};
    for (const auto& [name, value] : fields) {
      if (!value.empty()) line.fields.push_back({.name = name, .values = {value}});
    }
    return line;
  }

  [[nodiscard]] Line beginning(std::size_t period, const std::string& name, std::uint8_t player) const {
    return lineOf("began", {{"period", summary_.periods[period].name},
                            {"name", name},
                            {"player", play_.getTurns().getShared() ? "" : std::to_string(player)}});
  }

  void takeTurn(std::uint8_t player) {
    const auto [outer, inner] = periods();
    if (outer == kNowhere || play_.getTurns().getTimeless()) return playSome(player, "");
    putRequired(player, beginning(outer, "", player));
    if (inner == kNowhere) {
      beginSmaller(player);
      return playSome(player, "");
    }
    const auto& kind = summary_.periods[inner];
    std::vector<std::string> past;
    for (const auto& name : kind.names) {
      const auto named = play_.getTurns().getNamed();
      if (named.size() != 0 && !contains(named, name)) continue;
      putRequired(player, beginning(inner, name, player));
      past.push_back(name);
      beginSmaller(player);
      playSome(player, name);
      if (kind.forward && dice_.below(kRarely) == 0 && dice_.chance(inputs_.planted_percent)) {
        putRequired(player, beginning(inner, past[dice_.below(past.size())], player));
        made_.planted.push_back(
            {.event = made_.recording.size(), .clause = kind.clause, .what = "a " + kind.name + " out of its order"});
      }
    }
  }

  void beginSmaller(std::uint8_t player) {
    for (auto period : play_.getTurns().getSmaller()) {
      putRequired(player, beginning(summary_.period(textOf(period)), "", player));
    }
  }

  /// The period that each player takes in turn, and the period that it is divided into.
  [[nodiscard]] std::pair<std::size_t, std::size_t> periods() const {
    const auto turns = play_.getTurns();
    std::size_t outer = summary_.period(textOf(turns.getPeriod()));
    for (std::size_t i = 0; outer == kNowhere && i < summary_.periods.size(); ++i) {
      if (summary_.periods[i].within == kNowhere) outer = i;
    }
    std::size_t inner = summary_.period(textOf(turns.getWithin()));
    for (std::size_t i = 0; inner == kNowhere && i < summary_.periods.size(); ++i) {
      if (summary_.periods[i].within == outer && !summary_.periods[i].names.empty()) inner = i;
    }
    return {outer, inner};
  }

  void playSome(std::uint8_t player, const std::string& phase) {
    Moves moves;
    for (auto move : play_.getMoves()) {
      if (move.getIn().size() == 0 || contains(move.getIn(), phase)) moves.push_back(move);
    }
    if (moves.empty()) return;
    const auto count = dice_.below(play_.getTurns().getMoves() + 1U);
    for (std::size_t i = 0; i < count; ++i) playOne(moves, player);
  }

  [[nodiscard]] Moves endings() const {
    Moves moves;
    for (auto move : play_.getEndings()) moves.push_back(move);
    return moves;
  }

  // -- one move

  void playOne(const Moves& moves, std::size_t player) {
    const auto me = static_cast<std::uint8_t>(player);
    if (dice_.chance(inputs_.planted_percent) && plantOne(moves, me)) return;
    for (int i = 0; i < kMaxTries && weightOf(moves) != 0; ++i) {
      if (attempt(me, drawn(moves), Wanted::legal)) return;
    }
  }

  static std::size_t weightOf(const Moves& moves) {
    std::size_t all = 0;
    for (auto move : moves) all += move.getWeight();
    return all;
  }

  bool plantOne(const Moves& moves, std::uint8_t me) {
    std::vector<std::pair<Play::Move::Reader, Play::Plant::Reader>> plants;
    for (auto move : moves) {
      for (auto plant : move.getPlants()) plants.emplace_back(move, plant);
    }
    const bool limits_first = plants.empty() || dice_.chance(50);
    for (int i = 0; i < kMaxTriesToPlant; ++i) {
      if (limits_first == (i < kMaxTriesToPlant / 2) || plants.empty()) {
        if (weightOf(moves) != 0 && attempt(me, drawn(moves), Wanted::beyond_limit)) return true;
      } else {
        const auto& [move, plant] = plants[dice_.below(plants.size())];
        if (attempt(me, move, Wanted::plant, &plant)) return true;
      }
    }
    return false;
  }

  Play::Move::Reader drawn(const Moves& moves) {
    auto left = dice_.below(weightOf(moves));
    for (auto move : moves) {
      if (left < move.getWeight()) return move;
      left -= move.getWeight();
    }
    return moves.back();
  }

  const RulesSummary& summary_;
  Play::Reader play_;
  Dice dice_;
  MoveInputs inputs_;
  MoveAttempt now_;
  std::uint8_t first_;         // the first player
  std::uint32_t brought_ = 0;  // the event by which the latest player had brought all
  MadeGame made_;
};

}  // namespace

MadeGame makeGame(const RulesSummary& summary, Play::Reader play, const Order& order, std::uint32_t number) {
  return GameGenerator(summary, play, order, number).make();
}

}  // namespace docket::generate
