// Proofs as text files that can be checked without the archive.
//
// A proof that a leaf is in the log (C2SP tlog-proof):
//
//   c2sp.org/tlog-proof@v1
//   extra BASE64           of 2 bytes of the leaf's length (big-endian), the leaf, and, if its game may be named,
//                          16 bytes of salt and the game's id
//   index N                the leaf's number, from 0
//   BASE64 ...             a line for each hash, from the leaf up
//   (an empty line)
//   the signed checkpoint
//
// A proof that the log of a checkpoint begins with an older one (the body of a request of C2SP tlog-witness):
//
//   old N                  the size of the older log
//   BASE64 ...             a line for each hash
//   (an empty line)
//   the signed checkpoint
//
// Invariant: a proof that is read is written back byte for byte. Reading a file does not check that it proves anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/checkpoint.h"
#include "events/log/leaf.h"

namespace docket {

/// The most hashes that a proof of either kind has.
inline constexpr std::size_t kMaxProofHashes = 63;

/// Opens the commitment to a game's id.
struct IdOpening {
  Salt salt{};
  std::string id;

  bool operator==(const IdOpening&) const = default;
};

struct InclusionProof {
  Leaf leaf;
  std::optional<IdOpening> opening;  ///< only of a leaf of a game
  std::uint64_t index = 0;
  std::vector<TreeHash> hashes;
  SignedCheckpoint checkpoint;

  bool operator==(const InclusionProof&) const = default;
};

struct ConsistencyProof {
  std::uint64_t old_size = 0;
  std::vector<TreeHash> hashes;
  SignedCheckpoint checkpoint;

  bool operator==(const ConsistencyProof&) const = default;
};

enum class ProofKind : std::uint8_t { inclusion, consistency };

/// The kind of proof by the first line of a file; empty if it is not a proof.
[[nodiscard]] std::optional<ProofKind> proofKindOf(std::string_view text);

[[nodiscard]] std::string textOf(const InclusionProof& proof);
[[nodiscard]] std::string textOf(const ConsistencyProof& proof);

/// The proof of a file's text. Throws BadInput with file, line and column.
[[nodiscard]] InclusionProof inclusionProofOf(std::string_view text, const std::string& file);
[[nodiscard]] ConsistencyProof consistencyProofOf(std::string_view text, const std::string& file);

/// True if the log of this checkpoint has the proof's leaf at its place. The checkpoint's signatures are not checked.
[[nodiscard]] bool proves(const InclusionProof& proof, const Checkpoint& checkpoint);
/// True if the log of the proof's checkpoint begins with that of the older one. Their signatures are not checked.
[[nodiscard]] bool proves(const ConsistencyProof& proof, const Checkpoint& older);

/// True if the leaf is that of the game whose id opens it.
[[nodiscard]] bool opens(const IdOpening& opening, const Leaf& leaf);

}  // namespace docket
