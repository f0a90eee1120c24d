// The transcript as a page shows it: a section a turn, an item an event, with what it made known and what began.
#pragma once

#include <string>

#include "tools/transcript.h"

namespace docket::report {

/// Put together event by event, in order.
class TranscriptMarkup {
 public:
  /// Adds an event; `notes` are what the judge has against it, as HTML.
  void add(const TranscriptLine& line, std::string_view notes);
  /// All of it.
  [[nodiscard]] std::string text() &&;

 private:
  std::string html_;
  bool open_ = false;  // a section is
};

/// The line of an event as everyone may read it: seals of a redacted record are left out, which no reader wants.
[[nodiscard]] TranscriptLine shownLine(const Words& words, const notation::Titles& titles, EventNumber number,
                                       schema::Event::Reader event);

}  // namespace docket::report
