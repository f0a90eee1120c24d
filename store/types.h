// The small values that the archive's headers share. Bytes that the archive keeps for others are opaque to it.
#pragma once

#include "events/digest.h"

namespace docket {

/// 32 bytes that the archive is given and gives back: a head, a digest of a document, a tag of keyframes.
using Bytes32 = Digest;

}  // namespace docket
