// The JSON answers of commands, version 2: whole lines, each an object with the version, the command, and a third
// member that gives its kind (docs/json.md; docs/schemas/answers has a schema for each command):
//   {"docket":2,"command":"limits","answer":{...}}    the one answer
//   {"docket":2,"command":"games","item":{...}}       one of a list, a line each
//   {"docket":2,"command":"games","end":{"items":2}}  the list is whole; sums over it are under "sums"
//   {"docket":2,"command":"games","error":{...}}      it ended here, and why
// Every `--json` goes through this file, so that a program that reads one command can read all.
// Invariant: what was written ends with an answer, an end or an error; without one of them it was cut short.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "engine/rules/ids.h"
#include "events/errors.h"
#include "events/json/json_writer.h"

namespace docket {

/// The version of all JSON answers. A new member does not change it; a removed one, or a new meaning, does.
inline constexpr unsigned kJsonVersion = 2;

/// Writes the one answer of a command: `object` is a whole object of JSON.
void writeAnswer(std::ostream& out, std::string_view command, std::string_view object);

/// Writes the items of a command's list, one by one, and its end.
class AnswerList {
 public:
  /// `command` outlives it: the name of a command is a literal.
  AnswerList(std::ostream& out, std::string_view command) : out_(out), command_(command) {}

  /// Writes one: a whole object of JSON.
  void item(std::string_view object);
  /// Ends the list. `sums`, if given, is an object about all items together.
  void end(std::string_view sums = {});

 private:
  std::ostream& out_;
  std::string_view command_;
  std::uint64_t items_ = 0;
};

/// Why a command, or a part of its input, failed.
struct ErrorReport {
  int status = 0;           ///< its exit status (exit_status.h)
  std::string message;      ///< for people, without its place
  std::string file;         ///< where it is wrong; empty: in no file
  std::size_t line = 0;     ///< from 1; 0: unknown
  std::size_t column = 0;   ///< likewise
  std::string_view next{};  ///< what to do; empty if the message says it
};

/// The failure for refused input.
[[nodiscard]] ErrorReport reportOf(const BadInput& error);

/// Writes a set of players: the seat of one, 0 if there is none, a list of several.
void writeSeats(JsonWriter& json, std::string_view name, Seats seats);

/// The members of an error, into the object that is open.
void writeErrorMembers(JsonWriter& json, const ErrorReport& error);

/// An error as an object: the next value of `json`.
void writeError(JsonWriter& json, const ErrorReport& error);

/// Writes the line by which a command says that it ended with this error.
void writeFailure(std::ostream& out, std::string_view command, const ErrorReport& error);

}  // namespace docket
