// The public form of a header (public.h), and the erasure of a player's name, or of the digest of a game's source,
// without any effect on the heads.
#pragma once

#include <cstdint>
#include <vector>

#include "events/digest.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The public bytes of a header: its canonical words without the viewer, and with commitments in place of salted
/// fields. Fields without a salt are included as they are.
[[nodiscard]] std::vector<std::uint8_t> publicBytes(schema::Header::Reader header);
/// Redacts a header for `viewer` (a seat, or kSpectator): sets the viewer and replaces the digest of the game's source
/// by a commitment. A redacted header can be redacted again.
void redact(schema::Header::Builder header, std::uint8_t viewer);
/// Adds the missing salts of the digest of the game's source, the id, and each player's name, so that these can be
/// erased. Salts of names are random: once erased, a name cannot be recovered from anything else that is stored about
/// the game. Call it before head(0) is computed.
void saltHeader(schema::Header::Builder header, const Secret& secret);
/// Adds the salt of the digest of the game's source, which a header needs before it can be redacted.
void saltSource(schema::Header::Builder header, const Secret& secret);
/// Copies from `stored`, the header of a record that may be of the same game, the salts of the id and of names that are
/// equal in both, so that equal content has an equal head. Also erases each player whose name was erased there:
/// importing a record again does not restore the name.
void takeSalts(schema::Header::Builder header, schema::Header::Reader stored);
/// The salt of the game's id. If an old header has none, it is derived from its secret.
[[nodiscard]] Salt idSaltOf(schema::Header::Reader header, const Secret& secret);
/// True if the salt of the name at a seat (from 1) is derived from the game's secret, as in old headers: anyone with
/// the secret can then try names against the commitment, even after the name is erased.
[[nodiscard]] bool nameCanBeGuessed(schema::Header::Reader header, std::uint8_t seat, const Secret& secret);
/// Erases the name and the salt of the player at a seat (from 1); the head does not change. Throws BadInput if there is
/// no such seat or its name has no salt.
void erasePlayer(schema::Header::Builder header, std::uint8_t seat);

}  // namespace docket
