// Small value types that the archive's headers share. Bytes that the archive stores for its callers are opaque to it.
#pragma once

#include "events/digest.h"

namespace docket {

/// 32 bytes that the archive stores for its callers: a head, a document's digest, a keyframes tag.
using Bytes32 = Digest;

}  // namespace docket
