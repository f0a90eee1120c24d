// When an event happened, in the words of the table: "turn 3, action phase". Read once from the recorded events, so
// that prose can name the turn of any of them.
// Invariant: after a judge's rewind the words are again those of the event that was gone back to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/fold/history.h"
#include "engine/rules/ids.h"
#include "engine/rules/ruleset.h"
#include "events/names.h"

namespace docket {

class TurnLabels {
 public:
  /// No periods at all: for a game without any.
  TurnLabels() = default;
  /// Reads the events 1 to `last`. The names are those of the whole game; the ruleset must outlive this.
  TurnLabels(const Ruleset& ruleset, const Names& names, const EventSource& events, EventNumber last);
  /// Reads the next event, for callers that go through a game in order and ask about no later event.
  void visit(const Names& names, EventNumber number, schema::Event::Reader event);

  /// The periods under way just after an event, the outermost first: "turn 3, action phase"; empty if none is.
  [[nodiscard]] std::string words(EventNumber event) const;
  /// The number of periods of the outermost kind (turns) that had begun by then; 0 before the first.
  [[nodiscard]] std::uint32_t turn(EventNumber event) const;
  /// The kind of period that turn() counts; kUnbound if the ruleset has no periods.
  [[nodiscard]] PeriodIndex outermost() const { return outermost_; }

 private:
  struct Period {
    bool open = false;
    NameNumber name = 0;      // its words are in names_
    std::uint32_t count = 0;  // within the period that holds it
  };
  using Periods = std::array<Period, kMaxPeriods>;
  struct Stop {
    EventNumber from;
    Periods periods;
  };

  void begin(Periods& periods, PeriodIndex index) const;
  void end(Periods& periods, PeriodIndex index) const;
  void addWords(const Periods& periods, PeriodIndex index, std::string& words) const;
  [[nodiscard]] const Periods* at(EventNumber event) const;

  const Ruleset* ruleset_ = nullptr;
  PeriodIndex outermost_ = kUnbound;
  std::vector<Stop> stops_;
  std::map<NameNumber, std::string> names_;  // of the periods that have one
};

}  // namespace docket
