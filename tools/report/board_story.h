// The boards of a game, one after another: each as the items that changed since the one before, so that a page with
// the board at every event costs what the events changed. The page (story.js) puts them together again.
//
//   "c12"   a card, by its index:  [number, title, owner, controller, zone, seat, slot, face (0 up), orientation,
//           attachment, stats [STAT...], counters [text...], statements about it and its changes [[text, event]...],
//           attached [index...], its printed text]
//   "e12"   why: [statement of each stat..., of its controller, types and keywords]
//   "z3.1"  a zone of a seat: [count, whether only its size is known, cards [index...]]; -1 - index: it is here
//           and is shown under what it is attached to
//   "+z3.1" its changes: [count, whether only its size is known, where in its cards, how many went, which came]
//   "s1"    what a player has: [[VALUE...], counters [text...]]
//   "o5"    a place, a unit, the game:  [name, [VALUE...], [STAT...], counters [text...], why [statement...]]
//   "g"     [when, turn, grade (0 EXACT, 1 UNVERIFIED, 2 DIVERGED), why [text...], what diverged [text...], outcome]
//   "k"     the chain: [[position, text]...]
//   "l"     limits in use: [[of what, used, perhaps, max, statement]...]
//   STAT    [stat, amount, printed, from (0 computed, 1 printed, 2 observed), grade, stale, observed,
//           presence (0 known, 1 absent, 2 unknown)]; null: there is none
//   VALUE   [name, amount, grade, history]
//
// Texts and statements are numbers of tables.h. An item that is gone is null.
// Invariant: the items up to a step, the latest of each, are the board that `docket replay` shows after that event.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tools/explain/board.h"
#include "tools/game/game_loader.h"
#include "tools/report/tables.h"
#include "tools/report/value_histories.h"

namespace docket::report {

class BoardStory {
 public:
  /// All arguments must outlive it.
  BoardStory(const OpenGame& game, const TurnLabels& turn_labels, Texts& texts, ExplanationTable& explanations);

  /// Adds the board before the first event.
  void begin(const State& state);
  /// Adds the board after event `number`, which must be the next event. `step` says what changed.
  void add(const State& state, EventNumber number, schema::Event::Reader event, const Step& step);

  /// The members "steps", a list of objects by event from 0, and "histories".
  void write(JsonWriter& json) const;

 private:
  struct Item {
    std::string value;       // JSON; empty: the board does not have it
    std::uint32_t seen = 0;  // the round in which the board last had it
  };
  struct CardItems {
    Item shown, why;
  };
  struct ShownZone {
    bool counted_only = false;
    std::uint32_t count = 0;
    std::vector<std::int64_t> cards;  // as the item has them
    std::uint32_t seen = 0;           // likewise
  };
  /// By matter: the first card in play with unread words about it, or kNone.
  using FirstUnread = std::array<CardIndex, Matters::kKinds>;
  struct Called {
    std::uint32_t number = 0;
    TextNumber title = 0;
    friend bool operator==(const Called&, const Called&) = default;
  };

  void take(const State& state, bool folded_again);
  /// Adds an item of the board.
  void put(const std::string& key, const std::string& value) { put(key, items_[key], value); }
  void put(const std::string& key, Item& item, const std::string& value);
  void putZone(const std::string& key, ShownZone&& zone);
  /// Reports the items that the board no longer has.
  void sweep();
  /// Keeps an item of the last board. False if there is none.
  bool keep(const std::string& key);
  void putCard(const Words& words, const BoardCard& card);
  void putWhy(const Words& words, const BoardCard& card);
  void putSide(const Words& words, const BoardSide& side);
  void putOther(const Words& words, const BoardOther& other);
  void putGame(const Words& words, const Board& board);
  void putChain(const Words& words);
  void putLimits(const Words& words, const CountsOfLimits& limits);
  static void addStat(JsonWriter& json, const BoardStat& stat);
  void addValues(JsonWriter& json, Entity subject, const std::vector<BoardValue>& values, const Words& words);
  void addCounters(JsonWriter& json, const std::vector<Counter>& counters, const Words& words);
  void noteNames(const Words& words);
  void noteDue(const State& state, bool folded_again);
  [[nodiscard]] bool speaksOfRenamed(const State& state, CardIndex card) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Texts& texts_;
  ExplanationTable& explanations_;
  Rules rules_;
  ValueHistories histories_;
  std::vector<CardItems> card_items_;       // by card
  std::map<std::string, ShownZone> zones_;  // by the item's key
  std::map<std::string, Item> items_;       // the others, likewise
  std::vector<std::string> steps_;
  std::uint32_t round_ = 0;
  JsonWriter change_;             // the step that is being made
  std::vector<Called> called_;    // by card
  std::vector<CardIndex> hosts_;  // by card: what it was attached to
  std::vector<bool> renamed_;     // by card: since the last board
  std::vector<bool> touched_;     // by card: by the event
  std::vector<bool> shown_;       // by card: on the last board
  std::vector<bool> due_;         // by card: shown again on this board
  CachedCards cached_;
  bool any_renamed_ = false;
  bool all_due_ = false;
  FirstUnread unread_{};           // on the last board
  EventNumber latest_change_ = 0;  // State::latest_change of the last board
  std::string limits_;             // what the item of the limits was made of
};

}  // namespace docket::report
