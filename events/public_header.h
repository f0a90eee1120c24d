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
/// Gives the digest of what the game came from, the id, and the name of each player, so that it can be erased, their
/// salts, where they have none. Those of the names are random: nothing else that is kept of the game gives one back
/// once it is forgotten. Before head(0) is computed.
void saltHeader(schema::Header::Builder header, const Secret& secret);
/// Gives the digest of what the game came from its salt: what a header needs before it can be redacted.
void saltSource(schema::Header::Builder header, const Secret& secret);
/// Takes over from `stored`, the header of what may be the same game, the salts of the id and of names that are the
/// same in both, so that equal content has an equal head. A player whose name was erased there is erased here too: a
/// record that is taken in again does not bring the name back.
void takeSalts(schema::Header::Builder header, schema::Header::Reader stored);
/// The salt of the game's id. A header of before there were such salts has one that is derived from its secret.
[[nodiscard]] Salt idSaltOf(schema::Header::Reader header, const Secret& secret);
/// Whether the salt of the name at that seat (from 1) is derived from the game's secret, as it was before such salts
/// were random: who has the secret can then try names until one matches the commitment, also once the name is erased.
[[nodiscard]] bool nameCanBeGuessed(schema::Header::Reader header, std::uint8_t seat, const Secret& secret);
/// Forgets the name and the salt of the player of that seat (from 1); the head stays what it was. Throws BadInput
/// where there is no such seat or its name has no salt.
void erasePlayer(schema::Header::Builder header, std::uint8_t seat);

}  // namespace docket
