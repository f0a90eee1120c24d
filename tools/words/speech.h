// What happened, as people say it at a table: "Aiko plays Steady Guard to home". The notation of the same event
// (tools/notation) states every field and can be typed; a sentence omits what matters less to a reader.
// Invariant: a sentence states only what its event states, is printable and of bounded length.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/words/words.h"

namespace docket {

/// An event in words.
struct Spoken {
  std::string text;
  std::vector<std::string> details{};  ///< sentences about what became known with it, and about what began
};

/// Describes a game, event by event, in order: it remembers activations for later events that refer to them.
class Speech {
 public:
  /// Event `number` in words; `words` is about the table just after it.
  [[nodiscard]] Spoken tell(const Words& words, EventNumber number, schema::Event::Reader event);

 private:
  std::map<EventNumber, std::string> acts_;  // "Steady Guard", by the event that used it
};

}  // namespace docket
