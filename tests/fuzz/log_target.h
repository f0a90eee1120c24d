// The fuzz targets for checkpoints, proofs and leaves of the log: any input is refused with BadInput or read; then it
// is written back byte for byte, because every text has one spelling.
#pragma once

#include <kj/debug.h>

#include <string>
#include <string_view>

#include "events/errors.h"
#include "events/log/proof_file.h"
#include "events/log/tile.h"

namespace docket {

/// The bytes as a signed checkpoint. Returns whether they are one.
inline bool takeCheckpoint(std::string_view bytes) {
  try {
    const SignedCheckpoint read = signedCheckpointOf(bytes, "fuzz");
    KJ_REQUIRE(textOf(read.note) == bytes && textOf(read.checkpoint) == read.note.text);
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

/// The bytes as a proof of either kind. Returns whether they are one.
inline bool takeProof(std::string_view bytes) {
  try {
    const auto kind = proofKindOf(bytes);
    if (kind == ProofKind::inclusion) {
      const InclusionProof read = inclusionProofOf(bytes, "fuzz");
      KJ_REQUIRE(textOf(read) == bytes);
      static_cast<void>(proves(read, read.checkpoint.checkpoint));
    } else {
      const ConsistencyProof read = consistencyProofOf(bytes, "fuzz");
      KJ_REQUIRE(textOf(read) == bytes);
      static_cast<void>(proves(read, read.checkpoint.checkpoint));
    }
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

/// The bytes as a leaf, and as a bundle of one. Returns whether they are a leaf.
inline bool takeLeaf(std::string_view bytes) {
  const std::span leaf(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  try {
    static_cast<void>(leavesOf(leaf, 1));
  } catch (const BadInput&) {  // most are none
  }
  try {
    const auto written = bytesOf(leafOf(leaf));
    KJ_REQUIRE(std::string_view(reinterpret_cast<const char*>(written.data()), written.size()) == bytes);
  } catch (const BadInput&) {
    return false;
  }
  return true;
}

}  // namespace docket
