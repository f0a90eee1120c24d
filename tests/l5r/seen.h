// Engine 1's values of a card and of a player at a point of the game.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/witness/lines.h"

namespace docket::l5r {

/// Changes of a stat with their amounts: the stat, the card that changes it and for how long, as in "Force P1-71
/// while_source_in_play".
using SeenChanges = std::map<std::string, std::int64_t>;

struct SeenCard {
  std::string zone, host;
  bool up = false, bowed = false;
  bool unit = false;  ///< it is a Personality in play: the fields of its unit are there
  std::map<std::string, std::int64_t> counters;
  std::set<std::string> keywords;
  std::map<std::string, std::int64_t> stats;  ///< by the ruleset's names
  std::map<std::string, std::int64_t> printed;
  SeenChanges changes;
  std::int64_t unit_force = 0, unit_force_in_battle = 0;
  std::set<std::string> unit_keywords;
  std::optional<std::int64_t> army;  ///< of engine 2: the unit's contribution to an army

  static SeenCard of(const witness::Object& record);
};

struct SeenPlayer {
  std::int64_t honor = 0, gold = 0, reach = 0, hand = 0, dynasty_deck = 0, fate_deck = 0, provinces = 0;
  bool ignores_requirements = false;
  std::string clan;

  static SeenPlayer of(const witness::Object& record);
};

/// Everything known to be there, updated record by record.
class SeenTable {
 public:
  void take(const witness::Object& truth);
  [[nodiscard]] const std::map<std::string, SeenCard>& cards() const { return cards_; }
  [[nodiscard]] const std::map<std::string, SeenPlayer>& players() const { return players_; }

 private:
  std::map<std::string, SeenCard> cards_;
  std::map<std::string, SeenPlayer> players_;
};

}  // namespace docket::l5r
