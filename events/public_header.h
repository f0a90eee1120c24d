// The public form of a header (public.h), and how a player's name, or the digest of what a game came from, is forgotten
// without a trace in the heads.
#pragma once

#include <cstdint>
#include <vector>

#include "events/digest.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The public bytes of a header: its canonical words with what has a salt replaced by commitments, and no viewer. What
/// has none stands in them as it is.
[[nodiscard]] std::vector<std::uint8_t> publicBytes(schema::Header::Reader header);
/// Makes a header the one that `viewer` (a seat, or kSpectator) may have: it says whose view it is, and has a
/// commitment instead of the digest of what the game came from. A redacted header can be redacted again.
void redact(schema::Header::Builder header, std::uint8_t viewer);
/// Gives the name of each player, so that it can be erased, and the digest of what the game came from their salts,
/// where they have none. Before head(0) is computed.
void saltHeader(schema::Header::Builder header, const Secret& secret);
/// Forgets the name and the salt of the player of that seat (from 1); the head stays what it was. Throws BadInput
/// where there is no such seat or its name has no salt.
void erasePlayer(schema::Header::Builder header, std::uint8_t seat);

}  // namespace docket
