#include "tools/game/game_proof.h"

#include <fmt/format.h>

#include <string>

#include "events/errors.h"
#include "events/public_header.h"
#include "store/naming.h"

namespace docket {

GameProof proofOf(const Archive& archive, const Game& game, const SignedCheckpoint& checkpoint, bool with_id) {
  const auto log = archive.log();
  const auto leaves = log.leavesOf(game);
  const Log::OfGame* newest = nullptr;
  for (const auto& leaf : leaves)
    if (leaf.leaf < checkpoint.checkpoint.size) newest = &leaf;
  if (newest == nullptr)
    throw BadInput(fmt::format(
        "{}: it is not in the log of the newest checkpoint: {}", game.id(),
        leaves.empty() ? "it is not finished" : "it was finished later: make a new one (docket checkpoint)"));
  GameProof made{.proof = {.leaf = leafOf(log.leafBytes(newest->leaf)),
                           .opening = {},
                           .index = newest->leaf,
                           .hashes = inclusionProof(newest->leaf, checkpoint.checkpoint.size, log.hashes()),
                           .checkpoint = checkpoint},
                 .last = newest->last,
                 .is_newest = newest == &leaves.back()};
  if (!proves(made.proof, checkpoint.checkpoint))
    throw DamagedArchive(
        fmt::format("{}: leaf {} of its log does not match its checkpoint; docket check has the details",
                    archive.path().string(), newest->leaf));
  if (const auto replacement = replacedBy(archive, game.id())) {
    const auto of_it = log.leavesOf(archive.game(*replacement));
    made.replaced_by = *replacement;
    made.was_replaced_already = !of_it.empty() && of_it.front().leaf < checkpoint.checkpoint.size;
    made.is_newest = false;
  }
  if (with_id)
    made.proof.opening = {.salt = idSaltOf(game.header(), game.secrets().of(0)), .id = std::string(game.id())};
  return made;
}

}  // namespace docket
