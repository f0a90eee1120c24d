// The content of a leaf of the log, and its bytes. A leaf names a game by a salted commitment of its id alone, so a log
// can be public. Version 1; integers are big-endian:
//
//   byte 0      version: 1
//   byte 1      kind: 1 a game, 2 a later segment of one, 3 a replacement of one, 4 a key
//   byte 2      1 if it follows another leaf, else 0
//   bytes 3-10  the number of the leaf that it follows, from 0; 0 if it follows none
// then of a game, a segment, a replacement (143 bytes in all):
//   32 bytes    commitment of the game's id: SHA-256("docket game id v1\n", 16 bytes of salt, the id in UTF-8)
//   32 bytes    head of the game's record (docs/record_format.md)
//   4 bytes     the number of events that the head covers
//   32 bytes    digest of the ruleset that the game pins, all 0 if it pins none
//   32 bytes    digest of the catalogue that the game pins, all 0 if it pins none
// and of a key:
//   1 byte      change: 1 it begins to sign, 2 it ends, 3 it was stolen
//   2 bytes     length of what follows, at least 1
//   ...         the verifier key as text (note_key.h)
//
// A game follows nothing; a later segment and a replacement follow an earlier leaf of their game; a key may follow one.
// Invariant: a leaf has these bytes and no others, and no other bytes are read as a leaf.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "events/digest.h"

namespace docket {

enum class LeafKind : std::uint8_t { game = 1, laterSegment = 2, replacement = 3, key = 4 };

/// A change of a key of the archive.
enum class KeyChange : std::uint8_t { begins = 1, ends = 2, stolen = 3 };

/// A finished game, a later segment of it, or a record that replaces it.
struct GameLeaf {
  LeafKind kind = LeafKind::game;        ///< not `key`
  std::optional<std::uint64_t> follows;  ///< the number of an earlier leaf; of a game none, of the others always one
  Digest id_commitment{};
  Digest head{};
  std::uint32_t count = 0;  ///< events under the head
  Digest ruleset{};         ///< zero: the game pins none
  Digest catalogue{};       ///< zero: the game pins none

  bool operator==(const GameLeaf&) const = default;
};

/// A change of the keys that sign checkpoints.
struct KeyLeaf {
  std::optional<std::uint64_t> follows;  ///< the number of an earlier leaf of the same key, or of the key before it
  KeyChange change = KeyChange::begins;
  std::string verifier_key;

  bool operator==(const KeyLeaf&) const = default;
};

using Leaf = std::variant<GameLeaf, KeyLeaf>;

/// The bytes of a leaf. A leaf that cannot be encoded (a game that follows another leaf, an empty key) is a programming
/// error.
[[nodiscard]] std::vector<std::uint8_t> bytesOf(const Leaf& leaf);

/// The leaf of these bytes. Throws BadInput with the position of the first invalid byte.
[[nodiscard]] Leaf leafOf(std::span<const std::uint8_t> bytes);

/// The commitment to the id of a game in its leaf: without the salt, the id cannot be derived from it.
[[nodiscard]] Digest idCommitment(std::string_view id, const Salt& salt);

}  // namespace docket
