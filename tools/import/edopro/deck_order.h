// Reconstructs the order of a shuffled deck from later packets of the replay: draws name what they take from the top,
// moves what they take out of the middle, and the next refresh all that is left.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/import/edopro/container.h"
#include "tools/import/edopro/words.h"

namespace docket::edopro {

/// The codes of the `count` cards of `player`'s deck (or extra deck) from the bottom, as they lay before `packets`; 0
/// where the replay does not show it. Throws BadInput for a packet on the way that is malformed.
std::vector<std::uint32_t> foreseePile(std::span<const Packet> packets, std::uint8_t player, Place place,
                                       std::size_t count, const std::string& file_name);

/// The codes in all slots of a zone at its next refresh; empty if a card moves before that.
std::vector<std::uint32_t> foreseeSlots(std::span<const Packet> packets, std::uint8_t player, std::uint8_t place,
                                        const std::string& file_name);

}  // namespace docket::edopro
