// What happened, as people say it at a table: "Aiko plays Steady Guard to home". The notation of the same event
// (tools/notation) says every field and can be typed; this leaves out what a reader does not ask first.
// Invariant: a sentence says nothing that its event does not say, is printable and of bounded length.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/words/words.h"

namespace docket {

/// An event in words.
struct Spoken {
  std::string text;
  std::vector<std::string> details{};  ///< what became known with it, and what began, a sentence each
};

/// Describes a game, event by event, in order: what an activation was is remembered for whatever speaks of it later.
class Speech {
 public:
  /// Event `number` in words; `words` is about the table just after it.
  [[nodiscard]] Spoken tell(const Words& words, EventNumber number, schema::Event::Reader event);

 private:
  std::map<EventNumber, std::string> acts_;  // "Steady Guard", by the event that used it
};

}  // namespace docket
