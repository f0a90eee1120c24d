// The transcript with what the judge says of it: a line an event, what it made known and began below it, findings
// against it and verdicts on rulings as comments. What docket log prints and docket step shows.
// Invariant: an event is shown with the table as it was known then; only the numbers of turns come from the whole game.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/json_writer.h"
#include "tools/game/game_loader.h"
#include "tools/game/open_game_record.h"
#include "tools/notation/transcript.h"
#include "tools/render/text.h"
#include "tools/render/turn_labels.h"

namespace docket {

struct LogEvent {
  TranscriptLine line;
  std::uint32_t turn = 0;
  std::vector<std::string> comments{};  ///< findings and verdicts, each on a line
  std::vector<std::string> findings{};  ///< as JSON
  std::string ruling{};                 ///< what became of it, as JSON says it: "upheld"; empty for what is no ruling
};

class AnnotatedLog {
 public:
  /// Game and moments must outlive it.
  AnnotatedLog(const OpenGame& game, const TurnLabels& turn_labels);

  using See = std::function<void(const LogEvent&)>;
  /// Tells the events from `first`, at least 1, to `last`, in order.
  void tell(EventNumber first, EventNumber last, const See& see) const;

 private:
  void addFindings(LogEvent& logged, const State& before, EventNumber number, schema::Event::Reader event,
                   const std::vector<Finding>& findings, const std::string& of = {}) const;
  /// What is against what correction `by` says happened, where that correction is in effect at the end.
  void addReplacement(LogEvent& logged, EventNumber by) const;
  /// A table knowing what was shown later, which settles what it decides; nothing where that is no more.
  [[nodiscard]] std::optional<State> knowing(const State& then) const;
  void addLine(LogEvent& logged, const State& after, EventNumber number, schema::Event::Reader event) const;

  const OpenGame& game_;
  const TurnLabels& turn_labels_;
  Rules rules_;
  notation::Titles titles_;
  mutable std::optional<State> at_the_end_;
  mutable std::optional<std::map<EventNumber, LogEvent>> replacements_;  // what is against them, by the correction
};

/// How a comment is meant: what is against an event or a ruling is bad.
[[nodiscard]] Style styleOfComment(std::string_view comment);
/// As `docket log` prints an event: its line, and below it what belongs to it.
void printLogEvent(std::ostream& out, const LogEvent& logged, bool colour);
/// An object {event, depth, turn, text, details, findings, ruling}.
void writeLogEvent(JsonWriter& json, const LogEvent& logged);

}  // namespace docket
