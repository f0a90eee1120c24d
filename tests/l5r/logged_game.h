// A game of engine 1's log as a record of Docket: each line that says what happened becomes events, which are folded at
// once. Derived data (stats, keywords, ended changes) is not taken from the log.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/judge/judge.h"
#include "tests/l5r/logged_table.h"

namespace docket::l5r {

/// An act that a player did or tried: "Recruit:P1-53+proclaim".
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

class LoggedGame : public LoggedTable {
 public:
  using LoggedTable::LoggedTable;

  /// Adds the events of a line, if it has any.
  void read(const witness::Object& line);

  [[nodiscard]] const std::map<std::string, LoggedModifier>& modifiers() const { return modifiers_; }
  /// The findings against an act now, and against the events that go with it.
  [[nodiscard]] std::vector<Finding> judged(const Act& act) const;
  using LoggedTable::setSees;

 private:
  void acts(const witness::Object& line);
  void happens(const witness::Object& line);
  void fact(const witness::Object& line, const std::string& type);
  void leaves(const std::string& card);
  void creates(const witness::Object& line);
  void changes(const witness::Object& line, bool keyword);
  void ends(const witness::Object& line);
  void counts(const witness::Object& line);
  void uses(const witness::Object& line);
  void usesOfCard(const std::string& key, const std::string& card);
  void respond(const witness::Object& line);
  void triggers(const witness::Object& line);
  void causes(const witness::Object& line);
  [[nodiscard]] EventNumber answeredBy(const std::string& card, std::string_view on) const;
  void loses(const witness::Object& line, const char* value);
  /// An act as an event. `with`: what is done with it, as an ability of its own ("Proclaim", "Invest"); empty: itself.
  void describe(const Act& act, const std::string& with, schema::Event::Builder event, const Name& name) const;
  void activate(const Act& act, schema::Event::Builder event, const Name& name) const;

  std::map<std::string, LoggedModifier> modifiers_;
  std::map<std::string, EventNumber> uses_;  ///< by the key of the log
  /// The log gives a trait's effects after it, with the same origin or with that of a choice that it asks for.
  struct Trait {
    EventNumber event = 0;
    std::string card, why;
    std::vector<std::string> effects;
  };
  std::vector<Trait> traits_;                         ///< with effects still to come in the log
  std::map<std::string, EventNumber> trait_of_card_;  ///< the latest of each card
  std::set<std::int64_t> destroying_;                 ///< effects that destroy, by their numbers in the log
  std::map<std::string, EventNumber> destroyed_;      ///< the last event that destroyed each card
  EventNumber latest_destroyed_ = 0;
  std::map<std::int64_t, EventNumber> cause_of_effect_;  ///< by the number of the effect in the log
  EventNumber act_ = 0;                                  ///< the latest activation of a card
  bool responding_ = false;
};

}  // namespace docket::l5r
