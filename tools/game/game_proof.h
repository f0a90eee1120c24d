// The proof that a game is in the log of a checkpoint of its archive.
#pragma once

#include "events/log/proof_file.h"
#include "store/archive.h"

namespace docket {

struct GameProof {
  InclusionProof proof;
  std::uint32_t last = 0;             ///< the last event that its leaf covers
  bool is_newest = false;             ///< no later leaf of the game was added since the checkpoint
  std::string replaced_by{};          ///< the id of the record that replaces it; empty if none does
  bool was_replaced_already = false;  ///< the checkpoint's log has a leaf of that record
};

/// The proof of the game's newest leaf in the log of the checkpoint. Throws BadInput if none of its leaves is in it.
[[nodiscard]] GameProof proofOf(const Archive& archive, const Game& game, const SignedCheckpoint& checkpoint,
                                bool with_id);

}  // namespace docket
