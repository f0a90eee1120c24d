// JSON text while it is read: a padded copy, as simdjson requires, and the place of each byte in the file.
// Internal to the reading of JSON.
// Invariant: an offset in the copy is the same offset in the source, comments or not.
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "events/json/json.h"
#include "events/json/json_place.h"

namespace docket {

class JsonText {
 public:
  /// Copies the text and blanks its comments, if there may be any. Throws BadInput if it is too long.
  JsonText(const JsonSource& source, const JsonOptions& options);

  /// The first token. Throws BadInput if its bytes cannot be JSON.
  simdjson::ondemand::document begin();

  [[nodiscard]] std::size_t offsetOf(const char* at) const;
  [[nodiscard]] std::size_t end() const { return source_.text.size(); }
  /// The byte at an offset; a blank at the end.
  [[nodiscard]] char at(std::size_t offset) const;
  /// The first offset from `offset` on that has no white space, at most end().
  [[nodiscard]] std::size_t pastSpace(std::size_t offset) const;
  /// The offset of the quotation mark that ends the string whose first one is at `offset`.
  [[nodiscard]] std::size_t closingQuote(std::size_t offset) const;
  /// The number of elements of the list that begins at `offset`; for a malformed list, a number that is at most its
  /// size in bytes.
  [[nodiscard]] std::size_t elements(std::size_t offset) const;
  /// The object or list that begins at `offset`, without its comments; of a malformed one, the rest of the text.
  [[nodiscard]] std::string_view within(std::size_t offset) const;
  [[nodiscard]] TextPlace place(std::size_t offset) const;

  /// Throws BadInput about the byte at an offset.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;
  /// Throws BadInput about an invalid escape, or half a surrogate pair, in the string that begins at `offset`.
  [[noreturn]] void failEscape(std::size_t offset) const;
  /// Throws BadInput about a text whose first and last bracket do not match.
  [[noreturn]] void failRoot() const;
  /// Throws BadInput about the token at which simdjson stopped.
  [[noreturn]] void failSyntax(simdjson::ondemand::document& document) const;

 private:
  [[nodiscard]] std::size_t badEscape(std::size_t offset) const;
  void blankComments();
  [[noreturn]] void failAt(std::size_t offset) const;
  [[noreturn]] void failBytes(simdjson::error_code error) const;

  const JsonSource& source_;
  std::string* buffer_;  // of this thread, or own_
  std::string own_;
  simdjson::ondemand::parser* parser_;
  simdjson::ondemand::parser own_parser_;
};

}  // namespace docket
