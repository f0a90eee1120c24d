// The log of an archive as its commands use it: its checkpoints, and whether it still is what one of them says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "events/log/checkpoint.h"
#include "store/archive.h"

namespace docket {

/// The newest checkpoint that the archive keeps. Throws BadInput where it keeps none, DamagedArchive where it is not
/// readable or the log does not begin with it: then nothing of the log is proved, published or signed.
[[nodiscard]] SignedCheckpoint newestCheckpoint(const Archive& archive);

/// What a log is beside a checkpoint that was made of it some time ago.
struct BesideCheckpoint {
  enum class Is : std::uint8_t {
    same,     ///< it begins with the log of the checkpoint: nothing of it was replaced or taken away
    shorter,  ///< it has fewer leaves: it was rolled back, or is another archive
    other,    ///< something of it was replaced, or it is another archive
  };
  Is is = Is::same;
  std::uint64_t size = 0;  ///< how many leaves the log has
  [[nodiscard]] bool holds() const { return is == Is::same; }
};

[[nodiscard]] BesideCheckpoint compare(const Log& log, const Checkpoint& checkpoint);

/// The same in one sentence, without a full stop.
[[nodiscard]] std::string wordsOf(const BesideCheckpoint& found, const Checkpoint& checkpoint);

/// Throws DamagedArchive where the log does not begin with the newest checkpoint that is kept beside it, if there is
/// one.
void requireGrowth(const Archive& archive);

}  // namespace docket
