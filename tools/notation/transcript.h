// The transcript: a game as a judge writes it, a line an event. docket log prints it and docket import reads it;
// docs/transcript.md explains how to write one.
//
//   file     = { header line } { line }
//   line     = [ number ] text                          an event; the number may be left out
//            | "=" [ count ] card [ "to" seats ]        what a card became known to be with the event above
//            | "+" change                               a continuous change that began with it
//            | ";" anything                             a comment, as at the end of any line: findings, verdicts
//   text     = "==" period [name] [player] ["at" where] a period begins ("--": one within the outermost)
//            | "== end" period
//            | [who] verb ...                           as in the table of phrases (notation/phrases.cpp)
//            | [who] "!" payload                        any event, all of it in braces
//   card     = string [ "#" number ] | "?" [ "#" number ] | "#" number     "?": it is not known what it is
//   name     = word | string                            a word is a letter, then letters, digits, "-" and "_"
//
// Fields that the line has no words for follow in braces (notation/fields.h). Lines may be indented.
// Invariant: a record that is written and read again stays the same, byte for byte as JSON Lines.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "events/recording.h"
#include "tools/notation/name_resolution.h"
#include "tools/words/words.h"

namespace docket {

struct TranscriptLine {
  EventNumber number = 0;
  int depth = 0;         ///< of the indentation
  bool heading = false;  ///< the outermost period begins
  std::string text;
  std::vector<std::string> details{};  ///< the lines with "=" and "+" below it

  /// The width before the text of a line: the number and blanks.
  [[nodiscard]] std::size_t indent() const { return 7 + static_cast<std::size_t>(depth) * 2; }
};

/// The line of event `number`; `words` is about the table just after it, `titles` of the catalogue of its game.
[[nodiscard]] TranscriptLine transcribe(const Words& words, const notation::Titles& titles, EventNumber number,
                                        schema::Event::Reader event);

/// The lines of a header, each with its end.
[[nodiscard]] std::string transcribeHeader(schema::Header::Reader header);

/// Writes a whole game. Throws DamagedArchive if it cannot be folded under the rules.
void writeTranscript(const Recording& game, const Rules& rules, std::ostream& out);

/// A name as the transcript writes it: a word, else a string.
[[nodiscard]] std::string notedName(std::string_view name);
/// A string of the transcript.
[[nodiscard]] std::string notedString(std::string_view text);

}  // namespace docket
