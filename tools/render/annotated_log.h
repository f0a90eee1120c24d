// The annotated transcript of docket log and docket step: one line per event, with revealed cards and new changes below
// it, and findings and verdicts on rulings as comments.
// Invariant: an event is shown with the table as it was known then; only the numbers of turns come from the whole game.
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
#include "tools/game/open_game_record.h"
#include "tools/notation/transcript.h"
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

  using See = std::function<void(const LogEvent&)>;
  /// Calls `see` for each event from `first`, at least 1, to `last`.
  void forEach(EventNumber first, EventNumber last, const See& see) const;

 private:
  void addFindings(LogEvent& logged, const State& before, EventNumber number, schema::Event::Reader event,
                   const std::vector<Finding>& findings, const std::string& of = {}) const;
  /// Adds the findings against the replacement that correction `by` gives, if that correction is still in effect at the
  /// end.
  void addReplacement(LogEvent& logged, EventNumber by) const;
  /// The table with the card identities revealed later, by which findings in doubt are settled; empty if nothing was
  /// revealed.
  [[nodiscard]] std::optional<State> stateInHindsight(const State& then) const;
  void addLine(LogEvent& logged, const State& after, EventNumber number, schema::Event::Reader event) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Rules rules_;
  notation::Titles titles_;
  mutable std::optional<State> at_the_end_;
  mutable std::optional<std::map<EventNumber, LogEvent>> replacements_;  // findings against replacements, by correction
};

/// The style of a comment: findings and rejected rulings are shown as bad.
[[nodiscard]] Style styleOfComment(std::string_view comment);
/// Prints an event as `docket log` does: its line, and the lines that belong to it.
void printLogEvent(std::ostream& out, const LogEvent& logged, bool colour);
/// An object {event, depth, turn, text, details, findings, ruling}.
void writeLogEvent(JsonWriter& json, const LogEvent& logged);

}  // namespace docket
