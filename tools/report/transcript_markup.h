// The transcript as a page shows it: a section per turn, an item per event, with what it revealed and what began, in
// plain words and, on demand, in the notation that a judge types.
// Invariant: the line of an event has the id "e" and its number, to which everything links.
#pragma once

#include <string>
#include <string_view>

#include "tools/notation/transcript.h"
#include "tools/words/speech.h"

namespace docket::report {

/// Built event by event, in order.
class TranscriptMarkup {
 public:
  /// Adds event `number`; `words` is about the table after it, `notes` are the notes of the judge on it, as HTML.
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
