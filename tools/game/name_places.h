// Finds a name in an archive outside the players' names: in titles of games, in judges' texts, in claims and notes, in
// documents. These places are part of the hashed record, so a name cannot be erased there.
// Invariant: every text of every header, event and document is searched; a part of a longer text counts too.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive.h"

namespace docket {

struct NamePlace {
  std::string game;          ///< empty: a document, which `field` names
  std::string field;         ///< "event", "rulingGiven.judge"
  std::uint32_t events = 0;  ///< in how many events; 0: in the header
  std::uint32_t first = 0;   ///< the first of them
  bool is_player = false;    ///< the field is a player's name: longer than this one, or not erased
};

/// Every place of the name, by game in the order of the archive. `progress` is called with the number of games read.
/// Throws as reading does.
[[nodiscard]] std::vector<NamePlace> placesOf(const Archive& archive, std::string_view name,
                                              const std::function<void(std::uint64_t)>& progress);

/// "court/7: rulingGiven.judge in 3 events, the first 15"
[[nodiscard]] std::string wordsOf(const NamePlace& place);

}  // namespace docket
