// What a hall and the archive send each other: signed messages (signed_message.h) with these notes:
//
//   docket relay batch v1       docket relay document v1    docket relay answer v1
//   to ARCHIVE                  to ARCHIVE                  to HALL
//   from HALL                   from HALL                   from ARCHIVE
//   game ID                     game ID                     game ID
//   serial SESSION NUMBER       serial SESSION NUMBER       serial SESSION NUMBER
//   first NUMBER                document KIND DIGEST        says WORD
//   count NUMBER                size NUMBER                 count NUMBER
//   before HEAD                 offset NUMBER               sealed NUMBER
//   after HEAD                  payload BYTES DIGEST        head HEAD
//   sealed NUMBER                                           lacks KIND DIGEST NUMBER   at most two
//   seals 0 or 1                                            why TEXT                   at most one
//   payload BYTES DIGEST
//
// ARCHIVE and HALL are the names of the keys that sign. The payload of a batch is lines of JSON as docket export writes
// them: the header if `first` is 1, and `count` events. An answer repeats the serial of the message that it answers; it
// is a receipt if it says `kept`.
// Invariant: a message that is read has a good signature of a known key and is meant for its reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "events/digest.h"
#include "events/log/note_key.h"
#include "tools/relay/signed_message.h"

namespace docket::relay {

/// The most events of a batch. A rewind or a correction is the first event of its batch.
inline constexpr std::uint32_t kMaxBatchEvents = 256;
/// The bytes of lines at which a batch ends, and the most bytes in a part of a document.
inline constexpr std::size_t kBatchBytes = 256U << 10;
inline constexpr std::size_t kPartBytes = 512U << 10;

/// The number of a message within a run of the hall's program.
struct Serial {
  std::string session;  ///< 16 hexadecimal digits
  std::uint64_t number = 0;
  bool operator==(const Serial&) const = default;
};

/// The members that every message has.
struct Addressed {
  std::string to, from;  ///< names of keys
  std::string game;
  Serial serial;
};

/// Events of a game; without any it asks how far the archive is.
struct Batch : Addressed {
  std::uint32_t first = 1, count = 0;
  Digest before{}, after{};
  std::uint32_t sealed = 0;  ///< how many of the events before the batch the hall has sealed
  bool seals = false;        ///< the hall has sealed the game after the last event of the batch
  [[nodiscard]] std::uint32_t last() const { return first + count - 1; }
};

/// A part of a ruleset or a catalogue that a game is pinned to.
struct DocumentPart : Addressed {
  std::string kind;
  Digest digest{};
  std::uint64_t size = 0, offset = 0;
};

enum class Says : std::uint8_t {
  kept,     ///< everything up to the end of the batch is on the archive's disk
  resend,   ///< it does not continue the archive's record: continue from `count`
  differs,  ///< the archive has a different game under this id, or its record continued differently
  refused,  ///< its content is not acceptable
  lacks,    ///< documents are missing
};
[[nodiscard]] std::string_view wordOf(Says says);

/// A document that the archive lacks, and the bytes of it that it has.
struct Lack {
  std::string kind;
  Digest digest{};
  std::uint64_t have = 0;
};

/// What the archive has of a game: its number of events, how many are sealed, and its head.
struct AnswerMessage : Addressed {
  Says says = Says::kept;
  std::uint32_t count = 0, sealed = 0;
  Digest head{};
  std::vector<Lack> lacks{};
  std::string why{};  ///< one line
};

/// A message as bytes, signed. `key` is that of `from`.
[[nodiscard]] std::string written(const Batch& batch, std::string_view payload, const SignerKey& key);
[[nodiscard]] std::string written(const DocumentPart& part, std::string_view payload, const SignerKey& key);
[[nodiscard]] std::string written(const AnswerMessage& answer, const SignerKey& key);

using Content = std::variant<Batch, DocumentPart, AnswerMessage>;
struct Message {
  Content content;
  std::string_view payload;  ///< within the bytes that were read
};

/// Reads a message to `to` that one of `keys` signed. Throws BadInput.
[[nodiscard]] Message readMessage(std::string_view bytes, std::string_view to, std::span<const VerifierKey> keys);
/// The `from` and the `game` that a message claims, whoever wrote it, for a report; empty if it is no message.
struct Claimed {
  std::string from, game;
};
[[nodiscard]] Claimed claimedBy(std::string_view bytes);

}  // namespace docket::relay
