// The lines of a note, a checkpoint or a proof, read one after the other, and what is in them: decimal numbers and
// base64. Internal to events/log.
// Invariant: a value has one spelling, so that what is read is written back byte for byte.
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
/// The bytes; nothing where it is not what base64 gives.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytesOfBase64(std::string_view text);
/// The 32 bytes of a hash; nothing where it is not what base64 gives of 32 bytes.
[[nodiscard]] std::optional<TreeHash> hashOfBase64(std::string_view text);
/// A number from 0 to 2^63 - 1 in decimal without leading zeros; nothing where it is none.
[[nodiscard]] std::optional<std::uint64_t> numberOf(std::string_view text);

class NoteLines {
 public:
  /// The text begins at this line of the file.
  NoteLines(std::string_view text, std::string file, std::size_t first_line = 1);

  [[nodiscard]] bool isAtEnd() const { return rest_.empty(); }
  /// What was not taken, and the number of the line that it begins at.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::size_t nextNumber() const { return next_; }

  /// The next line without its newline. Throws BadInput where there is none or its newline is missing; `expected` is
  /// what should be there.
  std::string_view take(std::string_view expected);
  /// The same of a line that begins with `word` and a space: what follows these.
  std::string_view takeAfter(std::string_view word, std::string_view expected);
  /// The hashes of the next lines, to an empty line, which is taken too. Throws BadInput where there are more than
  /// `most`.
  std::vector<TreeHash> takeHashes(std::size_t most);

  /// Throws BadInput about the line that was taken last.
  [[noreturn]] void refuse(const std::string& message, std::size_t column = 1) const;

 private:
  std::string_view rest_;
  std::string file_;
  std::size_t next_;
};

}  // namespace docket
