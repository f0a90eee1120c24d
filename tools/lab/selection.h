// Which games of an archive are meant, decided by their headers, where all of them are gone through anyway.
#pragma once

#include "schemas/event.capnp.h"
#include "store/games.h"

namespace docket::lab {

/// Whether a filter lets a game through, as a listing does (store/games.h).
[[nodiscard]] bool selects(const GameFilter& filter, schema::Header::Reader header);

}  // namespace docket::lab
