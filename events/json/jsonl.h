// A game as JSON Lines, the twin of the record for programs:
//   {"game":{header}}
//   {"label":{"event":"Open 2026","round":3}}
//   {"n":1,"actor":1,"cardMoved":{"card":5,"zone":"hand"}}
//   {"end":{"events":1,"head":"..."}}
// a line an event; the label is data besides the record, if there is any; "n" may be left out, and is checked if it is
// given. The names that an event introduces are left out if they are those that its line uses first, in that order. An
// exported record has an end line; a hand-written one need not have one.
// Invariant: a recording that is written and read again has the same canonical header and events.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "events/bad_text.h"
#include "events/game_label.h"
#include "events/heads.h"
#include "events/names.h"
#include "events/recording.h"
#include "events/validate.h"

namespace docket {

/// The last line of an exported record: the count and the head that its lines must have.
struct RecordEnd {
  std::uint32_t events = 0;
  Digest head{};
  std::optional<Secrets> secrets{};  ///< of a whole record without seals
};

/// True if a line begins a game: it is an object whose first member is "game", an object; blanks do not matter.
[[nodiscard]] bool isHeaderLine(std::string_view line);

/// Writes a game's lines, one at a time.
class JsonLinesWriter {
 public:
  /// The line of the header, without its end.
  [[nodiscard]] static std::string header(schema::Header::Reader header);
  /// The line of the label, without its end.
  [[nodiscard]] static std::string label(const GameLabel& label);
  /// The line of the next event, without its end. Throws BadInput if JSON cannot represent it (see writeJson).
  [[nodiscard]] std::string event(schema::Event::Reader event);
  /// The line of the end, without its end.
  [[nodiscard]] static std::string end(const RecordEnd& end);

 private:
  Names names_;
  std::uint32_t number_ = 0;
};

/// True if the names that an event introduces are those that its line uses first, in that order, so that the line can
/// leave them out. `names`: of the game, with those of the event.
[[nodiscard]] bool announcesAsUsed(schema::Event::Reader event, const Names& names);

/// Reads a game's lines, one at a time, and validates them. Errors are BadInput with file, line and column.
class JsonLinesReader {
 public:
  explicit JsonLinesReader(std::string file) : file_(std::move(file)) {}

  /// Reads the first line of a game into `into`, which is empty.
  void header(std::string_view line, std::size_t line_number, schema::Header::Builder into);
  /// Reads the line of the next event into `into`, which is empty, and returns the event's number. After an error,
  /// another line for the same event can follow.
  std::uint32_t event(std::string_view line, std::size_t line_number, schema::Event::Builder into);

  /// Reads the line of the label, which precedes the first event.
  [[nodiscard]] GameLabel label(std::string_view line, std::size_t line_number) const;

  /// Reads the line of the end. Throws BadInput if its count differs from the number of events read.
  RecordEnd end(std::string_view line, std::size_t line_number) const;

  /// Continues a game whose header, and then each event so far, was read before.
  void resume(schema::Header::Reader header);
  void resume(schema::Event::Reader event);

  /// Continues after an event that could not be read: a note takes its place, so that later events keep their numbers.
  void addGap();

  /// The name of the text in errors.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// The names and cards introduced by the lines so far. Only after header() or resume().
  [[nodiscard]] const RecordSoFar& record() const { return *record_; }
  /// The record so far, for appending events that are not read from lines of JSON.
  [[nodiscard]] RecordSoFar& record() { return *record_; }

 private:
  std::string file_;
  Names names_;  // the names of the record; while a line is read, also those that it uses first
  std::optional<RecordSoFar> record_;
};

/// The callbacks of readJsonLines(), in order, up to the first mistake.
struct JsonLinesSink {
  std::function<void(schema::Header::Reader)> header;
  std::function<void(schema::Event::Reader, std::uint32_t number)> event;
  std::function<void(const GameLabel&)> label{};  ///< not given: the label is ignored
};

/// Reads one game to the end of `in`, with memory for one line (16 MiB at most), and returns its end, if it has one.
/// Skips empty lines. Throws a BadText with all mistakes (bad_text.h): reading continues after a mistake, and mistakes
/// that can only follow from it are not reported; the caller must discard what the sink received. The caller also
/// checks that the events give the head in the end: requireEnd().
std::optional<RecordEnd> readJsonLines(std::istream& in, const std::string& file, const JsonLinesSink& sink,
                                       std::size_t first_line = 1);
/// Reads a record into memory. `first_line` is the number, in the file, of the first line of `in`.
[[nodiscard]] Recording readJsonLines(std::istream& in, const std::string& file, std::size_t first_line = 1,
                                      std::optional<RecordEnd>* end = nullptr, GameLabel* label = nullptr);

/// Writes a whole game, without an end.
void writeJsonLines(const Recording& recording, std::ostream& out);

/// The head of a record; a redacted record needs no secrets.
[[nodiscard]] Digest headOf(const Recording& recording, const Secrets& secrets);
/// Checks a record against its end, and returns the record's head; empty if it has no end and needs none because it was
/// not exported. Throws BadInput if it is truncated (it gives its format but has no end) or has another head.
std::optional<Digest> requireEnd(const Recording& recording, const std::optional<RecordEnd>& end,
                                 const std::string& file);

}  // namespace docket
