// A game of engine 1's log as a record of Docket: each line that says what happened becomes events, which are folded at
// once. What follows from it (stats, keywords, what ends) is not taken from the log.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/fold/reduce.h"
#include "engine/judge/judge.h"
#include "engine/rules/expression/expression.h"
#include "events/recording.h"
#include "tests/witness/lines.h"

namespace docket::l5r {

/// What a player does, or wanted to: "Recruit:P1-53+proclaim".
struct Act {
  std::string kind, card;  ///< the card's name in the log; empty: none
  std::string timing;      ///< "open"; empty: not said
  Seat seat = 0;
  bool proclaim = false, invest = false;

  static Act of(std::string_view action, Seat seat, std::string_view timing = {});
};

/// A modifier of the log.
struct LoggedModifier {
  std::string source, target, stat;
  std::int64_t amount = 0;
  bool while_source = false;
  bool source_left = false;  ///< since it began
  bool ended = false;
  EventNumber begun = 0;
};

/// The gold of straight cards that produce none but by a choice of their text; the engine does not offer that.
inline constexpr const char* kUnoffered =
    "sum(stat(it, 'Gold at Most'), in play, controller P{0}, orientation 'straight', stat 'Gold Production' = 0)";

/// "P1" is seat 1.
Seat seatOf(std::string_view text);

class LoggedGame {
 public:
  LoggedGame(const witness::Object& line, Rules rules);

  /// Takes a line in; those that say nothing of what happened change nothing.
  void read(const witness::Object& line);

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] CardIndex indexOf(const std::string& card) const;
  [[nodiscard]] const std::map<std::string, std::uint32_t>& cards() const { return numbers_; }
  [[nodiscard]] const std::map<std::string, LoggedModifier>& modifiers() const { return modifiers_; }
  [[nodiscard]] std::string definitionOf(const std::string& card) const;

  /// What an expression about a seat ("count(in hand of P{})") comes to now; nothing where that is not known.
  [[nodiscard]] std::optional<std::int64_t> asked(std::string_view form, Seat seat) const;
  /// What the judge has against an act now, and against what is done with it.
  [[nodiscard]] std::vector<Finding> judged(const Act& act) const;

 private:
  using Name = std::function<std::uint16_t(std::string_view)>;

  void begins(const witness::Object& line);
  void acts(const witness::Object& line);
  void happens(const witness::Object& line);
  void moves(const witness::Object& line);
  void creates(const witness::Object& line);
  void changes(const witness::Object& line, bool keyword);
  void ends(const witness::Object& line);
  void counts(const witness::Object& line);
  void turns(const witness::Object& line);
  void uses(const witness::Object& line);
  void value(const witness::Object& line, const char* value);

  void place(const std::string& card, std::string_view zone);
  void joinUnit(std::uint32_t card);
  void registerDeck(Seat player, const char* zone, const std::vector<std::string>& cards);
  void turnCard(const witness::Object& line, const char* orientation);
  void flip(const witness::Object& line, bool up);
  void began(const char* period, const std::string& name, Seat player);
  /// An act as an event. `with`: what is done with it, as an ability of its own ("Proclaim", "Invest"); empty: itself.
  void describe(const Act& act, const std::string& with, schema::Event::Builder event, const Name& name) const;
  void activate(const Act& act, schema::Event::Builder event, const Name& name) const;
  void respond(const witness::Object& line);
  template <class Fill>
  EventNumber add(Fill&& fill);

  std::string id_;
  Rules rules_;
  Recording record_;
  State state_;
  Step step_;
  std::map<std::string, std::string> definitions_;  ///< of each card of the log
  std::map<std::string, std::uint32_t> numbers_;    ///< of each card in the record
  std::map<std::string, LoggedModifier> modifiers_;
  std::map<std::string, EventNumber> uses_;  ///< by the key of the log
  std::set<std::string> up_;                 ///< cards that lie face up, wherever they are
  EventNumber act_ = 0;                      ///< the latest activation of a card
  std::uint32_t next_ = 1;                   ///< the next number of a card
  std::int64_t turn_ = 0;
  bool responding_ = false;
  mutable std::map<std::string, expression::Expression> expressions_;  ///< that were asked
};

}  // namespace docket::l5r
