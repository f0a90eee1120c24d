// A game of the simulator, made into a record line by line: each line that says what happened becomes the events of it,
// which are judged and folded as they come. The simulator's messages about uses and refusals make no event.
// Invariant: the record contains only what the lines so far contain.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "events/recording.h"
#include "tests/marvel/cards.h"
#include "tests/witness/lines.h"

namespace docket::marvel {

using witness::Object;

/// A place in the simulator's notation.
struct SimulatedPlace {
  std::string zone;
  std::int64_t seat = -1;  ///< from 0; -1 the scenario
  std::optional<std::int64_t> host;
};

/// The zone of the ruleset that a place is; "elsewhere", if it has none of that name.
std::string zoneOf(const std::string& zone, std::int64_t seat);
/// A player of the simulator as a seat; 0 for the scenario.
inline Seat seatOf(std::int64_t player) { return static_cast<Seat>(player + 1); }
/// A card of the simulator in the record.
inline std::uint32_t numberOfCard(std::int64_t card) { return static_cast<std::uint32_t>(card + 1); }

/// An ability that began to resolve, or a card that was played.
struct RecordedAct {
  EventNumber event = 0;   ///< 0: it is no act of the record
  std::int64_t card = -1;  ///< the simulator's number
  std::string code;
  std::size_t ability = 0;  ///< its place in Face::abilities
  Seat player = 0;
  EventNumber trigger = 0;
};

class SimulatedTable {
 public:
  /// `skipped`: the abilities that were not carried out, by their numbers.
  SimulatedTable(const GameRules& game_rules, const Object& game, std::set<std::int64_t> skipped);
  virtual ~SimulatedTable() = default;

  /// Takes a line of the game.
  void take(const Object& line);
  /// The game is over: lines still came after the simulator had said so.
  void finish();

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] Seat players() const { return players_; }
  /// "g005 at 867".
  [[nodiscard]] std::string where() const;

 protected:
  /// Called for each event: before it is folded, with the findings against it; and after.
  virtual void judged(EventNumber /*number*/, const HeldEvent& /*event*/, const std::vector<Finding>& /*findings*/) {}
  virtual void folded(EventNumber /*number*/, const HeldEvent& /*event*/, const Step& /*step*/) {}

  [[nodiscard]] const Card* card(std::int64_t number) const;
  [[nodiscard]] bool isInPlay(const Card& card) const { return rules_.ruleset.zones[card.zone].in_play; }
  /// The ability that resolves under the simulator's number `a`; null if it is no act of the record.
  [[nodiscard]] const RecordedAct* act(std::int64_t a) const;
  /// The latest play of a card.
  [[nodiscard]] const RecordedAct* play(std::int64_t card) const;
  /// The latest event that is such an instance: "attack", "event", "basic power use", "activation". 0: there was none.
  [[nodiscard]] EventNumber instance(const std::string& kind) const;
  /// The player that the latest message was about.
  [[nodiscard]] Seat latestPlayer() const { return latest_player_; }
  /// The owner that the simulator gave a card later; there is no event for it.
  [[nodiscard]] std::optional<std::int64_t> newOwner(std::int64_t card) const;
  /// The codes of the sides of each card that has several.
  [[nodiscard]] const std::map<std::int64_t, std::vector<std::string>>& sides() const { return sides_; }

  const GameRules& game_rules_;

 private:
  struct Pending {
    std::string code;
    std::int64_t owner = -1;
    bool down = false;
  };

  template <class Fill>
  EventNumber happens(std::int64_t player, Fill&& fill);
  void identify(schema::Event::Builder event, std::int64_t card, const std::string& code) const;
  EventNumber causeOf(const Object& line) const;

  void takeState(const std::string& kind, const Object& line);
  void takeMessage(const Object& line);
  void takeMove(const Object& line);
  void create(std::int64_t card, const SimulatedPlace& to);
  void takeAway(std::int64_t card);
  void settle(std::int64_t card, const SimulatedPlace& to, std::optional<std::int64_t> controller, EventNumber cause);
  void takeControl(const Object& line);
  void turn(std::int64_t card, bool exhausted);
  void flip(std::int64_t card, bool down);
  void changeFace(const Object& line);
  void setValue(std::int64_t card, const char* value, std::int64_t amount);
  void setCounter(std::int64_t card, const std::string& name, std::int64_t amount);
  void bringCounters(std::int64_t card);
  void takeAbility(const Object& line);
  void takePlay(const Object& line);
  void takeAttack(const Object& line);
  void period(const char* kind, const std::string& name, Seat player);
  void endPeriod(const std::string& kind);

  Rules rules_;
  std::string name_;
  Seat players_ = 0;
  Recording recording_;
  State state_;
  Step step_;
  std::int64_t at_ = 0;
  std::set<std::int64_t> skipped_;
  std::map<std::int64_t, std::int64_t> new_owners_;
  std::map<std::int64_t, std::vector<std::string>> sides_;
  std::map<std::int64_t, Pending> pending_;
  std::map<std::int64_t, RecordedAct> acts_, plays_;
  std::map<std::string, EventNumber> instances_;
  std::map<std::int64_t, std::map<std::string, std::int64_t>> counters_;  ///< as the simulator has them, by card
  Seat latest_player_ = 0;
  std::optional<schema::Everybody> outcome_;
  std::string reason_;
};

}  // namespace docket::marvel
