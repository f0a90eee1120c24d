// A game of a log as a record of Docket: what both engines' logs say alike becomes events here (decks, moves, bowing,
// attaching, honor, gold, turns), which are folded at once.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/rules/expression/expression.h"
#include "events/recording.h"
#include "tests/witness/lines.h"

namespace docket::l5r {

/// "P1" is seat 1.
Seat seatOf(std::string_view text);

class LoggedTable {
 public:
  LoggedTable(const witness::Object& line, Rules rules);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] CardIndex indexOf(const std::string& card) const;
  [[nodiscard]] const std::map<std::string, std::uint32_t>& cards() const { return numbers_; }
  [[nodiscard]] std::string definitionOf(const std::string& card) const;
  /// The current value of an expression about a seat ("count(in hand of P{})"); empty if that is not known.
  [[nodiscard]] std::optional<std::int64_t> asked(std::string_view form, Seat seat) const;

 protected:
  using Name = std::function<std::uint16_t(std::string_view)>;

  template <class Fill>
  EventNumber add(Fill&& fill) {
    const EventNumber number = record_.add([&](schema::Event::Builder event) {
      fill(event);
      if (cause_ != 0) event.getContext().initCauses(1).set(0, cause_);
    });
    if (sees_) sees_(number, *record_.event(number));
    reduce(state_, rules_, number, *record_.event(number), step_);
    return number;
  }

  /// Each player brings two decks, and what lies elsewhere at the start is taken from them.
  void begins(const witness::Object& line);
  /// Adds an event that both logs have; false if it is another one.
  bool happens(const witness::Object& line, std::string_view type);

  /// `reason`: why it moves; empty: not said.
  EventNumber place(const std::string& card, std::string_view zone, const char* reason = "");
  void joinUnit(std::uint32_t card);
  EventNumber began(const char* period, const std::string& name, Seat player);
  /// A value of the player in a line becomes another.
  void value(const witness::Object& line, const char* value);
  /// The zone of the ruleset that one of the log is.
  static const char* zoneOf(std::string_view zone);

  /// Calls it with each event before it is folded.
  using Sees = std::function<void(EventNumber, schema::Event::Reader)>;
  void setSees(Sees sees) { sees_ = std::move(sees); }

  EventNumber cause_ = 0;                       ///< of the events that are added; 0: none
  std::map<std::string, EventNumber> entered_;  ///< the last event that brought each card into play
  EventNumber phase_began_ = 0;
  Recording record_;
  Rules rules_;
  State state_;
  std::map<std::string, std::string> definitions_;  ///< of each card of the log
  std::map<std::string, std::uint32_t> numbers_;    ///< of each card in the record
  std::uint32_t next_ = 1;                          ///< the next number of a card

 private:
  void registerDeck(Seat player, const char* zone, const std::vector<std::string>& cards);
  void turnCard(const witness::Object& line, const char* orientation);
  void flip(const witness::Object& line, bool up);
  void attach(const witness::Object& line);
  void turns(const witness::Object& line);

  std::string id_;
  Sees sees_;
  Step step_;
  std::set<std::string> up_;  ///< cards that are face up, in any zone
  std::int64_t turn_ = 0;
  mutable std::map<std::string, expression::Expression> expressions_;  ///< the expressions evaluated so far
};

}  // namespace docket::l5r
