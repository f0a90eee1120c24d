// The transcript as a page shows it: a section a turn, an item an event, with what it made known and what began, in
// plain words and, on demand, in the notation that a judge types.
// Invariant: an event that has a line has the id "e" and its number, to which everything links.
#pragma once

#include <string>
#include <string_view>

#include "tools/notation/transcript.h"
#include "tools/words/speech.h"

namespace docket::report {

/// Put together event by event, in order.
class TranscriptMarkup {
 public:
  /// Adds event `number`; `words` is about the table after it, `notes` are what the judge says of it, as HTML.
  void add(const Words& words, const notation::Titles& titles, EventNumber number, schema::Event::Reader event,
           std::string_view notes);
  /// All of it.
  [[nodiscard]] std::string text() &&;

 private:
  Speech speech_;
  std::string html_;
  bool open_ = false;  // a section is
};

}  // namespace docket::report
