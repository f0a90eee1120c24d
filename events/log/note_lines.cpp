#include "events/log/note_lines.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "events/errors.h"
#include "events/text/quoted.h"
#include "events/text/whole_number.h"

namespace docket {

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // the zero that it ends with
  return text;
}

std::optional<std::vector<std::uint8_t>> bytesOfBase64(std::string_view text) {
  std::vector<std::uint8_t> bytes(text.size() / 4 * 3 + 1);  // never none: libsodium wants a place to write to
  std::size_t size = 0;
  const int failed = sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, nullptr,
                                       sodium_base64_VARIANT_ORIGINAL);
  if (failed != 0) return std::nullopt;
  bytes.resize(size);
  // One spelling for each value: the unused bits of the last character must be zero, and nothing may follow.
  return base64(bytes) == text ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<TreeHash> hashOfBase64(std::string_view text) {
  const auto bytes = bytesOfBase64(text);
  TreeHash hash{};
  if (!bytes || bytes->size() != hash.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), hash.begin());
  return hash;
}

std::optional<std::uint64_t> numberOf(std::string_view text) {
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  const auto number = wholeNumber<std::uint64_t>(text);
  return number && *number <= std::numeric_limits<std::int64_t>::max() ? number : std::nullopt;
}

NoteLines::NoteLines(std::string_view text, std::string file, std::size_t first_line)
    : rest_(text), file_(std::move(file)), next_(first_line) {}

std::string_view NoteLines::take(std::string_view expected) {
  if (rest_.empty()) throw BadInput(file_, next_, 1, fmt::format("expected {}, the text ends here", expected));
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos)
    throw BadInput(file_, next_, rest_.size() + 1, "expected a newline at the end of the line, the text ends here");
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  ++next_;
  return line;
}

std::string_view NoteLines::takeAfter(std::string_view word, std::string_view expected) {
  const std::string_view line = take(expected);
  if (!line.starts_with(word) || line.substr(word.size(), 1) != " ")
    refuse(fmt::format("expected {}, found {}", expected, docket::quoted(line)));
  return line.substr(word.size() + 1);
}

std::vector<TreeHash> NoteLines::takeHashes(std::size_t most) {
  std::vector<TreeHash> hashes;
  while (true) {
    const std::string_view line = take("a hash of the proof in base64, or an empty line");
    if (line.empty()) return hashes;
    const auto hash = hashOfBase64(line);
    if (!hash) refuse(fmt::format("expected 32 bytes in base64, or an empty line, found {}", docket::quoted(line)));
    if (hashes.size() == most) refuse(fmt::format("too many hashes, the maximum is {}", most));
    hashes.push_back(*hash);
  }
}

void NoteLines::refuse(const std::string& message, std::size_t column) const {
  throw BadInput(file_, next_ - 1, column, message);
}

}  // namespace docket
