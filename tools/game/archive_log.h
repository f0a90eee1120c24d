// An archive's log as the commands use it: its checkpoints, and whether the log still agrees with one of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "events/log/checkpoint.h"
#include "store/archive.h"

namespace docket {

/// Returns the newest checkpoint that the archive keeps. Throws BadInput if it keeps none, and DamagedArchive if the
/// checkpoint is not readable or the log does not begin with it: nothing in such a log is proved, published or signed.
[[nodiscard]] SignedCheckpoint newestCheckpoint(const Archive& archive);

/// How a log compares with a checkpoint that was made of it earlier.
struct CheckpointComparison {
  enum class Result : std::uint8_t {
    same,     ///< it begins with the checkpoint's log: no leaf was replaced or removed
    shorter,  ///< it has fewer leaves: it was rolled back, or is another archive
    other,    ///< a leaf was replaced, or it is another archive
  };
  Result result = Result::same;
  std::uint64_t size = 0;  ///< the number of leaves in the log
  [[nodiscard]] bool holds() const { return result == Result::same; }
};

[[nodiscard]] CheckpointComparison compare(const Log& log, const Checkpoint& checkpoint);

/// The result in one sentence, without a full stop.
[[nodiscard]] std::string wordsOf(const CheckpointComparison& found, const Checkpoint& checkpoint);

/// Throws DamagedArchive if the log does not begin with the newest checkpoint stored beside it. Does nothing if there
/// is no checkpoint.
void requireGrowth(const Archive& archive);

}  // namespace docket
