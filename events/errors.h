// The errors that cross module borders. A finding is not among them: an illegal play is data. An error that is not
// handled on the way reaches main, which turns it into an exit status.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace docket {

/// Bad input: notation, JSON, a foreign file, a document, an argument. Exit status 2. `what()` is
/// "file:line:column: message"; line and column count from 1, 0 if there is none (a binary file has its byte offset
/// in the message).
class BadInput : public std::runtime_error {
 public:
  BadInput(const std::string& file, std::size_t line, std::size_t column, const std::string& message);
  explicit BadInput(const std::string& message) : std::runtime_error(message), message_(message) {}

  /// The parts of `what()`.
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::string message_;
  std::size_t line_ = 0, column_ = 0;
};

/// Bad input in a document that was read and is being compiled: it names the wrong value, and code that has the text
/// can locate it (events/json/json.h, placeWithin). Until then `what()` is "file: path: message".
class BadDocument : public BadInput {
 public:
  /// `line` and `column` are within the value, if it is a text in a language of its own; 0: the value as a whole.
  BadDocument(const std::string& file, std::string path, std::size_t line, std::size_t column,
              const std::string& message);

  [[nodiscard]] const std::string& path() const { return path_; }  ///< "limits[3].within"; empty: the document
  [[nodiscard]] std::size_t lineWithin() const { return line_within_; }
  [[nodiscard]] std::size_t columnWithin() const { return column_within_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }  ///< the message alone

 private:
  std::string path_, reason_;
  std::size_t line_within_, column_within_;
};

/// A damaged or tampered archive: names the game, the first bad event and what is wrong with it. Exit status 3.
class DamagedArchive : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The environment: disk full, locked, no permission. Exit status 4.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace docket
