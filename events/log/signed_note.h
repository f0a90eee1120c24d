// Signed notes (C2SP signed-note): a text, an empty line, and a line for each signature:
//
//   — NAME BASE64        em dash, space, the key's name, space, BASE64 of 4 bytes of the key's id and the signature
//
// and the cosignatures of witnesses (C2SP tlog-cosignature, version 1), whose signature is 8 bytes of time and Ed25519
// over "cosignature/v1\ntime N\n" and the text.
// Invariant: a note that is read is written back byte for byte; signatures of unknown keys are kept and never trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/note_key.h"

namespace docket {

/// The largest note that is read, and the most signatures.
inline constexpr std::size_t kMaxNoteBytes = 1'000'000;
inline constexpr std::size_t kMaxSignatures = 100;

/// A signature as it is in a note.
struct NoteSignature {
  std::string name;
  std::uint32_t key_id = 0;
  std::vector<std::uint8_t> bytes;  ///< the signature itself: never empty

  bool operator==(const NoteSignature&) const = default;
};

struct SignedNote {
  std::string text;  ///< ends with a newline
  std::vector<NoteSignature> signatures;

  bool operator==(const SignedNote&) const = default;
};

[[nodiscard]] std::string textOf(const SignedNote& note);

/// The note of a text that begins at this line of the file. Throws BadInput.
[[nodiscard]] SignedNote signedNoteOf(std::string_view text, const std::string& file, std::size_t first_line = 1);

/// The signature of a key of type 1 over a note's text.
[[nodiscard]] NoteSignature sign(std::string_view text, const SignerKey& key);

/// The signature of a witness's key, of type 4, over a checkpoint's text, at a time in seconds since 1970 (from 1 to
/// 2^63 - 1).
[[nodiscard]] NoteSignature cosign(std::string_view text, const SignerKey& key, std::uint64_t seconds);

/// A known key whose signature a note has.
struct KnownSignature {
  VerifierKey key;
  bool good = false;                     ///< the signature is of this key and over this text
  std::optional<std::uint64_t> seconds;  ///< of a cosignature: its time
};

/// The signatures of a note by these keys, matched by name and id, in the order of the note. A single bad signature
/// makes the whole note untrustworthy.
[[nodiscard]] std::vector<KnownSignature> knownSignatures(const SignedNote& note, std::span<const VerifierKey> keys);

/// True if one of these keys signed the note and none of their signatures is bad.
[[nodiscard]] bool isSignedBy(const SignedNote& note, std::span<const VerifierKey> keys);

}  // namespace docket
