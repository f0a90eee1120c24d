// The errors that cross module borders, one type for each row of the design's table. A finding is not among them:
// an illegal play is data. Each is thrown where it is noticed and caught once, in main, which gives it its exit status.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace docket {

/// Bad input: notation, JSON, a foreign file, a document, an argument. Exit status 2.
/// `what()` is "file:line:column: message"; line and column count from 1, 0 means that there is none
/// (a binary file has its byte offset in the message).
class BadInput : public std::runtime_error {
 public:
  BadInput(const std::string& file, std::size_t line, std::size_t column, const std::string& message);
  explicit BadInput(const std::string& message) : std::runtime_error(message) {}
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
