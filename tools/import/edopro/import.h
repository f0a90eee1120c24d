// Imports a duel of EDOPro: the messages of its engine become the events of a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/catalogue.h"
#include "events/digest.h"
#include "events/recording.h"

namespace docket::edopro {

struct ImportOptions {
  std::string game;  ///< the game's id; empty: made from the file's name
  Seat seat = 0;     ///< 0: everything; else what that seat, or kSpectator, could see, the rest sealed
  Secret secret{};   ///< the game's, with which hidden fields are sealed
};

struct Import {
  Recording recording;
  std::map<std::string, std::uint64_t> skipped;  ///< what was passed over and is not known, and how often it came
  std::vector<std::string> notes;                ///< what people should know of how it was read
};

/// Imports a replay. `rules` are those of the game "yugioh"; its catalogue ties activations to abilities. The file's
/// name is for messages and for the game's id. Throws BadInput, with the byte offset, for a file that is damaged, of
/// another kind, or contradicts itself.
Import importReplay(std::span<const std::byte> file, const std::string& file_name, const Rules& rules,
                    const ImportOptions& options = {});

}  // namespace docket::edopro
