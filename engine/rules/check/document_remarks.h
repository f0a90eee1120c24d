// Remarks about a document: mistakes, which make an import refuse it, and notes, which do not. Each has the place of
// the value that it is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace docket {

struct Remark {
  enum class Severity : unsigned char { note, error };
  Severity severity{};
  std::string path;        ///< "limits[3].within"; empty: the document
  std::size_t line = 0;    ///< within the value, if it is an expression, from 1; 0: the value as a whole
  std::size_t column = 0;  ///< in characters
  std::string message;
  std::string of{};  ///< `card "Goby"`, which contains the value; empty: none

  [[nodiscard]] bool isError() const { return severity == Severity::error; }
  /// The message, after `of` if that is set.
  [[nodiscard]] std::string text() const { return of.empty() ? message : of + ": " + message; }
};

/// Collects remarks while a document is checked.
class Remarks {
 public:
  void error(std::string path, std::string message, std::size_t line = 0, std::size_t column = 0) {
    add(Remark::Severity::error, std::move(path), std::move(message), line, column);
  }
  void note(std::string path, std::string message, std::size_t line = 0, std::size_t column = 0) {
    add(Remark::Severity::note, std::move(path), std::move(message), line, column);
  }
  void add(Remark remark) { all_.push_back(std::move(remark)); }
  [[nodiscard]] std::vector<Remark> take() { return std::move(all_); }

 private:
  void add(Remark::Severity severity, std::string path, std::string message, std::size_t line, std::size_t column) {
    all_.push_back(
        {.severity = severity, .path = std::move(path), .line = line, .column = column, .message = std::move(message)});
  }

  std::vector<Remark> all_;
};

}  // namespace docket
