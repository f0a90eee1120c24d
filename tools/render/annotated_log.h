// The annotated transcript of docket log and docket step: one line per event, with revealed cards and new changes below
// it, and findings and verdicts on rulings as comments.
// Invariant: an event is shown with the table as it was known then; findings, verdicts and the numbers of turns are
// those of the whole game, as docket verify gives them.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/json/json_writer.h"
#include "tools/game/game_loader.h"
#include "tools/notation/transcript.h"
#include "tools/verdict/verdict.h"
#include "tools/words/text.h"
#include "tools/words/turn_labels.h"

namespace docket {

struct LogEvent {
  TranscriptLine line;
  std::uint32_t turn = 0;
  std::vector<std::string> comments{};  ///< findings and verdicts, each on a line
  std::vector<std::string> findings{};  ///< as JSON
  std::string ruling{};                 ///< the outcome of a ruling, as in JSON: "upheld"; empty for other events
};

class AnnotatedLog {
 public:
  /// `game` and `turn_labels` must outlive it.
  AnnotatedLog(const OpenGame& game, const TurnLabels& turn_labels);

  using Visit = std::function<void(const LogEvent&)>;
  /// Calls `visit` for each event from `first`, at least 1, to `last`.
  void forEach(EventNumber first, EventNumber last, const Visit& visit) const;
  /// The events with a finding, or with a ruling that is not right, ascending.
  [[nodiscard]] std::vector<EventNumber> eventsWithFindings() const;

 private:
  /// The events with comments, without their lines; the game is verified once.
  [[nodiscard]] const std::map<EventNumber, LogEvent>& commented() const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  notation::Titles titles_;
  mutable std::optional<std::map<EventNumber, LogEvent>> commented_;
};

/// The comment of a finding: "ILLEGAL [clause]: ...".
[[nodiscard]] std::string commentOf(const Finding& finding, const Explanation& explanation);
/// The comment of the verdict on a ruling: "wrong: ...".
[[nodiscard]] std::string commentOf(const RulingVerdict& verdict);
/// The style of a comment: findings and rejected rulings are shown as bad.
[[nodiscard]] Style styleOfComment(std::string_view comment);
/// Prints an event as `docket log` does: its line, and the lines that belong to it.
void printLogEvent(std::ostream& out, const LogEvent& logged, bool colour);
/// An object {event, depth, turn, text, details, findings, ruling}.
void writeLogEvent(JsonWriter& json, const LogEvent& logged);

}  // namespace docket
