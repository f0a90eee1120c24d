// A game's record as a site that tells no names has it: its players have numbers, its id stands for nothing, judges
// have no names, and what was written in free text, and penalties, are left out. Invariant: the fold comes out as that
// of the record does: what is left out changes no state. An event that is left out has its place still, as an empty
// note, so that numbers stay what they are.
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

/// What a site without names calls a game, and its players by seat ("" if the name was erased).
struct ShownAs {
  std::string game;
  std::vector<std::string> players;
};

/// Whether expressions that name a person are in it: they are to be judged, but not to be shown.
enum class Claims : std::uint8_t { all, without_names };

/// `whole`: of all that is recorded, else of what a spectator could see. Memory: that of the record. Throws
/// DamagedArchive if it cannot be read.
[[nodiscard]] std::shared_ptr<const Recording> recordWithoutNames(const Game& game, bool whole, const ShownAs& shown,
                                                                  const People& people, const Rules& rules,
                                                                  Claims claims);

}  // namespace docket::site
