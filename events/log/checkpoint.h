// Checkpoints (C2SP tlog-checkpoint): the state of a log at one size, as the text of a signed note:
//
//   ORIGIN         the log's name: that of the key that signs it
//   SIZE           the number of leaves, in decimal
//   ROOT           BASE64 of the tree's root
//   ...            lines that this program does not write, kept as they are
//
// Invariant: a checkpoint that is read is written back byte for byte; a log without leaves has the root of an empty
// tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/signed_note.h"
#include "events/log/tree_hash.h"

namespace docket {

struct Checkpoint {
  std::string origin;
  std::uint64_t size = 0;
  TreeHash root{};
  std::vector<std::string> extensions;

  bool operator==(const Checkpoint&) const = default;
};

/// The text of a checkpoint: what is signed.
[[nodiscard]] std::string textOf(const Checkpoint& checkpoint);

/// The checkpoint of a note's text that begins at this line of the file. Throws BadInput.
[[nodiscard]] Checkpoint checkpointOf(std::string_view text, const std::string& file, std::size_t first_line = 1);

/// A checkpoint as it is stored and sent: the note and its parsed text.
struct SignedCheckpoint {
  Checkpoint checkpoint;
  SignedNote note;

  bool operator==(const SignedCheckpoint&) const = default;
};

/// Reads a whole note. Signatures are not checked. Throws BadInput.
[[nodiscard]] SignedCheckpoint signedCheckpointOf(std::string_view text, const std::string& file,
                                                  std::size_t first_line = 1);

/// A checkpoint signed by the key of its log, whose name becomes its origin.
[[nodiscard]] SignedCheckpoint signedCheckpoint(std::uint64_t size, const TreeHash& root, const SignerKey& key);

}  // namespace docket
