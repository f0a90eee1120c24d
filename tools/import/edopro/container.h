// A replay file of EDOPro as a container: header, players, and the packets of a `.yrpX`, each a message of the engine.
//
//   file    := header body                 the body is one bare LZMA1 stream if the header says so
//   header  := magic version flags time size hash properties[8] (version[8] seed[32] with the flag "extended")
//   body    := side side options packet*   a side is a count and that many names of 40 bytes UTF-16
//   packet  := number:u8 length:u32 byte{length}
//
// The last packet holds a whole `yrp1` file: the registered decks, and the players' answers.
// Invariant: every packet lies completely inside `body`; the repeated packet at the end is removed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace docket::edopro {

/// More than any duel needs: the longest body of a thousand turns has less than a tenth of it.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{64} << 20U;

struct Packet {
  std::uint8_t message;
  std::uint32_t offset;  ///< of its body in the replay's body
  std::span<const std::byte> body;
};

struct DeckList {
  std::vector<std::uint32_t> main, extra;  ///< codes, in the order in which they were registered
};

struct Replay {
  std::vector<std::byte> body;  ///< the packets point into it
  std::uint32_t unix_time = 0;
  std::array<std::string, 2> players;  ///< UTF-8
  std::uint64_t duel_options = 0;
  std::vector<Packet> packets;
  std::array<DeckList, 2> decks;  ///< empty if the file has no embedded `yrp1`

  Replay() = default;
  Replay(Replay&&) noexcept = default;
  Replay& operator=(Replay&&) noexcept = default;
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
};

/// Reads a `.yrpX`. Throws BadInput with the byte offset (in the file, or in the decompressed body) if the file is
/// cut short, damaged or of another kind: a `yrp1` alone (it has answers and no messages), a tag duel, a puzzle.
Replay readReplay(std::span<const std::byte> file, const std::string& file_name);

}  // namespace docket::edopro
