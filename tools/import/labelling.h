// Labels games with data that is not in their records: options for all games, and a table of pairings with a row for
// each.
// Invariant: data in a record is never replaced; differences are reported with their source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/fold/history.h"
#include "tools/import/pairings.h"

namespace docket {

struct Labelling {
  GameLabel of_all{};                          ///< the options' labels; a row's take precedence
  std::shared_ptr<const Pairings> pairings{};  ///< null: none were given

  [[nodiscard]] bool empty() const { return of_all.empty() && pairings == nullptr; }
};

/// The result for one game.
struct LabelledGame {
  struct Conflict {
    LabelConflict what;
    std::string by;  ///< "pairings.csv:3", "--event"
  };
  GameLabel adds{};  ///< what the record leaves open, players by seat
  std::vector<Conflict> conflicts{};
  const PairingRow* row = nullptr;
  bool lacks_row = false;  ///< pairings were given, and have none for it
};

/// `events`: the record's, which say how the game ended; `count` of them.
[[nodiscard]] LabelledGame labelFor(const Labelling& labelling, schema::Header::Reader header, const GameSought& game,
                                    const EventSource& events, EventNumber count);

}  // namespace docket
