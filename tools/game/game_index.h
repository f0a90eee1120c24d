// One pass over a game's events: its names, what is in effect, and when its turns, phases and battles begin and end.
// From it a point that a person names ("T3.battle") is found.
#pragma once

#include <string_view>
#include <vector>

#include "engine/fold/history.h"
#include "engine/rules/ruleset.h"
#include "events/names.h"

namespace docket {

/// A period's beginning or end, as recorded.
struct PeriodMark {
  EventNumber event = 0;
  NameNumber period = 0;
  NameNumber name = 0;
  bool begins = false;
};

/// Whether a ruling, given by event `number`, is about an earlier point, or its claim can be about an earlier event.
[[nodiscard]] bool looksBack(EventNumber number, schema::Ruling::Reader ruling);

struct GameIndex {
  Names names;
  History history;
  std::vector<PeriodMark> marks;  ///< in the order of the record
  bool has_rulings = false;
  bool looks_back = false;  ///< one of them looksBack()

  /// Takes in the game's next event.
  void add(EventNumber number, schema::Event::Reader event);
};

/// The event that a text names, as OpenGame::point() tells; `last` is the game's last one.
[[nodiscard]] EventNumber pointOf(std::string_view text, const GameIndex& scan, const Ruleset& ruleset,
                                  EventNumber last);

}  // namespace docket
