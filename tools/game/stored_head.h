// The head of a stored game after any of its events, from which a recorder or a branch continues.
#pragma once

#include "events/heads.h"
#include "store/game.h"

namespace docket {

/// The head after event `at`: from the last stored one at a multiple of 256, so that at most one block is read (of a
/// branch, also what it shares where nothing later is stored). Throws DamagedArchive if `at` is the last event and its
/// head does not match the stored one.
[[nodiscard]] Head headAfter(const Game& game, std::uint32_t at);

}  // namespace docket
