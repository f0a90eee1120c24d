// The public form of events and headers: the content that is hashed into heads and may be shown to everyone.
// A hidden field that some seat may not see is in it as a commitment,
//   commitment = BLAKE2b-256(salt, canonical bytes of the value),  salt = keyed BLAKE2b(secret; event number, place),
// where the place counts the hidden fields of the event in the order of the schema and of its lists. `seats` of the
// struct that holds a hidden field, or else of the event's context, gives the seats that may see it; with 255,
// everyone, it is not hidden. The header has a player's name as BLAKE2b-256(salt, name), and the digest of the game's
// source as BLAKE2b-256(salt, digest).
//
//   public bytes of an event = number (4 bytes), words (4), seals (4), canonical words, then for each seal place (2)
//   and commitment (32); all little-endian. The words have the hidden fields empty and no context.seals.
//
// Invariants: a redacted event has the same public bytes as the whole one; a redacted event has no byte of a value that
// its seat may not see.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "events/digest.h"
#include "events/walked_words.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The public bytes of event `number`. A redacted event gives the commitments of its hidden fields in its seals; the
/// secret gives the others. Throws BadInput if a seal is malformed.
[[nodiscard]] std::vector<std::uint8_t> publicBytes(schema::Event::Reader event, std::uint32_t number,
                                                    const Secret& secret);
/// Appends the public bytes of an event to `bytes`, for callers with millions of events. `walked`: the words of the
/// event, if they were walked.
void appendPublicBytes(schema::Event::Reader event, std::uint32_t number, const Secret& secret,
                       std::vector<std::uint8_t>& bytes, WalkedWords walked = {});

/// Writes event `number` as `seat` may see it into `into`, which must be empty: hidden fields that it may not see are
/// empty and have their commitment in context.seals; those that it may see keep their value and have their salt there.
/// Seat 0 is a spectator. A redacted event can be redacted again. Throws BadInput if a seal is malformed.
void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, std::uint8_t seat,
            schema::Event::Builder into);

/// True if a reader may see the value of a hidden field, given its place in the event and the seats that may see it.
using Sees = std::function<bool(std::uint16_t place, std::uint8_t seats)>;

/// redact() for any predicate `sees`. A reader who gets every value needs no secret to compute the head, and can open
/// only these values.
void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, const Sees& sees,
            schema::Event::Builder into);

}  // namespace docket
