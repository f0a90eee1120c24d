// Imports a replay of EDOPro: makes the record of a game from a whole file (packet_importer.h makes its events).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules/catalogue.h"
#include "events/digest.h"
#include "tools/import/formats.h"

namespace docket::edopro {

struct ImportOptions {
  std::string game;  ///< the game's id; empty: made from the file's name
  Seat seat = 0;     ///< 0: everything; otherwise what that seat, or kSpectator, could see, with the rest sealed
  Secret secret{};   ///< the game's secret, with which hidden fields are sealed
};

/// Returns the rules for the ruleset that the options of a duel ask for: "yugioh", or one that extends it. The
/// catalogue ties activations to abilities.
using RulesOf = std::function<Rules(std::string_view ruleset)>;

/// Imports a replay. The file's name is for messages and for the game's id. Throws BadInput, with the byte offset, for
/// a file that is damaged, of another kind, or contradicts itself.
ReadGame importReplay(std::span<const std::byte> file, const std::string& file_name, const RulesOf& rules_of,
                      const ImportOptions& options = {});

}  // namespace docket::edopro
