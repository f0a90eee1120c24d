// Converts a position or case of the public engine into a record: where its objects are, what is on them, and what
// happened to them, event by event. Derived data (types, stats) is never recorded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/rules/ids.h"
#include "events/recording.h"
#include "tests/witness/lines.h"

namespace docket::grand_archive {

/// A zone as the engine names it ("p1.banish") and as the ruleset does; the player of a shared one is 0.
struct ZoneOf {
  Seat player = 0;
  std::string_view name;
};
ZoneOf zoneOf(std::string_view engines);

/// The amounts of the counters on an object that are more than the engine's notes.
std::map<std::string, std::int64_t> countersOf(const witness::Object& counters);

class EngineRecord {
 public:
  EngineRecord();

  /// The table at the start: a position, or the first truth of a case.
  void table(const witness::Object& truth);
  /// Records a line of a case; lines that do not change the table are left out.
  void line(const witness::Object& line);

  [[nodiscard]] const Recording& recording() const { return recording_; }
  /// The number of the card that an object of the engine's is; 0 if nothing told of it.
  [[nodiscard]] std::uint32_t numberOf(std::string_view id) const;

 private:
  /// The recorded facts about an object on the field.
  struct OnTable {
    bool awake = true;
    std::map<std::string, std::int64_t> counters;
    std::map<std::string, std::uint32_t> markers;  ///< the event that began each change
  };
  void registerCards(const witness::Object& truth);
  void bring(Seat owner, std::string_view zone, const std::vector<std::string>& keys, std::uint32_t past);
  void put(std::uint32_t card, const ZoneOf& into, std::optional<std::int64_t> place = {});
  void lieOn(const std::string& id, const witness::Object& facts);
  void called(const witness::Object& line);
  void moved(const witness::Object& line);
  void created(const witness::Object& line);
  void arranged(const witness::Object& line);
  void toldGlobal(const witness::Object& line);
  void fact(const std::string& id, const std::string& key, const simdjson::dom::element& value);
  void controlled(std::uint32_t card, Seat player);
  void transformed(std::uint32_t card, const std::string& key);
  void turned(std::uint32_t card, bool awake);
  void counted(std::uint32_t card, std::map<std::string, std::int64_t> now);
  void marked(std::uint32_t card, const simdjson::dom::array& markers);
  void overridden(std::uint32_t card, const witness::Object& overrides);
  void began(std::string_view period, std::string_view name, Seat player);

  Recording recording_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  ///< by the engine's id
  std::map<std::uint32_t, std::string> keys_;                  ///< what each card is
  std::map<std::uint32_t, Seat> seats_;                        ///< who controls each card; 0 in a shared zone
  std::map<std::uint32_t, OnTable> on_table_;
  std::set<std::uint32_t> overridden_;
  Seat turn_player_ = 0;
  std::set<std::uint32_t> about_to_be_played_;  ///< cards that the engine said are activated or materialized now
};

}  // namespace docket::grand_archive
