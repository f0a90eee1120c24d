// Messages that their sender signs: the length of a signed note (4 bytes, big-endian), the note
// (events/log/signed_note.h), whose lines begin with a word each, and a payload whose length and digest stand in the
// note.
// Invariant: a message that is read has one good signature of a known key, and no part of it is larger than the limits
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/digest.h"
#include "events/log/note_key.h"
#include "events/log/note_lines.h"

namespace docket::relay {

/// The largest note and the largest payload.
inline constexpr std::size_t kMaxNoteBytes = 4096;
inline constexpr std::size_t kMaxPayloadBytes = 17U << 20;
inline constexpr std::size_t kMaxWhyBytes = 400;  ///< of a reason within a note
inline constexpr std::size_t kMaxMessageBytes = 4 + kMaxNoteBytes + kMaxPayloadBytes;

/// The line of a note about the payload.
[[nodiscard]] std::string payloadLine(std::string_view payload);
/// A message as bytes. `text`: the lines of its note, payloadLine() among them if there is a payload.
[[nodiscard]] std::string signedMessage(std::string text, std::string_view payload, const SignerKey& key);

struct SignedMessage {
  std::string text;          ///< the lines of its note
  std::string_view payload;  ///< within the bytes that were read
  std::string signer;        ///< the name of the key
};
/// Reads a message that one of `keys` signed. Throws BadInput.
[[nodiscard]] SignedMessage signedMessageOf(std::string_view bytes, std::span<const VerifierKey> keys);
/// The lines of a message's note, whoever signed it, for a report. Throws BadInput.
[[nodiscard]] std::string unsignedTextOf(std::string_view bytes);
/// Throws BadInput unless the message is from its signer and for its reader.
void requireAddress(const SignedMessage& message, std::string_view from, std::string_view to, std::string_view reader);

/// Reads the lines of a note in their order. Its functions throw BadInput.
class Fields {
 public:
  /// The text must outlive it.
  explicit Fields(const std::string& text) : lines_(text, "message") {}

  std::string_view title() { return lines_.take("the kind of a message"); }
  std::string_view text(std::string_view word);
  std::uint64_t number(std::string_view word, std::uint64_t most) { return numberIn(text(word), word, most); }
  std::uint32_t count(std::string_view word);
  Digest head(std::string_view word) { return hashIn(text(word)); }
  /// The words of a line.
  std::vector<std::string_view> words(std::string_view word, std::size_t count);
  std::uint64_t numberIn(std::string_view text, std::string_view word, std::uint64_t most) const;
  [[nodiscard]] Digest hashIn(std::string_view text) const;
  /// The text of a session, which is 16 hexadecimal digits.
  [[nodiscard]] std::string sessionIn(std::string_view text, std::string_view word) const;
  /// The position of the line's text in `words`.
  std::size_t oneOf(std::string_view word, std::span<const std::string_view> words);
  /// The line about the payload, which must be this one.
  void requirePayload(std::string_view payload);
  /// True if the next line begins with the word.
  [[nodiscard]] bool next(std::string_view word) const;
  void end();
  [[noreturn]] void refuse(const std::string& message) const { lines_.refuse(message); }

 private:
  NoteLines lines_;
};

}  // namespace docket::relay
