#include "tools/game/archive_log.h"

#include <fmt/format.h>

#include "events/errors.h"
#include "events/log/merkle_tree.h"
#include "tools/words/text.h"

namespace docket {
namespace {

SignedCheckpoint readKept(const Archive& archive, const Log::StoredCheckpoint& kept) {
  const auto name =
      fmt::format("{}, the checkpoint of {}", archive.path().string(), counted(kept.size, "leaf", "leaves"));
  try {
    return signedCheckpointOf(kept.note, name);
  } catch (const BadInput& malformed) {
    throw DamagedArchive(malformed.what());
  }
}

}  // namespace

SignedCheckpoint newestCheckpoint(const Archive& archive) {
  const auto kept = archive.log().checkpoints();
  if (kept.empty())
    throw BadInput(
        fmt::format("{}: it has no checkpoint yet: docket checkpoint --key FILE makes one", archive.path().string()));
  auto newest = readKept(archive, kept.back());
  if (const auto found = compare(archive.log(), newest.checkpoint); !found.holds())
    throw DamagedArchive(fmt::format("{}: {}; docket check has the details", archive.path().string(),
                                     wordsOf(found, newest.checkpoint)));
  return newest;
}

CheckpointComparison compare(const Log& log, const Checkpoint& checkpoint) {
  using Result = CheckpointComparison::Result;
  const auto size = log.size();
  if (size < checkpoint.size) return {.result = Result::shorter, .size = size};
  const bool same = rootOf(checkpoint.size, log.hashes()) == checkpoint.root;
  return {.result = same ? Result::same : Result::other, .size = size};
}

std::string wordsOf(const CheckpointComparison& found, const Checkpoint& checkpoint) {
  const auto then = counted(checkpoint.size, "leaf", "leaves");
  switch (found.result) {
    case CheckpointComparison::Result::same:
      return fmt::format("its log begins with the {} of the checkpoint: none of them was replaced or removed", then);
    case CheckpointComparison::Result::shorter:
      return fmt::format(
          "its log has {} and the checkpoint has {}: it was rolled back to an older copy, lost what came "
          "later, or is another archive",
          counted(found.size, "leaf", "leaves"), checkpoint.size);
    case CheckpointComparison::Result::other:
      return fmt::format(
          "its log does not begin with the {} of the checkpoint: a leaf was replaced, or it is another "
          "archive",
          then);
  }
  return {};
}

void requireGrowth(const Archive& archive) {
  if (!archive.log().checkpoints().empty()) static_cast<void>(newestCheckpoint(archive));
}

}  // namespace docket
