// Reads the lines of a note, a checkpoint or a proof in order, with their decimal numbers and base64. Internal to
// events/log.
// Invariant: a value has one spelling, so that a text that was read is written back byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/log/tree_hash.h"

namespace docket {

/// Base64 of RFC 4648, section 4, with its padding.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);
/// The bytes; empty if the text is not valid base64.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytesOfBase64(std::string_view text);
/// The 32 bytes of a hash; empty if the text is not the base64 of 32 bytes.
[[nodiscard]] std::optional<TreeHash> hashOfBase64(std::string_view text);
/// A number from 0 to 2^63 - 1 in decimal without leading zeros; empty if the text is not one.
[[nodiscard]] std::optional<std::uint64_t> numberOf(std::string_view text);

class NoteLines {
 public:
  /// `first_line`: the line of the file at which the text begins.
  NoteLines(std::string_view text, std::string file, std::size_t first_line = 1);

  [[nodiscard]] bool isAtEnd() const { return rest_.empty(); }
  /// The text that is not read yet, and the number of its first line.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::size_t nextNumber() const { return next_; }

  /// The next line without its newline. Throws BadInput if there is none or its newline is missing; `expected` is what
  /// should be there.
  std::string_view take(std::string_view expected);
  /// Reads a line that begins with `word` and a space, and returns the rest of it.
  std::string_view takeAfter(std::string_view word, std::string_view expected);
  /// The hashes on the next lines, up to an empty line, which is read too. Throws BadInput if there are more than
  /// `most`.
  std::vector<TreeHash> takeHashes(std::size_t most);

  /// Throws BadInput at the line that was read last.
  [[noreturn]] void refuse(const std::string& message, std::size_t column = 1) const;

 private:
  std::string_view rest_;
  std::string file_;
  std::size_t next_;
};

}  // namespace docket
