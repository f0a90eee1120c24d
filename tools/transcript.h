// The transcript: a line an event, as on a scoresheet. What `docket log` prints.
//
//   line     = number "  " indent text                     an event
//            | blanks "=" card [ "to" seats ]              what a card became known to be with the event above
//            | blanks "+" change                           a continuous change that began with it
//            | blanks ";" anything                         a comment: findings and verdicts, for people only
//   text     = "==" period [name] [player] ["at" subject]  the outermost period begins ("--": one within it)
//            | [player] verb ...                           who did it, and what
//   card     = string "#"number | "?" "#"number            with its title, or not known
//   name     = word | string                               a word is a letter, then letters, digits, "-" and "_"
//   string   = '"' ... '"'                                 with \" and \\ inside
//
// An event that follows from others is set in by two blanks and ends in "because" and their numbers; one of a group
// ends in "with" and the number of the group's first event. A zone is that of who acts unless a player stands before
// it. Invariant: equal lines describe equal events, wall clock and place in the source aside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/words.h"

namespace docket {

struct TranscriptLine {
  EventNumber number = 0;
  int depth = 0;         ///< how far it is set in
  bool heading = false;  ///< the outermost period begins
  std::string text;
  std::vector<std::string> details{};  ///< the lines with "=" and "+" below it
};

/// The line of event `number`; `words` is about the table just after it.
[[nodiscard]] TranscriptLine transcribe(const Words& words, EventNumber number, schema::Event::Reader event);

/// A name as the transcript writes it: a word, else a string.
[[nodiscard]] std::string notedName(std::string_view name);
/// A string of the transcript.
[[nodiscard]] std::string notedString(std::string_view text);

}  // namespace docket
