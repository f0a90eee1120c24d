// Indexes a game in one pass over its events: its names, what is in effect, and when its turns, phases and battles
// begin and end. Resolves a point that a person names ("T3.battle").
#pragma once

#include <string_view>
#include <vector>

#include "engine/fold/history.h"
#include "engine/rules/ruleset.h"
#include "events/names.h"

namespace docket {

/// The recorded beginning or end of a period.
struct PeriodMark {
  EventNumber event = 0;
  NameNumber period = 0;
  NameNumber name = 0;
  bool begins = false;
};

/// True if the ruling in event `number` is about an earlier point, or its claim can be about an earlier event.
[[nodiscard]] bool looksBack(EventNumber number, schema::Ruling::Reader ruling);

struct GameIndex {
  Names names;
  History history;
  std::vector<PeriodMark> marks;  ///< in the order of the record
  bool looks_back = false;        ///< looksBack() is true for one of them

  /// Adds the game's next event.
  void add(EventNumber number, schema::Event::Reader event);
};

/// The event that a text names, in the syntax of OpenGame::point(); `last` is the game's last event.
[[nodiscard]] EventNumber pointOf(std::string_view text, const GameIndex& index, const Ruleset& ruleset,
                                  EventNumber last);

}  // namespace docket
