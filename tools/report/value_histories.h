// The history of each value of a player or another entity: a line for each event that changed it.
// Invariant: the lines of a value's latest stretch, up to an event, are its history at that event, as explain prints
// it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tools/game/game_loader.h"
#include "tools/report/tables.h"

namespace docket::report {

class ValueHistories {
 public:
  /// Both arguments must outlive it.
  ValueHistories(const OpenGame& game, ExplanationTable& explanations);

  /// The number of a value's history, from 0 in the order of the calls.
  [[nodiscard]] std::uint32_t number(const Words& words, Entity subject, std::uint32_t key);
  /// Adds an event; `words` is about the table after it.
  void add(const Words& words, EventNumber number, schema::Event::Reader event);

  /// The member "histories": for each value its stretches [from, [[event, statement]...]], the latest last. A judge's
  /// rewind or correction begins a stretch that repeats everything.
  void write(JsonWriter& json) const;

 private:
  struct Line {
    EventNumber event;
    ExplanationNumber statement;
  };
  struct Stretch {
    EventNumber from;
    std::vector<Line> lines;
  };
  struct History {
    Entity subject;
    std::uint32_t key;
    std::vector<Stretch> stretches;
  };

  [[nodiscard]] Stretch stretchAt(const Words& words, Entity subject, std::uint32_t key);
  void addLine(const Words& words, Entity subject, std::uint32_t key, const Explanation& line);

  const OpenGame& game_;
  ExplanationTable& explanations_;
  std::map<std::pair<Entity, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<History> histories_;
};

}  // namespace docket::report
