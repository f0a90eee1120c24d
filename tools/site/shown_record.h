// A game's record as an anonymous site shows it: players are numbered, the id is replaced, judges have no names, and
// free text and penalties are left out.
// Invariant: the record folds to the same states, because nothing is left out that changes one. An event that is left
// out is replaced by an empty note, so event numbers stay the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/state/state.h"
#include "events/recording.h"
#include "store/game.h"
#include "tools/site/people.h"

namespace docket::site {

/// The names that an anonymous site shows for a game and, by seat, its players ("" if the name was erased).
struct ShownAs {
  std::string game;
  std::vector<std::string> players;
};

/// Whether the record keeps expressions that name a person: they are judged, but not shown.
enum class Claims : std::uint8_t { all, without_names };

/// `whole`: everything recorded; otherwise what a spectator could see. Memory: that of the record. Throws
/// DamagedArchive if it cannot be read.
[[nodiscard]] std::shared_ptr<const Recording> recordWithoutNames(const Game& game, bool whole, const ShownAs& shown,
                                                                  const People& people, const Rules& rules,
                                                                  Claims claims);

}  // namespace docket::site
