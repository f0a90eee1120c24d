// The public form of events and headers: what is hashed into heads, and what may be shown to everyone.
// A hidden field that some seat may not see stands in it as a commitment,
//   commitment = BLAKE2b-256(salt, canonical bytes of the value),  salt = keyed BLAKE2b(secret; event number, place),
// where the place counts the hidden fields of the event in the order of the schema and of its lists. Who may see a
// hidden field stands in `seats` of the struct that holds it or else of the event's context; 255 is everyone, and
// nothing is hidden then. A player's name stands in the header as BLAKE2b-256(salt, name), the digest of what the game
// came from as BLAKE2b-256(salt, digest).
//
//   public bytes of an event = number (4 bytes), words (4), seals (4), canonical words, then for each seal place (2)
//   and commitment (32); all little-endian. The words have the hidden fields empty and no context.seals.
//
// Invariants: a redacted event has the same public bytes as the whole one; no byte of a value that a seat may not see
// stands in what is redacted for it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "events/digest.h"
#include "events/walked_words.h"
#include "schemas/event.capnp.h"

namespace docket {

/// The public bytes of event `number`. A redacted event says by its seals what stands for its hidden fields, the
/// secret gives the rest. Throws BadInput where a seal is malformed.
[[nodiscard]] std::vector<std::uint8_t> publicBytes(schema::Event::Reader event, std::uint32_t number,
                                                    const Secret& secret);
/// The same, appended to `bytes`: for those who do it a million times. `walked`: the words that the event lies in,
/// where somebody went through them.
void appendPublicBytes(schema::Event::Reader event, std::uint32_t number, const Secret& secret,
                       std::vector<std::uint8_t>& bytes, WalkedWords walked = {});

/// Writes into `into`, which is empty, event `number` as `seat` may have it: hidden fields that it may not see are
/// empty and have their commitment in context.seals, those that it may see keep their value and have their salt there.
/// Seat 0 is a spectator. A redacted event can be redacted again. Throws BadInput where a seal is malformed.
void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, std::uint8_t seat,
            schema::Event::Builder into);

/// Whether a reader may see the value of a hidden field: by its place in the event, and by the seats that may see it.
using Sees = std::function<bool(std::uint16_t place, std::uint8_t seats)>;

/// The same for whoever `sees` says. Who is given every value needs no secret for the head, and can open what is there
/// and nothing else.
void redact(schema::Event::Reader event, std::uint32_t number, const Secret& secret, const Sees& sees,
            schema::Event::Builder into);
/// Whether `seat` is one of `seats`. Seat 0 and kSpectator are none.
[[nodiscard]] constexpr bool maySee(std::uint8_t seat, std::uint8_t seats) {
  return seat >= 1 && seat <= 8 && (seats >> (seat - 1U) & 1U) != 0;
}

}  // namespace docket
